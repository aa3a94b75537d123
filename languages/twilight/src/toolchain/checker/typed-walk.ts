// Walks all expressions of typed code, outer ones first, but for those of assertions.

import type { TypedExpression } from './typed-expressions.js';

/** What has a name is no code: types, locals, functions, events. */
export function walk(code: unknown, visit: (expression: TypedExpression) => void): void {
  if (typeof code !== 'object' || code === null) return;
  if (Array.isArray(code)) {
    for (const item of code) walk(item, visit);
    return;
  }
  if ('name' in code) return;
  // Only there with runtime assertions.
  if ('kind' in code && (code.kind === 'assertion' || code.kind === 'capture')) return;
  if ('kind' in code && 'type' in code && 'at' in code && !('variable' in code))
    visit(code as TypedExpression);
  for (const [key, value] of Object.entries(code))
    if (key !== 'at' && key !== 'scope' && key !== 'type' && key !== 'target') walk(value, visit);
}
