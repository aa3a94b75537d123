// Values with strings or vectors in storage: their parts one behind the other, what has no fixed length with its length.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { Field, Type, VectorType } from '../../checker/types.js';
import {
  enumLayout,
  fieldsLayout,
  isFixed,
  layoutOf,
  listHead,
  stringHead,
  strideOf,
} from '../../layout/layout.js';
import type { ModuleContext } from '../module-context.js';
import { allocate, panic } from '../runtime/heap.js';
import { forUp, helper } from '../runtime/limbs.js';
import { nameFor } from './names.js';

export const damagedText = 'a value in storage is damaged: it is shorter than its type';

/** Calls `each` for the parts of a value that are there, with code around it for what depends on a tag. */
function forParts(code: Code, type: Type, tag: () => void, each: (part: Type, offset: number) => void): void {
  const fields = (all: readonly Field[], offsets: readonly number[]): void => {
    for (const [nth, field] of all.entries())
      if (layoutOf(field.type).size > 0) each(field.type, offsets[nth]!);
  };
  if (type.kind === 'struct' || type.kind === 'tuple')
    return fields(type.fields, fieldsLayout(type.fields).offsets);
  if (type.kind === 'array') {
    for (let nth = 0; nth < type.length; nth++) each(type.element, nth * strideOf(type.element));
    return;
  }
  if (type.kind !== 'enum') throw new Error(`${type.name} cannot be stored`);
  const layout = enumLayout(type);
  for (const variant of type.variants) {
    if (variant.fields.length === 0) continue;
    tag();
    code
      .i32(variant.tag)
      .op('i32.eq')
      .if(undefined, () => fields(variant.fields, layout.offsetsOf(variant)));
  }
}

const tagLoad = (type: Type): 'i32.load8_u' | 'i32.load16_u' =>
  type.kind === 'enum' && enumLayout(type).tagSize === 2 ? 'i32.load16_u' : 'i32.load8_u';
const tagSize = (type: Type): number => (type.kind === 'enum' ? enumLayout(type).tagSize : 0);

/** (value) → how many bytes it takes. Not for fixed types. */
export const storedSize = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('stored_size', type), ['value'], ['i32'], (made, value) => {
    const { code } = made;
    const sum = made.local('i32', 'sum');
    if (type.kind === 'string') {
      return void code.get(value).load('i32.load').load('i32.load').i32(stringHead).op('i32.add');
    }
    const add = (part: Type, push: () => void): void => {
      if (isFixed(part)) code.i32(layoutOf(part).size);
      else {
        push();
        code.call(storedSize(module, part));
      }
      code.get(sum).op('i32.add').set(sum);
    };
    if (type.kind === 'vector') {
      const i = made.local('i32', 'i');
      code.i32(4).set(sum);
      forItems(code, type, value, i, push => add(type.element, push));
      return void code.get(sum);
    }
    code.i32(tagSize(type)).set(sum);
    forParts(
      code,
      type,
      () => code.get(value).load(tagLoad(type)),
      (part, offset) => add(part, () => code.get(value).i32(offset).op('i32.add')),
    );
    code.get(sum);
  });

function forItems(
  code: Code,
  { element }: VectorType,
  value: number,
  i: number,
  each: (push: () => void) => void,
): void {
  forUp(
    code,
    i,
    () => code.get(value).load('i32.load').load('i32.load', { offset: listHead.length }),
    () =>
      each(() => {
        code.get(value).load('i32.load').load('i32.load', { offset: listHead.items });
        code.get(i).i32(strideOf(element)).op('i32.mul', 'i32.add');
      }),
  );
}

/** (value, out) → behind what was written. There must be room. Not for fixed types. */
export const writeStored = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('write', type), ['value', 'out'], ['i32'], (made, value, out) => {
    const { code } = made;
    if (type.kind === 'string') {
      const size = made.local('i32', 'size');
      code.get(value).load('i32.load').tee(value).load('i32.load').i32(stringHead).op('i32.add').set(size);
      code.get(out, value, size).memoryCopy(module.memory);
      return void code.get(out, size).op('i32.add');
    }
    const write = (part: Type, push: () => void): void => {
      const { size } = layoutOf(part);
      if (isFixed(part)) {
        code.get(out);
        push();
        code.i32(size).memoryCopy(module.memory).get(out).i32(size).op('i32.add').set(out);
      } else {
        push();
        code.get(out).call(writeStored(module, part)).set(out);
      }
    };
    if (type.kind === 'vector') {
      const i = made.local('i32', 'i');
      code
        .get(out)
        .get(value)
        .load('i32.load')
        .load('i32.load', { offset: listHead.length })
        .store('i32.store', { align: 0 });
      code.get(out).i32(4).op('i32.add').set(out);
      forItems(code, type, value, i, push => write(type.element, push));
      return void code.get(out);
    }
    const tag = (): void => void code.get(value).load(tagLoad(type));
    if (tagSize(type) > 0) {
      code.get(out);
      tag();
      code
        .store(tagSize(type) === 1 ? 'i32.store8' : 'i32.store16', { align: 0 })
        .get(out)
        .i32(tagSize(type))
        .op('i32.add')
        .set(out);
    }
    forParts(code, type, tag, (part, offset) => write(part, () => code.get(value).i32(offset).op('i32.add')));
    code.get(out);
  });

/** (from, end, to) → behind what was read; `to` is zero bytes before. Panics where the bytes end too early. Not for fixed types. */
export const readStored = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('read', type), ['from', 'end', 'to'], ['i32'], (made, from, end, to) => {
    const { code } = made;
    if (type.kind === 'string') return readString(module, made, from, end, to);
    if (type.kind === 'vector') return readVector(module, made, type, from, end, to);
    if (tagSize(type) > 0) {
      need(module, code, from, end, () => code.i32(tagSize(type)));
      code
        .get(to)
        .get(from)
        .load(tagLoad(type), { align: 0 })
        .store(tagSize(type) === 1 ? 'i32.store8' : 'i32.store16');
      code.get(from).i32(tagSize(type)).op('i32.add').set(from);
    }
    forParts(
      code,
      type,
      () => code.get(to).load(tagLoad(type)),
      (part, offset) => readPart(module, code, part, from, end, () => code.get(to).i32(offset).op('i32.add')),
    );
    code.get(from);
  });

/** Moves `from` behind the part. */
function readPart(
  module: ModuleContext,
  code: Code,
  part: Type,
  from: number,
  end: number,
  pushTo: () => void,
): void {
  const { size } = layoutOf(part);
  if (isFixed(part)) {
    need(module, code, from, end, () => code.i32(size));
    pushTo();
    code.get(from).i32(size).memoryCopy(module.memory).get(from).i32(size).op('i32.add').set(from);
    return;
  }
  code.get(from, end);
  pushTo();
  code.call(readStored(module, part)).set(from);
}

/** Panics where there are fewer bytes left. */
function need(module: ModuleContext, code: Code, from: number, end: number, pushCount: () => void): void {
  pushCount();
  code
    .get(end, from)
    .op('i32.sub', 'i32.gt_u')
    .if(undefined, () => panic(module, code, damagedText));
}

function readString(
  module: ModuleContext,
  made: FunctionBuilder,
  from: number,
  end: number,
  to: number,
): void {
  const { code } = made;
  const [length, handle] = [made.local('i32', 'length'), made.local('i32', 'handle')];
  need(module, code, from, end, () => code.i32(stringHead));
  code.get(from).load('i32.load', { align: 0 }).set(length);
  code.get(from).i32(stringHead).op('i32.add').set(from);
  need(module, code, from, end, () => code.get(length));
  code.get(length).i32(stringHead).op('i32.add').call(allocate(module)).set(handle);
  code.get(handle, length).store('i32.store');
  code.get(handle).i32(stringHead).op('i32.add').get(from, length).memoryCopy(module.memory);
  code.get(to, handle).store('i32.store');
  code.get(from, length).op('i32.add');
}

function readVector(
  module: ModuleContext,
  made: FunctionBuilder,
  { element }: VectorType,
  from: number,
  end: number,
  to: number,
): void {
  const { code } = made;
  const [length, list, items, i] = ['length', 'list', 'items', 'i'].map(name => made.local('i32', name)) as [
    number,
    number,
    number,
    number,
  ];
  const stride = strideOf(element);
  need(module, code, from, end, () => code.i32(4));
  code.get(from).load('i32.load', { align: 0 }).set(length).get(from).i32(4).op('i32.add').set(from);
  code
    .get(length)
    .op('i32.eqz')
    .if(undefined, () => void code.get(from).op('return'));
  // Every element takes at least a byte, so a length beyond what is left is damage, and no reason to look for room.
  if (stride > 0) need(module, code, from, end, () => code.get(length));
  code.get(length).i32(stride).op('i32.mul').call(allocate(module)).set(items);
  code.get(items).i32(0).get(length).i32(stride).op('i32.mul').memoryFill(module.memory);
  forUp(
    code,
    i,
    () => code.get(length),
    () =>
      readPart(module, code, element, from, end, () =>
        code.get(items).get(i).i32(stride).op('i32.mul', 'i32.add'),
      ),
  );
  code.i32(listHead.size).call(allocate(module)).set(list);
  code.get(list, length).store('i32.store', { offset: listHead.length });
  code.get(list, length).store('i32.store', { offset: listHead.capacity });
  code.get(list, items).store('i32.store', { offset: listHead.items });
  code.get(to, list).store('i32.store').get(from);
}
