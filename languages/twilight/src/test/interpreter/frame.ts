// A call that is running: its scopes and what its names stand for.

import type { Span } from '@sonde/front-end';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import type { Value } from './values.js';

/** Somewhere a value can be read and put. */
export interface Cell {
  /** As it is declared, where it is. */
  readonly type?: TypeTree | undefined;
  get(): Value;
  set(value: Value): void;
}

export function cell(start: Value, type?: TypeTree): Cell {
  let value = start;
  return {
    type,
    get: () => value,
    set: next => {
      value = next;
    },
  };
}

/** Names that see those of the scope around them. */
export class Scope {
  readonly names = new Map<string, Cell>();

  constructor(readonly outer: Scope | undefined) {}

  find(name: string): Cell | undefined {
    return this.names.get(name) ?? this.outer?.find(name);
  }

  /** Inner names hide outer ones; hidden ones begin with $. */
  visible(): Map<string, Value> {
    const found = this.outer?.visible() ?? new Map<string, Value>();
    for (const [name, one] of this.names) if (!name.startsWith('$')) found.set(name, one.get());
    return found;
  }
}

export interface Frame {
  readonly name: string;
  readonly depth: number;
  /** The modifier or body that is running inside the function. */
  readonly region: string | undefined;
  readonly scope: Scope;
  readonly result: TypeTree | undefined;
  readonly types: ReadonlyMap<string, TypeTree>;
  /** What `_` runs. */
  readonly placeholder: (() => void) | undefined;
  readonly olds: ReadonlyMap<Span, Value>;
}
