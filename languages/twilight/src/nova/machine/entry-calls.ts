// How a contract is entered: its arguments in new memory, then the function itself.

import type { EntryCall } from '@sonde/engine-wasm';
import { Failure } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import { moduleExports } from '../../toolchain/host/host-functions.js';
import type { ContractCall } from '../chain/contract-runner.js';

export interface Entering {
  readonly calls: readonly EntryCall[];
  readonly memory: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  /** Where the arguments lie, and with them what the function writes its result to. */
  readonly address: number;
}

/** The allocator is called for what the arguments take, so that it knows; they lie there already when it answers. */
export function entering({ contract, entry, arguments: given }: ContractCall): Entering {
  const heap = heapStart(contract.module);
  const { words, bytes } = contract.interface.place(entry, given, heap ?? 0);
  const call = { name: entry.exportName, arguments: words };
  if (bytes.length === 0) return { calls: [call], memory: [], address: heap ?? 0 };
  if (heap === undefined)
    throw new Failure(
      'not-supported',
      'user',
      `the contract exports no global '${moduleExports.heapPointer}', so that only numbers can be given to it.`,
    );
  return {
    calls: [{ name: moduleExports.allocate, arguments: [bytes.length] }, call],
    memory: [{ address: heap, bytes }],
    address: heap,
  };
}

/** What the global begins with: where the first new memory will be. */
function heapStart({ exports, globals, imports }: WasmModule): number | undefined {
  const found = exports.find(({ kind, name }) => kind === 'global' && name === moduleExports.heapPointer);
  const imported = imports.filter(({ thing }) => thing.kind === 'global').length;
  const [first] = globals[(found?.index ?? -1) - imported]?.init ?? [];
  const immediate = first?.name === 'i32.const' ? first.immediate : undefined;
  return immediate?.kind === 'i32' ? immediate.value >>> 0 : undefined;
}
