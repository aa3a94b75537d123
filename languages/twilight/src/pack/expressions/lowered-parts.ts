// Parts of an expression on their way to a program: numbers without a type yet, and what is known of integers.

import type { Expression, TypeDescription, TypeId } from '@sonde/engine';
import type { IntTree } from '../../toolchain/syntax/tree.js';

/** A lowered part. */
export interface Lowered {
  /** Throws an ExpressionMistake where numbers do not fit. */
  readonly program: Expression;
  /** Made of numbers without a suffix alone, which take the type of what they meet. */
  readonly bare?: Bare;
  /** A variant without fields that is named, not read. */
  readonly tag?: bigint;
}

export interface Bare {
  readonly as: (type: TypeId) => Expression;
  /** Where they meet nothing. */
  readonly usual: TypeId;
  /** Of a single one. */
  readonly literal?: IntTree;
}

export const bareNumber = (bare: Bare): Lowered => ({
  bare,
  get program() {
    return bare.as(bare.usual);
  },
});

export type IntegerType = Extract<TypeDescription, { kind: 'integer' }>;

/** Those of solidity may have fewer bits than they take room: `u40`. */
export const bitsOf = ({ name, size }: IntegerType): number =>
  Number(/^[ui](\d+)$/.exec(name)?.[1] ?? (size ?? 8) * 8);

/** Addresses are written from their first byte on, and read as numbers from their last. */
export function reversed(value: bigint, size: number): bigint {
  const digits = value
    .toString(16)
    .padStart(size * 2, '0')
    .slice(-size * 2);
  return BigInt(`0x${Buffer.from(digits, 'hex').reverse().toString('hex') || '0'}`);
}
