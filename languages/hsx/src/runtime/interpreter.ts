// The loop that runs instructions of one task. Everything it needs is in local variables and typed arrays; it allocates
// nothing.
//
// Flags are computed when somebody asks for them: `result` gives Z and N, and what was computed last with what (`kind`,
// `left`, `right`) gives C and V. Typed arrays have the byte order of the host here, which is little-endian on everything
// that Node runs on, as is the memory of the machine.

import { fromF16, toF16 } from '../toolchain/format/f16.js';
import { popCall, pushCall } from './call-stack.js';
import {
  divisionByZero,
  memoryFault,
  noInteger,
  outOfCode,
  stackOverflow,
  stackUnderflow,
  unknownInstruction,
  type Fault,
} from './faults.js';
import type { ProgramCode } from './program-code.js';
import type { SystemState, TaskState } from './state.js';
import type { TraceData } from './trace.js';

/** Not exported, so that the cases below are plain numbers; `instructions.test.ts` compares them with the table. */
const enum Op {
  Ldi = 0x01,
  Ld = 0x02,
  St = 0x03,
  Mov = 0x04,
  Ldb = 0x06,
  Ldh = 0x07,
  Stb = 0x08,
  Sth = 0x09,
  Add = 0x10,
  Sub = 0x11,
  Mul = 0x12,
  Div = 0x13,
  And = 0x14,
  Or = 0x15,
  Xor = 0x16,
  Not = 0x17,
  Cmp = 0x20,
  Jmp = 0x21,
  Jz = 0x22,
  Jnz = 0x23,
  Call = 0x24,
  Ret = 0x25,
  Svc = 0x30,
  Lsl = 0x31,
  Lsr = 0x32,
  Asr = 0x33,
  Adc = 0x34,
  Sbc = 0x35,
  Push = 0x40,
  Pop = 0x41,
  Fadd = 0x50,
  Fsub = 0x51,
  Fmul = 0x52,
  Fdiv = 0x53,
  I2f = 0x54,
  F2i = 0x55,
  Ldi32 = 0x60,
  Brk = 0x7f,
  Armed = 0x80,
  End = 0x81,
  Unknown = 0x82,
}

/** What C and V come from. */
const enum Kind {
  /** `left` has them as bits of the status word. */
  Bits,
  Sum,
  Difference,
  Product,
}

const C = 2;
const V = 8;

/** Why the loop ended. All but `budget` and `returned` leave their instruction unretired. */
export type Exit = 'budget' | 'site' | 'fault' | 'trap' | 'service' | 'returned';

/** Told of every access to memory before it happens; true ends the run with this instruction. */
export type Watcher = (access: 'read' | 'write', address: number, size: number) => boolean;

/** Runs the task for at most `budget` instructions. */
export function interpret(
  state: SystemState,
  task: TaskState,
  program: ProgramCode,
  /** `program.original` passes breakpoints. */
  code: Int32Array,
  budget: number,
  watcher: Watcher | undefined,
  /** Instructions are recorded here; the latest is left for the caller to complete or undo. */
  trace: TraceData | undefined,
): Exit {
  const { registers: r, memory, words, calls, stackLimit } = task;
  let { pc, sp } = task;
  let rest = budget;
  let result = (task.psw & 1) !== 0 ? 0 : (task.psw & 4) !== 0 ? -1 : 1;
  let kind = Kind.Bits as Kind;
  let left = task.psw;
  let right = 0;
  let exit: Exit = 'budget';
  let fault: Fault | undefined;
  if ((pc & 0xffff0003) !== 0) {
    task.fault = outOfCode(pc, program.length);
    return 'fault';
  }
  const tracing = trace !== undefined;
  const ring = tracing ? trace.ring : r;
  const named = tracing ? trace.named : memory;
  const ringMask = ring.length - 1;
  let entry = tracing ? trace.position : 0;
  const first = entry;
  const firstAfter = ring[entry + 2]!;
  loop: for (; rest > 0; rest--) {
    const word = code[pc >> 2]!;
    if (tracing) {
      ring[entry + 2] = r[named[entry >> 2]!]!;
      entry = (entry + 4) & ringMask;
      const name = (word >> 20) & 15;
      named[entry >> 2] = name;
      ring[entry] = pc;
      ring[entry + 1] = r[name]!;
      ring[entry + 3] = sp;
    }
    switch ((word >>> 24) as Op) {
      case Op.Ldi:
        r[(word >> 20) & 15] = (word << 20) >> 20;
        pc += 4;
        continue;
      case Op.Ld: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (at > 0xfffc) {
          fault = memoryFault('LD', 4, at);
          break loop;
        }
        if (watcher?.('read', at, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        r[(word >> 20) & 15] =
          (at & 3) === 0
            ? words[at >> 2]!
            : memory[at]! | (memory[at + 1]! << 8) | (memory[at + 2]! << 16) | (memory[at + 3]! << 24);
        pc += 4;
        continue;
      }
      case Op.St: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (at > 0xfffc) {
          fault = memoryFault('ST', 4, at);
          break loop;
        }
        if (watcher?.('write', at, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        const value = r[(word >> 12) & 15]!;
        if ((at & 3) === 0) words[at >> 2] = value;
        else {
          memory[at] = value;
          memory[at + 1] = value >> 8;
          memory[at + 2] = value >> 16;
          memory[at + 3] = value >> 24;
        }
        pc += 4;
        continue;
      }
      case Op.Mov:
        r[(word >> 20) & 15] = r[(word >> 16) & 15]!;
        pc += 4;
        continue;
      case Op.Ldb: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (watcher?.('read', at, 1) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        r[(word >> 20) & 15] = memory[at]!;
        pc += 4;
        continue;
      }
      case Op.Ldh: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (at > 0xfffe) {
          fault = memoryFault('LDH', 2, at);
          break loop;
        }
        if (watcher?.('read', at, 2) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        r[(word >> 20) & 15] = memory[at]! | (memory[at + 1]! << 8);
        pc += 4;
        continue;
      }
      case Op.Stb: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (watcher?.('write', at, 1) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        memory[at] = r[(word >> 12) & 15]!;
        pc += 4;
        continue;
      }
      case Op.Sth: {
        const at = (r[(word >> 16) & 15]! + ((word << 20) >> 20)) & 0xffff;
        if (at > 0xfffe) {
          fault = memoryFault('STH', 2, at);
          break loop;
        }
        if (watcher?.('write', at, 2) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        const value = r[(word >> 12) & 15]!;
        memory[at] = value;
        memory[at + 1] = value >> 8;
        pc += 4;
        continue;
      }
      case Op.Add:
        left = r[(word >> 16) & 15]!;
        right = r[(word >> 12) & 15]!;
        result = (left + right) | 0;
        kind = Kind.Sum;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Sub:
        left = r[(word >> 16) & 15]!;
        right = r[(word >> 12) & 15]!;
        result = (left - right) | 0;
        kind = Kind.Difference;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Mul:
        left = r[(word >> 16) & 15]!;
        right = r[(word >> 12) & 15]!;
        result = Math.imul(left, right);
        kind = Kind.Product;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Div: {
        const divisor = r[(word >> 12) & 15]!;
        const dividend = r[(word >> 16) & 15]!;
        if (divisor === 0) {
          fault = divisionByZero(dividend);
          break loop;
        }
        result = (dividend / divisor) | 0;
        kind = Kind.Bits;
        left = 0;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.And:
        result = r[(word >> 16) & 15]! & r[(word >> 12) & 15]!;
        kind = Kind.Bits;
        left = 0;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Or:
        result = r[(word >> 16) & 15]! | r[(word >> 12) & 15]!;
        kind = Kind.Bits;
        left = 0;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Xor:
        result = r[(word >> 16) & 15]! ^ r[(word >> 12) & 15]!;
        kind = Kind.Bits;
        left = 0;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Not:
        result = ~r[(word >> 16) & 15]!;
        kind = Kind.Bits;
        left = 0;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      case Op.Cmp:
        left = r[(word >> 16) & 15]!;
        right = r[(word >> 12) & 15]!;
        result = (left - right) | 0;
        kind = Kind.Difference;
        pc += 4;
        continue;
      case Op.Jz:
        if (result !== 0) {
          pc += 4;
          continue;
        }
        pc = word & 0xfff;
        if ((pc & 3) === 0) continue;
        rest--;
        break loop;
      case Op.Jnz:
        if (result === 0) {
          pc += 4;
          continue;
        }
        pc = word & 0xfff;
        if ((pc & 3) === 0) continue;
        rest--;
        break loop;
      case Op.Jmp:
        pc = word & 0xfff;
        if ((pc & 3) === 0) continue;
        rest--;
        break loop;
      case Op.Call: {
        const slot = sp - 4;
        if (slot < stackLimit || slot > 0xfffc) {
          fault = slot > 0xfffc ? memoryFault('CALL', 4, slot) : stackOverflow(slot, stackLimit);
          break loop;
        }
        if (watcher?.('write', slot, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        const base = (word >> 16) & 15;
        const target = ((base === 0 ? pc : r[base]!) + (((word << 20) >> 20) << 2)) & 0xffff;
        const next = pc + 4;
        store(memory, slot, next);
        sp = slot;
        r[15] = slot;
        pushCall(calls, slot, next, target === next ? 0 : ++state.lastSerial, target, r);
        pc = target;
        if ((pc & 3) === 0) continue;
        rest--;
        break loop;
      }
      case Op.Ret: {
        if (calls.count + calls.imbalance === 0) {
          exit = 'returned';
          rest--;
          break loop;
        }
        if (sp > 0xfffc) {
          fault = sp >= 0x10000 ? stackUnderflow('RET', sp) : memoryFault('RET', 4, sp);
          break loop;
        }
        if (watcher?.('read', sp, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        pc = load(memory, sp);
        popCall(calls, sp, pc);
        sp += 4;
        r[15] = sp;
        if ((pc & 0xffff0003) === 0) continue;
        rest--;
        break loop;
      }
      case Op.Svc:
        exit = 'service';
        break loop;
      case Op.Lsl: {
        const shift = r[(word >> 12) & 15]! & 31;
        const value = r[(word >> 16) & 15]!;
        left = shift === 0 ? carry(kind, result, left, right) : ((value >>> (32 - shift)) & 1) << 1;
        result = value << shift;
        kind = Kind.Bits;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.Lsr: {
        const shift = r[(word >> 12) & 15]! & 31;
        const value = r[(word >> 16) & 15]!;
        left = shift === 0 ? carry(kind, result, left, right) : ((value >>> (shift - 1)) & 1) << 1;
        result = (value >>> shift) | 0;
        kind = Kind.Bits;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.Asr: {
        const shift = r[(word >> 12) & 15]! & 31;
        const value = r[(word >> 16) & 15]!;
        left = shift === 0 ? carry(kind, result, left, right) : ((value >>> (shift - 1)) & 1) << 1;
        result = value >> shift;
        kind = Kind.Bits;
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.Adc: {
        const carryIn = carry(kind, result, left, right) >> 1;
        const a = r[(word >> 16) & 15]!;
        const b = r[(word >> 12) & 15]!;
        // V is that of the sum of rs1 and (rs2 + C) mod 2^32.
        const operand = (b + carryIn) | 0;
        result = (a + operand) | 0;
        kind = Kind.Bits;
        left =
          ((a >>> 0) + (b >>> 0) + carryIn > 0xffffffff ? C : 0) |
          (((a ^ result) & (operand ^ result)) < 0 ? V : 0);
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.Sbc: {
        const borrow = 1 - (carry(kind, result, left, right) >> 1);
        const a = r[(word >> 16) & 15]!;
        const b = r[(word >> 12) & 15]!;
        const operand = (b + borrow) | 0;
        result = (a - operand) | 0;
        kind = Kind.Bits;
        left = ((a >>> 0) - (b >>> 0) - borrow >= 0 ? C : 0) | (((a ^ operand) & (a ^ result)) < 0 ? V : 0);
        r[(word >> 20) & 15] = result;
        pc += 4;
        continue;
      }
      case Op.Push: {
        const slot = sp - 4;
        if (slot < stackLimit || slot > 0xfffc) {
          fault = slot > 0xfffc ? memoryFault('PUSH', 4, slot) : stackOverflow(slot, stackLimit);
          break loop;
        }
        if (watcher?.('write', slot, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        const value = r[(word >> 16) & 15]!;
        if ((slot & 3) === 0) words[slot >> 2] = value;
        else store(memory, slot, value);
        sp = slot;
        r[15] = slot;
        pc += 4;
        continue;
      }
      case Op.Pop: {
        if (sp > 0xfffc) {
          fault = sp >= 0x10000 ? stackUnderflow('POP', sp) : memoryFault('POP', 4, sp);
          break loop;
        }
        if (watcher?.('read', sp, 4) === true) {
          budget -= rest - 1;
          rest = 1;
        }
        const value = (sp & 3) === 0 ? words[sp >> 2]! : load(memory, sp);
        sp += 4;
        r[15] = sp;
        r[(word >> 20) & 15] = value;
        pc += 4;
        continue;
      }
      case Op.Fadd:
      case Op.Fsub:
      case Op.Fmul:
      case Op.Fdiv: {
        const a = fromF16(r[(word >> 16) & 15]!);
        const b = fromF16(r[(word >> 12) & 15]!);
        const op = word >>> 24;
        // Zero divides as +infinity does: the quotient is a zero.
        const value =
          op === Op.Fadd
            ? a + b
            : op === Op.Fsub
              ? a - b
              : op === Op.Fmul
                ? a * b
                : a / (b === 0 ? Infinity : b);
        r[(word >> 20) & 15] = (r[(word >> 20) & 15]! & 0xffff0000) | toF16(value);
        pc += 4;
        continue;
      }
      case Op.I2f:
        r[(word >> 20) & 15] = (r[(word >> 20) & 15]! & 0xffff0000) | toF16(r[(word >> 16) & 15]!);
        pc += 4;
        continue;
      case Op.F2i: {
        const value = fromF16(r[(word >> 16) & 15]!);
        if (!Number.isFinite(value)) {
          fault = noInteger(value);
          break loop;
        }
        r[(word >> 20) & 15] = value;
        pc += 4;
        continue;
      }
      case Op.Ldi32:
        if (pc + 8 > program.length) {
          fault = outOfCode(pc + 4, program.length);
          break loop;
        }
        // Of the image: the second word may look like an unknown instruction, or like one with a breakpoint.
        r[(word >> 20) & 15] = program.image[(pc >> 2) + 1]!;
        pc += 8;
        continue;
      case Op.Brk:
        if (task.trapped) {
          task.trapped = false;
          pc += 4;
          continue;
        }
        task.trapped = true;
        exit = 'trap';
        break loop;
      case Op.Armed:
        exit = 'site';
        break loop;
      case Op.End:
        fault = outOfCode(pc, program.length);
        break loop;
      case Op.Unknown:
        fault = unknownInstruction(program.image[pc >> 2]!);
        break loop;
    }
  }
  const ran = budget - rest;
  if (tracing) {
    trace.position = entry;
    // It was complete when the run began; a debugger may have changed the register since.
    if (ran < named.length - 1) ring[first + 2] = firstAfter;
  }
  state.time += ran;
  task.steps += ran;
  task.pc = pc;
  task.sp = sp;
  task.psw =
    (result === 0 ? 1 : 0) |
    (result < 0 ? 4 : 0) |
    carry(kind, result, left, right) |
    overflow(kind, result, left, right);
  if (fault === undefined) return exit;
  task.fault = fault;
  return 'fault';
}

/** The bit C of the status word. */
function carry(kind: Kind, result: number, left: number, right: number): number {
  switch (kind) {
    case Kind.Bits:
      return left & C;
    case Kind.Sum:
      return result >>> 0 < left >>> 0 ? C : 0;
    case Kind.Difference:
      return left >>> 0 >= right >>> 0 ? C : 0;
    case Kind.Product:
      return (left >>> 0) * (right >>> 0) > 0xffffffff ? C : 0;
  }
}

/** The bit V. */
function overflow(kind: Kind, result: number, left: number, right: number): number {
  switch (kind) {
    case Kind.Bits:
      return left & V;
    case Kind.Sum:
      return ((left ^ result) & (right ^ result)) < 0 ? V : 0;
    case Kind.Difference:
      return ((left ^ right) & (left ^ result)) < 0 ? V : 0;
    case Kind.Product:
      return (left >>> 0) * (right >>> 0) > 0xffffffff ? V : 0;
  }
}

const load = (memory: Uint8Array, at: number): number =>
  memory[at]! | (memory[at + 1]! << 8) | (memory[at + 2]! << 16) | (memory[at + 3]! << 24);

function store(memory: Uint8Array, at: number, value: number): void {
  memory[at] = value;
  memory[at + 1] = value >> 8;
  memory[at + 2] = value >> 16;
  memory[at + 3] = value >> 24;
}
