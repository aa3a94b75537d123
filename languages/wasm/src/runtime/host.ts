// The host of a module: WASI, and what the launch says of other imports. The thread of the program loads it.

import type { HostContext, HostFunction, WasmHost } from '@sonde/engine-wasm';
import type { HostData } from './host-data.js';
import { wasiFunctions } from './wasi.js';
import { wasiModules } from './wasi-names.js';

export function createHost(context: HostContext): WasmHost {
  const data = context.data as HostData;
  const wasi = wasiFunctions(context, data);
  const functions: Record<string, Record<string, HostFunction>> = { env: { abort: abortOf(context) } };
  const globals: Record<string, Record<string, number>> = {};
  for (const module of wasiModules) functions[module] = wasi;
  for (const [name, answer] of Object.entries(data.imports)) {
    const [module, field] = splitName(name);
    (functions[module] = { ...functions[module] })[field] = () => answer ?? undefined;
    (globals[module] ??= {})[field] = answer ?? 0;
  }
  return {
    functions,
    globals,
    over(end) {
      if (end.kind !== 'exited') return undefined;
      const [result] = end.results;
      if (data.shown !== undefined) {
        const told = end.results.length === 0 ? 'returned' : `= ${end.results.map(String).join(', ')}`;
        context.output('stdout', `${data.shown} ${told}\n`);
        return undefined;
      }
      // `main` without WASI gives the exit code back.
      return typeof result === 'number' ? result & 0xff : undefined;
    },
  };
}

/** The name of a module may have dots in it, that of a field rarely. */
export function splitName(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? ['env', name] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** AssemblyScript calls it with a message and a file (both UTF-16, their length in bytes in front), a line and a column. */
function abortOf(context: HostContext): HostFunction {
  const textAt = (address: number): string => {
    if (address === 0) return '';
    try {
      const [size = 0] = new Uint32Array(context.memory.read(address - 4, 4).slice().buffer);
      return new TextDecoder('utf-16le').decode(context.memory.read(address, Math.min(size, 4_096)));
    } catch {
      return '';
    }
  };
  return (message: number = 0, file: number = 0, line: number = 0, column: number = 0) => {
    const where = textAt(file);
    const said = textAt(message) || 'the program has aborted';
    context.fail({
      name: 'Abort',
      message: where === '' ? said : `${said} (${where}:${line}:${column})`,
      caught: false,
    });
  };
}
