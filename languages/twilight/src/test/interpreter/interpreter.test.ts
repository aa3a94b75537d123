import { describe, expect, it } from 'vitest';
import { example, interpreted, native, solidity, told } from '../sources.js';
import { someContext, type Interpreted, type Visit } from './interpreter.js';
import { int, toJson, type Value } from './values.js';

const alice = { ...someContext, sender: 1n };
const bob = { ...someContext, sender: 2n };
const address = (value: bigint): Value => ({ kind: 'address', value });
const shown = ({ outcome, message, value }: Interpreted): unknown =>
  outcome === 'returned' ? toJson(value) : `${outcome}: ${message}`;

/** The value of an expression in a function with that result. */
function value(code: string, type: string): unknown {
  const text = native(`pub fn f() -> ${type} { ${code} }`);
  expect(told(text).filter(one => !one.includes('`as`'))).toEqual([]);
  return shown(interpreted(text).call('f'));
}

describe('the interpreter', () => {
  it('fails as the language says', () => {
    expect(value('val a: u8 = 255; a + 1', 'u8')).toBe('revert: arithmetic overflow: u8 +');
    expect(value('val a: u64 = 3; a - 4', 'u64')).toBe('revert: arithmetic overflow: u64 -');
    expect(value('val a: i128 = i128::MIN; -a', 'i128')).toBe('revert: arithmetic overflow: i128 -');
    expect(value('val a: i64 = i64::MIN; val b: i64 = -1; a / b', 'i64')).toBe(
      'panic: division overflow: i64 /',
    );
    expect(value('val a: u256 = 1; val b: u256 = 0; a % b', 'u256')).toBe('panic: division by zero');
    expect(value('val a: u256 = u256::MAX; a * 2', 'u256')).toBe('revert: arithmetic overflow: u256 *');
    expect(value('val a: u64 = 300; (a as u8)', 'u8')).toBe('revert: conversion out of range: u64 to u8');
    expect(value('val v: vector<u64> = [1]; v[1]', 'u64')).toBe('panic: index out of bounds');
    expect(value('val a: Option<u8> = None; a.unwrap()', 'u8')).toBe('panic: called unwrap on None');
    expect(value('panic!("{} is odd", 3u8)', 'u8')).toBe('panic: 3 is odd');
    expect(value('val a: u32 = 32; 1u32 << a', 'u32')).toBe('revert: shift out of range');
    expect(value('3u64.pow(41)', 'u64')).toBe('revert: arithmetic overflow: u64 pow');
  });

  it('has the explicit forms', () => {
    expect(value('250u8.wrapping_add(10)', 'u8')).toBe('4');
    expect(value('(-100i8).wrapping_sub(100)', 'i8')).toBe('56');
    expect(value('250u8.saturating_add(10)', 'u8')).toBe('255');
    expect(value('250u8.checked_add(10)', 'Option<u8>')).toEqual({ tag: 'None', values: [] });
    expect(value('u8::try_from(300u64)', 'Result<u8, string>')).toEqual({
      tag: 'Err',
      values: ['conversion out of range: u64 to u8'],
    });
    expect(value('(-8i8) >> 1', 'i8')).toBe('-4');
    expect(value('!0u16 & 0xf0', 'u16')).toBe('240');
  });

  it('runs matches, loops and propagation', () => {
    expect(value('val x = loop { break 7u8; }; x', 'u8')).toBe('7');
    expect(value('var n: u64 = 0; for i in 0..5 { if i == 3 { continue; } n = n + i; } n', 'u64')).toBe('7');
    expect(value('val t = (1u8, Some("a")); match t { (1, Some(s)) => s.len(), (_, _) => 0 }', 'u64')).toBe(
      '1',
    );
    expect(value('val r: Result<u8, string> = Err("no"); val x = r?; Ok(x)', 'Result<u8, string>')).toEqual({
      tag: 'Err',
      values: ['no'],
    });
  });

  it('leaves no trace of a transaction that failed', () => {
    const contract = interpreted(
      native('storage { n: u64; } pub fn f(a: u64) { n = a; require(a < 5, "large"); }'),
    );
    contract.deploy();
    expect(shown(contract.call('f', [int(3n)]))).toBeNull();
    expect(shown(contract.call('f', [int(7n)]))).toBe('revert: large');
    expect(shown(contract.call('n'))).toBe('3');
  });

  it('runs the examples', () => {
    const pool = interpreted(example('bughunt.twl'));
    pool.deploy();
    for (const who of [alice, bob]) pool.call('join', [int(100n)], who);
    expect([alice, bob].map(who => shown(pool.call('leave', [], who)))).toEqual(['133', '67']);
    const market = interpreted(example('language.twl'), { assertions: true });
    market.deploy();
    expect(shown(market.call('orders_are_numbered'))).toBeNull();
    expect(shown(market.call('prices'))).toBe('122');
    const token = interpreted(example('token.solidity.twl'));
    token.deploy([int(1000n)], alice);
    const moved = token.call('transfer', [address(2n), int(10n)], alice);
    expect(moved.events.map(({ name, args }) => [name, ...args.map(toJson)])).toEqual([
      ['Transfer', `0x${'1'.padStart(40, '0')}`, `0x${'2'.padStart(40, '0')}`, '10'],
    ]);
    expect(moved.output).toHaveLength(1);
    expect(shown(token.call('transfer', [address(3n), int(11n)], bob))).toBe('revert: balance too small');
  });

  it('runs modifiers around a function, and what is behind `_` after a return', () => {
    const contract = interpreted(example('modifiers.twl'));
    contract.deploy([], alice);
    expect(shown(contract.call('add', [int(5n)], alice))).toBe('5');
    expect(shown(contract.call('entered'))).toBe('1');
    expect(shown(contract.call('add', [int(1n)], alice))).toBe('revert: TooSmall(1,2)');
    contract.call('bump');
    expect(shown(contract.call('counter'))).toBe('7');
  });

  it('tells before each statement what is seen there', () => {
    const visits: Visit[] = [];
    const text = native(
      'pub fn f(a: u64) -> u64 {\nvar sum: u64 = 0;\nwhile sum < a {\nval next = sum + 2;\nsum = next;\n}\nsum\n}',
    );
    interpreted(text, { watch: visit => visits.push(visit) }).call('f', [int(3n)]);
    expect(
      visits.map(
        ({ at, locals }) =>
          `${at.line} ${[...locals].map(([name, one]) => `${name}=${String(toJson(one))}`).join(' ')}`,
      ),
    ).toEqual([
      '3 a=3',
      '4 a=3 sum=0',
      '5 a=3 sum=0',
      '6 a=3 sum=0 next=2',
      '4 a=3 sum=2',
      '5 a=3 sum=2',
      '6 a=3 sum=2 next=4',
      '4 a=3 sum=4',
      '8 a=3 sum=4',
      '9 a=3 sum=4',
    ]);
  });

  it('sees both modes of an example alike', () => {
    const seen = (name: string): unknown[] => {
      const visits: unknown[] = [];
      const watch = ({ function: at, locals }: Visit): void => {
        visits.push([at, [...locals].map(([one, held]) => [one, toJson(held)])]);
      };
      const contract = interpreted(example(name), { watch });
      contract.deploy([], alice);
      contract.call('deposit', [int(5000n)], alice);
      contract.call('deposit', [int(70n)], bob);
      contract.call('withdraw', [int(4000n)], alice);
      contract.call('richest');
      return visits;
    };
    expect(seen('vault.twl').length).toBeGreaterThan(30);
    expect(seen('vault.twl')).toEqual(seen('vault.solidity.twl'));
  });

  it('checks assertions only where they are asked for', () => {
    const text = native(
      'pub fn f(a: u64) -> u64 { assert_pre(a > 1, "small"); assert_post(result == a, "other"); a * 1 }',
    );
    expect(shown(interpreted(text).call('f', [int(1n)]))).toBe('1');
    expect(shown(interpreted(text, { assertions: true }).call('f', [int(1n)]))).toBe('revert: small');
    expect(shown(interpreted(text, { assertions: true }).call('f', [int(2n)]))).toBe('2');
  });

  it('knows solidity wrapping and named results', () => {
    const text = solidity(
      'function f(uint8 a) public returns (uint8 r, bool ok) { unchecked { r = a + 250; } ok = r < a; }',
    );
    expect(told(text)).toEqual([]);
    expect(shown(interpreted(text).call('f', [int(10n)]))).toEqual(['4', true]);
  });
});
