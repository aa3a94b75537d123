// Directives: sections, data, and what a file gives to others and wants from them.

import type { LineCursor } from './line-cursor.js';
import { LineProblem, type Span } from './line-problem.js';
import type { Output } from './output.js';
import type { Token } from './tokens.js';

/** What the file says about names; the assembler makes the object's lists of it. */
export interface Declarations {
  readonly exports: Map<string, Mention>;
  readonly externs: Map<string, Mention>;
  readonly imports: Map<string, Mention>;
  entry: { readonly symbol: string; readonly mention: Mention } | { readonly address: number } | undefined;
}

export interface Mention {
  readonly line: number;
  readonly span: Span;
}

/** `line` is the index of the line. The directive is the next word. */
export function assembleDirective(
  cursor: LineCursor,
  output: Output,
  declarations: Declarations,
  line: number,
): void {
  const word = cursor.advance()!;
  const name = word.text.toLowerCase();
  switch (name) {
    case '.text':
    case '.data':
    case '.bss':
      output.section = name === '.text' ? 'text' : name === '.data' ? 'data' : 'bss';
      break;
    case '.export':
    case '.extern':
    case '.import':
      declare(cursor, declarations[`${name.slice(1) as 'export' | 'extern' | 'import'}s`], line);
      break;
    case '.entry':
      declarations.entry = entry(cursor, output, word, line);
      break;
    case '.org':
      pad(cursor, output, word);
      break;
    case '.align':
      align(cursor, output, word);
      break;
    case '.zero':
    case '.space':
      zeros(cursor, output, word);
      break;
    case '.byte':
    case '.half':
    case '.hword':
    case '.word':
      data(cursor, output, word, line);
      break;
    case '.asciz':
    case '.string':
    case '.ascii':
      strings(cursor, output, word);
      break;
    default:
      throw new LineProblem(word, 'syntax', `unknown directive ${word.text}`);
  }
  cursor.end();
}

function declare(cursor: LineCursor, into: Map<string, Mention>, line: number): void {
  do {
    const { text, start, end } = cursor.name('a name');
    if (!into.has(text)) into.set(text, { line, span: { start, end } });
  } while (cursor.takeSign(','));
}

function entry(cursor: LineCursor, output: Output, word: Token, line: number): Declarations['entry'] {
  const { token } = cursor;
  if (token?.kind === 'name') {
    cursor.advance();
    return { symbol: token.text, mention: { line, span: { start: token.start, end: token.end } } };
  }
  if (token === undefined) {
    requireSection(output, word, ['text']);
    return { address: output.offset };
  }
  const number = cursor.number('a label or an address');
  if (number.value < 0 || number.value % 4 !== 0 || number.value > 0xffff)
    throw new LineProblem(number, 'range', `${number.value} is not the address of an instruction`);
  return { address: number.value };
}

function requireSection(
  output: Output,
  word: Span & { readonly text: string },
  sections: readonly string[],
): void {
  if (sections.includes(output.section)) return;
  throw new LineProblem(
    word,
    'syntax',
    `${word.text} belongs to ${sections.map(section => `.${section}`).join(' or ')}, this is .${output.section}`,
  );
}

function pad(cursor: LineCursor, output: Output, word: Token): void {
  requireSection(output, word, ['text']);
  const number = cursor.number('an address');
  if (number.value < output.offset)
    throw new LineProblem(number, 'range', `.org goes forward only, and this is ${output.offset} already`);
  if (number.value % 4 !== 0) throw new LineProblem(number, 'range', `${number.value} is no multiple of 4`);
  output.requireRoom(number.value - output.offset, number);
  while (output.offset < number.value) output.code.push(0);
}

function align(cursor: LineCursor, output: Output, word: Token): void {
  requireSection(output, word, ['data', 'bss']);
  const number = cursor.number('a number of bytes');
  if (number.value < 1 || number.value > 0x1000)
    throw new LineProblem(number, 'range', `.align takes 1 to 4096, not ${number.value}`);
  addZeros(output, (number.value - (output.offset % number.value)) % number.value, number);
}

function zeros(cursor: LineCursor, output: Output, word: Token): void {
  requireSection(output, word, ['data', 'bss']);
  const number = cursor.number('a number of bytes');
  if (number.value < 0)
    throw new LineProblem(number, 'range', `${word.text} takes a size, not ${number.value}`);
  // One number if it has the size of one; else bytes.
  const { value } = number;
  if (value === 1 || value === 2 || value === 4) output.addItem(value, 1);
  else output.addItem(1, value);
  addZeros(output, value, number);
}

function addZeros(output: Output, count: number, span: Span): void {
  output.requireRoom(count, span);
  if (output.section === 'bss') output.bss += count;
  else for (let left = count; left > 0; left--) output.rodata.push(0);
}

const sizes: Readonly<Record<string, 1 | 2 | 4>> = { '.byte': 1, '.half': 2, '.hword': 2, '.word': 4 };
const relocTypes = { 1: 'data_byte', 2: 'data_half', 4: 'data_word' } as const;

function data(cursor: LineCursor, output: Output, word: Token, line: number): void {
  requireSection(output, word, ['data']);
  const size = sizes[word.text.toLowerCase()]!;
  do {
    const { token } = cursor;
    if (token?.kind === 'text' && size === 1) {
      cursor.advance();
      output.addItem(1, token.bytes.length, token.value === undefined);
      addBytes(output, token.bytes, token);
      continue;
    }
    const operand = cursor.operand(size === 1 ? 'a number, a text or a name' : 'a number or a name');
    output.requireRoom(size, operand);
    let value = 0;
    if (operand.kind === 'number') {
      value = operand.value;
      const most = 2 ** (size * 8);
      if (value < -most / 2 || value >= most)
        throw new LineProblem(
          operand,
          'range',
          `${value} does not fit into ${word.text}, which is ${size * 8} bits`,
        );
    } else {
      const { symbol, part: kind, addend } = operand;
      output.references.push({
        reloc: { section: 'rodata', type: relocTypes[size], offset: output.offset, symbol, kind, addend },
        line,
        span: operand,
      });
    }
    output.addItem(size, 1);
    for (let byte = 0; byte < size; byte++) output.rodata.push((value >>> (byte * 8)) & 0xff);
  } while (cursor.takeSign(','));
}

function strings(cursor: LineCursor, output: Output, word: Token): void {
  requireSection(output, word, ['data']);
  const ended = word.text.toLowerCase() !== '.ascii';
  do {
    const { token } = cursor;
    if (token?.kind !== 'text') throw cursor.expected('a text in quotes');
    cursor.advance();
    output.addItem(1, token.bytes.length + (ended ? 1 : 0), true);
    addBytes(output, token.bytes, token);
    if (ended) addBytes(output, [0], token);
  } while (cursor.takeSign(','));
}

function addBytes(output: Output, bytes: Iterable<number> & { readonly length: number }, span: Span): void {
  output.requireRoom(bytes.length, span);
  output.rodata.push(...bytes);
}
