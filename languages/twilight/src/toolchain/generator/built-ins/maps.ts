// Operations on maps in memory.

import type { BuiltIn } from '../../checker/built-ins.js';
import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, MapType } from '../../checker/types.js';
import { entryLayout, shapeOf } from '../../layout/layout.js';
import { pushClone } from '../by-type/clone.js';
import { emitAddress, emitInto, needed, pushAddress } from '../expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { loadScalar, moveValue, zeroBytes } from '../memory.js';
import { appendItem, findEntry, removeItem } from '../runtime/lists.js';
import { emitOption } from '../storage/slots.js';
import type { BuiltInCall } from './built-ins.js';

type MapOperation = Extract<BuiltIn, `map.${string}`>;

export function emitMapOperation(
  g: FunctionContext,
  e: BuiltInCall,
  operation: MapOperation,
  to: Destination | undefined,
): void {
  const { code, module } = g;
  const [receiver, keyValue, given] = e.args as [TypedExpression, TypedExpression?, TypedExpression?];
  const type = receiver.type as MapType;
  const { size, offsets } = entryLayout(type);
  const valueOffset = offsets[1]!;
  g.scratch('i32', slot => {
    emitAddress(g, receiver);
    code.set(slot);
    if (operation === 'map.len')
      return void code.get(slot).load('i32.load').load('i32.load').op('i64.extend_i32_u');
    const key = g.temporary(type.key);
    emitInto(g, keyValue!, key);
    const value = given === undefined ? undefined : g.temporary(type.value);
    if (given !== undefined) emitInto(g, given, value!);
    const entry = g.named('entry', 'i32');
    const find = (): void => {
      code.get(slot);
      pushAddress(g, key);
      code.call(findEntry(module, type)).tee(entry);
    };
    const pushValue = (): void => void code.get(entry).i32(valueOffset).op('i32.add');
    const option = (move: () => void, then?: () => void): void =>
      emitOption(g, e.type as EnumType, needed(to), payload => {
        find();
        code.if(
          'i32',
          () => {
            pushAddress(g, payload);
            pushValue();
            move();
            then?.();
            code.i32(1);
          },
          () => void code.i32(0),
        );
      });
    switch (operation) {
      case 'map.contains':
        find();
        return void code.i32(0).op('i32.ne');
      case 'map.get':
        return option(() => pushClone(module, code, type.value));
      case 'map.remove':
        return option(
          () => moveValue(module, code, type.value),
          () => code.get(slot, entry).i32(size).call(removeItem(module)),
        );
      case 'map.at': {
        const shape = shapeOf(type.value);
        const place = shape === 'memory' ? needed(to) : g.temporary(type.value);
        zeroBytes(g, type.value, place);
        find();
        code.if(undefined, () => {
          pushAddress(g, place);
          pushValue();
          pushClone(module, code, type.value);
        });
        if (shape === 'memory' || shape === 'none') return;
        code.get(place.base);
        return loadScalar(code, type.value, place.offset);
      }
      case 'map.insert':
        find();
        code.op('i32.eqz').if(undefined, () => {
          code
            .get(slot)
            .i32(size)
            .call(appendItem(module))
            .tee(entry)
            .i32(0)
            .i32(size)
            .memoryFill(module.memory);
          code.get(entry);
          pushAddress(g, key);
          moveValue(module, code, type.key);
        });
        pushValue();
        pushAddress(g, value!);
        return moveValue(module, code, type.value);
    }
  });
}
