// Registers as the debugger sees them: R0 to R15, SP, PC and PSW of the function the task stands in, and what is known of
// its callers.

import type { TypeId, Scalar } from '@sonde/engine';
import type { MachineRegister } from '@sonde/engine-vm';
import { framePointer } from '../toolchain/isa.js';
import { activationsOf, activationWith, framePointerOf } from './activations.js';
import type { HsxTypes } from './image.js';
import type { TaskState } from './state.js';
import { RegisterWord, type Words } from './words.js';

const generalCount = 16;

/** Undefined for a register of a caller that nobody can know any more. */
export function readRegister(task: TaskState, serial: number, name: string): number | undefined {
  const frame = activationWith(task, serial);
  const number = numberOf(name);
  if (frame.top) {
    if (number !== undefined) return task.registers[number]! >>> 0;
    return name === 'SP' ? task.sp : name === 'PC' ? task.pc : name === 'PSW' ? task.psw : undefined;
  }
  if (name === 'PC') return frame.pc;
  const frames = activationsOf(task, 0, Infinity);
  const callee = frames[frames.findIndex(each => each.serial === serial) - 1]!;
  // The RET of the callee will make it so.
  if (name === 'SP' || number === 15) return callee.slot + 4;
  return number === framePointer ? savedFramePointer(task, callee.serial) : undefined;
}

/** R7 of the caller: where all functions above it keep their frame pointer in R7, each has saved that of its caller. */
function savedFramePointer(task: TaskState, callee: number): number | undefined {
  let known = task.registers[framePointer]! >>> 0;
  for (const frame of activationsOf(task, 0, Infinity)) {
    if (known !== framePointerOf(frame)) return undefined;
    known = new DataView(task.memory.buffer).getUint32(known, true);
    if (frame.serial === callee) return known;
  }
  return undefined;
}

export function registersOf(
  task: TaskState,
  serial: number,
  types: HsxTypes | undefined,
): readonly MachineRegister[] {
  if (types === undefined) return [];
  const general = Array.from({ length: generalCount }, (_, number) => `R${number}`);
  return [...general, 'SP', 'PC', 'PSW'].flatMap(name => {
    const value = readRegister(task, serial, name);
    return value === undefined ? [] : [{ name, word: new RegisterWord([value]), type: typeOf(name, types) }];
  });
}

const typeOf = (name: string, types: HsxTypes): TypeId =>
  (name === 'PC' ? types.code : name === 'PSW' ? types.flags : undefined) ?? types.word;

/** Throws a RangeError with a reason when it cannot be. */
export function writeRegister(
  task: TaskState,
  serial: number,
  name: string,
  value: Scalar,
  type: TypeId,
  words: Words,
): void {
  if (!activationWith(task, serial).top)
    throw new RangeError('only the registers of the function that the task stands in can be set');
  const word = words.encode(value, type)[0]!;
  const number = numberOf(name);
  if (number !== undefined) task.registers[number] = word;
  else if (name === 'SP') task.sp = inRange(word, 0, 0x10000, 'SP');
  else if (name === 'PSW') task.psw = flags(word);
  else if (name === 'PC') throw new RangeError('PC is set by jumping to an instruction');
  else throw new RangeError(`there is no register ${name}`);
}

function inRange(value: number, low: number, high: number, name: string): number {
  if (value < low || value > high) throw new RangeError(`${name} is a number from ${low} to ${high}`);
  return value;
}

function flags(value: number): number {
  const bits = inRange(value, 0, 15, 'PSW');
  if ((bits & 5) === 5) throw new RangeError('Z and N are never set both: no result is zero and negative');
  return bits;
}

function numberOf(name: string): number | undefined {
  const digits = /^R(\d|1[0-5])$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
