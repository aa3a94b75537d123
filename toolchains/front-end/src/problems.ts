// What is wrong with a program, collected: a source that makes no sense at all still gets a short answer.

import type { Diagnostic } from '@sonde/language';
import type { SourceText } from './source-text.js';
import type { Span } from './span.js';

const mostProblems = 50;

export class Problems {
  readonly #found = new Map<string, { readonly offset: number; readonly diagnostic: Diagnostic }>();
  readonly #kept = { error: 0, warning: 0 };
  #errors = 0;

  /** `others`: the further texts of the program, whose offsets are apart from those of the first. */
  constructor(
    readonly text: SourceText,
    private readonly others: readonly SourceText[] = [],
  ) {}

  hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Whether something between these two places is wrong. */
  hasErrorIn({ start, end }: Span): boolean {
    return [...this.#found.values()].some(
      ({ offset, diagnostic }) => diagnostic.severity === 'error' && offset >= start && offset <= end,
    );
  }

  /** There are so many errors that more would help nobody. Warnings never end the work: the program may be right. */
  get full(): boolean {
    return this.#kept.error >= mostProblems;
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
    if (this.#kept[severity] >= mostProblems || this.#found.has(key)) return;
    this.#kept[severity]++;
    const text = this.others.find(other => other.holds(at)) ?? this.text;
    const diagnostic: Diagnostic = {
      severity,
      message,
      ...placeIn(text, at),
      ...(hint === undefined ? {} : { hint }),
    };
    this.#found.set(key, { offset: at.start, diagnostic });
  }
}

/** Where a diagnostic is, with the line itself. */
export function placeIn(text: SourceText, at: Span): Required<Pick<Diagnostic, 'location' | 'sourceLine'>> {
  const { line, column, endLine, endColumn } = at;
  return {
    location: { source: text.source, line, column, endLine, endColumn },
    sourceLine: text.line(line),
  };
}
