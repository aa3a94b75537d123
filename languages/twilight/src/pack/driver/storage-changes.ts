// What the transaction has changed in storage so far, as a scope.

import type { NamedValue, Scope, TypeId } from '@sonde/engine';
import { shownChange, type Meta } from '../../toolchain/toolchain.js';

export interface StorageChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function changesScope(meta: Meta, changes: readonly StorageChange[], note: TypeId): Scope {
  const variables = changes.map((change): NamedValue => {
    const { name, text } = shownChange(meta, change);
    return { name, value: { type: note, content: { kind: 'scalar', value: text }, displayOnly: true } };
  });
  return { name: 'Storage changes', kind: 'other', variables, expensive: true };
}
