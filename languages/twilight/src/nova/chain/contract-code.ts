// The code of a contract, checked before it is deployed: what it imports, its memory, and nothing that runs by itself.

import { Failure } from '@sonde/engine';
import { readModule, webAssembly, type WasmModule } from '@sonde/wasm';
import { moduleExports } from '../../toolchain/host/host-functions.js';
import { checkImports } from '../host/host-interface.js';

/** 16 MiB. */
const mostPages = 256;
const mostBytes = 4 * 1_024 * 1_024;

const refused = (why: string): Failure => new Failure('not-supported', 'user', `the contract ${why}`);

export function checkContract(bytes: Uint8Array): WasmModule {
  if (bytes.length > mostBytes)
    throw refused(`has ${bytes.length} bytes, and at most ${mostBytes} are taken.`);
  const read = readModule(bytes);
  if (!read.ok) throw refused(`is no WebAssembly module that this node runs: ${read.problem.message}.`);
  if (!webAssembly.validate(bytes)) throw refused('is a WebAssembly module that is not valid.');
  const { module } = read;
  checkImports(module);
  if (module.start !== undefined)
    throw refused('has a start function: nothing of it may run before it is called.');
  const [memory, another] = module.memories;
  if (memory === undefined || another !== undefined) throw refused('needs one memory of its own.');
  if (!module.exports.some(({ name, kind }) => kind === 'memory' && name === moduleExports.memory))
    throw refused(`does not export its memory as '${moduleExports.memory}'.`);
  if (memory.max === undefined || memory.max > mostPages)
    throw refused(`may take more memory than ${mostPages} pages.`);
  return module;
}
