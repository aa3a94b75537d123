// A second language made of the kit, unlike the first: decimals and truth values, errors that are records, and a
// compiler of its own for programs in postfix notation (`3 4 + sqrt`), one statement to a line.

import { moduleId, typeId, type Target } from '@sonde/engine';
import {
  Assembler,
  Mistake,
  ProgramError,
  StackMachine,
  type Assembled,
  type Instruction,
  type StackCode,
  type StackLanguage,
  type StackMachine as Machine,
} from '../kit/kit.js';
import type { MachineModule } from '../machine.js';

interface Fault {
  readonly fault: string;
  readonly about: string;
}
type Value = number | boolean | Fault;

export const decimal = typeId(1);
const truth = typeId(2);
const fault = typeId(3);
export const source = { name: 'sums.rpn', path: '/programs/sums.rpn' };

function decimalFrom(m: Machine<Value>): number {
  const value = m.pop();
  if (typeof value === 'number') return value;
  throw new ProgramError<Value>({ fault: 'NotADecimal', about: JSON.stringify(value) });
}

const instructions = {
  constant: (m, text) => m.push(Number(m.code.texts[text])),
  '+': m => m.push(decimalFrom(m) + decimalFrom(m)),
  '*': m => m.push(decimalFrom(m) * decimalFrom(m)),
  sqrt: m => {
    const value = decimalFrom(m);
    if (value < 0) throw new ProgramError<Value>({ fault: 'Negative', about: `${value} has no root` });
    return m.push(Math.sqrt(value));
  },
  '<': m => m.push(decimalFrom(m) > decimalFrom(m)),
  local: (m, slot) => m.readLocal(slot),
  setLocal: (m, slot) => m.writeLocal(slot),
  global: (m, index) => m.readGlobal(index),
  setGlobal: (m, index) => m.writeGlobal(index),
  call: (m, number) => m.call(number),
  return: m => m.return(),
  show: m => {
    if (!m.host.write('stdout', `${JSON.stringify(m.top(1)[0])}\n`))
      return { kind: 'waiting', for: 'output' };
    return m.drop(1);
  },
} satisfies Record<string, Instruction<Value>>;

const language: StackLanguage<Value> = {
  instructions,
  nothing: NaN,
  describeError: value =>
    typeof value === 'object'
      ? { name: value.fault, message: value.about }
      : { name: 'Value', message: String(value) },
  makeError: (name, message) => ({ fault: name, about: message }),
  describe: value => {
    if (typeof value === 'number') return { content: { kind: 'scalar', value }, type: decimal };
    if (typeof value === 'boolean') return { content: { kind: 'scalar', value }, type: truth };
    return { content: { kind: 'scalar', value: value.fault }, type: fault };
  },
  scalar: value => (typeof value === 'object' ? undefined : value),
  encode: value => {
    if (typeof value === 'string') throw new RangeError('a text is not a decimal');
    return typeof value === 'bigint' ? Number(value) : value;
  },
};

export const createMachine: MachineModule['createMachine'] = (code, host) =>
  new StackMachine(code as StackCode, host, language);

/**
 * Lines: words in postfix order. `=name` stores, `name` reads, `fn:name:parameter` up to `end` makes a function whose
 * last value is its result, `name()` calls it.
 */
export function assemble(text: string): Assembled {
  const code = new Assembler<keyof typeof instructions>(decimal);
  const lines = text
    .split('\n')
    .map((line, n) => ({ text: line, words: line.split(' ').filter(Boolean), line: n + 1 }));
  const functions: (() => void)[] = [];
  const topLevel = lines.filter(({ words: [first = ''] }, n) => {
    if (first.startsWith('fn:')) functions.push(() => writeFunction(n));
    return !inFunction(lines.slice(0, n + 1)) && first !== 'end';
  });
  const write = ({ words, line }: (typeof lines)[number]): void => {
    if (words.length > 0) code.mark({ line, column: 1 });
    for (const word of words) writeWord(word, line);
  };
  const writeWord = (word: string, line: number): void => {
    if (word in instructions) return code.emit(word as keyof typeof instructions);
    if (/^-?[\d.]+$/.test(word)) return code.emitText('constant', word);
    if (word.endsWith('()')) return writeCall(word, line);
    const name = word.replace(/^=/, '');
    if (word.startsWith('=')) code.declare(name, code.here + 1, { line, column: 1 });
    const variable = code.lookup(name);
    if (variable === undefined) throw new Mistake(`there is no ${name}`, { line, column: 1 });
    const [local, global] = word.startsWith('=')
      ? (['setLocal', 'setGlobal'] as const)
      : (['local', 'global'] as const);
    code.emit(variable.global ? global : local, variable.slot);
  };
  const writeCall = (word: string, line: number): void => {
    const column = lines[line - 1]!.text.indexOf(word) + 1;
    const end = { line, column: column + word.length };
    code.call('call', word.slice(0, -2), 1, { line, column, end });
  };
  const writeFunction = (at: number): void => {
    const [, name = '', parameter = ''] = lines[at]!.words[0]!.split(':');
    code.declareFunction(name);
    code.function(name, 1, () =>
      code.scope(() => {
        code.declare(parameter, code.here, { line: at + 1, column: 1 }, true);
        for (let n = at + 1; lines[n] !== undefined && lines[n]!.words[0] !== 'end'; n++) write(lines[n]!);
        code.emit('return');
      }),
    );
  };
  code.file(
    { source, text },
    () => {
      topLevel.forEach(write);
      code.emitText('constant', '0');
      code.emit('return');
    },
    () => functions.forEach(writeOne => writeOne()),
  );
  return code.result([
    [decimal, { kind: 'float', name: 'decimal', size: 8 }],
    [truth, { kind: 'boolean', name: 'truth', size: 1 }],
    [fault, { kind: 'string', name: 'fault' }],
  ]);
}

const inFunction = (lines: readonly { readonly words: readonly string[] }[]): boolean =>
  lines.reduce(
    (inside, { words: [first = ''] }) => first.startsWith('fn:') || (inside && first !== 'end'),
    false,
  );

export function program(text: string): Target {
  const { code, symbols } = assemble(text);
  return { program: source.path, temporary: [], image: { code, symbols, loaded: [moduleId('0')] } };
}
