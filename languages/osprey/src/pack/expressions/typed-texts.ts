// Texts that people type into a debugger: in which flavor, and whether they assign.

import type { ExpressionContext } from '@sonde/language';
import type { Flavor } from '../../toolchain/syntax/words.js';

/** By the name of the source; either where that is not known. */
export function flavorAt({ source }: ExpressionContext): Flavor | undefined {
  if (source === undefined) return undefined;
  const name = source.path ?? source.name;
  if (name.endsWith('.ospml')) return 'ml';
  return name.endsWith('.osp') ? 'default' : undefined;
}

/**
 * `name = value`, `record.field := value`: both spellings, since only handlers have them in programs. In the layout flavor
 * further lines of the same column make it a block that begins with a binding.
 */
export function assignmentIn(
  text: string,
  flavor?: Flavor,
): { readonly target: string; readonly value: string } | undefined {
  if (flavor === 'ml' && /^([ \t]*)\S.*\n\1\S/.test(text)) return undefined;
  const found = /^\s*([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)\s*(?::=|=(?![=>]))([^]*)$/u.exec(
    text,
  );
  return found === null ? undefined : { target: found[1]!, value: found[2]! };
}
