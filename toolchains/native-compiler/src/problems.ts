// What is wrong with a program, collected: a source that makes no sense at all still gets a short answer.

import type { Diagnostic } from '@sonde/language';
import type { SourceText } from './source-text.js';
import type { Span } from './span.js';

const mostProblems = 50;

export class Problems {
  readonly #found = new Map<string, { readonly offset: number; readonly diagnostic: Diagnostic }>();
  #errors = 0;

  constructor(readonly text: SourceText) {}

  hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** There are so many that more would help nobody. */
  get full(): boolean {
    return this.#found.size >= mostProblems;
  }

  error(at: Span, message: string, hint?: string): void {
    this.#errors++;
    this.#add('error', at, message, hint);
  }

  warning(at: Span, message: string, hint?: string): void {
    this.#add('warning', at, message, hint);
  }

  /** In the order of the source. */
  diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()]
      .sort((left, right) => left.offset - right.offset)
      .map(({ diagnostic }) => diagnostic);
  }

  #add(severity: 'error' | 'warning', at: Span, message: string, hint?: string): void {
    // One place is told once: what follows from the first mistake would only hide it.
    const key = `${severity} ${at.start}`;
    if (this.full || this.#found.has(key)) return;
    const { line, column, endLine, endColumn } = at;
    const diagnostic: Diagnostic = {
      severity,
      message,
      location: { source: this.text.source, line, column, endLine, endColumn },
      sourceLine: this.text.line(line),
      ...(hint === undefined ? {} : { hint }),
    };
    this.#found.set(key, { offset: at.start, diagnostic });
  }
}
