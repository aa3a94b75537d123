import { describe, expect, it } from 'vitest';
import { decodeAt, typesOf, valueToJson, type BuiltContract, type Json } from '../../toolchain/toolchain.js';
import { built } from './built.js';
import { ContractHost } from './contract-host.js';
import { traced } from './traced.js';

interface Failed {
  readonly cause: string;
  readonly text: string | null;
  readonly source: string;
  readonly operands: Readonly<Record<string, Json>>;
}

const source = `#![syntax = "native"]
contract T {
  struct P { n: u64, who: string }
  storage { l: vector<u64>; }
  pub fn add(a: u8, b: u8) -> u8 { a + b }
  pub fn wide(a: u256, b: u256) -> u256 { 1 + a * b }
  pub fn divide(a: i64, b: i64) -> i64 { val q = a / b; 100 / q }
  pub fn at(v: vector<u64>, i: u128) -> u64 { v[i] }
  pub fn stored(i: u64) -> u64 { l[i] }
  pub fn need(a: u64, b: u64) { require(a >= b + 1, "too little"); }
  pub fn both(a: u64, b: u64) { require(a + 1 > b && b != 7, "bad a"); }
  pub fn either(a: string, b: u64, c: u64) { require(a == "me" || b + 1 < c || b == 9, "neither"); }
  pub fn mixed(a: u64, ok: bool) { require(ok || (a > 3 && a < 9), "mixed"); }
  pub fn named(a: string) { require(a == "me", "not me"); }
  pub fn narrow(a: i256) -> u8 { a as u8 }
  pub fn shift(a: i16, by: u8) -> i16 { a << by }
  pub fn power(a: u32, b: u32) -> u32 { a.pow(b) }
  pub fn same(a: u64, b: u64) { assert_eq!(a * 2, b); }
  pub fn none(a: Option<u64>) -> u64 { a.clone().unwrap() }
}`;

/** What a debugger would show of a call that fails, right before it ends. */
function failing(
  contract: BuiltContract,
  name: string,
  args: readonly unknown[],
  text = source,
): Failed | undefined {
  const { functions } = contract.meta.debug_info!.variable_info;
  const failures = Object.values(functions).flatMap(each => each.failures);
  const types = typesOf(contract.meta);
  let seen: Failed | undefined;
  const module = traced(contract.wasm, new Set(failures.map(({ range }) => range[0])));
  const host = new ContractHost(contract, {
    bytes: module.bytes,
    imports: read =>
      module.imports((offset, locals) => {
        const failure = failures.find(({ range }) => range[0] === offset)!;
        const [, line, column, , end] = failure.at;
        seen = {
          cause: failure.cause,
          text: failure.text,
          source: text.split('\n')[line - 1]!.slice(column - 1, end - 1),
          operands: Object.fromEntries(
            failure.operands.map(({ name: called, type, loc }) => [
              called,
              valueToJson(decodeAt(types, type, loc, index => locals[index], read)),
            ]),
          ),
        };
      }),
  });
  const { outcome } = host.call(name, args);
  if (outcome.kind !== 'returned' && seen?.text !== null) expect(outcome.text).toBe(seen?.text);
  return seen;
}

describe('a call that fails', () => {
  const contract = built(source);
  const cases: readonly (readonly [string, readonly unknown[], Failed])[] = [
    [
      'add',
      [200, 100],
      {
        cause: 'overflow',
        text: 'arithmetic overflow: u8 +',
        source: 'a + b',
        operands: { left: '200', right: '100' },
      },
    ],
    [
      'wide',
      [`${2n ** 255n}`, 3],
      {
        cause: 'overflow',
        text: 'arithmetic overflow: u256 *',
        source: 'a * b',
        operands: { left: `${2n ** 255n}`, right: '3' },
      },
    ],
    [
      'divide',
      [2, 5],
      {
        cause: 'division',
        text: 'division by zero',
        source: '100 / q',
        operands: { left: '100', right: '0' },
      },
    ],
    [
      'divide',
      ['-9223372036854775808', -1],
      {
        cause: 'overflow',
        text: 'division overflow: i64 /',
        source: 'a / b',
        operands: { left: '-9223372036854775808', right: '-1' },
      },
    ],
    [
      'at',
      [[5, 6], 2],
      { cause: 'bounds', text: 'index out of bounds', source: 'v[i]', operands: { index: '2', length: '2' } },
    ],
    [
      'stored',
      [0],
      { cause: 'bounds', text: 'index out of bounds', source: 'l[i]', operands: { index: '0', length: '0' } },
    ],
    [
      'need',
      [5, 5],
      {
        cause: 'require',
        text: 'too little',
        source: 'require(a >= b + 1, "too little")',
        operands: { left: '5', right: '6' },
      },
    ],
    ...(
      [
        [1, 5, '2', '5'],
        [9, 7, '7', '7'],
      ] as const
    ).map(
      ([a, b, left, right]) =>
        [
          'both',
          [a, b],
          {
            cause: 'require',
            text: 'bad a',
            source: 'require(a + 1 > b && b != 7, "bad a")',
            operands: { left, right },
          },
        ] as const,
    ),
    [
      'either',
      ['you', 5, 2],
      {
        cause: 'require',
        text: 'neither',
        source: 'require(a == "me" || b + 1 < c || b == 9, "neither")',
        operands: {
          'left 1': 'you',
          'right 1': 'me',
          'left 2': '6',
          'right 2': '2',
          'left 3': '5',
          'right 3': '9',
        },
      },
    ],
    [
      'mixed',
      [3, false],
      {
        cause: 'require',
        text: 'mixed',
        source: 'require(ok || (a > 3 && a < 9), "mixed")',
        operands: {},
      },
    ],
    [
      'named',
      ['you'],
      {
        cause: 'require',
        text: 'not me',
        source: 'require(a == "me", "not me")',
        operands: { left: 'you', right: 'me' },
      },
    ],
    [
      'narrow',
      [-1],
      {
        cause: 'conversion',
        text: 'conversion out of range: i256 to u8',
        source: 'a as u8',
        operands: { value: '-1' },
      },
    ],
    [
      'shift',
      [-3, 16],
      {
        cause: 'shift',
        text: 'shift out of range',
        source: 'a << by',
        operands: { left: '-3', right: '16' },
      },
    ],
    [
      'power',
      [10, 10],
      {
        cause: 'overflow',
        text: 'arithmetic overflow: u32 pow',
        source: 'a.pow(b)',
        operands: { left: '10', right: '10' },
      },
    ],
    [
      'same',
      [3, 7],
      {
        cause: 'assert',
        text: 'assertion failed: values differ',
        source: 'assert_eq!(a * 2, b)',
        operands: { left: '6', right: '7' },
      },
    ],
    [
      'none',
      [null],
      { cause: 'panic', text: 'called unwrap on None', source: 'a.clone().unwrap()', operands: {} },
    ],
  ];

  it.each(cases)('%s(%j) keeps what failed for the debugger', (name, args, wanted) => {
    expect(failing(contract, name, args)).toEqual(wanted);
  });

  it.each([
    ['scalar', ['-2', '18446744073709551615']],
    ['wide', ['2', `1${'0'.repeat(70)}`]],
    ['narrow', ['3', '200']],
  ])('keeps an exponent as it was, however large: %s(%j)', (name, args) => {
    const text = `#![syntax = "solidity"]
contract C {
  function scalar(int64 a, uint64 n) public pure returns (int64) { return a ** n; }
  function wide(uint256 a, uint256 n) public pure returns (uint256) { return a ** n; }
  function narrow(uint256 a, uint8 n) public pure returns (uint256) { return a ** n; }
}`;
    expect(failing(built(text), name, args, text)).toMatchObject({
      source: 'a ** n',
      operands: { left: args[0], right: args[1] },
    });
  });

  it('leaves nothing behind where it does not fail', () => {
    expect(failing(contract, 'add', [1, 2])).toBeUndefined();
  });
});
