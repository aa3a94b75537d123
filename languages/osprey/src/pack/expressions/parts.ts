// What all parts of the lowering share: types, conditions, numbers, bindings and the way into blocks.

import type { Expression, TypeId } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { build } from '@sonde/lens';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import type { BlockType } from '../renderers/blocks.js';
import type { Space } from '../../toolchain/modules/scopes.js';
import { KnownTypes } from './known-types.js';
import { programNamesAt } from './program-names.js';
import { refused } from './refusals.js';
import { nameOf, shapeOf, type Shape } from './shapes.js';

export type Tree<Kind extends ExpressionTree['kind']> = Extract<ExpressionTree, { readonly kind: Kind }>;

/** A value, and where it may have failed what tells so: arithmetic is only a Result where somebody asks for one. */
export interface Lowered {
  readonly value: Expression;
  readonly failed?: Expression;
  readonly why?: string;
}

/** Wide enough for the sum, the difference and the product of two ints. */
const unbounded = { bits: 0, signed: true, overflow: 'wrap' } as const;

export class Parts {
  readonly types: KnownTypes;
  readonly holds: ReturnType<typeof build.conditions>;
  readonly ints: ReturnType<typeof build.integers>;
  readonly bindings = new build.Bindings();

  constructor(readonly context: ExpressionContext) {
    this.types = new KnownTypes(context.types);
    this.holds = build.conditions(this.types.bool);
    this.ints = build.integers(unbounded, this.types.int);
  }

  int(value: number | bigint): Expression {
    return build.constant(BigInt(value), this.types.int);
  }

  /** What a name that is written may be called in the whole program; the name itself first. */
  meanings(space: Space, name: string): readonly string[] {
    return [...new Set([name, ...(programNamesAt(this.context)?.meanings(space, name) ?? [])])];
  }

  /** The only one that fits. */
  only<T>(
    found: readonly T[],
    name: string,
    called: (one: T) => string,
    at: ExpressionTree['at'],
  ): T | undefined {
    if (found.length < 2) return found[0];
    const names = found.map(called).join(' or ');
    throw refused(at, `${name} may be ${names}`, 'Write the whole name.');
  }

  shape(value: Expression): Shape {
    return shapeOf(value.type, this.context.types);
  }

  name(type: TypeId): string {
    return nameOf(type, this.context.types);
  }

  /** A part of the block that a value leads to. */
  part(value: Expression, block: BlockType, name: string): Expression {
    const field = block.fields.find(candidate => candidate.name === name)!;
    return build.field(build.deref(value, block.id), name, field.type);
  }

  isZero(value: Expression): Expression {
    return this.holds.eq(value, build.constant(0n, value.type));
  }

  /** As text that can be compared, joined and shown without quotes. */
  text(value: Expression): Expression {
    return this.shape(value).kind === 'string' ? build.text(value, undefined, this.types.text) : value;
  }

  /** Both as values of one type, where they can be. */
  alike(a: Expression, b: Expression, at: ExpressionTree['at']): readonly [Expression, Expression] {
    const kinds = [this.shape(a).kind, this.shape(b).kind];
    if (kinds.includes('text') && kinds.includes('string')) return [this.text(a), this.text(b)];
    if (this.name(a.type) === this.name(b.type)) return [a, b];
    throw refused(at, `one is a ${this.name(a.type)} and the other a ${this.name(b.type)}`);
  }

  choice(test: Expression, yes: Expression, no: Expression, at: ExpressionTree['at']): Expression {
    // What only says why there is no value fits everywhere.
    if (no.op === 'fail') return build.select(test, yes, build.fail(no.message, yes.type));
    const [then, otherwise] = this.alike(yes, no, at);
    return build.select(test, then, otherwise);
  }
}
