// What `.meta` says about a contract, as the chain needs it.

import type { WasmModule } from '@sonde/wasm';
import { plainInterface, type ContractInterface } from './contract-interface.js';

export function interfaceOf(
  module: WasmModule,
  _code: Uint8Array,
  _meta: Uint8Array | undefined,
): ContractInterface {
  return plainInterface(module);
}
