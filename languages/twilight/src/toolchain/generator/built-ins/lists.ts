// Operations on vectors and arrays in memory.

import type { BuiltIn } from '../../checker/built-ins.js';
import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, Type } from '../../checker/types.js';
import { listHead, strideOf } from '../../layout/layout.js';
import { emitCopies, storeList } from '../aggregates.js';
import { emitIndex } from '../arithmetic/conversions.js';
import { equality } from '../by-type/equality.js';
import { pushClone } from '../by-type/clone.js';
import { emitAddress, emitInto, needed, pushAddress } from '../expressions.js';
import { failIf } from '../failures.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { moveValue, zeroBytes } from '../memory.js';
import { lengthType, pushItems } from '../places.js';
import { allocate } from '../runtime/heap.js';
import { appendItem } from '../runtime/lists.js';
import { whileTrue } from '../runtime/limbs.js';
import { emitOption } from '../storage/slots.js';
import type { BuiltInCall } from './built-ins.js';

type ListOperation = Extract<BuiltIn, `vector.${string}` | `array.${string}`>;

export function emitListOperation(
  g: FunctionContext,
  e: BuiltInCall,
  operation: ListOperation,
  to: Destination | undefined,
): void {
  if (operation === 'vector.filled') return emitFilled(g, e, needed(to));
  const { code, module } = g;
  const [receiver, first, second] = e.args as [TypedExpression, TypedExpression?, TypedExpression?];
  const type = receiver.type;
  if (type.kind !== 'vector' && type.kind !== 'array') throw new Error(`${type.name} is no list`);
  const { element } = type;
  const stride = strideOf(element);
  const fixed = type.kind === 'array' ? type.length : undefined;
  g.scratch('i32', slot => {
    emitAddress(g, receiver);
    code.set(slot);
    switch (operation) {
      case 'vector.len':
        return void code.get(slot).load('i32.load').load('i32.load').op('i64.extend_i32_u');
      case 'vector.push': {
        const value = g.temporary(element);
        emitInto(g, first!, value);
        code.get(slot).i32(stride).call(appendItem(module));
        pushAddress(g, value);
        return moveValue(module, code, element);
      }
      case 'vector.pop':
        return emitOption(g, e.type as EnumType, needed(to), payload => emitPop(g, slot, element, payload));
      case 'vector.clear':
        code
          .get(slot)
          .load('i32.load')
          .if(undefined, () => {
            code.get(slot).load('i32.load').i32(0).store('i32.store', { offset: listHead.length });
          });
        return;
      case 'vector.get':
      case 'array.get':
        g.scratch('i64', index => {
          emitIndex(g, first!);
          code.set(index);
          emitOption(g, e.type as EnumType, needed(to), payload => {
            code.get(slot);
            pushItems(g, fixed);
            const items = g.named('items', 'i32');
            code
              .set(items)
              .get(index, g.named('length', 'i64'))
              .op('i64.lt_u')
              .if(
                'i32',
                () => {
                  pushAddress(g, payload);
                  code.get(items).get(index).op('i32.wrap_i64').i32(stride).op('i32.mul', 'i32.add');
                  pushClone(module, code, element);
                  code.i32(1);
                },
                () => void code.i32(0),
              );
          });
        });
        return;
      case 'vector.contains':
      case 'array.contains': {
        const value = g.temporary(element);
        emitInto(g, first!, value);
        code.get(slot);
        pushItems(g, fixed);
        return emitContains(g, element, value);
      }
      case 'vector.swap':
        return emitSwap(g, e, slot, element, first!, second!);
    }
  });
}

/** Pushes whether there was one. */
function emitPop(g: FunctionContext, slot: number, element: Type, to: Destination): void {
  const { code, module } = g;
  const list = g.named('list', 'i32');
  const count = g.named('count', 'i32');
  code.get(slot).load('i32.load').tee(list).load('i32.load', { offset: listHead.length }).tee(count);
  code.if(
    'i32',
    () => {
      code
        .get(list)
        .get(count)
        .i32(1)
        .op('i32.sub')
        .tee(count)
        .store('i32.store', { offset: listHead.length });
      pushAddress(g, to);
      code.get(list).load('i32.load', { offset: listHead.items }).get(count).i32(strideOf(element));
      code.op('i32.mul', 'i32.add');
      moveValue(module, code, element);
      code.i32(1);
    },
    () => void code.i32(0),
  );
}

/** With the address of the first item on the stack, and the length in `$length`. */
function emitContains(g: FunctionContext, element: Type, value: Destination): void {
  const { code, module } = g;
  const [item, found, length] = [g.named('items', 'i32'), g.named('found', 'i32'), g.named('length', 'i64')];
  code.set(item).i32(0).set(found);
  whileTrue(
    code,
    () => code.get(length).i64(0).op('i64.ne').get(found).op('i32.eqz', 'i32.and'),
    () => {
      code.get(item);
      pushAddress(g, value);
      code.call(equality(module, element)).set(found);
      code.get(item).i32(strideOf(element)).op('i32.add').set(item);
      code.get(length).i64(1).op('i64.sub').set(length);
    },
  );
  code.get(found);
}

function emitSwap(
  g: FunctionContext,
  e: BuiltInCall,
  slot: number,
  element: Type,
  first: TypedExpression,
  second: TypedExpression,
): void {
  const { code, module } = g;
  const length = g.named('length', 'i64');
  const held = g.temporary(element);
  g.scratch('i64', one => {
    g.scratch('i64', other => {
      for (const [place, index] of [
        [one, first],
        [other, second],
      ] as const) {
        emitIndex(g, index);
        code.set(place);
      }
      code.get(slot);
      pushItems(g, undefined);
      const items = g.named('items', 'i32');
      code.set(items);
      for (const place of [one, other]) {
        const index = g.named('index', 'i64');
        code.get(place).tee(index).get(length).op('i64.ge_u');
        failIf(g, { outcome: 'panic', text: 'index out of bounds' }, 'bounds', e.at, [
          { name: 'index', type: lengthType, index, inMemory: false },
          { name: 'length', type: lengthType, index: length, inMemory: false },
        ]);
      }
      const at = (place: number): void =>
        void code.get(items).get(place).op('i32.wrap_i64').i32(strideOf(element)).op('i32.mul', 'i32.add');
      pushAddress(g, held);
      at(one);
      moveValue(module, code, element);
      at(one);
      at(other);
      moveValue(module, code, element);
      at(other);
      pushAddress(g, held);
      moveValue(module, code, element);
    });
  });
}

/** (count, value). */
function emitFilled(g: FunctionContext, e: BuiltInCall, to: Destination): void {
  const { code, module } = g;
  const type = e.type;
  if (type.kind !== 'vector') throw new Error(`${type.name} is no vector`);
  const [count, value] = e.args as [TypedExpression, TypedExpression];
  const stride = strideOf(type.element);
  g.scratch('i64', length => {
    g.scratch('i32', items => {
      g.scratch('i32', nth => {
        emitIndex(g, count);
        code.set(length);
        const first = g.temporary(type.element);
        emitInto(g, value, first);
        zeroBytes(g, type, to);
        code
          .get(length)
          .i64(0)
          .op('i64.ne')
          .if(undefined, () => {
            // More than any heap has room for: allocation tells.
            code
              .get(length)
              .i64(0x000f_ffff)
              .get(length)
              .i64(0x000f_ffff)
              .op('i64.lt_u', 'select', 'i32.wrap_i64');
            code.tee(nth).i32(stride).op('i32.mul').call(allocate(module)).set(items);
            code.get(items);
            pushAddress(g, first);
            moveValue(module, code, type.element);
            code.i32(1).set(nth);
            emitCopies(
              g,
              type.element,
              nth,
              () => code.get(length).op('i32.wrap_i64'),
              () => code.get(items),
            );
            storeList(g, items, () => code.get(length).op('i32.wrap_i64'), to);
          });
      });
    });
  });
}
