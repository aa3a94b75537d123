import { readModule } from '@sonde/wasm';
import { describe, expect, it } from 'vitest';
import type { HostContext, ProgramEnd, WasmHost } from '../host.js';
import { PlainProgram } from '../plain-run.js';
import { factorial } from './factorial.js';
import { mainCall } from './harness.js';
import { createHost } from './printing-host.js';

const module = factorial();
const read = readModule(module.bytes);
if (!read.ok) throw read.problem;
const program = new PlainProgram(read.module, { probes: module.probes });

describe('a program in this thread', () => {
  it('runs to its end, and its host hears of it with what was used', () => {
    let over: { readonly end: ProgramEnd; readonly used: bigint; readonly memory: number } | undefined;
    const host = (context: HostContext): WasmHost => ({
      ...createHost(context),
      over: end => {
        over = { end, used: context.used, memory: context.memory.size };
        return 3;
      },
    });
    const { end } = program.run({ host, calls: mainCall(6) });
    expect(end).toEqual({ kind: 'exited', code: 3, results: [720] });
    expect(over).toMatchObject({ end: { kind: 'exited', code: 0 }, memory: 65_536 });
    expect(over!.used).toBeGreaterThan(100n);
  });

  it('tells a trap with the instruction', () => {
    const { end, offset } = program.run({ host: createHost, calls: mainCall(5) });
    expect(end).toMatchObject({ kind: 'failed', thrown: { name: 'DivideByZero' } });
    expect(offset).toBeGreaterThan(module.at['divide']!);
    expect(offset).toBeLessThan(module.at['done']!);
  });

  it('ends when it may use no more', () => {
    const { end } = program.run({ host: createHost, calls: mainCall(6), limit: 50n });
    expect(end).toMatchObject({ kind: 'failed', thrown: { name: 'OutOfFuel' } });
  });

  it('tells each statement with what was used before', () => {
    const told: [number, bigint][] = [];
    program.run({
      host: createHost,
      calls: mainCall(3),
      statement: (offset, used) => void told.push([offset, used]),
    });
    const names = told.map(([offset]) => Object.entries(module.at).find(([, at]) => at === offset)![0]);
    expect(names).toEqual([
      ...['first', 'call', 'enter', 'half', 'branch', 'enter', 'half', 'branch', 'enter', 'half', 'branch'],
      ...['print', 'divide', 'done'],
    ]);
    expect(told.map(([, used]) => used)).toEqual(
      [...told.map(([, used]) => used)].sort((a, b) => Number(a - b)),
    );
  });
});
