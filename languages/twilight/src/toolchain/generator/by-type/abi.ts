// Ethereum's ABI encoding: words of 32 bytes, heads first, what has no fixed length behind them.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { EnumType, Field, TupleType, Type } from '../../checker/types.js';
import { enumLayout, fieldsLayout, isFixed, layoutOf, listHead, strideOf } from '../../layout/layout.js';
import type { ModuleContext } from '../module-context.js';
import { reserve } from '../runtime/heap.js';
import { forUp, helper } from '../runtime/limbs.js';
import { nameFor } from './names.js';
import { storedSize, writeStored } from './stored.js';

export const wordSize = 32;

export const tupleOf = (types: readonly Type[]): TupleType => ({
  kind: 'tuple',
  name: `(${types.map(({ name }) => name).join(',')})`,
  fields: types.map((type, nth) => ({ name: String(nth), nth, type, public: true })),
});

/** An enum without payload is its tag; any other is bytes: its encoding in storage. */
export const isTagOnly = (type: EnumType): boolean =>
  type.variants.every(({ fields }) => fields.length === 0);

/** Whether its length is not known from its type. */
export function isDynamic(type: Type): boolean {
  switch (type.kind) {
    case 'string':
    case 'vector':
      return true;
    case 'struct':
    case 'tuple':
      return type.fields.some(field => isDynamic(field.type));
    case 'array':
      return isDynamic(type.element);
    case 'enum':
      return !isTagOnly(type);
    default:
      return false;
  }
}

/** Bytes of the head: all of it where the length is known, else where it is. */
export function headSize(type: Type): number {
  if (isDynamic(type)) return wordSize;
  switch (type.kind) {
    case 'struct':
    case 'tuple':
      return type.fields.reduce((sum, field) => sum + headSize(field.type), 0);
    case 'array':
      return type.length * headSize(type.element);
    case 'unit':
      return 0;
    default:
      return wordSize;
  }
}

/** (value, out) → how many bytes it took. Of something dynamic it writes what its head leads to. */
export const abiEncode = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('abi', type), ['value', 'out'], ['i32'], (made, value, out) => {
    const { code } = made;
    const room = (bytes: () => void): void => {
      code.get(out);
      bytes();
      code.call(reserve(module));
    };
    switch (type.kind) {
      case 'unit':
        return void code.i32(0);
      case 'struct':
      case 'tuple':
        room(() => code.i32(type.fields.reduce((sum, field) => sum + headSize(field.type), 0)));
        return encodeFields(module, made, type.fields, fieldsLayout(type.fields).offsets, value, out);
      case 'array': {
        const fields = Array.from({ length: type.length }, (_, nth) => ({
          name: '',
          nth,
          type: type.element,
          public: true,
        }));
        room(() => code.i32(type.length * headSize(type.element)));
        return encodeFields(
          module,
          made,
          fields,
          fields.map(({ nth }) => nth * strideOf(type.element)),
          value,
          out,
        );
      }
      case 'vector':
        return encodeVector(module, made, type.element, value, out);
      case 'string':
        code.get(value).load('i32.load').set(value);
        return encodeBytes(
          module,
          code,
          out,
          () => code.get(value).load('i32.load'),
          () => code.get(value).i32(4).op('i32.add'),
        );
      case 'enum':
        if (!isTagOnly(type)) return encodeStored(module, made, type, value, out);
        room(() => code.i32(wordSize));
        code.get(value).i32(enumLayout(type).tagSize).i32(0).get(out).call(numberWord(module));
        return void code.i32(wordSize);
      default:
        room(() => code.i32(wordSize));
        encodeWord(module, code, type, value, out);
        return void code.i32(wordSize);
    }
  });

function encodeWord(module: ModuleContext, code: Code, type: Type, value: number, out: number): void {
  const { size } = layoutOf(type);
  if (type.kind === 'int' || type.kind === 'bool') {
    const signed = type.kind === 'int' && type.signed;
    return void code
      .get(value)
      .i32(size)
      .i32(signed ? 1 : 0)
      .get(out)
      .call(numberWord(module));
  }
  code.get(out).i32(0).i32(wordSize).memoryFill(module.memory);
  code
    .get(out)
    .i32(wordSize - size)
    .op('i32.add')
    .get(value)
    .i32(size)
    .memoryCopy(module.memory);
}

/** (value, size, signed, out): big-endian, the sign in front. */
const numberWord = (module: ModuleContext): FunctionReference =>
  helper(module, '__abi_number', ['value', 'size', 'signed', 'out'], [], (made, value, size, signed, out) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    code.get(out);
    code.get(value, size).op('i32.add').i32(1).op('i32.sub').load('i32.load8_s').i32(31).op('i32.shr_s');
    code.i32(0).get(signed).op('select').i32(wordSize).memoryFill(module.memory);
    forUp(
      code,
      i,
      () => code.get(size),
      () => {
        code
          .get(out)
          .i32(wordSize - 1)
          .op('i32.add')
          .get(i)
          .op('i32.sub');
        code.get(value).get(i).op('i32.add').load('i32.load8_u').store('i32.store8');
      },
    );
  });

/** (out, number): a small number as a word. */
const smallWord = (module: ModuleContext): FunctionReference =>
  helper(module, '__abi_small', ['out', 'number'], [], (made, out, number) => {
    const { code } = made;
    code.get(out).i32(0).i32(wordSize).memoryFill(module.memory);
    for (const byte of [0, 1, 2, 3])
      code
        .get(out)
        .get(number)
        .i32(8 * byte)
        .op('i32.shr_u')
        .store('i32.store8', { offset: wordSize - 1 - byte });
  });

/** Heads at `out`, what they lead to behind them; leaves the length on the stack. */
function encodeFields(
  module: ModuleContext,
  made: FunctionBuilder,
  fields: readonly Field[],
  offsets: readonly number[],
  value: number,
  out: number,
): void {
  const { code } = made;
  const end = made.local('i32', 'end');
  code.i32(fields.reduce((sum, field) => sum + headSize(field.type), 0)).set(end);
  let head = 0;
  for (const [nth, { type }] of fields.entries()) {
    const at = head;
    head += headSize(type);
    if (isDynamic(type)) code.get(out).i32(at).op('i32.add').get(end).call(smallWord(module));
    code.get(value).i32(offsets[nth]!).op('i32.add').get(out);
    if (!isDynamic(type)) {
      code.i32(at).op('i32.add').call(abiEncode(module, type)).op('drop');
    } else code.get(end).op('i32.add').call(abiEncode(module, type)).get(end).op('i32.add').set(end);
  }
  code.get(end);
}

/** The number of bytes, then the bytes, filled up to whole words. */
function encodeBytes(
  module: ModuleContext,
  code: Code,
  out: number,
  pushLength: () => void,
  pushBytes: () => void,
): void {
  const padded = (): void => {
    pushLength();
    code
      .i32(wordSize - 1)
      .op('i32.add')
      .i32(-wordSize)
      .op('i32.and');
  };
  code.get(out).i32(wordSize).op('i32.add');
  padded();
  code.call(reserve(module));
  code.get(out);
  pushLength();
  code.call(smallWord(module));
  code.get(out).i32(wordSize).op('i32.add').i32(0);
  padded();
  code.memoryFill(module.memory);
  code.get(out).i32(wordSize).op('i32.add');
  pushBytes();
  pushLength();
  code.memoryCopy(module.memory);
  padded();
  code.i32(wordSize).op('i32.add');
}

function encodeVector(
  module: ModuleContext,
  made: FunctionBuilder,
  element: Type,
  value: number,
  out: number,
): void {
  const { code } = made;
  const list = made.local('i32', 'list');
  code.get(value).load('i32.load').set(list);
  const length = (): void => void code.get(list).load('i32.load', { offset: listHead.length });
  const items = (): void => void code.get(list).load('i32.load', { offset: listHead.items });
  // Bytes are bytes, and not a word each.
  if (element.kind === 'int' && element.bits === 8 && !element.signed)
    return encodeBytes(module, code, out, length, items);
  const [i, end, base] = ['i', 'end', 'base'].map(name => made.local('i32', name)) as [
    number,
    number,
    number,
  ];
  const head = headSize(element);
  code.get(out).i32(wordSize).op('i32.add');
  length();
  code.i32(head).op('i32.mul').call(reserve(module));
  code.get(out);
  length();
  code.call(smallWord(module));
  code.get(out).i32(wordSize).op('i32.add').set(base);
  length();
  code.i32(head).op('i32.mul').set(end);
  forUp(code, i, length, () => {
    const headAt = (): void => void code.get(base).get(i).i32(head).op('i32.mul', 'i32.add');
    const item = (): void => {
      items();
      code.get(i).i32(strideOf(element)).op('i32.mul', 'i32.add');
    };
    if (!isDynamic(element)) {
      item();
      headAt();
      return void code.call(abiEncode(module, element)).op('drop');
    }
    headAt();
    code.get(end).call(smallWord(module));
    item();
    code.get(base, end).op('i32.add').call(abiEncode(module, element)).get(end).op('i32.add').set(end);
  });
  code.get(end).i32(wordSize).op('i32.add');
}

/** Its bytes as they are stored. */
function encodeStored(
  module: ModuleContext,
  made: FunctionBuilder,
  type: Type,
  value: number,
  out: number,
): void {
  const { code } = made;
  const [size, from] = [made.local('i32', 'size'), made.local('i32', 'from')];
  if (isFixed(type)) {
    code.i32(layoutOf(type).size).set(size);
    return encodeBytes(
      module,
      code,
      out,
      () => code.get(size),
      () => code.get(value),
    );
  }
  code.get(value).call(storedSize(module, type)).set(size);
  // They are made behind the place where they will be.
  code
    .get(out)
    .i32(2 * wordSize)
    .op('i32.add')
    .get(size)
    .op('i32.add')
    .set(from);
  code.get(from, size).call(reserve(module));
  code.get(value, from).call(writeStored(module, type)).op('drop');
  encodeBytes(
    module,
    code,
    out,
    () => code.get(size),
    () => code.get(from),
  );
}
