// What runs modules: the engine for WebAssembly, with the system interface that compilers link against.

import { basename } from 'node:path';
import type { LaunchSettings } from '@sonde/engine';
import { readProgram, wasmEngine, type WasmProgram } from '@sonde/engine-wasm';
import type { HostData } from '../runtime/host-data.js';
import { isWasi } from '../runtime/wasi-names.js';
import { chunksIn, heapFrom } from './allocator.js';
import type { ModuleImage } from './image.js';

const hostUrl = new URL('../runtime/host.js', import.meta.url).href;

export const engine = wasmEngine({
  load({ program, image }, settings): WasmProgram {
    const { module, symbols, locations, sourceTexts, calls, entry, shown, imports } = image as ModuleImage;
    const read = readProgram({ module });
    const { imports: imported } = read;
    const from = heapFrom(read);
    const data: HostData = {
      args: [basename(program), ...settings.args],
      environment: environmentOf(settings),
      wasi: imported.filter(each => isWasi(each.module)).map(({ name }) => name),
      imports,
      ...(shown === undefined ? {} : { shown }),
    };
    return {
      ...{ module, symbols, locations, sourceTexts, calls },
      host: { url: hostUrl, data },
      allocations: memory => chunksIn(memory, from),
      ...(entry === undefined ? {} : { entry }),
    };
  },
});

/** Only what the launch sets: a module sees nothing of the computer that it runs on. */
const environmentOf = ({ env }: LaunchSettings): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
