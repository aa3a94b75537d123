// Where something stands in a source text.

/** Lines and columns from 1, columns in UTF-16 units; offsets from 0; the end is just behind the last character. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** From the beginning of one to the end of the other. */
export const spanning = (first: Span, last: Span): Span => ({
  start: first.start,
  line: first.line,
  column: first.column,
  end: last.end,
  endLine: last.endLine,
  endColumn: last.endColumn,
});

/** The first character of a span. */
export const startOf = (span: Span): Span => ({
  ...span,
  end: Math.min(span.end, span.start + 1),
  endLine: span.line,
  endColumn: span.column + 1,
});

/** The last character of a span: the closing brace of a block. */
export const endOf = (span: Span): Span => ({
  ...span,
  start: Math.max(span.start, span.end - 1),
  line: span.endLine,
  column: Math.max(1, span.endColumn - 1),
});
