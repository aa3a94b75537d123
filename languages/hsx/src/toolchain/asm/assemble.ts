// hsx-asm: MVASM to an object. Line by line; a line that is wrong is reported and the rest read on.

import type { HxoObject, HxoSymbol } from '../format/hxo.js';
import { hasErrors, type Problem } from '../problem.js';
import { assembleDirective, type Declarations, type Mention } from './directives.js';
import { assembleInstruction } from './instructions.js';
import { BlockProblem, isMetadataDirective, readJsonBlock } from './json-block.js';
import { LineCursor } from './line-cursor.js';
import { LineProblem } from './line-problem.js';
import { Output, type DataItem } from './output.js';
import { problemAt, sourceLines, type ReadText, type SourceLine } from './source-lines.js';
import { tokensOf } from './tokens.js';

export interface AssembleOptions {
  /** As messages name it; included files are looked for beside it. */
  readonly file?: string;
  /** For `.include`; without it nothing can be included. */
  readonly readText?: ReadText;
}

export interface AssembledInstruction {
  /** The n-th of the text, from 0. */
  readonly ordinal: number;
  /** In bytes, from the beginning of the object's code. */
  readonly offset: number;
  readonly file: string;
  readonly line: number;
}

/** Where a label stands in the source. */
export interface LabelPlace {
  readonly file: string;
  readonly line: number;
}

export interface Assembled {
  /** Absent where there are errors. */
  readonly object?: HxoObject;
  readonly instructions: readonly AssembledInstruction[];
  readonly labels: ReadonlyMap<string, LabelPlace>;
  /** In the order of the source. */
  readonly items: readonly DataItem[];
  readonly problems: readonly Problem[];
}

/** More than these help nobody. */
const mostProblems = 100;

export function assemble(text: string, options: AssembleOptions = {}): Assembled {
  const problems: Problem[] = [];
  const file = options.file ?? 'input.mvasm';
  const lines = sourceLines(text, file, options.readText ?? (() => undefined), problems);
  const output = new Output();
  const declarations: Declarations = {
    exports: new Map(),
    externs: new Map(),
    imports: new Map(),
    entry: undefined,
  };
  const report = (line: number, problem: LineProblem): void => {
    if (problems.length < mostProblems) problems.push(problemAt(lines[line]!, problem));
  };
  for (let index = 0; index < lines.length; index++) {
    try {
      index = assembleLine(lines, index, output, declarations);
    } catch (error) {
      if (error instanceof LineProblem) report(index, error);
      else if (error instanceof BlockProblem) {
        report(error.line, error.problem);
        index = Math.max(index, error.lastLine);
      } else throw error;
    }
  }
  const object = finish(output, declarations, report);
  return {
    instructions: output.instructions.map(({ offset, line }, ordinal) => ({
      ordinal,
      offset,
      file: lines[line]!.file,
      line: lines[line]!.line,
    })),
    labels: new Map(
      [...output.labelLines].map(([name, index]) => {
        const { file: path, line } = lines[index]!;
        return [name, { file: path, line }];
      }),
    ),
    items: output.items,
    problems: inOrder(problems),
    ...(hasErrors(problems) ? {} : { object }),
  };
}

/** Names that are missing are found last; within one file the reader goes from top to bottom. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = new Set(problems.map(({ place }) => place?.file));
  if (files.size > 1) return problems;
  return [...problems].sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0));
}

/** Gives the index of the last line that it took. */
function assembleLine(
  lines: readonly SourceLine[],
  index: number,
  output: Output,
  declarations: Declarations,
): number {
  const { text } = lines[index]!;
  // Their JSON is not made of words of MVASM.
  const directive = /^\s*(\.[a-z]+)(?=[\s{[]|$)/i.exec(text);
  const word = directive?.[1]?.toLowerCase();
  if (directive !== null && word !== undefined && isMetadataDirective(word))
    return readJsonBlock(word, index, directive[0].length, line => lines[line]?.text, output);
  const tokens = tokensOf(text);
  const cursor = new LineCursor(tokens, text.length);
  while (cursor.token?.kind === 'name' && cursor.following?.text === ':') {
    const label = cursor.token;
    if (output.labels.has(label.text))
      throw new LineProblem(label, 'duplicate', `the label ${label.text} is there already`);
    output.labels.set(label.text, { section: output.section, offset: output.offset });
    output.labelLines.set(label.text, index);
    cursor.advance();
    cursor.advance();
  }
  const { token } = cursor;
  if (token === undefined) return index;
  if (token.kind === 'name' && token.text.startsWith('.'))
    assembleDirective(cursor, output, declarations, index);
  else assembleInstruction(cursor, output, index);
  return index;
}

function finish(
  output: Output,
  declarations: Declarations,
  report: (line: number, problem: LineProblem) => void,
): HxoObject {
  const { labels } = output;
  const { entry, exports, externs, imports } = declarations;
  const unknown = (name: string, { line, span }: Mention, what: string): void =>
    report(
      line,
      new LineProblem(span, 'symbol', `${what} ${name} is not defined here`, hintFor(name, labels)),
    );
  for (const { reloc, line, span } of output.references)
    if (!labels.has(reloc.symbol) && !imports.has(reloc.symbol) && !externs.has(reloc.symbol))
      unknown(reloc.symbol, { line, span }, 'the label');
  for (const [name, mention] of exports) if (!labels.has(name)) unknown(name, mention, 'the exported label');
  let entryAddress = 0;
  let entrySymbol: string | undefined;
  if (entry !== undefined && 'symbol' in entry) {
    const target = labels.get(entry.symbol);
    entrySymbol = entry.symbol;
    if (target?.section === 'text') entryAddress = target.offset;
    else
      unknown(
        entry.symbol,
        entry.mention,
        target === undefined ? 'the entry point' : 'in .text the entry point',
      );
  } else if (entry !== undefined) entryAddress = entry.address;
  // In the order of the labels; what only `.extern` and `.entry` export comes last.
  const symbols = new Map<string, HxoSymbol>([...labels].filter(([name]) => exports.has(name)));
  for (const name of [...[...externs.keys()].sort(), ...(entrySymbol === undefined ? [] : [entrySymbol])]) {
    const symbol = labels.get(name);
    if (symbol !== undefined && !symbols.has(name)) symbols.set(name, symbol);
  }
  return {
    entry: entryAddress,
    entrySymbol,
    code: Uint32Array.from(output.code),
    rodata: Uint8Array.from(output.rodata),
    bss: output.bss,
    externs: [...externs.keys()].sort(),
    imports: [...imports.keys()].sort(),
    relocs: output.references.map(({ reloc }) => reloc),
    symbols,
    localSymbols: labels,
    metadata: output.metadata,
  };
}

function hintFor(name: string, labels: ReadonlyMap<string, HxoSymbol>): string {
  const similar = [...labels.keys()].find(label => label.toLowerCase() === name.toLowerCase());
  if (similar !== undefined) return `Capital letters matter; there is ${similar}.`;
  return `If another object has it, say .import ${name}.`;
}
