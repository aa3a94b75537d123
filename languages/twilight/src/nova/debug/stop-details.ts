// What only the contract can tell about a stop: the text of a panic, and that a revert is an assertion that failed.

import type { WasmRun } from '@sonde/engine-wasm';
import { moduleExports } from '../../toolchain/host/host-functions.js';
import type { Contract } from '../chain/contract.js';
import { panicText } from '../machine/contract-host.js';
import { exportedGlobal } from './module-facts.js';
import type { Stop } from './stop.js';

/** More than any panic says. */
const readAhead = 4_100;

export async function withDetails(stop: Stop, contract: Contract, run: WasmRun): Promise<Stop> {
  if (stop.reason === 'revert' && causeAt(contract, stop.offset) === 'assertion')
    return { ...stop, reason: 'assertion' };
  if (stop.reason !== 'panic') return stop;
  const text = await textOfPanic(contract, run);
  return text === undefined ? stop : { ...stop, text };
}

/** As the compiler wrote it down. */
function causeAt({ description }: Contract, offset: number): string | undefined {
  const functions = Object.values(description?.debug_info?.variable_info.functions ?? {});
  return functions
    .flatMap(({ failures }) => failures)
    .find(({ range: [from, to] }) => offset >= from && offset < to)?.cause;
}

/** It lies behind a global of the contract. */
async function textOfPanic({ module }: Contract, run: WasmRun): Promise<string | undefined> {
  const index = exportedGlobal(module, moduleExports.panicText);
  if (index === undefined) return undefined;
  const [handle] = await run.ask('globals', { indices: [index] });
  const start = typeof handle === 'number' ? handle >>> 0 : 0;
  if (start === 0) return undefined;
  const [bytes = new Uint8Array()] = await run.ask('readMemory', {
    ranges: [{ address: start, length: readAhead }],
  });
  return panicText(start, (address, length) => {
    const from = address - start;
    return from + length <= bytes.length ? bytes.slice(from, from + length) : undefined;
  });
}
