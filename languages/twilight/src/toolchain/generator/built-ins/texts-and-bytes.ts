// Operations on strings, bytes, hashes, and the smaller or larger of two numbers.

import type { FunctionReference } from '@sonde/wasm';
import type { BuiltIn } from '../../checker/built-ins.js';
import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, IntType } from '../../checker/types.js';
import { enumLayout, layoutOf, listHead, shapeOf, stringHead } from '../../layout/layout.js';
import { storeList } from '../aggregates.js';
import { limbsOf } from '../arithmetic/ranges.js';
import { emit, emitAddress, emitInto, emitOperandAddress, needed, pushAddress } from '../expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { copyBytes, zeroBytes } from '../memory.js';
import type { ModuleContext } from '../module-context.js';
import { allocate } from '../runtime/heap.js';
import { checkAnswer } from '../runtime/host-answers.js';
import { forUp, helper } from '../runtime/limbs.js';
import { wideCompare } from '../runtime/wide-basics.js';
import { emitText } from '../texts.js';
import type { BuiltInCall } from './built-ins.js';

type TextOperation = Exclude<
  BuiltIn,
  `vector.${string}` | `array.${string}` | `map.${string}` | 'min' | 'max'
>;

/** `min` and `max`. */
export function emitExtreme(
  g: FunctionContext,
  e: BuiltInCall,
  operation: 'min' | 'max',
  to: Destination | undefined,
): void {
  const { code } = g;
  const type = e.type as IntType;
  const [one, other] = e.args as [TypedExpression, TypedExpression];
  const compare = operation === 'min' ? 'le' : 'ge';
  const shape = shapeOf(type);
  if (shape === 'memory') {
    const [left, right] = [g.named('left', 'i32'), g.named('right', 'i32')];
    emitOperandAddress(g, one, [other]);
    emitOperandAddress(g, other, []);
    code
      .set(right)
      .set(left)
      .get(left, right, left, right)
      .i32(limbsOf(type))
      .i32(type.signed ? 1 : 0);
    code.call(wideCompare(g.module)).i32(0).op(`i32.${compare}_s`, 'select');
    return copyBytes(g, type, needed(to));
  }
  const number = shape === 'i64' ? 'i64' : 'i32';
  const [left, right] = [g.named('left', number), g.named('right', number)];
  emit(g, one);
  emit(g, other);
  code.set(right).set(left).get(left, right, left, right);
  code.op(`${number}.${compare}_${type.signed ? 's' : 'u'}`, 'select');
}

export function emitTextOperation(
  g: FunctionContext,
  e: BuiltInCall,
  operation: TextOperation,
  to: Destination | undefined,
): void {
  const { code, module } = g;
  const [first, second] = e.args as [TypedExpression, TypedExpression?];
  switch (operation) {
    case 'text':
      g.scratch('i32', handle => {
        emitText(g, [first], handle);
        const { base, offset } = needed(to);
        code.get(base, handle).store('i32.store', { offset });
      });
      return;
    case 'string.len':
      emitAddress(g, first);
      return void code.load('i32.load').load('i32.load').op('i64.extend_i32_u');
    case 'string.concat':
      code.get(needed(to).base);
      emitOperandAddress(g, first, [second!]);
      emitOperandAddress(g, second!, []);
      return void code.call(concat(module)).store('i32.store', { offset: needed(to).offset });
    case 'string.bytes':
      return emitBytes(g, needed(to), from => {
        emitAddress(g, first);
        code.load('i32.load').tee(from).load('i32.load').get(from).i32(stringHead).op('i32.add').set(from);
      });
    case 'bytes':
      return emitValueBytes(g, first, needed(to));
    case 'address.fromHex':
      return emitParsed(g, e.type as EnumType, needed(to), 'not an address', payload => {
        emitAddress(g, first);
        pushAddress(g, payload);
        code.call(parseAddress(module));
      });
    case 'hash.fromBytes':
      return emitParsed(g, e.type as EnumType, needed(to), 'not a hash', payload => {
        const list = g.named('list', 'i32');
        emitAddress(g, first);
        code
          .load('i32.load')
          .tee(list)
          .load('i32.load')
          .i32(32)
          .op('i32.eq')
          .if(
            'i32',
            () => {
              pushAddress(g, payload);
              code
                .get(list)
                .load('i32.load', { offset: listHead.items })
                .i32(32)
                .memoryCopy(module.memory)
                .i32(1);
            },
            () => void code.i32(0),
          );
      });
    case 'keccak256':
    case 'blake3': {
      const list = g.named('list', 'i32');
      emitAddress(g, first);
      code.load('i32.load').tee(list).load('i32.load', { offset: listHead.items });
      code.get(list).load('i32.load', { offset: listHead.length });
      pushAddress(g, needed(to));
      g.row(e.at);
      g.host(operation);
      return checkAnswer(module, code, operation);
    }
  }
}

/** `push` leaves the count on the stack and the address in the local it is given: a vector of a copy of those bytes. */
function emitBytes(g: FunctionContext, to: Destination, push: (from: number) => void): void {
  const { code, module } = g;
  g.scratch('i32', from => {
    g.scratch('i32', count => {
      g.scratch('i32', items => {
        push(from);
        code.set(count);
        code.get(to.base).i32(0).store('i32.store', { offset: to.offset });
        code.get(count).if(undefined, () => {
          code.get(count).call(allocate(module)).tee(items).get(from, count).memoryCopy(module.memory);
          storeList(g, items, () => code.get(count), to);
        });
      });
    });
  });
}

/** Numbers big-endian, as long as their width. */
function emitValueBytes(g: FunctionContext, value: TypedExpression, to: Destination): void {
  const { type } = value;
  const { code, module } = g;
  const place = g.temporary(type);
  emitInto(g, value, place);
  const { size } = layoutOf(type);
  const width = type.kind === 'int' ? type.bits / 8 : size;
  const turned = type.kind === 'int' ? g.room(width, 1) : place;
  if (type.kind === 'int') {
    pushAddress(g, place);
    pushAddress(g, turned);
    code.i32(width).call(turn(module));
  }
  emitBytes(g, to, from => {
    pushAddress(g, turned);
    code.set(from).i32(width);
  });
}

/** (from, to, count): the bytes the other way round. */
const turn = (module: ModuleContext): FunctionReference =>
  helper(module, '__turn', ['from', 'to', 'count'], [], (made, from, to, count) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    forUp(
      code,
      i,
      () => code.get(count),
      () => {
        code.get(to, count).op('i32.add').get(i).op('i32.sub').i32(1).op('i32.sub');
        code.get(from).get(i).op('i32.add').load('i32.load8_u').store('i32.store8');
      },
    );
  });

/** `parse` writes the value and pushes whether it could: Ok of it, or Err with the text. */
function emitParsed(
  g: FunctionContext,
  type: EnumType,
  to: Destination,
  text: string,
  parse: (payload: Destination) => void,
): void {
  const { code, module } = g;
  const [ok, err] = ['Ok', 'Err'].map(name => type.variants.find(variant => variant.name === name)!);
  const payload = (variant: typeof ok): Destination => ({
    base: to.base,
    offset: to.offset + enumLayout(type).offsetsOf(variant!)[0]!,
  });
  zeroBytes(g, type, to);
  parse(payload(ok));
  code.op('i32.eqz').if(undefined, () => {
    zeroBytes(g, type, to);
    code.get(to.base).i32(err!.tag).store('i32.store8', { offset: to.offset });
    const place = payload(err);
    code.get(place.base).i32(module.data.string(text)).store('i32.store', { offset: place.offset });
  });
}

/** (a, b) → the handle of both strings, one behind the other. */
const concat = (module: ModuleContext): FunctionReference =>
  helper(module, '__concat', ['a', 'b'], ['i32'], (made, a, b) => {
    const { code } = made;
    const [handle, first, second] = ['handle', 'first', 'second'].map(name => made.local('i32', name)) as [
      number,
      number,
      number,
    ];
    code.get(a).load('i32.load').tee(a).load('i32.load').set(first);
    code.get(b).load('i32.load').tee(b).load('i32.load').set(second);
    code.get(first, second).op('i32.add').i32(stringHead).op('i32.add').call(allocate(module)).set(handle);
    code.get(handle).get(first, second).op('i32.add').store('i32.store');
    code
      .get(handle)
      .i32(stringHead)
      .op('i32.add')
      .get(a)
      .i32(stringHead)
      .op('i32.add')
      .get(first)
      .memoryCopy(module.memory);
    code.get(handle, first).op('i32.add').i32(stringHead).op('i32.add').get(b).i32(stringHead).op('i32.add');
    code.get(second).memoryCopy(module.memory).get(handle);
  });

/** (string, out) → whether it is `0x` and 40 hexadecimal digits. */
const parseAddress = (module: ModuleContext): FunctionReference =>
  helper(module, '__parse_address', ['string', 'out'], ['i32'], (made, string, out) => {
    const { code } = made;
    const [i, byte, value] = ['i', 'byte', 'value'].map(name => made.local('i32', name)) as [
      number,
      number,
      number,
    ];
    const no = (): void => void code.i32(0).op('return');
    code.get(string).load('i32.load').tee(string).load('i32.load').i32(42).op('i32.ne').if(undefined, no);
    // "0x", little-endian.
    code.get(string).load('i32.load16_u', { offset: stringHead }).i32(0x7830).op('i32.ne').if(undefined, no);
    code
      .get(string)
      .i32(stringHead + 2)
      .op('i32.add')
      .set(string);
    forUp(
      code,
      i,
      () => code.i32(40),
      () => {
        code.get(string).get(i).op('i32.add').load('i32.load8_u').set(byte);
        code.get(byte).i32(48).op('i32.sub').set(value);
        code
          .get(value)
          .i32(9)
          .op('i32.gt_u')
          .if(undefined, () => {
            // Letters of either case.
            code
              .get(byte)
              .i32(0x20)
              .op('i32.or')
              .i32(97)
              .op('i32.sub')
              .tee(value)
              .i32(5)
              .op('i32.gt_u')
              .if(undefined, no);
            code.get(value).i32(10).op('i32.add').set(value);
          });
        code.get(out).get(i).i32(1).op('i32.shr_u', 'i32.add');
        code
          .get(out)
          .get(i)
          .i32(1)
          .op('i32.shr_u', 'i32.add')
          .load('i32.load8_u')
          .i32(4)
          .op('i32.shl')
          .get(value)
          .op('i32.or');
        code.store('i32.store8');
      },
    );
    code.i32(1);
  });
