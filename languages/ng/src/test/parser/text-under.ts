// The part of a text that a span covers, for tests.

import type { Position, Span } from '../../toolchain/ast.js';

export function textUnder(text: string, { start, end }: Span): string {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

function offsetOf(text: string, { line, column }: Position): number {
  let offset = 0;
  for (let passed = 1; passed < line; passed += 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column - 1;
}
