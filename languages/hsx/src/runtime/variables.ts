// Where the variables of a program are: in memory, in a register, or nowhere because they are always the same.

import { spaceSize } from '../toolchain/isa.js';
import type { Location, WordLocation } from '../toolchain/format/dbg.js';
import { activationWith, framePointerOf, type Activation } from './activations.js';
import { programSpan, type HsxProgram } from './image.js';
import type { System } from './system.js';
import type { TaskState } from './state.js';
import { RegisterWord } from './words.js';

/** `address` is one of the task's memory. */
export type Found =
  | { readonly kind: 'memory'; readonly task: number; readonly address: number }
  | { readonly kind: 'register'; readonly task: TaskState; readonly register: number }
  | { readonly kind: 'constant'; readonly words: readonly number[] };

/** Throws a RangeError with the reason when it is nowhere. */
export function findSlot(system: System, taskId: number, serial: number, slot: number): Found {
  const task = system.task(taskId);
  const frame = activationWith(task, serial);
  const program = system.image.programs[task.program]!;
  const location = locationAt(program, slot, frame);
  switch (location.kind) {
    case 'frame':
      return { kind: 'memory', task: taskId, address: (framePointerOf(frame) + location.offset) & 0xffff };
    case 'indirect': {
      const at = (framePointerOf(frame) + location.offset) & 0xffff;
      return { kind: 'memory', task: taskId, address: wordIn(task, at) & 0xffff };
    }
    case 'split':
      return { kind: 'constant', words: location.parts.map(part => wordAt(task, frame, part)) };
    case 'memory':
      return { kind: 'memory', task: taskId, address: location.address };
    case 'register':
      if (!frame.top) throw new RangeError(mayHaveChanged(location.register));
      return { kind: 'register', task, register: location.register };
    case 'constant':
      return { kind: 'constant', words: location.words };
    case 'symbol':
      throw new RangeError(`it is at ${location.symbol}, which was not linked`);
  }
}

const mayHaveChanged = (register: number): string =>
  `it was in R${register}, which the function that is called from here may have changed`;

const wordIn = ({ memory }: TaskState, address: number): number =>
  address + 4 > memory.length ? 0 : new DataView(memory.buffer, memory.byteOffset).getUint32(address, true);

function wordAt(task: TaskState, frame: Activation, part: WordLocation): number {
  if (part.kind === 'frame') return wordIn(task, (framePointerOf(frame) + part.offset) & 0xffff);
  if (!frame.top) throw new RangeError(mayHaveChanged(part.register));
  return task.registers[part.register]! >>> 0;
}

function locationAt(program: HsxProgram, slot: number, frame: Activation): Location {
  const ranges = program.slots?.[slot];
  if (ranges === undefined) throw new RangeError('nobody knows where it is');
  // A function that waits for a call stands in it.
  const pc = frame.top ? frame.pc : frame.pc - 1;
  const range = ranges.find(({ start, end }) => pc >= start && pc < end);
  if (range === undefined) throw new RangeError('it is nowhere at this instruction');
  return range.at;
}

/** Without a task it is that of the first task which runs the program. */
export function findGlobal(system: System, index: number, taskId?: number): Found {
  const program = Math.floor(index / programSpan);
  const address = system.image.programs[program]?.globals?.[index % programSpan];
  if (address === undefined) throw new RangeError('there is no such variable');
  const task =
    taskId === undefined ? system.state.tasks.find(each => each.program === program) : system.task(taskId);
  if (task?.program !== program)
    throw new RangeError(`it is a variable of ${system.image.programs[program]!.name}, which runs elsewhere`);
  if (address < 0 || address >= spaceSize) throw new RangeError('it is beyond the memory of the task');
  return { kind: 'memory', task: task.id, address };
}

/** What is in no memory. */
export function wordOf(found: Exclude<Found, { kind: 'memory' }>): RegisterWord {
  return new RegisterWord(
    found.kind === 'constant' ? found.words : [found.task.registers[found.register]! >>> 0],
  );
}
