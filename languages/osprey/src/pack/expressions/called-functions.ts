// The functions that an expression may call, by the names that debug information has for them.

import type { ExpressionContext } from '@sonde/language';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import { programNamesAt } from './program-names.js';
import { assignmentIn, flavorAt } from './typed-texts.js';

/** Names that are called, and the whole names that these stand for in the source, that are no variables; whether the program has such functions is for the engine to say. */
export function functionsIn(text: string, context: ExpressionContext): readonly string[] {
  const found = new Set<string>();
  const flavor = flavorAt(context);
  const parsed = parseExpressionText(assignmentIn(text, flavor)?.value ?? text, flavor);
  if ('tree' in parsed) collect(parsed.tree, found);
  const names = [...found].filter(name => context.names.lookup(name) === undefined);
  const meanings = names.length === 0 ? undefined : programNamesAt(context);
  return [...new Set(names.flatMap(name => [name, ...(meanings?.meanings('value', name) ?? [])]))];
}

function collect(part: unknown, found: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) collect(each, found);
  else if (part !== null && typeof part === 'object') {
    if ('kind' in part && part.kind === 'call' && 'callee' in part) {
      const { callee } = part as { readonly callee: { readonly kind: string; readonly name?: string } };
      if (callee.kind === 'name' && callee.name !== undefined) found.add(callee.name);
    }
    for (const [key, inner] of Object.entries(part)) if (key !== 'at') collect(inner, found);
  }
}
