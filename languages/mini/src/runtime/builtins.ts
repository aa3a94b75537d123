// The functions that the language brings along.

import { ProgramError, type StackMachine, type Wait } from '@sonde/engine-vm/kit';
import { error, int, joined, memory, text, type Value } from './values.js';

/** A function that has to wait answers with that, and is called again with the same arguments. */
type Run = (machine: StackMachine<Value>, ...args: Value[]) => Value | Wait;

const memoryMost = 16 * 1024 * 1024;

const table: Readonly<Record<string, Run>> = {
  print: (m, value) => (m.host.write('stdout', `${value}\n`) ? 0 : { kind: 'waiting', for: 'output' }),
  throw: (_m, value) => {
    throw new ProgramError(value);
  },
  /** A line; at the end of the input an empty text, which `eof` tells from an empty line. */
  input: m => {
    const line = m.readLine();
    return line === undefined ? { kind: 'waiting', for: 'input' } : (line ?? '');
  },
  eof: m => Number(m.inputEnded),
  number: (_m, value) => {
    if (!/^\s*-?\d+\s*$/.test(String(value))) throw error('NotANumber', String(value));
    const number = Number(value) | 0;
    if (number !== Number(value)) throw error('NotANumber', `${value} does not fit 32 bits`);
    return number;
  },
  len: (_m, value) => text(value).length,
  repeat: (m, part, times) => {
    const count = Math.max(0, int(times));
    return joined(m, text(part).length * count, () => text(part).repeat(count));
  },
  /** Makes the memory this many bytes long, keeping what it holds. */
  size: (m, wanted) => {
    const most = Math.min(memoryMost, m.host.memoryLimit);
    if (int(wanted) < 0 || int(wanted) > most) throw error('OutOfMemory', `memory has at most ${most} bytes`);
    const bytes = new Uint8Array(int(wanted));
    bytes.set(m.memory.get(memory)!.subarray(0, bytes.length));
    m.memory.set(memory, bytes);
    return bytes.length;
  },
  clock: m => m.host.now() | 0,
  random: (m, below) => {
    if (int(below) < 1) throw error('OutOfBounds', `random needs a number above 0, not ${below}`);
    return Math.floor(m.host.random() * int(below));
  },
  sleep: (m, milliseconds) => {
    const until = m.task.waited?.until ?? m.host.now() + int(milliseconds);
    return m.host.now() >= until ? 0 : { kind: 'waiting', for: 'time', until };
  },
  /** Waits for the end of a task. */
  join: (m, task) => m.join(int(task)) ?? 0,
  args: (m, index) => m.host.args[int(index)] ?? '',
  start: (m, program) => {
    m.host.startChild(text(program), []);
    return 0;
  },
  exit: (m, code) => {
    m.exit(int(code));
    return 0;
  },
};

export const builtinList = Object.values(table);

/** By name; the number of parameters does not count the machine. */
export const builtins: ReadonlyMap<string, { readonly parameters: number; readonly number: number }> =
  new Map(Object.entries(table).map(([name, run], number) => [name, { parameters: run.length - 1, number }]));
