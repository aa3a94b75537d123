// Slots of storage: read, written, and entries of maps.

import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, Type } from '../../checker/types.js';
import { enumLayout, isFixed, layoutOf, shapeOf } from '../../layout/layout.js';
import { readStored, storedSize, writeStored } from '../by-type/stored.js';
import { emitInto, needed, pushAddress } from '../expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { loadScalar, zeroBytes } from '../memory.js';
import { allocate } from '../runtime/heap.js';
import { isStored, readBytes, readFixed, writeBytes } from '../runtime/storage.js';
import { emitKey, type SlotKey } from './keys.js';
import { emitVectorEntry, emitVectorRead, emitVectorWrite } from './vectors.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export function emitStorageRead(
  g: FunctionContext,
  { slot, type, at }: Of<'storageRead'>,
  to: Destination | undefined,
): void {
  if (type.kind === 'vector') return emitVectorRead(g, slot, type, at, needed(to));
  const key = emitKey(g, slot);
  const shape = shapeOf(type);
  const place = shape === 'memory' ? needed(to) : g.temporary(type);
  g.row(at);
  emitStoredInto(g, key, type, slot.keys.length > 0, place);
  g.code.op('drop');
  if (shape !== 'memory' && shape !== 'none') {
    g.code.get(place.base);
    loadScalar(g.code, type, place.offset);
  }
}

/** Pushes whether it is there; `to` has its value, or zero. An entry keeps the length of a string, a variable does not. */
export function emitStoredInto(
  g: FunctionContext,
  key: SlotKey,
  type: Type,
  entry: boolean,
  to: Destination,
): void {
  const { code, module } = g;
  const pushKey = (): void => {
    code.i32(key.domain);
    key.pushAddress();
    key.pushLength();
  };
  zeroBytes(g, type, to);
  const { size } = layoutOf(type);
  if (isFixed(type)) {
    pushKey();
    if (size === 0) return void code.call(isStored(module));
    pushAddress(g, to);
    return void code.i32(size).call(readFixed(module));
  }
  const handle = g.named('list', 'i32');
  pushKey();
  code.call(readBytes(module)).set(handle);
  if (type.kind === 'string' && !entry) {
    return void code
      .get(to.base, handle)
      .store('i32.store', { offset: to.offset })
      .get(handle)
      .i32(0)
      .op('i32.ne');
  }
  code.get(handle).if(
    'i32',
    () => {
      code.get(handle).i32(4).op('i32.add');
      code.get(handle).i32(4).op('i32.add').get(handle).load('i32.load').op('i32.add');
      pushAddress(g, to);
      code.call(readStored(module, type)).op('drop').i32(1);
    },
    () => void code.i32(0),
  );
}

export function emitStorageWrite(g: FunctionContext, { slot, value, at }: Of<'storageWrite'>): void {
  if (value.type.kind === 'vector') return emitVectorWrite(g, slot, value, at);
  const key = emitKey(g, slot);
  const place = g.temporary(value.type);
  emitInto(g, value, place);
  g.row(at);
  emitStore(g, key, value.type, slot.keys.length > 0, () => pushAddress(g, place));
}

/** Writes the value whose address is pushed. */
export function emitStore(
  g: FunctionContext,
  key: SlotKey,
  type: Type,
  entry: boolean,
  pushValue: () => void,
): void {
  const { code, module } = g;
  const { size } = layoutOf(type);
  const write = (pushBytes: () => void): void => {
    code.i32(key.domain);
    key.pushAddress();
    key.pushLength();
    pushBytes();
    code.call(writeBytes(module));
  };
  if (isFixed(type)) {
    // An empty value is one that was removed: what has no size is a zero byte.
    if (size === 0) return write(() => void code.i32(0).i32(entry ? 1 : 0));
    return write(() => {
      pushValue();
      code.i32(size);
    });
  }
  if (type.kind === 'string' && !entry) {
    const handle = g.named('list', 'i32');
    return write(() => {
      pushValue();
      code.load('i32.load').tee(handle).i32(4).op('i32.add').get(handle).load('i32.load');
    });
  }
  const [bytes, count] = [g.named('words', 'i32'), g.named('count', 'i32')];
  pushValue();
  code.call(storedSize(module, type)).tee(count).call(allocate(module)).set(bytes);
  pushValue();
  code.get(bytes).call(writeStored(module, type)).op('drop');
  write(() => void code.get(bytes, count));
  code.get(bytes).globalSet(module.heapPointer);
}

export function emitStorageEntry(
  g: FunctionContext,
  e: Of<'storageEntry'>,
  to: Destination | undefined,
): void {
  if (e.slot.type.kind === 'vector') return emitVectorEntry(g, e, to);
  const { code } = g;
  const key = emitKey(g, e.slot);
  g.row(e.at);
  if (e.operation === 'has') {
    code.i32(key.domain);
    key.pushAddress();
    key.pushLength();
    return void code.call(isStored(g.module));
  }
  const out = needed(to);
  emitOption(g, e.type as EnumType, out, payload => emitStoredInto(g, key, e.slot.type, true, payload));
  if (e.operation === 'get') return;
  code
    .get(out.base)
    .load('i32.load8_u', { offset: out.offset })
    .if(undefined, () => {
      code.i32(key.domain);
      key.pushAddress();
      key.pushLength();
      code.i32(0).i32(0).call(writeBytes(g.module));
    });
}

/** `write` puts the value where it is told and pushes whether there is one: Some of it, or None. */
export function emitOption(
  g: FunctionContext,
  type: EnumType,
  to: Destination,
  write: (payload: Destination) => void,
): void {
  const some = type.variants.find(({ name }) => name === 'Some');
  if (some === undefined) throw new Error(`${type.name} is no Option`);
  zeroBytes(g, type, to);
  const found = g.named('found', 'i32');
  write({ base: to.base, offset: to.offset + enumLayout(type).offsetsOf(some)[0]! });
  g.code
    .set(found)
    .get(to.base)
    .i32(some.tag)
    .i32(0)
    .get(found)
    .op('select')
    .store('i32.store8', { offset: to.offset });
}
