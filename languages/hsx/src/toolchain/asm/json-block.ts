// The JSON behind `.value`, `.cmd` and `.mailbox`: over several lines if need be, with hexadecimal numbers and comments.

import {
  declaredCommand,
  declaredMailbox,
  declaredValue,
  DeclarationProblem,
} from '../format/declared-metadata.js';
import type { Json, JsonObject } from '../format/json-value.js';
import { LineProblem } from './line-problem.js';
import type { Output } from './output.js';

/** A line of it, and where in that line it begins. */
interface Piece {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** In which line of the source the problem is, and where the block ends: what follows is read on. */
export class BlockProblem extends Error {
  constructor(
    readonly line: number,
    readonly problem: LineProblem,
    readonly lastLine = line,
  ) {
    super(problem.message);
  }
}

const lists = { '.value': 'values', '.cmd': 'commands', '.mailbox': 'mailboxes' } as const;
const checks = { '.value': declaredValue, '.cmd': declaredCommand, '.mailbox': declaredMailbox } as const;
export type MetadataDirective = keyof typeof lists;

export const isMetadataDirective = (word: string): word is MetadataDirective => Object.hasOwn(lists, word);

/**
 * Reads from `column` of line `first`; gives the index of the last line it took. `textAt` is undefined behind the end.
 */
export function readJsonBlock(
  directive: MetadataDirective,
  first: number,
  column: number,
  textAt: (line: number) => string | undefined,
  output: Output,
): number {
  const pieces: Piece[] = [];
  const state = { depth: 0, begun: false };
  let line = first;
  for (; ; line++) {
    const whole = textAt(line);
    if (whole === undefined)
      throw blockProblem(first, column, textAt(first)!.length, `the JSON of ${directive} does not end`);
    const start = line === first ? column : 0;
    const text = strip(whole.slice(start), state);
    pieces.push({ line, column: start, text });
    if (state.depth === 0 && (state.begun || text.trim() !== '')) break;
  }
  let entries: readonly JsonObject[];
  try {
    entries = parse(directive, pieces);
    for (const entry of entries) check(directive, entry, pieces[0]!);
  } catch (error) {
    throw error instanceof BlockProblem ? new BlockProblem(error.line, error.problem, line) : error;
  }
  output.metadata[lists[directive]].push(...entries);
  return line;
}

/** Without the comment; counts braces outside of texts. Hexadecimal numbers become decimal ones of the same width. */
function strip(text: string, state: { depth: number; begun: boolean }): string {
  let result = '';
  let at = 0;
  const part = /"(?:[^"\\]|\\.)*"?|0x[0-9a-f]+|[;{}[\]]|[^";{}[\]0]+|0/giy;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text)?.[0] ?? text[at]!;
    if (found === ';') break;
    if (found === '{' || found === '[') {
      state.depth++;
      state.begun = true;
    } else if (found === '}' || found === ']') state.depth = Math.max(0, state.depth - 1);
    result += /^0x/i.test(found) && !/[\w.]$/.test(result) ? decimal(found) : found;
    at += found.length;
  }
  return result;
}

/** Never longer than the hexadecimal number up to 8 digits; longer ones are left, and refused as what JSON does not know. */
function decimal(text: string): string {
  return text.length > 10 ? text : String(Number(text)).padEnd(text.length);
}

function parse(directive: MetadataDirective, pieces: readonly Piece[]): readonly JsonObject[] {
  const text = pieces.map(piece => piece.text).join('\n');
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length);
    const { line, column } = placeOf(pieces, position);
    const hint = `${directive} takes a JSON object or a list of them; names stand in double quotes.`;
    throw blockProblem(line, column, column + 1, 'this is not JSON', hint);
  }
  const entries = (Array.isArray(value) ? value : [value]) as readonly Json[];
  if (entries.every(entry => typeof entry === 'object' && entry !== null && !Array.isArray(entry)))
    return entries as readonly JsonObject[];
  const { line, column, text: begin } = pieces[0]!;
  throw blockProblem(
    line,
    column,
    column + begin.length,
    `${directive} takes a JSON object or a list of them`,
  );
}

function placeOf(
  pieces: readonly Piece[],
  position: number,
): { readonly line: number; readonly column: number } {
  let rest = position;
  for (const piece of pieces) {
    if (rest <= piece.text.length) return { line: piece.line, column: piece.column + rest };
    rest -= piece.text.length + 1;
  }
  const last = pieces.at(-1)!;
  return { line: last.line, column: last.column + last.text.length };
}

function check(directive: MetadataDirective, entry: JsonObject, { line, column, text }: Piece): void {
  try {
    checks[directive](entry);
  } catch (error) {
    if (!(error instanceof DeclarationProblem)) throw error;
    const indent = text.length - text.trimStart().length;
    throw blockProblem(
      line,
      column + indent,
      column + Math.max(indent + 1, text.trimEnd().length),
      error.message,
    );
  }
}

const blockProblem = (
  line: number,
  start: number,
  end: number,
  message: string,
  hint?: string,
): BlockProblem => new BlockProblem(line, new LineProblem({ start, end }, 'metadata', message, hint));
