// The functions of the language.

import type { Expression, PointerType } from '../../toolchain/checker/typed-program.js';
import type { Part } from './activity.js';
import { evaluate } from './evaluate.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { ProgramExit, Trap } from './signals.js';
import type { OutputName } from './streams.js';
import { Address, FunctionValue, Outcome, zeroOf, type Value } from './values.js';

type Builtin = Extract<Expression, { kind: 'builtin' }>;

const endOfInput = 1n;
const badArgument = 22n;

export function* evaluateBuiltin(machine: Machine, frame: Frame, expression: Builtin): Part {
  const values: Value[] = [];
  for (const part of expression.arguments) values.push(yield* evaluate(machine, frame, part));
  switch (expression.name) {
    case 'print':
    case 'stdout.write':
      return write(machine, 'stdout', values[0] as string);
    case 'println':
      return write(machine, 'stdout', `${values[0] as string}\n`);
    case 'stderr.write':
      return write(machine, 'stderr', values[0] as string);
    case 'stddbg.write':
      return write(machine, 'stddbg', values[0] as string);
    case 'debug.log':
      return write(machine, 'stddbg', sessionLine(machine, values as readonly string[]));
    case 'stddato.writeBytes':
      return write(machine, 'stddato', values[0] as string);
    case 'stdin.readLine':
      return outcome(machine.streams.readLine());
    case 'stddati.readBytes':
      return readBytes(machine, values[0] as bigint);
    case 'yield':
      yield { kind: 'yield' };
      return null;
    case 'sleep':
      yield { kind: 'sleep', milliseconds: values[0] as bigint };
      return null;
    case 'exit':
      throw new ProgramExit(values[0] as bigint);
    case 'len':
      return BigInt((values[0] as string).length);
    case 'aria.alloc':
    case 'aria.alloc_exec':
      return allocate(machine, frame, expression, values[0] as bigint);
    case 'aria.free':
    case 'aria.free_exec':
      return free(values[0] as Address | null, expression);
    case 'jit_load':
      return new FunctionValue(expression.loads!);
    case 'aria.gc':
    case 'aria.gc_minor':
    case 'unpin':
    case 'jit_unload':
      // Nothing moves and nothing is freed here.
      return null;
    case 'aria.seal':
      return null;
    case 'aria.call': {
      // Whoever knows what the code does says so, as for functions of C.
      const known = machine.externs.get(expression.name);
      if (!known) throw new Trap('the interpreter cannot run machine code', expression.at);
      return known(values.slice(1), text => machine.streams.write('stdout', text));
    }
  }
}

function write(machine: Machine, stream: OutputName, text: string): null {
  machine.streams.write(stream, text);
  return null;
}

function sessionLine(machine: Machine, values: readonly string[]): string {
  const [session, level, message] = values as readonly [string, string, string];
  const grave = level.replace(/[a-z]/g, letter => letter.toUpperCase());
  return `[${machine.now().toISOString()}] [${grave}] [${session}] ${message}\n`;
}

const outcome = (text: string | undefined): Outcome =>
  text === undefined ? new Outcome(endOfInput, '') : new Outcome(0n, text);

function readBytes(machine: Machine, count: bigint): Outcome {
  if (count <= 0n) return new Outcome(count < 0n ? badArgument : 0n, '');
  return outcome(machine.streams.readBytes(Number(count)));
}

function allocate(machine: Machine, frame: Frame, { type, at }: Builtin, count: bigint): Address {
  if (count < 0n) throw new Trap('out of memory', at);
  machine.requireRoom(count, at);
  const { target } = type as PointerType;
  const list = Array.from({ length: Number(count) }, () => ({ value: zeroOf(target, machine.program) }));
  return new Address(list, 0, { freed: false, scope: frame.wildScope() });
}

function free(address: Address | null, { at }: Builtin): null {
  if (!address) return null;
  if (!address.allocation || address.allocation.freed) {
    throw new Trap('free of wild memory that is not allocated (freed twice?)', at);
  }
  if (address.index !== 0) {
    throw new Trap('free of a wild pointer that is not the start of its allocation', at);
  }
  address.allocation.freed = true;
  return null;
}
