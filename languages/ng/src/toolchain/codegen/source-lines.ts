// The text that a piece of code was written as, from whichever file it comes.

import type { Span } from '../ast.js';
import type { SourceFile } from '../source.js';
import type { FunctionCode } from './function-code.js';

export class SourceLines {
  readonly #files = new Map<string, SourceFile>();
  readonly #lines = new Map<string, readonly string[]>();

  constructor(own: SourceFile, functions: readonly FunctionCode[]) {
    this.#files.set(own.path, own);
    for (const { planned } of functions)
      if (planned.source.kind === 'written')
        this.#files.set(planned.source.origin.file.path, planned.source.origin.file);
  }

  /** On one line, however it is written; empty where the file is not known. */
  textUnder(file: string, { start, end }: Span): string {
    const lines = this.#linesOf(file).slice(start.line - 1, end.line);
    lines.push((lines.pop() ?? '').slice(0, end.column - 1));
    lines[0] = (lines[0] ?? '').slice(start.column - 1);
    return lines.join(' ').replace(/\s+/g, ' ').trim();
  }

  #linesOf(file: string): readonly string[] {
    const known = this.#lines.get(file) ?? this.#files.get(file)?.text.split('\n') ?? [];
    this.#lines.set(file, known);
    return known;
  }
}
