// Names in sight: what an expression may refer to at one place of the program.

import type { Address } from './address.js';
import type { TypeId } from './ids.js';

/** A place relative to whatever activation the expression will be evaluated in. */
export type RelativePlace =
  | { readonly kind: 'slot'; readonly slot: number }
  /** `perTask`: each task has its own. */
  | { readonly kind: 'global'; readonly index: number; readonly perTask?: true }
  | { readonly kind: 'memory'; readonly space: string; readonly offset: bigint }
  | { readonly kind: 'register'; readonly name: string }
  /** A variable the engine finds by name in the frame, as a debugger with its own symbol tables does. */
  | { readonly kind: 'named'; readonly name: string };

export interface VisibleName {
  readonly name: string;
  readonly type: TypeId;
  readonly place: RelativePlace;
  readonly kind: 'parameter' | 'local' | 'global' | 'constant' | 'register';
}

export interface NameScope {
  /** The innermost meaning of the name. */
  lookup(name: string): VisibleName | undefined;
  /** Innermost first, shadowed ones left out. */
  all(): Iterable<VisibleName>;
  /** The code address it was made for, by which a compiler finds its own notes about that place. */
  readonly address?: Address;
}

/** A name that the engine's own evaluator would take, as it is written: a function with its parenthesis. */
export interface OfferedName {
  readonly label: string;
  readonly kind: (typeof offeredKinds)[number];
  /** Its type, or how the function is declared. */
  readonly detail?: string;
}

export const offeredKinds = [
  'variable',
  'function',
  'type',
  'enumeration',
  'enumerator',
  'namespace',
] as const;

/** A name scope over a list; the first of equal names wins. */
export function nameScope(names: readonly VisibleName[], address?: Address): NameScope {
  const byName = new Map<string, VisibleName>();
  for (const name of names) if (!byName.has(name.name)) byName.set(name.name, name);
  return {
    lookup: name => byName.get(name),
    all: () => byName.values(),
    ...(address === undefined ? {} : { address }),
  };
}
