// The loop that runs instructions. The frequent ones are in it and allocate nothing for numbers, truth values and jumps;
// all others are functions in a table.

import type { Outcome } from '@sonde/engine-vm';
import { debugBreak } from '../toolchain/format/opcodes.js';
import { arithmetic } from './arithmetic.js';
import { births } from './births.js';
import { equals, isGreater, isLess, isTrue } from './comparing.js';
import { dropOverwritten } from './drops.js';
import { fixedSizes, largestFixedSize, repeatedSizes } from './instruction-sizes.js';
import { instructionTable } from './instruction-table.js';
import type { Processor } from './processor.js';
import { rootsOf } from './roots.js';
import { keep } from './references.js';
import { copyOf, release } from './sharing.js';
import { Composite, ProgramError, type Value } from './values.js';

/** Not exported, so that the cases below are plain numbers. */
const enum Op {
  PushUnit = 0x01,
  PushBool = 0x02,
  PushI32 = 0x05,
  Pop = 0x0e,
  LoadParam = 0x10,
  LoadLocal = 0x11,
  StoreLocal = 0x12,
  LoadGlobal = 0x13,
  StoreGlobal = 0x14,
  LoadStr = 0x21,
  Add = 0x22,
  Sub = 0x23,
  Mul = 0x24,
  Div = 0x25,
  Mod = 0x26,
  Eq = 0x28,
  Lt = 0x29,
  Gt = 0x2a,
  Not = 0x2b,
  Jump = 0x2d,
  JumpIfFalse = 0x2e,
  Call = 0x2f,
  Return = 0x31,
  GetIndex = 0x38,
}

/** The numbers above under the names of the instruction set, for those who check them against it. */
export const opcodesInLoop: Readonly<Record<string, number>> = {
  PUSH_UNIT: Op.PushUnit,
  PUSH_BOOL: Op.PushBool,
  PUSH_I32: Op.PushI32,
  POP: Op.Pop,
  LOAD_PARAM: Op.LoadParam,
  LOAD_LOCAL: Op.LoadLocal,
  STORE_LOCAL: Op.StoreLocal,
  LOAD_GLOBAL: Op.LoadGlobal,
  STORE_GLOBAL: Op.StoreGlobal,
  LOAD_STR: Op.LoadStr,
  ADD: Op.Add,
  SUB: Op.Sub,
  MUL: Op.Mul,
  DIV: Op.Div,
  MOD: Op.Mod,
  EQ: Op.Eq,
  LT: Op.Lt,
  GT: Op.Gt,
  NOT: Op.Not,
  JUMP: Op.Jump,
  JUMP_IF_FALSE: Op.JumpIfFalse,
  CALL: Op.Call,
  RETURN: Op.Return,
  GET_INDEX: Op.GetIndex,
};

/**
 * Runs until the time is `processor.limit` or something happens; undefined means the former. Errors of the program are
 * thrown, with the frames as they were and the instruction not retired.
 */
export function interpret(processor: Processor): Outcome | undefined {
  const { code, stack, globals } = processor;
  let { frame, top, time, limit } = processor;
  let { pc, locals, end } = frame;
  let floor = frame.height;
  // Both need a look at every access to variables.
  const looked = processor.watching || processor.guard !== undefined;
  try {
    while (time < limit) {
      // Bytes that are no opcode end in the table below, which has nothing for them.
      const op = code[pc] as Op;
      // Near the end of a function an instruction may be cut off, or none may be left.
      if (pc + largestFixedSize > end && pc + fixedSizes[op]! > end) {
        if (pc < end) throw cutOff(op, end - pc);
        frame.pc = pc;
        processor.top = top;
        processor.time = time;
        births.now = time;
        processor.return(frame.borrowed && top > floor ? stack[top - 1] : undefined);
        if (processor.outcome !== undefined) return taken(processor);
        // Nothing was run: the caller goes on in no time.
        ({ frame, top, limit } = processor);
        ({ pc, locals, end, height: floor } = frame);
        continue;
      }
      switch (op) {
        case Op.PushUnit:
          stack[top++] = undefined;
          pc += 1;
          time++;
          continue;
        case Op.PushBool:
          stack[top++] = code[pc + 1] !== 0;
          pc += 2;
          time++;
          continue;
        case Op.PushI32:
          stack[top++] = code[pc + 1]! | (code[pc + 2]! << 8) | (code[pc + 3]! << 16) | (code[pc + 4]! << 24);
          pc += 5;
          time++;
          continue;
        case Op.Pop: {
          if (top <= floor) throw underflow();
          const value = stack[--top];
          release(value);
          stack[top] = undefined;
          pc += 1;
          time++;
          continue;
        }
        case Op.LoadParam:
        case Op.LoadLocal: {
          const slot = code[pc + 1]! | (code[pc + 2]! << 8);
          const value = locals[slot];
          if (looked) processor.touchSlot('read', slot);
          if (typeof value !== 'object') stack[top++] = value;
          else {
            births.now = time;
            stack[top++] = looked ? processor.remember(copyOf(value), value) : copyOf(value);
          }
          pc += 3;
          if (looked) limit = processor.limit;
          time++;
          continue;
        }
        case Op.StoreLocal: {
          if (top <= floor) throw underflow();
          const slot = code[pc + 1]! | (code[pc + 2]! << 8);
          const value = stack[top - 1];
          const old = locals[slot];
          if (looked) {
            processor.refuseSlot(slot);
            processor.touchSlot('write', slot);
            limit = processor.limit;
          }
          pc += 3;
          if (typeof value !== 'object' && typeof old !== 'object') {
            locals[slot] = value;
            time++;
            continue;
          }
          // A program that throws the operand away never sees it again, so that it need not be a copy.
          births.now = time;
          const second = isThrownAway(processor, pc) ? undefined : copyOf(value);
          keep(value);
          locals[slot] = value;
          stack[top - 1] = second;
          if (processor.drops && typeof old === 'object') {
            frame.pc = pc;
            processor.top = top;
            dropOverwritten(processor, old);
            ({ frame, top } = processor);
            ({ pc, locals, end, height: floor } = frame);
          } else release(old);
          time++;
          continue;
        }
        case Op.LoadGlobal: {
          const index = frame.globalBase + (code[pc + 1]! | (code[pc + 2]! << 8));
          const value = globals[index];
          if (looked) processor.touch('read', { kind: 'global', index });
          if (typeof value !== 'object') stack[top++] = value;
          else {
            births.now = time;
            stack[top++] = looked ? processor.remember(copyOf(value), value) : copyOf(value);
          }
          pc += 3;
          if (looked) limit = processor.limit;
          time++;
          continue;
        }
        case Op.StoreGlobal: {
          if (top <= floor) throw underflow();
          const index = frame.globalBase + (code[pc + 1]! | (code[pc + 2]! << 8));
          const value = stack[top - 1];
          const old = globals[index];
          if (looked) {
            processor.refuseEffect();
            processor.touch('write', { kind: 'global', index });
            limit = processor.limit;
          }
          while (globals.length < index) globals.push(undefined);
          pc += 3;
          if (typeof value !== 'object' && typeof old !== 'object') {
            globals[index] = value;
            time++;
            continue;
          }
          births.now = time;
          const second = isThrownAway(processor, pc) ? undefined : copyOf(value);
          keep(value);
          globals[index] = value;
          stack[top - 1] = second;
          if (processor.drops && typeof old === 'object') {
            frame.pc = pc;
            processor.top = top;
            dropOverwritten(processor, old);
            ({ frame, top } = processor);
            ({ pc, locals, end, height: floor } = frame);
          } else release(old);
          time++;
          continue;
        }
        case Op.LoadStr: {
          const text = frame.strings[code[pc + 1]! | (code[pc + 2]! << 8)];
          if (text === undefined) throw new ProgramError('VM error: LOAD_STR index out of bounds');
          stack[top++] = text;
          pc += 3;
          time++;
          continue;
        }
        case Op.Add: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') {
            const sum = a + b;
            stack[top - 2] = sum === (sum | 0) ? sum : arithmetic('+', a, b);
          } else {
            const result = arithmetic('+', a, b);
            stack[top - 2] = result;
            if (typeof result === 'string') {
              processor.gauge.text(result.length);
              processor.top = top;
              if (processor.gauge.full) lookAtMemory(processor);
            }
          }
          top -= 1;
          pc += 1;
          time++;
          continue;
        }
        case Op.Sub: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') {
            const difference = a - b;
            stack[top - 2] = difference === (difference | 0) ? difference : arithmetic('-', a, b);
          } else stack[top - 2] = arithmetic('-', a, b);
          top -= 1;
          pc += 1;
          time++;
          continue;
        }
        case Op.Mul: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') {
            const product = a * b;
            // Too large a product is not exact, but then it does not fit in any case.
            stack[top - 2] = product === (product | 0) ? product | 0 : arithmetic('*', a, b);
          } else stack[top - 2] = arithmetic('*', a, b);
          top -= 1;
          pc += 1;
          time++;
          continue;
        }
        case Op.Div: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number' && b !== 0 && b !== -1)
            stack[top - 2] = (a / b) | 0;
          else stack[top - 2] = arithmetic('/', a, b);
          top -= 1;
          pc += 1;
          time++;
          continue;
        }
        case Op.Mod: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number' && b !== 0 && b !== -1)
            stack[top - 2] = (a % b) | 0;
          else stack[top - 2] = arithmetic('%', a, b);
          top -= 1;
          pc += 1;
          time++;
          continue;
        }
        case Op.Eq: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') stack[top - 2] = a === b;
          else {
            stack[top - 2] = equals(a, b);
            release(a);
            release(b);
          }
          stack[--top] = undefined;
          pc += 1;
          time++;
          continue;
        }
        case Op.Lt: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') stack[top - 2] = a < b;
          else stack[top - 2] = isLess(a, b);
          stack[--top] = undefined;
          pc += 1;
          time++;
          continue;
        }
        case Op.Gt: {
          if (top - 2 < floor) throw underflow();
          const a = stack[top - 2];
          const b = stack[top - 1];
          if (typeof a === 'number' && typeof b === 'number') stack[top - 2] = a > b;
          else stack[top - 2] = isGreater(a, b);
          stack[--top] = undefined;
          pc += 1;
          time++;
          continue;
        }
        case Op.Not: {
          if (top <= floor) throw underflow();
          const value = stack[top - 1];
          stack[top - 1] = typeof value === 'boolean' ? !value : !isTrue(value);
          pc += 1;
          time++;
          continue;
        }
        case Op.Jump: {
          const target = code[pc + 1]! | (code[pc + 2]! << 8) | (code[pc + 3]! << 16) | (code[pc + 4]! << 24);
          if (target < 0 || frame.start + target >= end) throw noTarget('JUMP target');
          if (top > processor.mostOperands) throw tooManyOperands(top);
          pc = frame.start + target;
          time++;
          continue;
        }
        case Op.JumpIfFalse: {
          if (top <= floor) throw underflow();
          const target = code[pc + 1]! | (code[pc + 2]! << 8) | (code[pc + 3]! << 16) | (code[pc + 4]! << 24);
          if (target < 0 || frame.start + target >= end) throw noTarget('JUMP_IF_FALSE target');
          if (top > processor.mostOperands) throw tooManyOperands(top);
          const value = stack[--top];
          stack[top] = undefined;
          pc = (typeof value === 'boolean' ? value : isTrue(value)) ? pc + 5 : frame.start + target;
          time++;
          continue;
        }
        case Op.Call: {
          const callee = frame.unit.functions[code[pc + 1]! | (code[pc + 2]! << 8)];
          if (callee === undefined) throw new ProgramError('VM error: CALL function index out of bounds');
          const count = code[pc + 3]! | (code[pc + 4]! << 8);
          if (top - count < floor) throw underflow();
          const args: Value[] = [];
          for (let nth = top - count; nth < top; nth++) {
            const value = stack[nth];
            if (typeof value === 'object') keep(value);
            args.push(value);
            stack[nth] = undefined;
          }
          top -= count;
          births.now = time;
          processor.top = top;
          processor.call(callee, args);
          frame.pc = pc + 5;
          ({ frame } = processor);
          ({ pc, locals, end, height: floor } = frame);
          time++;
          continue;
        }
        case Op.Return: {
          const result = top > floor ? stack[top - 1] : undefined;
          births.now = time;
          frame.pc = pc;
          processor.top = top;
          processor.return(result);
          if (processor.outcome !== undefined) {
            processor.time = time + 1;
            return taken(processor);
          }
          ({ frame, top, limit } = processor);
          ({ pc, locals, end, height: floor } = frame);
          time++;
          continue;
        }
        case Op.GetIndex: {
          const container = top - 2 >= floor ? stack[top - 2] : undefined;
          const index = stack[top - 1];
          if (looked || typeof index !== 'number' || !(container instanceof Composite)) break;
          births.now = time;
          const { items } = container.parts;
          if (container.kind !== 'array' || index < 0 || index >= items.length) break;
          const item = items[index];
          stack[top - 2] = typeof item === 'object' ? copyOf(item) : item;
          stack[--top] = undefined;
          release(container);
          pc += 1;
          time++;
          continue;
        }
        default:
          break;
      }
      const handler = instructionTable[op];
      if (handler === undefined) throw new ProgramError(`Unknown opcode: ${op} at ip=${pc - frame.start}`);
      const repeated = repeatedSizes[op]!;
      const more = repeated === 0 ? 0 : repeated * (code[pc + 1]! | (code[pc + 2]! << 8));
      const next = pc + fixedSizes[op]! + more;
      if (next > end) throw cutOff(op, end - pc);
      processor.top = top;
      processor.time = time;
      births.now = time;
      frame.pc = next;
      const outcome = handler(processor, pc + 1);
      if (outcome !== undefined) {
        frame.pc = pc;
        return outcome;
      }
      if (processor.gauge.full) lookAtMemory(processor);
      if (processor.outcome !== undefined) {
        processor.time = time + 1;
        return taken(processor);
      }
      ({ frame, top, limit } = processor);
      ({ pc, locals, end, height: floor } = frame);
      time++;
    }
    frame.pc = pc;
    processor.top = top;
    processor.time = time;
    return undefined;
  } catch (error) {
    processor.frame.pc = pc;
    // Else it would be that of the last time the loop was left, which differs when the program is run again in other parts.
    processor.top = top;
    processor.time = time;
    throw error;
  }
}

/** Whether the next instruction takes the operand off, also where a breakpoint is written over it. */
const isThrownAway = ({ code, patches }: Processor, pc: number): boolean =>
  code[pc] === Op.Pop || (code[pc] === debugBreak && patches.originalAt(pc) === Op.Pop);

/** Throws when the program has taken more than it may. */
function lookAtMemory(processor: Processor): void {
  processor.gauge.look(rootsOf(processor));
}

function taken(processor: Processor): Outcome {
  const outcome = processor.outcome!;
  processor.outcome = undefined;
  return outcome;
}

const underflow = (): ProgramError => new ProgramError('Stack underflow');
const tooManyOperands = (top: number): ProgramError => new ProgramError(`Out of memory: ${top} operands`);
const noTarget = (what: string): ProgramError => new ProgramError(`VM error: ${what} out of bounds`);

/** In the words of the original, which tells one missing byte from several. */
function cutOff(op: number, left: number): ProgramError {
  const wanted = fixedSizes[op]! - 1;
  const text = 'VM error: unexpected end of bytecode';
  return new ProgramError(wanted <= 1 || left === 0 ? text : `${text} reading ${Math.min(wanted, 8)} bytes`);
}
