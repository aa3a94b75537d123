// Vectors in storage: the length under one key, every element under its own.

import type { Span } from '@sonde/front-end';
import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { Slot } from '../../checker/typed-places.js';
import type { EnumType, Type, VectorType } from '../../checker/types.js';
import { listHead, shapeOf, strideOf } from '../../layout/layout.js';
import { emitIndex } from '../arithmetic/conversions.js';
import { storeList } from '../aggregates.js';
import { emitAddress, emitInto, needed, pushAddress } from '../expressions.js';
import { failIf } from '../failures.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { loadScalar, zeroBytes } from '../memory.js';
import { lengthType } from '../places.js';
import { allocate } from '../runtime/heap.js';
import { isStored, readFixed, writeBytes } from '../runtime/storage.js';
import { elementSuffixSize, emitKey, lengthSuffix, type SlotKey } from './keys.js';
import { emitOption, emitStore, emitStoredInto } from './slots.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

/** Evaluates the keys of the slot; both locals stay as they are while `body` writes code. */
export function withSlotKey(g: FunctionContext, slot: Slot, body: (key: SlotKey, end: number) => void): void {
  const key = emitKey(g, slot, elementSuffixSize);
  g.scratch('i32', end => {
    key.pushAddress();
    key.pushLength();
    g.code.op('i32.add').set(end);
    body(key, end);
  });
}

/** `end` is behind the vector's own key. */
function lengthKey(g: FunctionContext, key: SlotKey, end: number): SlotKey {
  const { code, module } = g;
  code.get(end).i32(module.data.bytes(lengthSuffix)).i32(lengthSuffix.length).memoryCopy(module.memory);
  return {
    ...key,
    pushLength: () => {
      key.pushLength();
      code.i32(lengthSuffix.length).op('i32.add');
    },
  };
}

function elementKey(g: FunctionContext, key: SlotKey, end: number, pushIndex: () => void): SlotKey {
  const { code } = g;
  code.get(end).i32(0).store('i32.store8').get(end);
  pushIndex();
  code.store('i64.store', { offset: 1, align: 0 });
  return {
    ...key,
    pushLength: () => {
      key.pushLength();
      code.i32(elementSuffixSize).op('i32.add');
    },
  };
}

/** Pushes the length, a u64. */
export function emitStoredLength(g: FunctionContext, key: SlotKey, end: number): void {
  const { code } = g;
  const room = g.room(8);
  code.get(room.base).i64(0).store('i64.store', { offset: room.offset });
  const at = lengthKey(g, key, end);
  code.i32(at.domain);
  at.pushAddress();
  at.pushLength();
  pushAddress(g, room);
  code.i32(8).call(readFixed(g.module)).op('drop').get(room.base).load('i64.load', { offset: room.offset });
}

function emitLengthWrite(g: FunctionContext, key: SlotKey, end: number, pushLength: () => void): void {
  const { code } = g;
  const room = g.room(8);
  code.get(room.base);
  pushLength();
  code.store('i64.store', { offset: room.offset });
  const at = lengthKey(g, key, end);
  code.i32(at.domain);
  at.pushAddress();
  at.pushLength();
  pushAddress(g, room);
  code.i32(8).call(writeBytes(g.module));
}

/** The element goes to `to`; nothing checks the index. */
export function emitElementRead(
  g: FunctionContext,
  key: SlotKey,
  end: number,
  element: Type,
  pushIndex: () => void,
  to: Destination,
): void {
  emitStoredInto(g, elementKey(g, key, end, pushIndex), element, true, to);
  g.code.op('drop');
}

export function emitStorageVector(
  g: FunctionContext,
  e: Of<'storageVector'>,
  to: Destination | undefined,
): void {
  const type = e.slot.type as VectorType;
  const { code } = g;
  withSlotKey(g, e.slot, (key, end) => {
    g.scratch('i64', index => {
      if (e.index !== undefined) {
        emitIndex(g, e.index);
        code.set(index);
      }
      const value = e.value === undefined ? undefined : g.temporary(e.value.type);
      if (e.value !== undefined) emitInto(g, e.value, value!);
      g.row(e.at);
      const length = g.named('length', 'i64');
      if (e.operation !== 'clear') {
        emitStoredLength(g, key, end);
        code.set(length);
      }
      const write = (): void =>
        emitStore(
          g,
          elementKey(g, key, end, () => code.get(index)),
          type.element,
          true,
          () => pushAddress(g, value!),
        );
      switch (e.operation) {
        case 'len':
          return void code.get(length);
        case 'clear':
          return emitLengthWrite(g, key, end, () => code.i64(0));
        case 'push':
          code.get(length).set(index);
          write();
          return emitLengthWrite(g, key, end, () => code.get(index).i64(1).op('i64.add'));
        case 'set':
          checkBounds(g, e, index, length);
          return write();
        case 'at':
          checkBounds(g, e, index, length);
          return emitElement(g, key, end, type.element, index, to);
        case 'get':
          return emitOption(g, e.type as EnumType, needed(to), payload =>
            readIf(g, key, end, type.element, () => code.get(index, length).op('i64.lt_u'), index, payload),
          );
        case 'pop':
          emitOption(g, e.type as EnumType, needed(to), payload => {
            code.get(length).i64(1).op('i64.sub').set(index);
            readIf(g, key, end, type.element, () => code.get(length).i64(0).op('i64.ne'), index, payload);
          });
          code.get(needed(to).base).load('i32.load8_u', { offset: needed(to).offset });
          return void code.if(undefined, () => emitLengthWrite(g, key, end, () => code.get(index)));
      }
    });
  });
}

/** Reads the element where the condition holds, which stays on the stack. */
function readIf(
  g: FunctionContext,
  key: SlotKey,
  end: number,
  element: Type,
  condition: () => void,
  index: number,
  to: Destination,
): void {
  condition();
  g.code.if(
    'i32',
    () => {
      emitElementRead(g, key, end, element, () => g.code.get(index), to);
      g.code.i32(1);
    },
    () => void g.code.i32(0),
  );
}

function checkBounds(g: FunctionContext, e: Of<'storageVector'>, index: number, length: number): void {
  const position = g.named('index', 'i64');
  g.code.get(index).tee(position).get(length).op('i64.ge_u');
  failIf(g, e.outOfBounds, 'bounds', e.at, [
    { name: 'index', type: lengthType, index: position, inMemory: false },
    { name: 'length', type: lengthType, index: length, inMemory: false },
  ]);
}

function emitElement(
  g: FunctionContext,
  key: SlotKey,
  end: number,
  element: Type,
  index: number,
  to: Destination | undefined,
): void {
  const shape = shapeOf(element);
  const place = shape === 'memory' ? needed(to) : g.temporary(element);
  emitElementRead(g, key, end, element, () => g.code.get(index), place);
  if (shape === 'memory' || shape === 'none') return;
  g.code.get(place.base);
  loadScalar(g.code, element, place.offset);
}

/** All elements, in memory. */
export function emitVectorRead(
  g: FunctionContext,
  slot: Slot,
  type: VectorType,
  at: Span,
  to: Destination,
): void {
  withSlotKey(g, slot, (key, end) => {
    g.row(at);
    emitAllElements(g, key, end, type, to);
  });
}

function emitAllElements(
  g: FunctionContext,
  key: SlotKey,
  end: number,
  type: VectorType,
  to: Destination,
): void {
  const { code, module } = g;
  g.scratch('i64', length => {
    g.scratch('i64', index => {
      g.scratch('i32', item => {
        g.scratch('i32', items => {
          emitStoredLength(g, key, end);
          code.set(length);
          zeroBytes(g, type, to);
          code
            .get(length)
            .i64(0)
            .op('i64.ne')
            .if(undefined, () => {
              pushCount(g, length);
              code.i32(strideOf(type.element)).op('i32.mul').call(allocate(module)).tee(items).set(item);
              code.i64(0).set(index);
              forElements(g, index, length, () => {
                emitElementRead(g, key, end, type.element, () => code.get(index), { base: item, offset: 0 });
                code.get(item).i32(strideOf(type.element)).op('i32.add').set(item);
              });
              storeList(g, items, () => code.get(length).op('i32.wrap_i64'), to);
            });
        });
      });
    });
  });
}

/** A vector as an entry of a map: it is there when its length is. */
export function emitVectorEntry(
  g: FunctionContext,
  { slot, operation, type, at }: Of<'storageEntry'>,
  to: Destination | undefined,
): void {
  const { code } = g;
  withSlotKey(g, slot, (key, end) => {
    g.row(at);
    const pushLengthKey = (): void => {
      const own = lengthKey(g, key, end);
      code.i32(own.domain);
      own.pushAddress();
      own.pushLength();
    };
    const pushHas = (): void => {
      pushLengthKey();
      code.call(isStored(g.module));
    };
    if (operation === 'has') return pushHas();
    const out = needed(to);
    emitOption(g, type as EnumType, out, payload => {
      emitAllElements(g, key, end, slot.type as VectorType, payload);
      pushHas();
    });
    if (operation === 'get') return;
    code
      .get(out.base)
      .load('i32.load8_u', { offset: out.offset })
      .if(undefined, () => {
        pushLengthKey();
        code.i32(0).i32(0).call(writeBytes(g.module));
      });
  });
}

/** Pushes a length as 32 bits; one that no heap has room for is made so large that allocation tells. */
function pushCount({ code }: FunctionContext, length: number): void {
  code.get(length).i64(0x000f_ffff).get(length).i64(0x000f_ffff).op('i64.lt_u', 'select', 'i32.wrap_i64');
}

function forElements({ code }: FunctionContext, index: number, length: number, body: () => void): void {
  code.block(undefined, done => {
    code.loop(undefined, again => {
      code.get(index, length).op('i64.ge_u').brIf(done);
      body();
      code.get(index).i64(1).op('i64.add').set(index).br(again);
    });
  });
}

export function emitVectorWrite(g: FunctionContext, slot: Slot, value: TypedExpression, at: Span): void {
  const { code } = g;
  const { element } = value.type as VectorType;
  withSlotKey(g, slot, (key, end) => {
    g.scratch('i64', length => {
      g.scratch('i64', index => {
        g.scratch('i32', list => {
          emitAddress(g, value);
          code
            .load('i32.load')
            .tee(list)
            .load('i32.load', { offset: listHead.length })
            .op('i64.extend_i32_u')
            .set(length);
          g.row(at);
          emitLengthWrite(g, key, end, () => code.get(length));
          code.i64(0).set(index);
          forElements(g, index, length, () => {
            emitStore(
              g,
              elementKey(g, key, end, () => code.get(index)),
              element,
              true,
              () => {
                code.get(list).load('i32.load', { offset: listHead.items });
                code.get(index).op('i32.wrap_i64').i32(strideOf(element)).op('i32.mul', 'i32.add');
              },
            );
          });
        });
      });
    });
  });
}
