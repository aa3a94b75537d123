// Open calls that were found on the stack are those that the machine counted, at every single instruction.

import { BenchHost } from '@sonde/engine-vm/driver';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { activationsOf } from '../../../runtime/activations.js';
import type { HsxProgram } from '../../../runtime/image.js';
import { imageOf, programOf } from '../../../runtime/load.js';
import type { TaskState } from '../../../runtime/state.js';
import { System } from '../../../runtime/system.js';
import { built } from '../../../test/executive/bench-executive.js';
import { program } from '../../../test/runtime/bench-machine.js';
import { calling, stacks } from '../../../test/upstream/programs.js';
import { readHxe } from '../../../toolchain/format/hxe-file.js';
import { StackLayouts } from './stack-layout.js';
import { CallSerials, openCalls } from './stack-walk.js';

const compiled = async (source: string): Promise<HsxProgram> =>
  programOf(readHxe(readFileSync(await built('program.hsx.c', source))), 'program');

const found = ({ pc, sp, registers, stackTop, memory }: TaskState, layouts: StackLayouts) =>
  openCalls(
    {
      ...{ pc, sp, stackTop },
      pointer: registers[7]! >>> 0,
      word: address => (address > 0xfffc ? undefined : new DataView(memory.buffer).getUint32(address, true)),
    },
    layouts,
  );

interface Difference {
  readonly pc: number;
  readonly counted: readonly number[];
  readonly walked: readonly number[];
}

/** Runs to the end; where the return addresses differ, and how often one that agrees was not proven. */
function compared(made: HsxProgram): { readonly differ: readonly Difference[]; readonly unproven: number } {
  const system = new System(imageOf([made]), new BenchHost());
  const task = system.task(1);
  const layouts = new StackLayouts(made.code, made.entry);
  const differ: Difference[] = [];
  let unproven = 0;
  for (;;) {
    const counted = activationsOf(task, 1, 100).map(({ pc }) => pc);
    const calls = found(task, layouts);
    const walked = calls.map(({ returnTo }) => returnTo).reverse();
    if (JSON.stringify(counted) !== JSON.stringify(walked)) differ.push({ pc: task.pc, counted, walked });
    else unproven += calls.filter(call => call.unproven === true).length;
    if (system.run(system.state.time + 1, true).kind !== 'time') return { differ, unproven };
  }
}

test('compiled code: prologues, epilogues, recursion, calls by address', async () => {
  expect(compared(await compiled(calling))).toEqual({ differ: [], unproven: 0 });
});

test('where the stack is moved by the run-time library, only that is missing', async () => {
  const made = await compiled(stacks);
  const { differ, unproven } = compared(made);
  // __hsx_grow and __hsx_shrink pop their own return address.
  expect(differ.every(({ counted, walked }) => counted.slice(1).join() === walked.join())).toBe(true);
  expect(new Set(differ.map(({ pc }) => pc)).size).toBeLessThan(20);
  expect(unproven).toBe(0);
});

test('assembly that uses R7 for itself, and functions without frames', () => {
  const { program: made } = program(`.text
.entry main
main:
PUSH R7
MOV R7, R15
CALL outer
LDI R0, 0
POP R7
RET
outer:
LDI R4, 1
PUSH R4
CALL inner
POP R4
RET
inner:
PUSH R7
LDI R7, 99
CALL leaf
POP R7
RET
leaf:
LDI R1, 7
RET
`);
  expect(compared(made)).toEqual({ differ: [], unproven: 0 });
});

test('what only looks like a return address is a guess', () => {
  // The stack of main depends on the way: nobody can say by the code how deep it is.
  const { program: made } = program(`.text
.entry main
main:
CALL odd
RET
odd:
CMP R1, R2
JZ odd$on
PUSH R4
odd$on:
LDI R3, 1
odd$in:
JMP odd$in
`);
  const system = new System(imageOf([made]), new BenchHost());
  system.run(4, false);
  const layouts = new StackLayouts(made.code, made.entry);
  expect(found(system.task(1), layouts)).toEqual([{ slot: 0xfff8, returnTo: 4, target: 8, unproven: true }]);
});

test('a call keeps its serial as long as its place on the stack says the same', () => {
  const serials = new CallSerials(1);
  const call = (slot: number, returnTo: number) => ({ slot, returnTo, target: 0 });
  const numbers = (...calls: ReturnType<typeof call>[]): number[] =>
    serials.number(calls).map(({ serial }) => serial);
  expect(numbers(call(100, 8), call(80, 16))).toEqual([2, 3]);
  expect(numbers(call(100, 8), call(80, 16), call(60, 24))).toEqual([2, 3, 4]);
  expect(numbers(call(100, 8))).toEqual([2]);
  expect(numbers(call(100, 12), call(80, 16))).toEqual([5, 6]);
});
