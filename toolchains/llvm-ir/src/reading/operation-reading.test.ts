import { describe, expect, it } from 'vitest';
import {
  readAliasTarget,
  readGlobalDefinition,
  readOperand,
  readOperation,
  readTypeShape,
} from './operation-reading.js';
import { TypeLayout } from './type-layout.js';

const i32 = { kind: 'integer', bits: 32 } as const;
const pointer = { kind: 'pointer' } as const;

describe('instructions as data', () => {
  it('leaves flags out', () => {
    expect(readOperation('%3 = add nuw nsw i32 %1, -7')).toEqual({
      kind: 'binary',
      operator: 'add',
      left: { kind: 'local', type: i32, name: '1' },
      right: { kind: 'integer', type: i32, value: -7n },
    });
    expect(readOperation('%c = fcmp fast olt float %a, 1.500000e+00')).toMatchObject({
      kind: 'compare',
      isFloat: true,
      predicate: 'olt',
      right: { bits: 0x3fc00000n },
    });
    expect(readOperation('%p = getelementptr inbounds nuw %struct.P, ptr %0, i32 0, i32 1')).toMatchObject({
      kind: 'address',
      source: { kind: 'named', name: 'struct.P' },
      indices: [{ value: 0n }, { value: 1n }],
    });
  });

  it('reads calls with attributes, and which arguments are variadic', () => {
    expect(
      readOperation(
        '%2 = tail call noundef range(i32 0, 9) i32 (ptr, ...) @printf(ptr noundef nonnull @.str, i64 noundef 5, ptr byval(%struct.P) align 4 %x) #3',
      ),
    ).toMatchObject({
      kind: 'call',
      result: i32,
      callee: { kind: 'global', name: 'printf' },
      fixed: 1,
      arguments: [
        { operand: { kind: 'global', name: '.str' }, attributes: ['noundef', 'nonnull'] },
        { operand: { kind: 'integer', value: 5n } },
        { operand: { kind: 'local', name: 'x' }, attributes: ['byval(%struct.P)', 'align 4'] },
      ],
    });
    expect(readOperation('call void %f(i1 true)')).toMatchObject({
      callee: { kind: 'local', name: 'f' },
      arguments: [{ operand: { value: 1n } }],
    });
    expect(readOperation('call void asm sideeffect "nop", ""()')).toMatchObject({
      callee: { kind: 'assembly' },
    });
  });

  it('reads what ends a block', () => {
    expect(readOperation('br i1 %c, label %yes, label %"no way"')).toMatchObject({
      kind: 'branch',
      whenTrue: 'yes',
      whenFalse: 'no way',
    });
    expect(readOperation('switch i8 %x, label %d [ i8 -1, label %a i8 2, label %b ]')).toMatchObject({
      kind: 'switch',
      otherwise: 'd',
      cases: [
        { value: -1n, target: 'a' },
        { value: 2n, target: 'b' },
      ],
    });
    expect(readOperation('ret void')).toEqual({ kind: 'return' });
  });

  it('says of strange text that it does not know it', () => {
    for (const text of [
      '',
      '%1 =',
      'frobnicate i32 1',
      'add i32 %1',
      'phi i32 [ 1',
      'store',
      `load ${'['.repeat(5000)}`,
    ]) {
      expect(readOperation(text)).toEqual({ kind: 'unknown', text });
    }
    expect(readTypeShape('[4 x')).toEqual({ kind: 'other', text: '[4 x' });
    expect(readOperand('i32')).toMatchObject({ kind: 'unknown' });
    expect(readGlobalDefinition('what')).toBeUndefined();
  });
});

describe('constants', () => {
  it.each([
    ['double 0x3FF8000000000000', { kind: 'float', bits: 0x3ff8000000000000n }],
    ['float 0x3FB99999A0000000', { kind: 'float', bits: 0x3dcccccdn }],
    ['half 0xH4200', { kind: 'float', bits: 0x4200n }],
    ['ptr null', { kind: 'null' }],
    ['i8 poison', { kind: 'undefined' }],
    ['[2 x i8] zeroinitializer', { kind: 'zero' }],
    ['<{ i8, i32 }> <{ i8 1, i32 2 }>', { kind: 'aggregate', elements: [{ value: 1n }, { value: 2n }] }],
    ['[4 x i8] c"a\\0A\\\\\\22"', { kind: 'string', bytes: Uint8Array.of(0x61, 0x0a, 0x5c, 0x22) }],
    [
      'ptr getelementptr inbounds (i8, ptr @g, i64 5)',
      {
        kind: 'expression',
        operation: 'getelementptr',
        source: { bits: 8 },
        operands: [{ name: 'g' }, { value: 5n }],
      },
    ],
    [
      'i32 ptrtoint (ptr @g to i32)',
      { kind: 'expression', operation: 'ptrtoint', operands: [{ name: 'g' }] },
    ],
    [
      'i32 sub (i32 ptrtoint (ptr @b to i32), i32 1)',
      { kind: 'expression', operation: 'sub', operands: [{ operation: 'ptrtoint' }, { value: 1n }] },
    ],
  ])('%s', (text, expected) => {
    expect(readOperand(text)).toMatchObject(expected);
  });

  it('reads definitions of variables, and leaves declarations without a value', () => {
    expect(
      readGlobalDefinition('internal unnamed_addr constant [2 x ptr] [ptr @a, ptr @b], align 4'),
    ).toMatchObject({
      linkage: 'internal',
      align: 4,
      value: { kind: 'aggregate' },
    });
    expect(readGlobalDefinition('external global i32, align 4')).not.toHaveProperty('value');
    expect(readGlobalDefinition('thread_local global i32 0')).toMatchObject({ isThreadLocal: true });
    expect(readAliasTarget('alias i32 (i32), ptr @f')).toEqual({ kind: 'global', type: pointer, name: 'f' });
  });
});

describe('the layout of types', () => {
  const layout = new TypeLayout(
    new Map([
      ['s', '{ i8, i64, [3 x i16] }'],
      ['p', '<{ i8, i64 }>'],
      ['loop', '{ i32, %loop }'],
    ]),
    'e-m:e-p:32:32-i64:64-n32-S128',
  );

  it.each([
    ['i1', 1, 1],
    ['i24', 4, 4],
    ['i64', 8, 8],
    ['ptr', 4, 4],
    ['half', 2, 2],
    ['%s', 24, 8],
    ['%p', 9, 1],
    ['[3 x %s]', 72, 8],
  ])('%s', (text, size, align) => {
    const type = readTypeShape(text);
    expect([layout.sizeOf(type), layout.alignOf(type)]).toEqual([size, align]);
  });

  it('ends at a type that contains itself', () => {
    expect(layout.sizeOf(readTypeShape('%loop'))).toBeLessThan(100);
  });
});
