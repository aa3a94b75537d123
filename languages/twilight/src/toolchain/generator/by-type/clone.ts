// Copies of values that share nothing that can change: vectors and maps are copied with all that they hold.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { Field, MapType, Type, VectorType } from '../../checker/types.js';
import { enumLayout, entryLayout, fieldsLayout, layoutOf, listHead, strideOf } from '../../layout/layout.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { copyBytes } from '../memory.js';
import type { ModuleContext } from '../module-context.js';
import { allocate } from '../runtime/heap.js';
import { forUp, helper } from '../runtime/limbs.js';
import { nameFor } from './names.js';

/** With the address of a value on the stack: a clone of it at `to`. */
export function cloneInto(g: FunctionContext, type: Type, to: Destination): void {
  if (isPlain(type)) return copyBytes(g, type, to);
  const from = g.named('from', 'i32');
  g.code.set(from).get(to.base);
  if (to.offset !== 0) g.code.i32(to.offset).op('i32.add');
  g.code.get(from);
  pushClone(g.module, g.code, type);
}

/** With two addresses on the stack: the first gets a clone of the value at the second. */
export function pushClone(module: ModuleContext, code: Code, type: Type): void {
  if (isPlain(type)) code.i32(layoutOf(type).size).memoryCopy(module.memory);
  else code.call(clone(module, type));
}

/** Whether a copy of its bytes is a clone: strings never change, so they may be shared. */
function isPlain(type: Type): boolean {
  switch (type.kind) {
    case 'vector':
    case 'map':
      return false;
    case 'struct':
    case 'tuple':
      return type.fields.every(field => isPlain(field.type));
    case 'enum':
      return type.variants.every(({ fields }) => fields.every(field => isPlain(field.type)));
    case 'array':
      return isPlain(type.element);
    default:
      return true;
  }
}

/** (to, from). */
const clone = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('clone', type), ['to', 'from'], [], (made, to, from) => {
    const { code } = made;
    const copyAll = (): void => void code.get(to, from).i32(layoutOf(type).size).memoryCopy(module.memory);
    const parts = (fields: readonly Field[], offsets: readonly number[]): void => {
      for (const [nth, field] of fields.entries()) {
        if (isPlain(field.type)) continue;
        for (const side of [to, from]) code.get(side).i32(offsets[nth]!).op('i32.add');
        pushClone(module, code, field.type);
      }
    };
    if (type.kind === 'vector' || type.kind === 'map') return cloneList(module, made, type, to, from);
    copyAll();
    if (type.kind === 'struct' || type.kind === 'tuple')
      return parts(type.fields, fieldsLayout(type.fields).offsets);
    if (type.kind === 'enum') {
      const layout = enumLayout(type);
      for (const variant of type.variants) {
        if (variant.fields.every(field => isPlain(field.type))) continue;
        code
          .get(from)
          .load(layout.tagSize === 1 ? 'i32.load8_u' : 'i32.load16_u')
          .i32(variant.tag)
          .op('i32.eq');
        code.if(undefined, () => parts(variant.fields, layout.offsetsOf(variant)));
      }
      return;
    }
    if (type.kind !== 'array') throw new Error(`${type.name} cannot be cloned`);
    const i = made.local('i32', 'i');
    forUp(
      code,
      i,
      () => code.i32(type.length),
      () => {
        for (const side of [to, from])
          code.get(side).get(i).i32(strideOf(type.element)).op('i32.mul', 'i32.add');
        pushClone(module, code, type.element);
      },
    );
  });

function cloneList(
  module: ModuleContext,
  made: FunctionBuilder,
  type: VectorType | MapType,
  to: number,
  from: number,
): void {
  const { code } = made;
  const [i, list, items, length, source] = ['i', 'list', 'items', 'length', 'source'].map(name =>
    made.local('i32', name),
  ) as [number, number, number, number, number];
  const parts =
    type.kind === 'vector'
      ? [{ type: type.element, offset: 0 }]
      : [type.key, type.value].map((part, nth) => ({ type: part, offset: entryLayout(type).offsets[nth]! }));
  const stride = type.kind === 'vector' ? strideOf(type.element) : entryLayout(type).size;
  code.get(from).load('i32.load').tee(list).load('i32.load', { offset: listHead.length }).tee(length);
  code.op('i32.eqz').if(undefined, () => void code.get(to).i32(0).store('i32.store').op('return'));
  code.get(list).load('i32.load', { offset: listHead.items }).set(source);
  code.get(length).i32(stride).op('i32.mul').call(allocate(module)).set(items);
  code.get(items, source).get(length).i32(stride).op('i32.mul').memoryCopy(module.memory);
  if (parts.some(part => !isPlain(part.type))) {
    forUp(
      code,
      i,
      () => code.get(length),
      () => {
        for (const part of parts) {
          if (isPlain(part.type)) continue;
          for (const side of [items, source])
            code.get(side).get(i).i32(stride).op('i32.mul', 'i32.add').i32(part.offset).op('i32.add');
          pushClone(module, code, part.type);
        }
      },
    );
  }
  code.i32(listHead.size).call(allocate(module)).set(list);
  code.get(list, length).store('i32.store', { offset: listHead.length });
  code.get(list, length).store('i32.store', { offset: listHead.capacity });
  code.get(list, items).store('i32.store', { offset: listHead.items });
  code.get(to, list).store('i32.store');
}
