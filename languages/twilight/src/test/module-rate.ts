// What benchmarks run of this language: a contract that mostly computes, and a call that mostly uses storage.

import { described } from '../nova/chain/contract-meta.js';
import { ContractHost, type ContractHostData } from '../nova/machine/contract-host.js';
import { readProgram, type HostContext, type WasmHost } from '@sonde/engine-wasm';
import { instructionCosts } from '../nova/host/gas.js';
import { built } from './generated/built.js';

export const name = 'Twilight';

const text = `contract Rate {
    storage { kept: map<u64, u64>; total: u64; }
    fn twice(n: u64) -> u64 { n.wrapping_add(n) }
    pub fn primes(n: u64) -> u64 {
        var found: u64 = 0;
        var i: u64 = 2;
        while i < n {
            var d: u64 = 2;
            var prime = true;
            while d * d <= i && prime {
                if i % d == 0 { prime = false; }
                d = d + 1;
            }
            if prime { found = found + 1; }
            i = i + 1;
        }
        found
    }
    pub fn fib(n: u64) -> u64 { if n < 2 { n } else { self.fib(n - 1) + self.fib(n - 2) } }
    pub fn sieve(n: u64) -> u64 {
        var sum: u64 = 0;
        for round in 0..n {
            var marks: array<u64, 64> = [0; 64];
            for i in 0..64 { marks[i] = twice(i + round); }
            for i in 0..64 { sum = sum.wrapping_add(marks[i]); }
        }
        sum
    }
    pub fn fill(n: u64) -> u64 {
        var i: u64 = 0;
        while i < n {
            kept[i] = kept[i] + i;
            total = total + 1;
            i = i + 1;
        }
        total
    }
    pub fn never() -> u64 { total } // #elsewhere
}
`;

const { wasm, meta } = built(text.replaceAll('self.fib', 'fib'), { name: 'rate.twl' });
const { variables } = described(
  readProgram({ module: wasm }),
  wasm,
  new TextEncoder().encode(JSON.stringify(meta)),
).interface;
const rows = meta.debug_info!.source_map.data.x_twilight.stmts.filter(row => (row[6] & 1) !== 0);
const elsewhereLine = text.split('\n').findIndex(line => line.includes('#elsewhere')) + 1;
const exportOf = (short: string): string =>
  Object.keys(meta.functions).find(each => each.endsWith(`::${short}`)) ?? short;

/** Calls of exports that compute, each with a breakpoint set where none of them comes. */
export const hot = {
  bytes: wasm,
  statements: rows.map(([offset]) => offset),
  variables,
  elsewhere: rows.find(row => row[2] === elsewhereLine)![0],
  calls: [
    { name: 'primes', export: exportOf('primes'), arguments: [60_000n] },
    { name: 'fib', export: exportOf('fib'), arguments: [29n] },
    { name: 'sieve', export: exportOf('sieve'), arguments: [20_000n] },
  ],
} as const;

const account = new Uint8Array(20).fill(7);
const data: ContractHostData = {
  context: { sender: account, origin: account, self: account, value: 0n, block: 1n, timestamp: 1n },
  storage: () => undefined,
};

/** A call whose host is asked at every turn: what it answers has to be recorded. */
export const recorded = {
  bytes: wasm,
  costs: instructionCosts,
  call: { name: exportOf('fill'), arguments: [2_000n] },
  host: (context: HostContext): WasmHost => new ContractHost(context, data).host,
  limit: 1_000_000_000n,
} as const;
