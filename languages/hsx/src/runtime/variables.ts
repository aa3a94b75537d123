// Where the variables of a program are: in memory, in registers, or nowhere because they are always the same.

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
  /** Its words are in several places, the low one first. */
  | { readonly kind: 'split'; readonly parts: readonly WordPlace[] }
  | { readonly kind: 'constant'; readonly words: readonly number[] };

/** One word of a variable: in a register, or in the memory of the task. */
export interface WordPlace {
  readonly task: TaskState;
  readonly register?: number;
  readonly address: number;
}

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
      return { kind: 'split', parts: location.parts.map(part => wordPlace(task, frame, part)) };
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

function wordPlace(task: TaskState, frame: Activation, part: WordLocation): WordPlace {
  if (part.kind === 'frame') return { task, address: (framePointerOf(frame) + part.offset) & 0xffff };
  if (!frame.top) throw new RangeError(mayHaveChanged(part.register));
  return { task, register: part.register, address: 0 };
}

function locationAt(program: HsxProgram, slot: number, frame: Activation): Location {
  const ranges = program.slots?.[slot];
  if (ranges === undefined) throw new RangeError('nobody knows where it is');
  // A function that waits for a call stands in it.
  const pc = frame.top ? frame.pc : frame.pc - 1;
  for (const { start, end, at } of ranges) if (pc >= start && pc < end) return at;
  throw new RangeError('it is nowhere at this instruction');
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

/** What is in no memory, or not in one place. */
export function wordOf(found: Exclude<Found, { kind: 'memory' }>): RegisterWord {
  switch (found.kind) {
    case 'constant':
      return new RegisterWord(found.words);
    case 'register':
      return new RegisterWord([found.task.registers[found.register]! >>> 0]);
    case 'split':
      return new RegisterWord(
        found.parts.map(({ task, register, address }) =>
          register === undefined ? wordIn(task, address) : task.registers[register]! >>> 0,
        ),
      );
  }
}

/** The low word first. */
export function storeWords(parts: readonly WordPlace[], words: readonly number[]): void {
  parts.forEach(({ task, register, address }, nth) => {
    const word = words[nth] ?? 0;
    if (register !== undefined) task.registers[register] = word;
    else new DataView(task.memory.buffer, task.memory.byteOffset).setInt32(address, word, true);
  });
}
