// Vectors and maps in memory: lists that grow, and the entries of a map in the order in which they came.

import type { FunctionReference } from '@sonde/wasm';
import type { MapType } from '../../checker/types.js';
import { entryLayout, listHead } from '../../layout/layout.js';
import { equality } from '../by-type/equality.js';
import { nameFor } from '../by-type/names.js';
import type { ModuleContext } from '../module-context.js';
import { allocate } from './heap.js';
import { forUp, helper } from './limbs.js';

/** (slot, stride) → the address of one more item. `slot` has the handle, which is 0 as long as there was none. */
export const appendItem = (module: ModuleContext): FunctionReference =>
  helper(module, '__list_append', ['slot', 'stride'], ['i32'], (made, slot, stride) => {
    const { code } = made;
    const [list, length, items] = ['list', 'length', 'items'].map(name => made.local('i32', name)) as [
      number,
      number,
      number,
    ];
    code
      .get(slot)
      .load('i32.load')
      .tee(list)
      .op('i32.eqz')
      .if(undefined, () => {
        code
          .i32(listHead.size)
          .call(allocate(module))
          .tee(list)
          .i32(0)
          .i32(listHead.size)
          .memoryFill(module.memory);
        code.get(slot, list).store('i32.store');
      });
    code.get(list).load('i32.load', { offset: listHead.length }).tee(length);
    code
      .get(list)
      .load('i32.load', { offset: listHead.capacity })
      .op('i32.eq')
      .if(undefined, () => {
        // Twice as many as there were, at least four.
        const room = made.local('i32', 'room');
        code.get(length).i32(1).op('i32.shl').i32(4).get(length).i32(2).op('i32.gt_u', 'select').set(room);
        code.get(room, stride).op('i32.mul').call(allocate(module)).set(items);
        code.get(items).get(list).load('i32.load', { offset: listHead.items });
        code.get(length, stride).op('i32.mul').memoryCopy(module.memory);
        code.get(list, items).store('i32.store', { offset: listHead.items });
        code.get(list, room).store('i32.store', { offset: listHead.capacity });
      });
    code.get(list).get(length).i32(1).op('i32.add').store('i32.store', { offset: listHead.length });
    code.get(list).load('i32.load', { offset: listHead.items }).get(length, stride).op('i32.mul', 'i32.add');
  });

/** (slot, key) → the address of the entry, or 0. */
export const findEntry = (module: ModuleContext, type: MapType): FunctionReference =>
  helper(module, nameFor('find', type), ['slot', 'key'], ['i32'], (made, slot, key) => {
    const { code } = made;
    const [i, list, entry] = ['i', 'list', 'entry'].map(name => made.local('i32', name)) as [
      number,
      number,
      number,
    ];
    const { size } = entryLayout(type);
    code.get(slot).load('i32.load').set(list);
    code.get(list).load('i32.load', { offset: listHead.items }).set(entry);
    forUp(
      code,
      i,
      () => code.get(list).load('i32.load', { offset: listHead.length }),
      () => {
        code.get(entry, key).call(equality(module, type.key));
        code.if(undefined, () => void code.get(entry).op('return'));
        code.get(entry).i32(size).op('i32.add').set(entry);
      },
    );
    code.i32(0);
  });

/** (slot, item, stride): takes the item at that address out; those behind it move up. */
export const removeItem = (module: ModuleContext): FunctionReference =>
  helper(module, '__list_remove', ['slot', 'item', 'stride'], [], (made, slot, item, stride) => {
    const { code } = made;
    const [list, end] = [made.local('i32', 'list'), made.local('i32', 'end')];
    code.get(slot).load('i32.load').tee(list).load('i32.load', { offset: listHead.items });
    code
      .get(list)
      .load('i32.load', { offset: listHead.length })
      .get(stride)
      .op('i32.mul', 'i32.add')
      .set(end);
    code.get(item).get(item, stride).op('i32.add');
    code.get(end, item).op('i32.sub').get(stride).op('i32.sub').memoryCopy(module.memory);
    code.get(list).get(list).load('i32.load', { offset: listHead.length }).i32(1).op('i32.sub');
    code.store('i32.store', { offset: listHead.length });
  });
