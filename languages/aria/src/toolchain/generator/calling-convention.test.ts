import { IrModule, typeText } from '@sonde/llvm-ir';
import { describe, expect, it } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../checker/check.js';
import type { AriaType } from '../checker/typed-program.js';
import { int64, resultType, structType } from '../checker/types.js';
import { conventionOf, type Machine } from './calling-convention.js';
import { TypeLayout } from './type-layout.js';

const source = `
const Floats = struct { a: flt32, b: flt32, c: flt32 };
const Mixed = struct { a: flt64, b: int32 };
const Odd = struct { a: int8, b: int16 };
const Large = struct { a: int64, b: int64, c: int64 };
const Doubles = struct { a: flt64[4] };
func:f = void(Floats:floats, Mixed:mixed, Odd:odd, Large:large, Doubles:doubles, string:text, wild int64@:w, bool:b, int16:n, uint8:u) { };
func:main = void() { };
`;
const { program } = checkSource(new SourceText({ name: 'types.aria' }, source));
const parameters = new Map(program!.functions.get('f')!.parameters.map(({ name, type }) => [name, type]));
const typed = (name: string): AriaType => parameters.get(name)!;

/** The signature as LLVM writes it, with the attributes of each parameter. */
function signature(machine: Machine, types: readonly AriaType[], result: AriaType): string {
  const layout = new TypeLayout(program!, new IrModule({ name: 'test' }), true);
  const { signature: made, parameterAttributes } = conventionOf(layout, machine, types, result);
  const given = made.parameters.map((type, index) => {
    const words = parameterAttributes[index]!.map(attribute =>
      typeof attribute === 'string' ? attribute : attribute.name,
    );
    return [typeText(type), ...words].join(' ');
  });
  return `${typeText(made.result)} (${given.join(', ')})`;
}
const taking = (machine: Machine, ...names: readonly string[]): string =>
  signature(machine, names.map(typed), resultType(int64)).replace(/^[^(]*/, '');

describe('values as C passes them on x86-64', () => {
  it('are in registers by eight bytes each, floats apart', () => {
    expect(taking('x86-64', 'floats')).toBe('(double, float)');
    expect(taking('x86-64', 'mixed')).toBe('(double, i64)');
    expect(taking('x86-64', 'odd')).toBe('(i32)');
    expect(taking('x86-64', 'text')).toBe('(i64, i64)');
  });

  it('are on the stack when they are large', () => {
    expect(taking('x86-64', 'large', 'w')).toBe('(ptr byval align 8, ptr byval align 8)');
  });

  it('are on the stack whole when registers are out', () => {
    const five = ['text', 'text', 'n'];
    expect(taking('x86-64', ...five, 'text', 'b')).toBe(
      '(i64, i64, i64, i64, i16 signext, ptr byval align 8, i8 zeroext)',
    );
  });

  it('fill their registers when they are narrow', () => {
    expect(taking('x86-64', 'b', 'n', 'u')).toBe('(i8 zeroext, i16 signext, i8 zeroext)');
  });

  it('come back in registers up to 16 bytes, else in memory of the caller', () => {
    const giving = (type: AriaType): string => signature('x86-64', [], resultType(type));
    expect(giving(int64)).toBe('{ i64, i64 } ()');
    expect(giving({ kind: 'float', name: 'flt64', bits: 64 })).toBe('{ i64, double } ()');
    expect(giving(typed('odd'))).toBe('i64 ()');
    expect(giving({ kind: 'void', name: 'void' })).toBe('i8 ()');
    expect(giving(typed('text'))).toBe('void (ptr sret align 8)');
    expect(giving(structType('Large'))).toBe('void (ptr sret align 8)');
  });
});

describe('values as C passes them on aarch64', () => {
  it('are floats of one size in registers for floats', () => {
    expect(taking('aarch64', 'floats', 'doubles')).toBe('([3 x float], [4 x double])');
  });

  it('are two words or the address of a copy', () => {
    expect(taking('aarch64', 'mixed', 'odd', 'large')).toBe('([2 x i64], i64, ptr)');
  });
});
