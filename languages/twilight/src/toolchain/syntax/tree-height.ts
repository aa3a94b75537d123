// Trees that are deep without brackets, such as a sum of thousands: refused, because all who walk them would exhaust the stack.

import type { Problems, Span } from '@sonde/front-end';
import type { UnitTree } from './tree.js';

/** Nodes above each other. */
const highest = 600;

/** Walks without recursion. True where everything is low enough. */
export function isLowEnough(unit: UnitTree, problems: Problems): boolean {
  const waiting: { readonly value: unknown; readonly height: number }[] = [{ value: unit, height: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, height } = next;
    if (typeof value !== 'object' || value === null) continue;
    const isNode = 'kind' in value && 'at' in value;
    if (isNode && height > highest) {
      problems.error(
        value.at as Span,
        'this is nested too deeply',
        'Take a part of it into a variable or a function.',
      );
      return false;
    }
    for (const [name, part] of Object.entries(value))
      if (name !== 'at') waiting.push({ value: part, height: height + (isNode ? 1 : 0) });
  }
  return true;
}
