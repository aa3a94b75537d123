// One instruction as data, with the offsets at which it begins and ends.

import type { Operation } from './opcodes.js';
import type { BlockType, ReferenceType, ValueType } from './value-types.js';

export type IndexSpace =
  | 'function'
  | 'local'
  | 'global'
  | 'table'
  | 'memory'
  | 'type'
  | 'tag'
  | 'data'
  | 'element';

export type Immediate =
  | { readonly kind: 'none' }
  | { readonly kind: 'block'; readonly type: BlockType }
  | { readonly kind: 'label'; readonly depth: number }
  | { readonly kind: 'labels'; readonly depths: readonly number[]; readonly otherwise: number }
  | { readonly kind: 'index'; readonly space: IndexSpace; readonly index: number }
  /** Two indices, in the order in which they are encoded. */
  | {
      readonly kind: 'indices';
      readonly first: { readonly space: IndexSpace; readonly index: number };
      readonly second: { readonly space: IndexSpace; readonly index: number };
    }
  | { readonly kind: 'indirect'; readonly type: number; readonly table: number }
  /** `align` is the exponent of two. */
  | { readonly kind: 'memory'; readonly align: number; readonly offset: number }
  | { readonly kind: 'i32'; readonly value: number }
  | { readonly kind: 'i64'; readonly value: bigint }
  /** Bits, because a NaN has a payload. */
  | { readonly kind: 'f32'; readonly bits: number }
  | { readonly kind: 'f64'; readonly bits: bigint }
  | { readonly kind: 'types'; readonly types: readonly ValueType[] }
  | { readonly kind: 'heapType'; readonly type: ReferenceType }
  | {
      readonly kind: 'catches';
      readonly type: BlockType;
      readonly catches: readonly { readonly code: number; readonly tag?: number; readonly depth: number }[];
    }
  /** Of instructions that are known by their length only. */
  | {
      readonly kind: 'opaque';
      readonly number: number;
      readonly memory?: { readonly align: number; readonly offset: number };
    };

export interface Instruction {
  /** Of its opcode, from the beginning of the module. */
  readonly offset: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly name: Operation;
  readonly immediate: Immediate;
}
