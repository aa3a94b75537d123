// The instructions. Each gets the machine and its operand, and takes its arguments from the stack.

import type { Instruction, StackMachine } from '@sonde/engine-vm/kit';
import { builtinList } from './builtins.js';
import { error, int, isFalse, joined, memory, type Value } from './values.js';

export type InstructionName = keyof typeof instructions;

/** On two numbers; the result wraps around at 32 bits. */
const arithmetic =
  (calculate: (a: number, b: number) => number): Instruction<Value> =>
  m => {
    const b = int(m.pop());
    return m.push(calculate(int(m.pop()), b) | 0);
  };

/** On two numbers or two texts; equality takes anything. */
const comparison =
  (holds: (a: Value, b: Value) => boolean, anything = false): Instruction<Value> =>
  m => {
    const b = m.pop();
    const a = m.pop();
    if (typeof a !== typeof b && !anything) throw error('TypeError', 'a text and a number have no order');
    return m.push(holds(a, b) ? 1 : 0);
  };

function nonZero(divisor: number): number {
  if (divisor === 0) throw error('DivisionByZero', 'cannot divide by zero');
  return divisor;
}

/** The bytes, once it is sure that the index is among them; a debugger that watches them is told. */
function bytesFor(m: StackMachine<Value>, access: 'read' | 'write', offset: number): Uint8Array {
  const bytes = m.memory.get(memory)!;
  if (offset < 0 || offset >= bytes.length)
    throw error('OutOfBounds', `there is no mem[${offset}]: size(${bytes.length})`);
  if (m.host.watching) m.touch(access, { kind: 'memory', space: memory, offset, size: 1 });
  return bytes;
}

export const instructions = {
  push: (m, value) => m.push(value),
  text: (m, number) => m.push(m.code.texts[number]!),
  pop: m => m.drop(1),
  local: (m, slot) => m.readLocal(slot),
  setLocal: (m, slot) => m.writeLocal(slot),
  global: (m, index) => m.readGlobal(index),
  setGlobal: (m, index) => m.writeGlobal(index),
  byte: m => {
    const offset = int(m.pop());
    return m.push(bytesFor(m, 'read', offset)[offset]!);
  },
  setByte: m => {
    const [value, offset] = [int(m.pop()), int(m.pop())];
    bytesFor(m, 'write', offset)[offset] = value;
    return undefined;
  },
  '+': m => {
    const b = m.pop();
    const a = m.pop();
    if (typeof a === 'number' && typeof b === 'number') return m.push((a + b) | 0);
    return m.push(joined(m, `${a}`.length + `${b}`.length, () => `${a}${b}`));
  },
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic(Math.imul),
  '/': arithmetic((a, b) => a / nonZero(b)),
  '%': arithmetic((a, b) => a % nonZero(b)),
  '==': comparison((a, b) => a === b, true),
  '!=': comparison((a, b) => a !== b, true),
  '<': comparison((a, b) => a < b),
  '<=': comparison((a, b) => a <= b),
  '>': comparison((a, b) => a > b),
  '>=': comparison((a, b) => a >= b),
  not: m => m.push(isFalse(m.pop()) ? 1 : 0),
  jump: (m, target) => m.jump(target),
  jumpUnless: (m, target) => (isFalse(m.pop()) ? m.jump(target) : undefined),
  call: (m, number) => m.call(number),
  return: m => m.return(),
  spawn: (m, number) => m.spawn(number, task => task),
  builtin: (m, number) => {
    const run = builtinList[number]!;
    const parameters = run.length - 1;
    const result = run(m, ...m.top(parameters));
    // To wait means to be tried again, so the arguments stay where they are.
    if (typeof result === 'object') return result;
    m.drop(parameters);
    return m.push(result);
  },
  use: (m, module) => m.use(module),
  trap: m => m.trap(),
} satisfies Record<string, Instruction<Value>>;
