// Values that are written in an expression: structs and arrays, and what needs memory of the program to be somewhere.

import { isUtf8 } from 'node:buffer';
import type { Expression, RestoredMemory } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { ProgramNames } from '../../toolchain/checker/program-names.js';
import type * as typed from '../../toolchain/checker/typed-program.js';
import { byte, int64, string } from '../../toolchain/checker/types.js';
import type { DebugTypes } from './debug-types.js';
import { uint64 } from './pointers.js';
import { refused } from './refusals.js';
import type { Sharing } from './sharing.js';

export class NewValues {
  constructor(
    private readonly types: DebugTypes,
    private readonly sharing: Sharing,
    private readonly names: ProgramNames,
    /** As it lies in memory. */
    private readonly stored: (value: typed.Expression) => Expression,
  ) {}

  struct({ fields, type }: Extract<typed.Expression, { kind: 'struct-literal' }>): Expression {
    const declared = this.names.structs.get(type.name)?.fields ?? [];
    const members = fields.map(({ index, value }): readonly [string, Expression] => {
      const field = declared[index];
      if (field === undefined) throw refused(value.at, `a ${type.name} has no such field`);
      return [field.name, this.stored(value)];
    });
    return build.record(Object.fromEntries(members), this.types.id(type));
  }

  array({ elements, type }: Extract<typed.Expression, { kind: 'array-literal' }>): Expression {
    const members = elements.map((value, index) => [index, this.stored(value)] as const);
    return build.record(Object.fromEntries(members), this.types.id(type));
  }

  /** A text that was computed, as a string in memory of the program. Like all strings it stays there to the end. */
  text(text: Expression, from: typed.Expression): Expression {
    if (from.kind === 'string' && !isUtf8(from.bytes))
      throw refused(from.at, 'only a text of whole characters can be made here');
    return this.sharing.once(this.placed(text), bytes =>
      build.record(
        {
          data: build.addressOf(bytes, this.types.id(uint64)),
          length: build.length(bytes, this.types.id(int64)),
        },
        this.types.id(string),
      ),
    );
  }

  /** In memory of the program, which the runtime gives as zeros. */
  placed(value: Expression): Expression {
    return build.placed(value, {
      ...{ allocate: '__aria_wild_alloc_plain', restores },
      ...{ word: this.types.id(uint64), element: this.types.id(byte) },
    });
  }
}

/** What functions put back when they end: the chain of variables that the collector looks at, and the scopes. */
export const restores: readonly RestoredMemory[] = [
  { symbol: '__aria_trap_message', offset: 0, size: 8, tells: true },
  { symbol: '__aria_gc_roots', offset: 0, size: 8 },
  // `count` of runtime/aria.h; the table itself may have grown meanwhile.
  { symbol: '__aria_scopes', offset: 8, size: 8 },
  // `collecting`: what the function is given may be between two places, and what it allocates would be lost.
  {
    ...{ symbol: '__aria_gc_statistics', offset: 88, size: 8 },
    forbids: 'the collector of the program is at work',
  },
];
