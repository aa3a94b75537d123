// All state of the system: one object of plain data, so that it can be saved, restored and hashed.
//
// Registers are an array of their own. Upstream's executive keeps them in the data memory of the task, at
// 0x1000 + 64 * k; a program that reads or writes there sees its own memory with us, and never its registers.

import { dataBase, spaceSize, stackSize, stackTop as firstStackTop } from '../toolchain/isa.js';
import type { CallStack } from './call-stack.js';
import { newCallStack } from './call-stack.js';
import type { Fault } from './faults.js';
import { defaultQuantum, type HsxImage, type HsxProgram } from './image.js';
import { newServices, type ServiceState } from './services/service-state.js';

export interface SystemState {
  /** Retired instructions of all tasks. */
  time: number;
  /** Index of the task whose turn it is. */
  current: number;
  /** What is left of its turn. */
  turn: number;
  lastSerial: number;
  /** The number of the task that was started last; none is given twice. */
  lastTask: number;
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
  readonly name: string;
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

/** More calls than its stack has room for are never open. */
export const callCapacity = (stackLimit: number): number => (spaceSize - stackLimit) / 4 + 2;

/** Throws an Error that says what is wrong with the image. */
export function newState(image: HsxImage): SystemState {
  const state: SystemState = {
    time: 0,
    current: 0,
    turn: image.quantum ?? defaultQuantum,
    lastSerial: 0,
    lastTask: 0,
    tasks: [],
    services: newServices(),
  };
  if (image.tasks.length === 0 && image.open !== true) throw new Error('there is no task to run');
  for (const { program, name } of image.tasks)
    addTask(state, { program, name, stackSize: image.stackSize ?? stackSize }, image.programs[program]!);
  return state;
}

/**
 * The stack of a task lies in the highest place that no other one has, or none of its group: each task has a memory of its
 * own, so that places only have to differ where programs know them of each other. Throws an Error that says why there is no
 * room.
 */
export function addTask(
  state: SystemState,
  start: {
    readonly program: number;
    readonly name: string;
    readonly stackSize: number;
    /** Numbers of the tasks of its group; all when absent. */
    readonly group?: ReadonlySet<number> | undefined;
  },
  { data, entry, bss = 0 }: HsxProgram,
): TaskState {
  const { program, name, stackSize: size, group } = start;
  const id = state.lastTask + 1;
  const end = dataBase + (bss === 0 ? data.length : Math.ceil(data.length / 4) * 4 + bss);
  if (end > spaceSize)
    throw new Error(`the data of ${name} ends at 0x${end.toString(16)}, beyond the 64 KiB of a task`);
  const near = state.tasks.filter(task => group?.has(task.id) ?? true);
  const taken = new Set(near.map(task => task.stackTop));
  let stackTop = firstStackTop;
  while (taken.has(stackTop)) stackTop -= size;
  const stackLimit = stackTop - size;
  if (stackLimit < end)
    throw new Error(
      `there is no room for the stack of task ${id}, ${name}: it would reach down to 0x${Math.max(0, stackLimit).toString(16)}, and the data of the program goes up to 0x${end.toString(16)}. Start fewer tasks, or give each a smaller stack`,
    );
  const memory = new Uint8Array(spaceSize);
  memory.set(data, dataBase);
  const task: TaskState = {
    id,
    name,
    program,
    memory,
    words: new Int32Array(memory.buffer),
    registers: new Int32Array(16),
    pc: entry,
    sp: stackTop,
    psw: 0,
    stackTop,
    stackLimit,
    calls: newCallStack(callCapacity(stackLimit), ++state.lastSerial),
    finished: false,
    exitStatus: 0,
    wait: undefined,
    fault: undefined,
    trapped: false,
    steps: 0,
  };
  state.lastTask = id;
  state.tasks.push(task);
  return task;
}
