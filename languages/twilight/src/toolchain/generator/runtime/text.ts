// Text made while a contract runs: pieces are appended at the end of the heap, and the whole is a string.

import type { FunctionReference } from '@sonde/wasm';
import type { ModuleContext } from '../module-context.js';
import { reserve } from './heap.js';
import { digit, digitAddress, forDown, helper, increment, topLimb, whileTrue, withStack } from './limbs.js';
import { wideSub } from './wide-basics.js';

/** () → the handle of a text that has no pieces yet. */
export const beginText = (module: ModuleContext): FunctionReference =>
  helper(module, '__text_begin', [], ['i32'], made => {
    const at = made.local('i32', 'at');
    const { code } = made;
    code.globalGet(module.heapPointer).i32(7).op('i32.add').i32(-8).op('i32.and').tee(at);
    code.i32(4).call(reserve(module));
    code.get(at).i32(4).op('i32.add').globalSet(module.heapPointer).get(at);
  });

/** (handle): counts its bytes. */
export const endText = (module: ModuleContext): FunctionReference =>
  helper(module, '__text_end', ['handle'], [], (made, handle) => {
    made.code.get(handle).globalGet(module.heapPointer).get(handle).op('i32.sub').i32(4).op('i32.sub');
    made.code.store('i32.store');
  });

/** (from, count): bytes as they are. */
export const appendBytes = (module: ModuleContext): FunctionReference =>
  helper(module, '__text_bytes', ['from', 'count'], [], (made, from, count) => {
    const { code } = made;
    code.globalGet(module.heapPointer).get(count).call(reserve(module));
    code.globalGet(module.heapPointer).get(from, count).memoryCopy(module.memory);
    code.globalGet(module.heapPointer).get(count).op('i32.add').globalSet(module.heapPointer);
  });

/** (value, signed): in decimal. */
export const appendNumber = (module: ModuleContext): FunctionReference =>
  module.helper('__text_number', { params: ['i64', 'i32'], results: [] }, made => {
    const { code } = made;
    const [value, signed] = [made.param(0, 'value'), made.param(1, 'signed')];
    const [at, first] = [made.local('i32', 'at'), made.local('i32', 'first')];
    const negative = made.local('i32', 'negative');
    code
      .get(value)
      .i64(0)
      .op('i64.lt_s')
      .get(signed)
      .op('i32.and')
      .tee(negative)
      .if(undefined, () => {
        code.i64(0).get(value).op('i64.sub').set(value);
      });
    withStack(module, made, 32, at, () => {
      code.get(at).i32(32).op('i32.add').set(first);
      code.loop(undefined, again => {
        increment(code, first, -1);
        code.get(first).get(value).i64(10).op('i64.rem_u').i64(48).op('i64.add').store('i64.store8');
        code.get(value).i64(10).op('i64.div_u').tee(value).i64(0).op('i64.ne').brIf(again);
      });
      code.get(negative).if(undefined, () => {
        increment(code, first, -1);
        code.get(first).i32(45).store('i32.store8');
      });
      code.get(first).get(at).i32(32).op('i32.add').get(first).op('i32.sub').call(appendBytes(module));
    });
  });

/** (a, limbs, signed): a wide number in decimal, nine digits at a time. */
export const appendWide = (module: ModuleContext): FunctionReference =>
  helper(module, '__text_wide', ['a', 'limbs', 'signed'], [], (made, a, limbs, signed) => {
    const { code } = made;
    const [work, first, i, nine, more, negative] = ['work', 'first', 'i', 'nine', 'more', 'negative'].map(
      name => made.local('i32', name),
    ) as [number, number, number, number, number, number];
    const [rest, value] = [made.local('i64', 'rest'), made.local('i64', 'value')];
    // 32 bytes for the number, 96 for its digits.
    withStack(module, made, 128, work, () => {
      code.get(work, a).get(limbs).i32(3).op('i32.shl').memoryCopy(module.memory);
      topLimb(code, a, limbs);
      code
        .i64(0)
        .op('i64.lt_s')
        .get(signed)
        .op('i32.and')
        .tee(negative)
        .if(undefined, () => {
          code.get(work).i32(0).get(work, limbs).call(wideSub(module)).op('drop');
        });
      code.get(work).i32(128).op('i32.add').set(first);
      code.loop(undefined, again => {
        code.i64(0).set(rest).i32(0).set(more);
        forDown(
          code,
          i,
          () => code.get(limbs).i32(1).op('i32.shl'),
          () => {
            code.get(rest).i64(32).op('i64.shl');
            digit(code, work, i);
            code.op('i64.or').set(value);
            digitAddress(code, work, i);
            code.get(value).i64(1_000_000_000).op('i64.div_u').tee(rest).store('i64.store32');
            code.get(rest).i64(0).op('i64.ne').get(more).op('i32.or').set(more);
            code.get(value).i64(1_000_000_000).op('i64.rem_u').set(rest);
          },
        );
        code.i32(9).set(nine);
        // Zeros in front only where more digits follow in front of them.
        whileTrue(
          code,
          () =>
            code.get(nine).i32(0).op('i32.ne').get(more).get(rest).i64(0).op('i64.ne', 'i32.or', 'i32.and'),
          () => {
            increment(code, first, -1);
            code.get(first).get(rest).i64(10).op('i64.rem_u').i64(48).op('i64.add').store('i64.store8');
            code.get(rest).i64(10).op('i64.div_u').set(rest);
            increment(code, nine, -1);
          },
        );
        code.get(more).brIf(again);
      });
      code
        .get(first)
        .get(work)
        .i32(128)
        .op('i32.add', 'i32.eq')
        .if(undefined, () => {
          increment(code, first, -1);
          code.get(first).i32(48).store('i32.store8');
        });
      code.get(negative).if(undefined, () => {
        increment(code, first, -1);
        code.get(first).i32(45).store('i32.store8');
      });
      code.get(first).get(work).i32(128).op('i32.add').get(first).op('i32.sub').call(appendBytes(module));
    });
  });

/** (from, count): as hexadecimal digits. */
export const appendHex = (module: ModuleContext): FunctionReference =>
  helper(module, '__text_hex', ['from', 'count'], [], (made, from, count) => {
    const { code } = made;
    const [i, at] = [made.local('i32', 'i'), made.local('i32', 'at')];
    const nibble = (offset: number, push: () => void): void => {
      code.get(at);
      push();
      code
        .i32(15)
        .op('i32.and')
        .i32(module.data.bytes(new TextEncoder().encode('0123456789abcdef')));
      code.op('i32.add').load('i32.load8_u').store('i32.store8', { offset });
    };
    code.globalGet(module.heapPointer).tee(at).get(count).i32(1).op('i32.shl').call(reserve(module));
    code.get(at).get(count).i32(1).op('i32.shl', 'i32.add').globalSet(module.heapPointer);
    const byte = (): void => void code.get(from).get(i).op('i32.add').load('i32.load8_u');
    code.i32(0).set(i);
    whileTrue(
      code,
      () => code.get(i, count).op('i32.lt_u'),
      () => {
        nibble(0, () => {
          byte();
          code.i32(4).op('i32.shr_u');
        });
        nibble(1, byte);
        increment(code, i, 1);
        increment(code, at, 2);
      },
    );
  });
