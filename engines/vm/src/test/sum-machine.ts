// A small language for tests, made of the kit: integers, one text, and instructions that misbehave on demand.

import { typeId, type Target } from '@sonde/engine';
import { moduleId } from '@sonde/engine';
import { Assembler, StackMachine, type Instruction, type StackCode, type StackLanguage } from '../kit/kit.js';
import type { MachineModule } from '../machine.js';

export const intType = typeId(1);
export const textType = typeId(2);
/** Where the programs claim to come from; the files need not exist. */
export const source = { name: 'sum.txt', path: '/programs/sum.txt' };

/** Outside of the machine, so that no snapshot brings it back. */
let counted = 0;

const instructions = {
  push: (m, value) => m.push(value),
  pop: m => m.drop(1),
  local: (m, slot) => m.readLocal(slot),
  setLocal: (m, slot) => m.writeLocal(slot),
  global: (m, index) => m.readGlobal(index),
  setGlobal: (m, index) => m.writeGlobal(index),
  add: m => m.push(m.pop() + m.pop()),
  less: m => {
    const right = m.pop();
    return m.push(m.pop() < right ? 1 : 0);
  },
  jump: (m, target) => m.jump(target),
  jumpUnless: (m, target) => (m.pop() === 0 ? m.jump(target) : undefined),
  call: (m, number) => m.call(number),
  return: m => m.return(),
  print: m => {
    if (!m.host.write('stdout', `${m.top(1)[0]}\n`)) return { kind: 'waiting', for: 'output' };
    return m.drop(1);
  },
  /** The machine itself fails. */
  crash: () => {
    throw new TypeError('a bug of the machine');
  },
  /** Does not do the same twice. */
  count: m => m.push(++counted),
  /** Never comes back. */
  hang: () => {
    for (;;);
  },
} satisfies Record<string, Instruction<number>>;

export type SumInstruction = keyof typeof instructions;
export type SumAssembler = Assembler<SumInstruction>;

const language: StackLanguage<number> = {
  instructions,
  nothing: 0,
  describeError: value => ({ name: 'Error', message: String(value) }),
  makeError: () => -1,
  describe: value => ({ content: { kind: 'scalar', value: BigInt(value) }, type: intType }),
  scalar: value => value,
  encode: value => Number(value),
};

export const createMachine: MachineModule['createMachine'] = (code, host) =>
  new StackMachine(code as StackCode, host, language);

/** A program out of one file; `body` writes its top level, which ends by itself. */
export function program(
  body: (code: SumAssembler) => void,
  functions: (code: SumAssembler) => void = () => undefined,
): Target {
  const code: SumAssembler = new Assembler(intType);
  code.file(
    { source, text: '' },
    () => {
      body(code);
      code.emit('push', 0);
      code.emit('return');
    },
    () => functions(code),
  );
  const { code: assembled, symbols } = code.result([
    [intType, { kind: 'integer', name: 'int', size: 8, signed: true }],
    [textType, { kind: 'string', name: 'text' }],
  ]);
  return {
    program: source.path,
    temporary: [],
    image: { code: assembled, symbols, loaded: [moduleId('0')] },
  };
}

/** Counts a global up to `most`, one statement per line: 1 sets it, 2 compares, 3 adds, 4 prints it. */
export const counting = (most: number): Target =>
  program(code => {
    code.mark({ line: 1, column: 1 });
    code.emit('push', 0);
    code.declare('count', code.here + 1, { line: 1, column: 1 });
    code.emit('setGlobal', 0);
    const again = code.here;
    code.mark({ line: 2, column: 1 });
    code.emit('global', 0);
    code.emit('push', most);
    code.emit('less');
    const leave = code.jump('jumpUnless');
    code.mark({ line: 3, column: 1 });
    code.emit('global', 0);
    code.emit('push', 1);
    code.emit('add');
    code.emit('setGlobal', 0);
    code.emit('jump', again);
    leave();
    code.mark({ line: 4, column: 1 });
    code.emit('global', 0);
    code.emit('print');
  });
