// Values made of parts: structs, tuples, variants, arrays and vectors.

import type { TypedExpression } from '../checker/typed-expressions.js';
import type { Type } from '../checker/types.js';
import { enumLayout, fieldsLayout, layoutOf, listHead, strideOf } from '../layout/layout.js';
import { emitInto, pushAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { zeroBytes } from './memory.js';
import { allocate } from './runtime/heap.js';
import { pushClone } from './by-type/clone.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export function emitProduct(g: FunctionContext, { type, fields }: Of<'product'>, to: Destination): void {
  if (type.kind !== 'struct' && type.kind !== 'tuple') throw new Error(`${type.name} has no fields`);
  const { offsets, size } = fieldsLayout(type.fields);
  const filled = type.fields.reduce((sum, field) => sum + layoutOf(field.type).size, 0);
  // Bytes between fields are zero: equal values have equal bytes.
  if (filled !== size) zeroBytes(g, type, to);
  for (const { nth, value } of fields)
    emitInto(g, value, { base: to.base, offset: to.offset + offsets[nth]! });
}

export function emitVariant(
  g: FunctionContext,
  { type, variant, fields }: Of<'variant'>,
  to: Destination,
): void {
  const layout = enumLayout(type);
  zeroBytes(g, type, to);
  if (variant.tag !== 0)
    g.code
      .get(to.base)
      .i32(variant.tag)
      .store(layout.tagSize === 1 ? 'i32.store8' : 'i32.store16', { offset: to.offset });
  const offsets = layout.offsetsOf(variant);
  for (const { nth, value } of fields)
    emitInto(g, value, { base: to.base, offset: to.offset + offsets[nth]! });
}

export function emitElements(g: FunctionContext, { type, items }: Of<'elements'>, to: Destination): void {
  if (type.kind === 'array') {
    const stride = strideOf(type.element);
    for (const [nth, item] of items.entries())
      emitInto(g, item, { base: to.base, offset: to.offset + nth * stride });
    return;
  }
  if (type.kind !== 'vector') throw new Error(`${type.name} has no elements`);
  if (items.length === 0) return zeroBytes(g, type, to);
  g.scratch('i32', base => {
    g.code
      .i32(items.length * strideOf(type.element))
      .call(allocate(g.module))
      .set(base);
    for (const [nth, item] of items.entries())
      emitInto(g, item, { base, offset: nth * strideOf(type.element) });
    storeList(g, base, () => g.code.i32(items.length), to);
  });
}

/** Makes the head of a vector whose items are there, and writes its handle to `to`. */
export function storeList(g: FunctionContext, items: number, pushLength: () => void, to: Destination): void {
  const { code } = g;
  const list = g.named('list', 'i32');
  code.i32(listHead.size).call(allocate(g.module)).set(list);
  code.get(list);
  pushLength();
  code.store('i32.store', { offset: listHead.length }).get(list);
  pushLength();
  code.store('i32.store', { offset: listHead.capacity });
  code.get(list, items).store('i32.store', { offset: listHead.items });
  code.get(to.base, list).store('i32.store', { offset: to.offset });
}

export function emitRepeat(g: FunctionContext, { type, item, count }: Of<'repeat'>, to: Destination): void {
  if (type.kind !== 'array') throw new Error(`${type.name} is no array`);
  if (count === 0) return emitInto(g, item, g.temporary(item.type));
  emitInto(g, item, to);
  g.scratch('i32', nth => {
    g.code.i32(1).set(nth);
    emitCopies(
      g,
      type.element,
      nth,
      () => g.code.i32(count),
      () => pushAddress(g, to),
    );
  });
}

/** Fills items from `nth` below the length with clones of the first, whose address `pushItems` pushes. */
export function emitCopies(
  g: FunctionContext,
  element: Type,
  nth: number,
  pushLength: () => void,
  pushItems: () => void,
): void {
  const { code } = g;
  code.block(undefined, done => {
    code.loop(undefined, again => {
      code.get(nth);
      pushLength();
      code.op('i32.ge_u').brIf(done);
      pushItems();
      code.get(nth).i32(strideOf(element)).op('i32.mul', 'i32.add');
      pushItems();
      pushClone(g.module, code, element);
      code.get(nth).i32(1).op('i32.add').set(nth).br(again);
    });
  });
}
