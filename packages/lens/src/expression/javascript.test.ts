// Expression programs compiled to JavaScript: words, objects, memory and what is refused.

import { Failure, typeId, TypeTable, type Expression, type Scalar } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  concat,
  conditions,
  constant,
  deref,
  fail,
  field,
  format,
  index,
  integers,
  kindOf,
  length,
  run as runCode,
  select,
} from './build.js';
import { compileToJavaScript, type ProgramAccess } from './javascript.js';

const any = typeId(1);
const i32 = integers({ bits: 32, signed: true, overflow: 'wrap' }, any);
const i64 = integers({ bits: 64, signed: true, overflow: 'fail' }, any);
const is = conditions(any);
const slot = (number: number): Expression => ({
  op: 'read',
  place: { kind: 'slot', slot: number },
  type: any,
});

const list = { items: ['a', 7] as readonly unknown[], size: 2 };
const words: readonly unknown[] = [5, 7n, 'text', list, true, undefined, 1.5];

const access: ProgramAccess = {
  slot: number => words[number],
  global: number => number * 10,
  memory: (space, offset) => (space === 'ram' ? Number(offset) + 1 : undefined),
  named: name => (name === 'answer' ? 42 : undefined),
  scalar: word => (typeof word === 'object' || word === undefined ? undefined : (word as Scalar)),
  field: (word, name) => (word === list ? (list as Record<string, unknown>)[name] : undefined),
  index: (word, at) => (word === list ? list.items[at] : undefined),
  length: word => (word === list ? list.items.length : undefined),
};

const run = (program: Expression): unknown => compileToJavaScript(program)(access);

describe('a compiled program', () => {
  it('says with a failure what it was about', () => {
    expect(() => run(fail('the code', any, slot(0)))).toThrow('the code: 5');
    expect(() => run(fail('nothing more', any))).toThrow(/^nothing more$/);
  });

  it('has code of the machine run by the machine, as often as it is reached', () => {
    const codes: unknown[] = [];
    const machine: ProgramAccess = {
      ...access,
      run: code => {
        codes.push(code);
        return (code as { readonly gives: unknown }).gives;
      },
    };
    const giving = (gives: unknown): Expression => runCode({ gives }, false, any);
    const compiled = (program: Expression): unknown => compileToJavaScript(program)(machine);
    expect(compiled(i32.add(giving(2), giving(3n)))).toBe(5);
    expect(compiled(is.and(giving(false), giving(true)))).toBe(false);
    expect(codes.map(code => (code as { readonly gives: unknown }).gives)).toEqual([2, 3n, false]);
    expect(compiled(giving(list))).toEqual({ word: list });
    expect(compiled(concat([format(giving('yes'), any), format(giving(1), any)], any))).toBe('yes1');
  });

  it('reads slots, globals, names and bytes of memory', () => {
    expect(run(i32.add(slot(0), constant(1n, any)))).toBe(6);
    expect(run({ op: 'read', place: { kind: 'global', index: 3 }, type: any })).toBe(30);
    expect(run({ op: 'read', place: { kind: 'named', name: 'answer' }, type: any })).toBe(42);
    const memory: Expression = {
      op: 'read',
      place: { kind: 'memory', space: 'ram', offset: 16n },
      type: any,
    };
    expect(run(memory)).toBe(17);
    expect(run(index(memory, slot(0), any))).toBe(22);
  });

  it('computes with numbers and bigints alike', () => {
    expect(run(i64.add(slot(0), slot(1)))).toBe(12n);
    expect(run(i32.mul(slot(0), slot(1)))).toBe(35);
    expect(run(is.lt(slot(0), slot(1)))).toBe(true);
    expect(run(i64.mul(constant(1n << 40n, any), constant(1n << 20n, any)))).toBe(1n << 60n);
    expect(() => run(i64.mul(constant(1n << 40n, any), constant(1n << 40n, any)))).toThrow('does not fit');
  });

  it('hands over objects as words', () => {
    expect(run(slot(3))).toEqual({ word: list });
    expect(run(is.eq(slot(3), slot(3)))).toBe(true);
    expect(run(field(slot(3), 'size', any))).toBe(2);
    expect(run(index(slot(3), constant(1n, any), any))).toBe(7);
    expect(run(index(slot(2), constant(1n, any), any))).toBe('e');
    expect(run(length(slot(3), any))).toBe(2);
    expect(run(length(slot(2), any))).toBe(4);
  });

  it('tells what a value is', () => {
    const kinds = words.map((_, number) => run(kindOf(slot(number), any)));
    expect(kinds).toEqual(['integer', 'integer', 'text', 'object', 'boolean', 'unavailable', 'float']);
    const told = compileToJavaScript(kindOf(slot(0), any))({ ...access, kind: () => 'float' });
    expect(told).toBe('float');
    const types = new TypeTable();
    const double = types.add({ kind: 'float', name: 'double', size: 8 });
    const typed = compileToJavaScript(kindOf({ ...slot(0), type: double }, any), { types });
    expect(typed(access)).toBe('float');
  });

  it('joins words and results in one variable', () => {
    const pick = select(slot(4), slot(3), constant(1n, any));
    expect(run(pick)).toEqual({ word: list });
    expect(run(select(is.not(slot(4)), slot(3), constant(1n, any)))).toBe(1);
    expect(run(i32.add(select(is.not(slot(4)), slot(3), constant(1n, any)), constant(1n, any)))).toBe(2);
  });

  it('evaluates only what is needed', () => {
    const broken: Expression = { op: 'fail', message: 'reached', type: any };
    expect(run(is.and(constant(false, any), broken))).toBe(false);
    expect(run(is.or(slot(4), broken))).toBe(true);
    expect(run(select(slot(4), constant(1n, any), broken))).toBe(1);
    expect(() => run(is.and(slot(4), broken))).toThrow('reached');
  });

  it('makes log texts without quotes', () => {
    expect(run(concat([format(slot(2), any), constant(' = ', any), format(slot(0), any)], any))).toBe(
      'text = 5',
    );
  });

  it('keeps names and texts out of its own code', () => {
    const evil = '"]); globalThis.broken = true; ([`${1}`\\';
    expect(run(constant(evil, any))).toBe(evil);
    expect(() => run(field(slot(3), evil, any))).toThrow('there is no field');
    expect('broken' in globalThis).toBe(false);
    const badSlot = {
      op: 'read',
      place: { kind: 'slot', slot: '0); x(' as unknown as number },
      type: any,
    } as const;
    expect(() => compileToJavaScript(badSlot)).toThrow('there is no variable');
  });
});

describe('a program that fails', () => {
  const failure = (work: () => unknown): Failure => {
    try {
      work();
    } catch (error) {
      if (error instanceof Failure) return error;
    }
    throw new Error('it should have failed');
  };

  it.each([
    ['division by zero', i32.div(slot(0), constant(0n, any)), 'program'],
    ['arithmetic with an object', i32.add(slot(3), slot(0)), 'user'],
    ['arithmetic with text', i32.add(slot(2), slot(0)), 'user'],
    ['a fraction as an integer', i64.add(slot(6), slot(0)), 'user'],
    ['an object compared with a number', is.eq(slot(3), slot(0)), 'user'],
    ['objects ordered', is.lt(slot(3), slot(3)), 'user'],
    ['a number as a condition', is.not(slot(0)), 'user'],
    ['an element outside', index(slot(3), constant(5n, any), any), 'program'],
    ['a negative index', index(slot(3), constant(-1n, any), any), 'program'],
    ['the length of a number', length(slot(0), any), 'user'],
  ])('says who is to blame for %s', (_, program, blame) => {
    expect(failure(() => run(program))).toMatchObject({ code: 'bad-expression', blame });
  });

  it('blames the program for what the machine throws', () => {
    const gone: ProgramAccess = {
      ...access,
      slot: () => {
        throw new RangeError('no such slot');
      },
    };
    expect(failure(() => compileToJavaScript(slot(0))(gone))).toMatchObject({
      code: 'bad-expression',
      blame: 'program',
      message: 'no such slot',
    });
  });

  it('says when the machine cannot run code', () => {
    expect(failure(() => run(runCode({}, false, any))).code).toBe('not-supported');
  });

  it('says when only a stop could do it', () => {
    for (const program of [deref(slot(0), any), addressOf(slot(0), any)])
      expect(failure(() => compileToJavaScript(program)).code).toBe('not-supported');
    expect(failure(() => run(format(slot(3), any))).code).toBe('not-supported');
  });
});
