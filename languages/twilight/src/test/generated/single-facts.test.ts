import { describe, expect, it } from 'vitest';
import { built } from './built.js';
import { ContractHost, type Outcome } from './contract-host.js';

const contract = (body: string): ContractHost =>
  new ContractHost(built(`#![syntax = "twilight-native"]\ncontract T {\n${body}\n}\n`));
const returned = (value: unknown): Outcome => ({ kind: 'returned', value }) as Outcome;

describe('a compiled contract', () => {
  it('gives zero where a map in memory has nothing, and where an Option has no value', () => {
    const host = contract(`
      pub fn at(k: u64) -> (string, u256) {
        var texts: map<u64, string> = map::new(); var numbers: map<u64, u256> = map::new();
        texts.insert(1, "one"); numbers.insert(1, 11);
        (texts[k], numbers[k])
      }
      pub fn default_of(n: u64) -> u64 { val o = if n > 3 { Some(n) } else { None }; o.unwrap_or_default() }`);
    expect(host.call('at', [1]).outcome).toEqual(returned(['one', '11']));
    expect(host.call('at', [2]).outcome).toEqual(returned(['', '0']));
    expect(host.call('default_of', [3]).outcome).toEqual(returned('0'));
  });

  it('panics with words where the heap is full, whatever the size', () => {
    const host = contract(`
      pub fn filled(n: u64) -> u64 { val v: vector<u64> = vector::filled(n, 7); v.len() }
      pub fn pushed(n: u64) -> u64 { var v: vector<u256> = vector::new(); for i in 0..n { v.push(u256::from(i)); } v.len() }`);
    expect(host.call('filled', [100_000]).outcome).toEqual(returned('100000'));
    const full = { kind: 'panic', text: 'out of memory: the heap of the contract is full' };
    for (const count of ['200000', '4294967295', '4294967296', '536870912', '18446744073709551615'])
      expect(host.call('filled', [count]).outcome, count).toEqual(full);
    expect(host.call('pushed', [30_000]).outcome).toEqual(full);
  });

  it('panics with words where calls are nested too deeply', () => {
    const host = contract(`
      fn down(n: u64) -> u64 { if n == 0 { 0 } else { 1 + down(n - 1) } }
      pub fn deep(n: u64) -> u64 { down(n) }`);
    expect(host.call('deep', [900]).outcome).toEqual(returned('900'));
    expect(host.call('deep', [100_000]).outcome).toEqual({
      kind: 'panic',
      text: 'stack overflow: calls are nested too deeply',
    });
  });

  it('panics with words where a value in storage is damaged', () => {
    const host = contract(`
      struct Note { id: u64, text: string }
      storage { n: u64; note: Note; list: map<u64, vector<string>>; many: map<u8, Note>; }
      pub fn number() -> u64 { n }
      pub fn words() -> string { note.text }
      pub fn entry(k: u8) -> u64 { many[k].id }`);
    const damaged = { kind: 'panic', text: 'a value in storage is damaged: it is shorter than its type' };
    const key = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
    host.storage.set(key('n'), Uint8Array.of(1, 2, 3));
    expect(host.call('number').outcome).toEqual(damaged);
    host.storage.set(key('note'), Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 65));
    expect(host.call('words').outcome).toEqual(damaged);
    host.storage.set(key('many\0\u0005'), Uint8Array.of(1));
    expect(host.call('entry', [5]).outcome).toEqual(damaged);
    expect(host.call('entry', [6]).outcome).toEqual(returned('0'));
  });

  it('puts the ABI words of a declared error behind its text, and evaluates its arguments once', () => {
    const host = new ContractHost(
      built(`#![syntax = "solidity"]
contract T {
  uint64 public n;
  error TooSmall(uint64 got, string why);
  function next() private returns (uint64) { n += 1; return n; }
  function fail() public { revert TooSmall(next(), "no"); }
}`),
    );
    const word = (digits: string): string => digits.padStart(64, '0');
    expect(host.call('fail').outcome).toEqual({
      kind: 'revert',
      text: `TooSmall(1,no)\0${word('1')}${word('40')}${word('2')}${'6e6f'.padEnd(64, '0')}`,
    });
  });

  it('names the place of an assertion without a text', () => {
    const text = '#![syntax = "native"]\ncontract T { pub fn f(a: u64) -> u64 { assert_pre(a > 1); a } }';
    const failed = new ContractHost(built(text, { runtimeAsserts: true })).call('f', [1]).outcome;
    expect(failed).toEqual({ kind: 'revert', text: 'Assertion failed: pre at test.twl:2:40' });
    expect(new ContractHost(built(text)).call('f', [1]).outcome).toEqual(returned('1'));
  });

  it('evaluates operands in order, and keeps values that later operands change', () => {
    const host = contract(`
      pub fn order() -> (u256, u64) { var x: u256 = 10; val y = x + { x = 5; x }; var v: vector<u64> = [1]; v[0] = { v.push(2); v.push(3); v.push(4); v.push(5); 9 }; (y, v[0] + v.len()) }`);
    expect(host.call('order').outcome).toEqual(returned(['15', '14']));
  });
});
