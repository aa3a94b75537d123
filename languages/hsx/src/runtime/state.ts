// All state of the system: one object of plain data, so that it can be saved, restored and hashed.
//
// Registers are an array of their own. Upstream's executive keeps them in the data memory of the task, at
// 0x1000 + 64 * k; a program that reads or writes there sees its own memory with us, and never its registers.

import { dataBase, spaceSize, stackSize, stackTop as firstStackTop } from '../toolchain/isa.js';
import type { CallStack } from './call-stack.js';
import { newCallStack } from './call-stack.js';
import type { Fault } from './faults.js';
import { defaultQuantum, type HsxImage } from './image.js';
import { newServices, type ServiceState } from './services/service-state.js';

export interface SystemState {
  /** Retired instructions of all tasks. */
  time: number;
  /** Index of the task whose turn it is. */
  current: number;
  /** What is left of its turn. */
  turn: number;
  lastSerial: number;
  readonly tasks: TaskState[];
  readonly services: ServiceState;
}

/** What a task waits for. `until` is on the clock of the host; Infinity for ever. */
export type TaskWait =
  | { readonly for: 'input' | 'output' }
  | { readonly for: 'time'; readonly until: number }
  | { readonly for: 'message'; readonly until: number };

export interface TaskState {
  /** From 1. */
  readonly id: number;
  /** Index into the programs. */
  readonly program: number;
  readonly memory: Uint8Array;
  /** The same memory. */
  readonly words: Int32Array;
  readonly registers: Int32Array;
  pc: number;
  sp: number;
  psw: number;
  /** Where SP stood at the start. */
  readonly stackTop: number;
  /** SP never goes below. */
  readonly stackLimit: number;
  readonly calls: CallStack;
  finished: boolean;
  /** R0 at the end. */
  exitStatus: number;
  /** Its instruction began to wait for this and is to be tried again. */
  wait: TaskWait | undefined;
  /** Raised and not yet unwound. */
  fault: Fault | undefined;
  /** It stands at a BRK that was answered. */
  trapped: boolean;
  /** Its instructions, for CORE_GET_STEPS. */
  steps: number;
}

/** Throws an Error that says what is wrong with the image. */
export function newState(image: HsxImage): SystemState {
  const size = image.stackSize ?? stackSize;
  const state: SystemState = {
    time: 0,
    current: 0,
    turn: image.quantum ?? defaultQuantum,
    lastSerial: 0,
    tasks: [],
    services: newServices(),
  };
  if (image.tasks.length === 0) throw new Error('there is no task to run');
  image.tasks.forEach(({ program, name }, index) => {
    const { data, entry, bss = 0 } = image.programs[program]!;
    const end = dataBase + (bss === 0 ? data.length : Math.ceil(data.length / 4) * 4 + bss);
    if (end > spaceSize)
      throw new Error(`the data of ${name} ends at 0x${end.toString(16)}, beyond the 64 KiB of a task`);
    const stackTop = firstStackTop - index * size;
    const stackLimit = stackTop - size;
    if (stackLimit < end)
      throw new Error(
        `there is no room for the stack of task ${index + 1}, ${name}: it would reach down to 0x${Math.max(0, stackLimit).toString(16)}, and the data of the program goes up to 0x${end.toString(16)}. Start fewer tasks, or give each a smaller stack`,
      );
    const memory = new Uint8Array(spaceSize);
    memory.set(data, dataBase);
    state.tasks.push({
      id: index + 1,
      program,
      memory,
      words: new Int32Array(memory.buffer),
      registers: new Int32Array(16),
      pc: entry,
      sp: stackTop,
      psw: 0,
      stackTop,
      stackLimit,
      calls: newCallStack((spaceSize - stackLimit) / 4 + 2, ++state.lastSerial),
      finished: false,
      exitStatus: 0,
      wait: undefined,
      fault: undefined,
      trapped: false,
      steps: 0,
    });
  });
  return state;
}
