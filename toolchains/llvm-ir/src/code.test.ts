// Instructions: what they look like, and how misuse is told.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Code } from './code.js';
import { floatConstant, intConstant, nullPointer } from './constants.js';
import type { FunctionBuilder } from './function.js';
import { IrModule } from './module.js';
import { double, float, functionType, i1, i32, i64, i8, ptr, structType, voidType } from './types.js';
import type { Value } from './value.js';

let module: IrModule;
let fn: FunctionBuilder;
let code: Code;
let a: Value;
let p: Value;

beforeEach(() => {
  module = new IrModule({ name: 'm' });
  fn = module.define('f', functionType(i32, [i32, ptr]), { parameterNames: ['a', 'p'] });
  code = fn.code;
  [a, p] = fn.parameters as [Value, Value];
});

const one = intConstant(i32, 1);

describe('a written instruction', () => {
  it('has the flags and names it was given', () => {
    code.ret(code.binary('shl', a, one, 'twice', ['nuw', 'nsw']));
    expect(fn.text()).toContain('  %twice = shl nuw nsw i32 %a, 1\n  ret i32 %twice\n');
  });

  it('has a name of its own, even if another wants the same', () => {
    const names = ['x', 'x', 'x.1', 'x', 'a'].map(name => code.binary('add', a, one, name).text);
    expect(names).toEqual(['%x', '%x.1', '%x.1.1', '%x.2', '%a.1']);
  });

  it('makes room for locals in the entry block, wherever the code is', () => {
    const next = fn.block('next');
    code.br(next);
    code.moveTo(next);
    code.store(a, fn.alloca(i32, 'late'));
    code.ret(a);
    expect(fn.text()).toContain('entry:\n  %late = alloca i32, align 4\n  br label %next\n');
  });

  it('may be volatile and aligned as it was told', () => {
    code.store(code.load(i64, p, 'v', { volatile: true, align: 1 }), p, { volatile: true });
    code.ret(a);
    expect(fn.text()).toContain('load volatile i64, ptr %p, align 1');
    expect(fn.text()).toContain('store volatile i64 %v, ptr %p, align 8');
  });

  it('repeats at a call what the declaration says of its parameters', () => {
    const type = structType([i64, i64, i64]);
    const callee = module.declare('c', functionType(i8, [ptr, i8]), {
      resultAttributes: ['signext'],
      parameterAttributes: [[{ name: 'byval', type }, 'align 8'], ['zeroext']],
    });
    code.call(callee, [p, intConstant(i8, 3)], 'r');
    code.ret(a);
    expect(module.toString()).toContain(
      'declare signext i8 @c(ptr byval({ i64, i64, i64 }) align 8, i8 zeroext)\n',
    );
    expect(fn.text()).toContain(
      '%r = call signext i8 @c(ptr byval({ i64, i64, i64 }) align 8 %p, i8 zeroext 3)',
    );
  });
});

describe('misuse', () => {
  it('of operands names both types', () => {
    expect(() => code.binary('add', a, intConstant(i64, 1))).toThrow(
      'the right side of add must be i32, not i64',
    );
    expect(() => code.binary('fadd', a, a)).toThrow('fadd takes float or double, not i32');
    expect(() => code.binary('and', floatConstant(float, 1), floatConstant(float, 1))).toThrow(
      'takes integers',
    );
    expect(() => code.binary('xor', a, a, 'v', ['nsw'])).toThrow('xor has no flag nsw');
    expect(() => code.load(i8, a)).toThrow('the address of a load must be ptr, not i32 (%a)');
    expect(() => code.load(i8, p, 'v', { align: 3 })).toThrow('i8 cannot be aligned to 3');
    expect(() => code.icmp('eq', a, p)).toThrow('the right side of icmp must be i32, not ptr');
    expect(() => code.fcmp('oeq', a, a)).toThrow('fcmp takes float or double');
    expect(() => code.select(a, a, a)).toThrow('the condition of select must be i1');
    expect(() => code.element(i8, p, nullPointer)).toThrow('an index must be an integer');
    expect(() => code.store(code.call(module.declare('v', functionType(voidType, [])), []), p)).toThrow(
      'void',
    );
  });

  it('of casts is refused in every direction', () => {
    expect(() => code.cast('trunc', a, i64)).toThrow('trunc cannot make i64 of i32');
    expect(() => code.cast('sext', a, i8)).toThrow('sext cannot make i8 of i32');
    expect(() => code.cast('fptrunc', floatConstant(float, 1), double)).toThrow('fptrunc');
    expect(() => code.cast('bitcast', a, double)).toThrow('bitcast cannot make double of i32');
    expect(code.cast('bitcast', a, float).type).toBe(float);
  });

  it('of aggregates names the part', () => {
    const type = structType([i8, structType([i1])]);
    const whole = code.load(type, p);
    expect(code.extractValue(whole, [1, 0]).type).toEqual(i1);
    expect(() => code.extractValue(whole, 2)).toThrow('has no part 2');
    expect(() => code.insertValue(whole, a, 0)).toThrow('must be i8, not i32');
    expect(() => code.member(type, p, 2)).toThrow('has no field 2');
  });

  it('of calls names the argument', () => {
    const callee = module.declare('g', functionType(voidType, [i32, ptr]));
    expect(() => code.call(callee, [a])).toThrow('@g takes 2 arguments, not 1');
    expect(() => code.call(callee, [a, a])).toThrow('argument 2 of @g must be ptr, not i32');
    expect(() => code.call(callee, [a, p, p])).toThrow('@g takes 2 arguments, not 3');
  });

  it('of results is told where it happens', () => {
    expect(() => code.ret()).toThrow('@f must return i32');
    expect(() => code.ret(p)).toThrow('the result of @f must be i32, not ptr');
  });

  it('of values of another function is noticed', () => {
    const other = module.define('other', functionType(voidType, [i32]));
    expect(() => code.ret(other.parameters[0])).toThrow('%p0 belongs to another function');
    expect(() => code.br(other.entry)).toThrow('a block of another function');
    const foreign = new IrModule({ name: 'n' }).global('g', i32);
    expect(() => code.load(i32, foreign)).toThrow('@g belongs to another function or module');
  });
});

describe('control', () => {
  it('must leave every block', () => {
    expect(() => fn.text()).toThrow('in @f: the block %entry has no terminator');
    const open = fn.block('open');
    code.br(open);
    expect(() => fn.text()).toThrow('the block %open has no terminator');
  });

  it('writes nothing behind the end of a block', () => {
    code.ret(a);
    expect(code.terminated).toBe(true);
    expect(() => code.binary('add', a, one)).toThrow('%entry is already left');
  });

  it('leaves out blocks that nothing refers to, and orders the others as they are written', () => {
    const [later, sooner] = [fn.block('later'), fn.block('sooner')];
    fn.block('unused');
    code.condBr(code.icmp('eq', a, one), later, sooner);
    code.moveTo(sooner);
    code.br(later);
    code.moveTo(later);
    code.ret(a);
    expect([...fn.text().matchAll(/^(\w+):$/gm)].map(([, name]) => name)).toEqual([
      'entry',
      'sooner',
      'later',
    ]);
  });

  it('never goes back to the entry', () => {
    code.br(fn.entry);
    expect(() => fn.text()).toThrow('nothing may branch to the entry of @f');
  });

  it('has every case of a switch once', () => {
    const target = fn.block();
    const cases = [
      [255, target],
      [-1, target],
    ] as const;
    expect(() => code.switch(intConstant(i8, 1), target, cases)).toThrow('the case -1 twice');
  });

  it('needs a value of a phi for each way to it', () => {
    const join = fn.block('join');
    const side = fn.block('side');
    const { entry } = fn;
    code.condBr(code.icmp('eq', a, one), join, side);
    code.moveTo(side);
    code.br(join);
    code.moveTo(join);
    const phi = code.phi(i32, [[a, entry]], 'phi');
    code.ret(phi);
    expect(() => code.phi(i32, [])).toThrow('a phi must come first in %join');
    expect(() => fn.text()).toThrow('%phi has no value for the way from %side');
    expect(() => phi.addIncoming(p, side)).toThrow('%phi is i32, but %p is ptr');
    phi.addIncoming(one, side);
    expect(fn.text()).toContain('%phi = phi i32 [ %a, %entry ], [ 1, %side ]');
    phi.addIncoming(one, join);
    expect(() => fn.text()).toThrow('%join does not branch to the phi %phi');
  });
});
