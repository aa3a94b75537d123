// Places: locals and the parts of what is in memory.

import type { Projection, Place } from '../checker/typed-places.js';
import type { TypedExpression } from '../checker/typed-expressions.js';
import { fieldsLayout, listHead, shapeOf, strideOf } from '../layout/layout.js';
import { emit, emitAddress, emitInto, mayAssign, needed, pushAddress } from './expressions.js';
import { failIf } from './failures.js';
import type { Destination, FunctionContext } from './function-context.js';
import { copyBytes, loadScalar, storeScalar } from './memory.js';
import { emitIndex } from './arithmetic/conversions.js';

export function emitRead(g: FunctionContext, place: Place, to: Destination | undefined): void {
  const shape = shapeOf(place.type);
  if (shape === 'none') return;
  const { root, path } = place;
  if (root.kind === 'local' && path.length === 0 && !g.inMemory(root.local))
    return void g.code.get(g.home(root.local));
  if (root.kind === 'temporary' && path.length === 0) return emit(g, root.value, to);
  const offset = resolve(g, place);
  if (shape !== 'memory') return loadScalar(g.code, place.type, offset);
  if (offset !== 0) g.code.i32(offset).op('i32.add');
  copyBytes(g, place.type, needed(to));
}

export function emitPlaceAddress(g: FunctionContext, place: Place): void {
  const offset = resolve(g, place);
  if (offset !== 0) g.code.i32(offset).op('i32.add');
}

export function emitAssignment(g: FunctionContext, place: Place, value: TypedExpression): void {
  const { root, path } = place;
  const shape = shapeOf(place.type);
  if (shape === 'none') return emit(g, value);
  if (root.kind === 'local' && path.length === 0 && !g.inMemory(root.local)) {
    emit(g, value);
    return void g.code.set(g.home(root.local));
  }
  const indices = path.filter(step => step.kind === 'index');
  const moving = indices.length > 0 && mayAssign(value);
  if (!moving && shape !== 'memory') {
    const offset = resolve(g, place);
    emit(g, value);
    return storeScalar(g.code, place.type, offset);
  }
  // The value may move elements elsewhere: the indices are kept, and the way to the place is walked again.
  const kept = indices.map(step => {
    emitIndex(g, step.index);
    const local = g.built.local('i64', '$index');
    g.code.set(local);
    return local;
  });
  resolve(g, place, kept);
  g.code.op('drop');
  if (shape === 'memory') {
    const temporary = g.temporary(place.type);
    emit(g, value, temporary);
    const offset = resolve(g, place, kept);
    if (offset !== 0) g.code.i32(offset).op('i32.add');
    const target = g.named('target', 'i32');
    g.code.set(target);
    pushAddress(g, temporary);
    return copyBytes(g, place.type, { base: target, offset: 0 });
  }
  const held = g.named('value', shape);
  emit(g, value);
  g.code.set(held);
  const offset = resolve(g, place, kept);
  g.code.get(held);
  storeScalar(g.code, place.type, offset);
}

/** Pushes an address; the place is that many bytes behind it. */
function resolve(g: FunctionContext, { root, path }: Place, kept?: readonly number[]): number {
  if (root.kind === 'local') {
    const owned = !g.inMemory(root.local);
    if (owned) throw new Error(`${root.local.name} has no address`);
    g.code.get(g.home(root.local));
  } else if (root.value.kind === 'read' && shapeOf(root.value.type) === 'memory') emitAddress(g, root.value);
  else {
    const temporary = g.temporary(root.value.type);
    emitInto(g, root.value, temporary);
    pushAddress(g, temporary);
  }
  let offset = 0;
  let owner = root.kind === 'local' ? root.local.type : root.value.type;
  let nth = 0;
  for (const step of path) {
    if (step.kind === 'field') {
      if (owner.kind !== 'struct' && owner.kind !== 'tuple') throw new Error(`${owner.name} has no fields`);
      offset += fieldsLayout(owner.fields).offsets[step.nth]!;
    } else {
      if (offset !== 0) g.code.i32(offset).op('i32.add');
      offset = 0;
      emitElementAddress(g, step, kept?.[nth++]);
    }
    owner = step.type;
  }
  return offset;
}

/** With the address of an array or of a vector's handle on the stack: the address of an element. */
function emitElementAddress(
  g: FunctionContext,
  { container, index, outOfBounds, at }: Extract<Projection, { kind: 'index' }>,
  kept: number | undefined,
): void {
  const position = g.named('index', 'i64');
  const length = g.named('length', 'i64');
  if (kept === undefined) emitIndex(g, index);
  else g.code.get(kept);
  g.code.set(position);
  g.row(at);
  pushItems(g, container.kind === 'array' ? container.length : undefined);
  g.code.get(position, length).op('i64.ge_u');
  failIf(g, outOfBounds, 'bounds', at, [
    { name: 'index', type: index.type, index: position, inMemory: false },
    { name: 'length', type: lengthType, index: length, inMemory: false },
  ]);
  g.code.get(position).op('i32.wrap_i64').i32(strideOf(container.element)).op('i32.mul', 'i32.add');
}

export const lengthType = { kind: 'int', name: 'u64', signed: false, bits: 64, container: 64 } as const;

/** With the address of a list on the stack: the address of its first item; the length goes to `$length`. */
export function pushItems(g: FunctionContext, fixed: number | undefined): void {
  const length = g.named('length', 'i64');
  if (fixed !== undefined) return void g.code.i64(fixed).set(length);
  const list = g.named('list', 'i32');
  g.code.load('i32.load').tee(list).load('i32.load', { offset: listHead.length });
  g.code.op('i64.extend_i32_u').set(length);
  g.code.get(list).load('i32.load', { offset: listHead.items });
}
