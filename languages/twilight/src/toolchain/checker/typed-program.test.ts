import { describe, expect, it } from 'vitest';
import { checked, example, exampleNames, functionNamed, native, solidity } from '../../test/sources.js';
import type { TypedExpression } from './typed-expressions.js';
import type { TypedFunction } from './typed-program.js';
import { walk } from './typed-walk.js';

const kinds = ({ code }: TypedFunction): string[] => {
  const found: string[] = [];
  walk(code, expression => found.push(expression.kind));
  return found;
};

const all = <Kind extends TypedExpression['kind']>(
  { code }: TypedFunction,
  kind: Kind,
): Extract<TypedExpression, { kind: Kind }>[] => {
  const found: Extract<TypedExpression, { kind: Kind }>[] = [];
  walk(code, expression => {
    if (expression.kind === kind) found.push(expression as Extract<TypedExpression, { kind: Kind }>);
  });
  return found;
};

describe('a typed program', () => {
  it.each(exampleNames())('is made of %s, and mentions no type parameter', name => {
    const program = checked(example(name), name);
    expect(program.contracts).toHaveLength(1);
    for (const type of program.types.values()) expect(type.kind).not.toBe('parameter');
    for (const contract of program.contracts) expect(contract.functions).toContain(contract.init);
  });

  it('names functions for the module and for people', () => {
    const program = checked(example('language.twl'), 'market.twl');
    expect(functionNamed(program, 'place')).toMatchObject({
      mangled: 'market::Market::place',
      role: 'entry',
    });
    expect(functionNamed(program, 'dearest')).toMatchObject({
      mangled: 'market::dearest$Plain',
      display: 'dearest<Plain>',
      role: 'internal',
    });
    expect(functionNamed(program, 'orders')).toMatchObject({ role: 'getter', generated: true });
    expect(program.contracts[0]!.tests.map(({ name }) => name)).toEqual(['orders_are_numbered']);
  });

  it('puts modifiers around the body as regions, each with the place of its use', () => {
    const add = functionNamed(checked(example('modifiers.twl')), 'add');
    expect(all(add, 'region').map(({ region }) => [region.role, region.name])).toEqual([
      ['modifier', 'onlyOwner'],
      ['modifier', 'counted'],
      ['modifier', 'atLeast'],
      ['body', 'add'],
    ]);
    const [first] = all(add, 'region');
    expect(first!.region.callAt.line).toBe(add.nameAt.line);
    expect(first!.region.declaredAt.line).toBeLessThan(add.at.line);
    // `return next` leaves the body, so that what is behind `_` still runs.
    expect(kinds(add)).not.toContain('return');
    expect(all(add, 'leave').map(({ region }) => region.role)).toEqual(['body']);
  });

  it('has a copy of the body for each `_`, with locals of its own', () => {
    const bump = functionNamed(checked(example('modifiers.twl')), 'bump');
    const bodies = all(bump, 'region').filter(({ region }) => region.role === 'body');
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies.map(({ region }) => region.id)).size).toBe(2);
    expect(new Set(bump.locals.map(({ id }) => id)).size).toBe(bump.locals.length);
  });

  it('writes storage initialisers first in init, flagged and with a stop', () => {
    const { init } = checked(native('storage { a: u64 = 7; b: u64; c: bool = true; }')).contracts[0]!;
    expect(init.generated).toBe(true);
    expect(init.code.statements.map(({ generated, stops, at }) => [generated, stops, at.line])).toEqual([
      [true, true, 2],
      [true, true, 2],
    ]);
    expect(all(init, 'storageWrite').map(({ slot }) => slot.variable.name)).toEqual(['a', 'c']);
  });

  it('makes `?` a match that returns the error', () => {
    const found = functionNamed(checked(example('language.twl')), 'look_up');
    const question = all(found, 'match').find(({ origin }) => origin === '?')!;
    expect(
      question.arms.map(({ pattern }) => (pattern.kind === 'variant' ? pattern.variant.name : '')),
    ).toEqual(['Ok', 'Err']);
    expect(question.arms[1]!.body).toMatchObject({ kind: 'return', value: { kind: 'variant' } });
    expect(question.at.endColumn - question.at.column).toBeGreaterThan(10);
  });

  it('reads and writes storage by variable and keys', () => {
    const approve = functionNamed(checked(example('token.twl')), 'approve');
    const [write] = all(approve, 'storageWrite');
    expect(write!.slot.variable.name).toBe('allowances');
    expect(write!.slot.keys.map(({ kind }) => kind)).toEqual(['context', 'read']);
    expect(write!.slot.type.name).toBe('u256');
  });

  it('changes a part of a stored value on a copy, evaluating keys once and the value before', () => {
    const program = checked(
      native(
        'struct P { x: u64, y: u64 } storage { p: map<u64, P>; } fn k() -> u64 { 1 } pub fn f() { p[k()].y = k(); }',
      ),
    );
    const found = functionNamed(program, 'f');
    expect(all(found, 'call')).toHaveLength(2);
    expect(kinds(found).filter(kind => /storage/.test(kind))).toEqual(['storageRead', 'storageWrite']);
    expect(found.locals.map(({ name }) => name)).toEqual(['$key', '$value', '$whole']);
  });

  it('says of arithmetic how it fails', () => {
    const found = functionNamed(
      checked(native('pub fn f(a: u8, b: i128) -> i128 { require(a + 1 > 2, "x"); b / 2 }')),
      'f',
    );
    expect(all(found, 'arithmetic')).toMatchObject([
      {
        operator: 'add',
        mode: 'checked',
        overflow: { outcome: 'revert', text: 'arithmetic overflow: u8 +' },
      },
      {
        operator: 'div',
        overflow: { outcome: 'panic', text: 'division overflow: i128 /' },
        byZero: { outcome: 'panic', text: 'division by zero' },
      },
    ]);
  });

  it('folds constants', () => {
    const program = checked(native('const A: u64 = 3 * B; const B: u64 = 1 << 4; pub fn f() -> u64 { A }'));
    expect(program.constants).toMatchObject([
      { name: 'C::A', value: 48n },
      { name: 'C::B', value: 16n },
    ]);
    expect(all(functionNamed(program, 'f'), 'constant')).toMatchObject([{ value: 48n, of: 'C::A' }]);
  });

  it('checks assertions at the entry, behind the body, and at the turns of loops', () => {
    const program = checked(
      native(`storage { n: u64; }
        assert_invariant(n < 10);
        pub fn f(a: u64) -> u64 {
          assert_pre(a > 0, "none");
          while n < a { assert_invariant(n <= a); n = n + 1; }
          assert_post(result == old(n) + 1);
          n
        }
        fn init() { n = 1; }`),
      'c.twl',
    );
    const { code, ...found } = functionNamed(program, 'f');
    const order = code.statements.map(statement =>
      statement.kind === 'assertion' ? statement.assertion.assertion : statement.kind,
    );
    expect(order).toEqual(['pre', 'invariant', 'capture', 'let', 'expression', 'post', 'invariant']);
    const [loop] = all({ ...found, code }, 'while');
    expect(loop!.loop.invariants).toMatchObject([{ message: 'Assertion failed: invariant at c.twl:6:25' }]);
    expect(program.contracts[0]!.init.code.statements.at(-1)).toMatchObject({ kind: 'assertion' });
  });

  it('infers what functions touch, through those they call', () => {
    const program = checked(
      native(`storage { a: u64; m: map<u64, u64>; }
        fn g() { m[7] = a; }
        pub fn f() { g(); }
        pub fn h(k: u64) -> u64 { m[k] }
        #[writes("self.m:*")] pub fn w() { m[1] = 2; }
        pub fn r(k: u64) { if k > 0 { r(k - 1); } }`),
    );
    expect(functionNamed(program, 'f').effects).toMatchObject({
      reads: [{ variable: 'a', key: undefined }],
      writes: [{ variable: 'm', key: '7' }],
    });
    expect(functionNamed(program, 'h').effects.reads).toEqual([{ variable: 'm', key: '*' }]);
    expect(functionNamed(program, 'w').effects).toMatchObject({ writes: [{ key: '*' }], declared: true });
    expect(
      [functionNamed(program, 'r'), functionNamed(program, 'f')].map(({ recursive }) => recursive),
    ).toEqual([true, false]);
  });

  it('names events by the types of Twilight', () => {
    const program = checked(solidity('event Deposited(address indexed who, uint64 amount);'));
    expect(program.contracts[0]!.events).toMatchObject([
      { signature: 'Deposited(address,u64)', parameters: [{ topic: true }, { topic: false }] },
    ]);
  });

  it('makes getters with a key for each map and a place for a vector', () => {
    const program = checked(
      solidity('mapping(address => mapping(uint8 => uint64[])) public deep; string public name;'),
    );
    expect(functionNamed(program, 'deep')).toMatchObject({
      parameters: [{ name: 'key' }, { name: 'key2' }, { name: 'index' }],
      result: { name: 'u64' },
      code: { result: { kind: 'storageVector', operation: 'at' } },
    });
    expect(functionNamed(program, 'name').code.result).toMatchObject({ kind: 'storageRead' });
  });

  it('has widths of solidity that are no widths of Twilight', () => {
    const program = checked(solidity('uint40 public a; int24 b;'));
    expect(program.contracts[0]!.storage.map(({ type }) => type)).toMatchObject([
      { name: 'u40', bits: 40, container: 64 },
      { name: 'i24', bits: 24, container: 32 },
    ]);
  });

  it('gives locals to the scopes in which they are seen', () => {
    const found = functionNamed(
      checked(native('pub fn f(a: u64) -> u64 { val b = a + 1; { val b = b + 1; require(b > 2, "x"); } b }')),
      'f',
    );
    const named = found.locals.filter(({ kind }) => kind !== 'hidden');
    expect(named.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'parameter'],
      ['b', 'val'],
      ['b', 'val'],
    ]);
    expect(named[2]!.scope.parent).toBe(named[1]!.scope);
    expect(named[1]!.scope.parent).toBe(named[0]!.scope);
  });
});
