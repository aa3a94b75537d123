// One instruction of MVASM as its word, or two.

import { encode, jumpReach, operationNamed, type Operation } from '../isa.js';
import type { LineCursor, Operand } from './line-cursor.js';
import { registerNumber } from './line-cursor.js';
import { LineProblem } from './line-problem.js';
import type { Output } from './output.js';

const least = -2048;
const most = 2047;

/** `line` is the index of the line, for the references. The mnemonic is the next word. */
export function assembleInstruction(cursor: LineCursor, output: Output, line: number): void {
  const mnemonic = cursor.name('an instruction');
  const operation = operationNamed(mnemonic.text.toUpperCase());
  if (operation === undefined)
    throw new LineProblem(mnemonic, 'syntax', `unknown instruction ${mnemonic.text}`);
  if (output.section !== 'text')
    throw new LineProblem(mnemonic, 'syntax', `instructions belong to .text, this is .${output.section}`);
  output.requireRoom(operation.shape === 'rd-wide' ? 8 : 4, mnemonic);
  const offset = output.offset;
  const words = encodeOperands(operation, cursor, output, line);
  cursor.end();
  output.code.push(...words);
  output.instructions.push({ offset, line });
}

function encodeOperands(
  { code, shape, mnemonic }: Operation,
  cursor: LineCursor,
  output: Output,
  line: number,
): readonly number[] {
  const next = (): number => {
    cursor.comma();
    return cursor.register();
  };
  switch (shape) {
    case 'none':
      return [encode(code)];
    case 'a':
      return [encode(code, 0, cursor.register())];
    case 'rd':
      return [encode(code, cursor.register())];
    case 'rd-a':
      return [encode(code, cursor.register(), next())];
    case 'a-b':
      return [encode(code, 0, cursor.register(), next())];
    case 'rd-a-b':
      return [encode(code, cursor.register(), next(), next())];
    case 'rd-imm': {
      const rd = cursor.register();
      cursor.comma();
      const operand = cursor.operand('a number or a name');
      if (operand.kind === 'reference') output.codeReference(operand, 'imm12', line);
      else requireRange(operand, least, most, `${mnemonic} takes`, 'LDI32 takes any number of 32 bits.');
      return [encode(code, rd, 0, 0, valueOf(operand))];
    }
    case 'rd-wide': {
      const rd = cursor.register();
      cursor.comma();
      const operand = cursor.operand('a number or a name');
      if (operand.kind === 'reference') output.codeReference(operand, 'imm32', line);
      else requireRange(operand, -0x80000000, 0xffffffff, `${mnemonic} takes`);
      return [encode(code, rd), valueOf(operand) >>> 0];
    }
    case 'rd-load': {
      const rd = cursor.register();
      cursor.comma();
      const { base, offset } = memory(cursor, output, line);
      return [encode(code, rd, base, 0, offset)];
    }
    case 'store-b': {
      const { base, offset } = memory(cursor, output, line);
      return [encode(code, 0, base, next(), offset)];
    }
    case 'target':
      return [encode(code, 0, 0, 0, jumpTarget(mnemonic, cursor, output, line))];
    case 'call':
      return [call(code, cursor, output, line)];
    case 'service':
      return [encode(code, 0, 0, 0, service(cursor))];
    case 'code':
      return [encode(code, 0, 0, 0, cursor.token === undefined ? 0 : breakCode(cursor))];
  }
}

const valueOf = (operand: Operand): number => (operand.kind === 'number' ? operand.value : 0);

function requireRange(
  operand: { readonly value: number; readonly start: number; readonly end: number },
  from: number,
  to: number,
  who: string,
  hint?: string,
): void {
  if (operand.value < from || operand.value > to)
    throw new LineProblem(operand, 'range', `${who} ${from} to ${to}, not ${operand.value}`, hint);
}

/** `[R7]`, `[R7+4]`, `[R7 - 4]`, `[R7+-4]`, `[R7+name]`. */
function memory(
  cursor: LineCursor,
  output: Output,
  line: number,
): { readonly base: number; readonly offset: number } {
  cursor.sign('[', 'Memory is written [R7+4].');
  const base = cursor.register();
  let offset = 0;
  if (cursor.isSign('+') && cursor.following?.kind === 'name') {
    cursor.advance();
    const operand = cursor.operand('an offset');
    if (operand.kind === 'reference') output.codeReference(operand, 'mem', line);
  } else {
    const addend = cursor.addend();
    if (addend !== undefined) {
      requireRange(addend, least, most, 'an offset is', 'Add it to a register first.');
      offset = addend.value;
    }
  }
  cursor.sign(']');
  return { base, offset };
}

/** The address is absolute, so it has no sign; upstream encodes a negative one, which jumps to the end of what can be reached. */
function jumpTarget(mnemonic: string, cursor: LineCursor, output: Output, line: number): number {
  const operand = cursor.operand('a label or an address');
  if (operand.kind === 'reference') {
    output.codeReference(operand, 'jump', line);
    return 0;
  }
  requireRange(operand, 0, jumpReach - 1, `${mnemonic} reaches`);
  if (operand.value % 4 !== 0)
    throw new LineProblem(
      operand,
      'range',
      `${operand.value} is not the address of an instruction: it is no multiple of 4`,
    );
  return operand.value;
}

/** `CALL name`, `CALL 5` (words from here), `CALL [R13]`, `CALL [R13+8]` (bytes behind it). */
function call(code: number, cursor: LineCursor, output: Output, line: number): number {
  if (!cursor.isSign('[')) {
    const operand = cursor.operand('a label, a distance in words or [register]');
    if (operand.kind === 'reference') output.codeReference(operand, 'jump', line, true);
    else requireRange(operand, least, most, 'the distance of a CALL in words is');
    return encode(code, 0, 0, 0, valueOf(operand));
  }
  cursor.sign('[');
  const { span } = cursor;
  const base = cursor.register();
  if (base === 0)
    throw new LineProblem(span, 'range', 'CALL cannot take the address from R0: it means “from here” there');
  const addend = cursor.addend();
  cursor.sign(']');
  if (addend === undefined) return encode(code, 0, base);
  if (addend.value % 4 !== 0)
    throw new LineProblem(addend, 'range', `${addend.value} bytes are not whole instructions`);
  requireRange(addend, least * 4, most * 4, 'the offset of a CALL is');
  return encode(code, 0, base, 0, addend.value / 4);
}

/** `SVC MOD=1, FN=1` or `SVC 0x101`. Upstream makes SVC 0 of `SVC 1, 1`. */
function service(cursor: LineCursor): number {
  const { token } = cursor;
  if (token?.kind === 'name' && registerNumber(token.text) === undefined) {
    const parts = new Map<string, number>();
    while (cursor.token !== undefined) {
      const key = cursor.name('MOD= or FN=');
      const word = key.text.toUpperCase();
      if (word !== 'MOD' && word !== 'FN')
        throw new LineProblem(key, 'syntax', `SVC has MOD= and FN=, not ${key.text}`);
      if (parts.has(word)) throw new LineProblem(key, 'syntax', `${word}= stands here twice`);
      cursor.sign('=');
      const number = cursor.number('a number');
      requireRange(number, 0, word === 'MOD' ? 15 : 255, `${word} is`);
      parts.set(word, number.value);
      cursor.comma();
    }
    return ((parts.get('MOD') ?? 0) << 8) | (parts.get('FN') ?? 0);
  }
  const number = cursor.number('MOD=…, FN=… or a number');
  requireRange(number, 0, 0xfff, 'SVC takes');
  if (cursor.token !== undefined)
    throw cursor.expected('the end of the line', 'A module and a function are written SVC MOD=0x1, FN=0x1.');
  return number.value;
}

function breakCode(cursor: LineCursor): number {
  const number = cursor.number('a number');
  requireRange(number, 0, 255, 'BRK takes');
  return number.value;
}
