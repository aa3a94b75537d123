import { describe, expect, it } from 'vitest';
import { example, hints, native, parsed, solidity, told, withoutPlaces } from '../../test/sources.js';

const twins = ['token', 'vault', 'auction', 'bughunt'];

describe('both syntax modes', () => {
  it.each(twins)('give one tree for %s', name => {
    const [one, other] = [`${name}.twl`, `${name}.solidity.twl`].map(file => parsed(example(file)).unit);
    expect(withoutPlaces(one)).toEqual(withoutPlaces(other));
  });

  const forms: readonly (readonly [string, string, string])[] = [
    ['arithmetic', 'fn f(a: u64) { n = a * 2 + 1; }', 'function f(uint64 a) private { n = a * 2 + 1; }'],
    ['compound assignment', 'fn f() { n = n + 2; }', 'function f() private { n += 2; }'],
    ['counting', 'fn f() { n = n - 1; }', 'function f() private { n--; }'],
    [
      'conditional',
      'fn f(a: bool) -> u8 { return if a { 1 } else { 2 }; }',
      'function f(bool a) private returns (uint8) { return a ? 1 : 2; }',
    ],
    [
      'else if',
      'fn f() { if n == 1 { n = 2; } else if n == 3 { n = 4; } }',
      'function f() private { if (n == 1) { n = 2; } else if (n == 3) { n = 4; } }',
    ],
    ['wrapping', 'fn f() { { n = n.wrapping_add(1); } }', 'function f() private { unchecked { n += 1; } }'],
    [
      'tuples',
      'fn f() -> (u8, bool) { return (1, true); }',
      'function f() private returns (uint8, bool) { return (1, true); }',
    ],
    [
      'values that are left out',
      'fn f(a: u8) { (a, _) = g(); (_, n, _) = h(); }',
      'function f(uint8 a) private { (a,) = g(); (, n,) = h(); }',
    ],
    [
      'zero values',
      'fn f() { var a: u64 = 0; var b: string = ""; }',
      'function f() private { uint64 a; string memory b; }',
    ],
    [
      'the transaction',
      'fn f() { val_of(ctx.sender(), ctx.value(), env.timestamp(), env.block_number(), tx.origin(), self.address()); }',
      'function f() private { val_of(msg.sender, msg.value, block.timestamp, block.number, tx.origin, address(this)); }',
    ],
    ['limits', 'fn f() { n = u64::MAX; }', 'function f() private { n = type(uint64).max; }'],
    ['payable', '#[payable] pub fn f() { }', 'function f() external payable { }'],
    [
      'views',
      '#[reads] pub fn f() { } #[conflict_free] pub(crate) fn g() { }',
      'function f() public view { } function g() internal pure { }',
    ],
    ['constants', 'pub const A: u256 = 7;', 'uint public constant A = 7;'],
    [
      'failures',
      'fn f() { require(n > 0, "no"); revert("why"); assert!(n > 1); }',
      'function f() private { require(n > 0, "no"); revert("why"); assert(n > 1); }',
    ],
    [
      'hashes',
      'fn f(a: vector<u8>) { nova::crypto::keccak256(a); }',
      'function f(bytes memory a) private { keccak256(a); }',
    ],
  ];
  it.each(forms)('give one tree for %s', (_, one, other) => {
    const storage = { native: 'storage { n: u64; }', solidity: 'uint64 n;' };
    const trees = [
      parsed(native(`${storage.native} ${one}`)),
      parsed(solidity(`${storage.solidity} ${other}`)),
    ];
    expect(trees.map(({ messages }) => messages)).toEqual([[], []]);
    expect(withoutPlaces(trees[0]!.unit)).toEqual(withoutPlaces(trees[1]!.unit));
  });
});

describe('twilight-native', () => {
  const value = (code: string): unknown => {
    const { unit, messages } = parsed(`fn f() { x = ${code}; }`);
    expect(messages).toEqual([]);
    const [item] = unit.items;
    const statement = item?.kind === 'function' ? item.body?.statements[0] : undefined;
    const assign = statement?.kind === 'expression' ? statement.expression : undefined;
    return withoutPlaces(assign?.kind === 'assign' ? assign.value : undefined);
  };

  it('binds operators as the language says', () => {
    expect(value('a + b * c << 1 & d == e && !f || g')).toEqual(
      value('(((((a + (b * c)) << 1) & d) == e) && (!f)) || g'),
    );
    expect(value('-a.b[c](d)?'.replace('(d)', ''))).toEqual(value('-((a.b)[c]?)'));
  });

  it('reads numbers in all bases with separators and suffixes', () => {
    expect(value('0xff_u8')).toEqual({ kind: 'int', value: '255n', suffix: 'u8', hexDigits: 2 });
    expect(value('0b1010')).toEqual({ kind: 'int', value: '10n' });
    expect(value('0o17')).toEqual({ kind: 'int', value: '15n' });
    expect(value('1_000_000i256')).toEqual({ kind: 'int', value: '1000000n', suffix: 'i256' });
  });

  it('reads escapes in strings', () => {
    expect(value('"a\\n\\t\\\\\\"\\u{1F600}"')).toEqual({ kind: 'string', value: 'a\n\t\\"\u{1F600}' });
  });

  it('tells type arguments from comparisons', () => {
    expect(value('f<u64>(a)')).toMatchObject({ kind: 'call', callee: { generics: [{ kind: 'named' }] } });
    expect(value('a < b')).toMatchObject({ kind: 'binary', operator: '<' });
    expect(value('(a < b) == (c > d)')).toMatchObject({ kind: 'binary', operator: '==' });
    expect(value('vector<vector<u64>>::new()')).toMatchObject({ kind: 'call' });
    expect(value('a < b >> 2')).toMatchObject({ kind: 'binary', operator: '<', right: { operator: '>>' } });
  });

  it('ends a statement that is a block with its brace', () => {
    const { unit, messages } = parsed('fn f() -> i64 { if a { } -1 }');
    expect(messages).toEqual([]);
    expect(unit.items[0]).toMatchObject({ body: { statements: [{}], result: { kind: 'unary' } } });
  });

  it('keeps documentation with its item', () => {
    expect(parsed('/// What\n/// and why.\ncontract C { }').unit.items[0]).toMatchObject({
      documentation: 'What\nand why.',
    });
  });
});

describe('a damaged source', () => {
  it('is told where it is wrong, several times in one run', () => {
    const text =
      'contract C {\n  fn a( { }\n  fn b() { val = 3; 7 7; }\n  storage { x u64; }\n  fn c() { "open }\n}';
    const lines = told(text).map(one => Number(one.split(':')[0]));
    expect(lines).toEqual(expect.arrayContaining([2, 3, 4, 5]));
  });

  const deep: readonly (readonly [string, string])[] = [
    ['brackets', `fn f() { x = ${'('.repeat(1500)}1${')'.repeat(1500)}; }`],
    ['a sum', `fn f() { x = ${'1 + '.repeat(3000)}1; }`],
    ['signs', `fn f() { x = ${'!'.repeat(3000)}true; }`],
    ['blocks', `fn f() { ${'{'.repeat(1500)}${'}'.repeat(1500)} }`],
    ['types', `fn f(x: ${'vector<'.repeat(1500)}u8${'>'.repeat(1500)}) { }`],
    ['patterns', `fn f() { val ${'('.repeat(1500)}a${',)'.repeat(1500)} = 1; }`],
    ['else if', `fn f() { ${'if a { } else '.repeat(1500)} { } }`],
    ['members', `fn f() { x = a${'.b'.repeat(3000)}; }`],
    ['calls of methods', `fn f() { x = a${'.b()'.repeat(3000)}; }`],
    [
      'solidity expressions',
      `#![syntax = "solidity"]\nfunction f() private { x = ${'(1 + '.repeat(1500)}1${')'.repeat(1500)}; }`,
    ],
    ['solidity statements', `#![syntax = "solidity"]\nfunction f() private { ${'if (a) '.repeat(1500)} x; }`],
  ];
  it.each(deep)('is refused where it is nested too deeply: %s', (_, text) => {
    expect(told(text).join()).toContain('nested too deeply');
  });
});

describe('a pragma of solidity', () => {
  it.each(['solidity ^0.8.20', 'solidity >=0.8.0 <0.9.0', 'abicoder v2', 'solidity 0.8.20 || "x"'])(
    'says nothing here: %s',
    pragma => {
      const text = `#![syntax = "solidity"]\n// SPDX-License-Identifier: MIT\npragma ${pragma}; // and why\ncontract C { }`;
      const { unit, messages } = parsed(text);
      expect(messages).toEqual([]);
      expect(unit.items).toMatchObject([{ kind: 'contract' }]);
    },
  );

  it('ends on its line', () => {
    expect(told('#![syntax = "solidity"]\npragma solidity ^0.8.20\ncontract C { }')).toEqual([
      expect.stringMatching(/^3:1 .*expected/),
    ]);
  });
});

describe('solidity that Twilight does not have', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['contract C is D { }', 'Inheritance cannot be converted'],
    ['interface I { }', 'Interfaces cannot be converted'],
    ['library L { }', 'Libraries cannot be converted'],
    ['abstract contract C { }', 'Abstract contracts cannot be converted'],
    ['contract C { receive() external payable { } }', 'A receive function cannot be converted'],
    ['contract C { fallback() external { } }', 'A fallback function cannot be converted'],
    ['contract C { function f() public { assembly { } } }', 'Assembly cannot be converted'],
    ['contract C { function f() public { try this.g() { } catch { } } }', 'try/catch cannot be converted'],
    [
      'contract C { function f(address a) public { a.delegatecall(""); } }',
      '.delegatecall cannot be converted',
    ],
    ['contract C { function f(address a) public { a.call{value: 1}(""); } }', '.call cannot be converted'],
    ['contract C { function f(address a) public { a.staticcall(""); } }', '.staticcall cannot be converted'],
    ['contract C { function f() public { selfdestruct(msg.sender); } }', 'selfdestruct cannot be converted'],
    ['contract C { function f() public { } function f(uint a) public { } }', 'there is another function f'],
    ['contract C { function f() public virtual { } }', 'Inheritance cannot be converted'],
    ['contract C { function f() public { super.f(); } }', '`super` cannot be converted'],
    ['contract C { function f() public { uint x = gasleft(); } }', 'gasleft cannot be converted'],
    [
      'contract C { function f() public { address x = block.coinbase; } }',
      'block.coinbase cannot be converted',
    ],
    ['contract C { function f() public { uint x = tx.gasprice; } }', 'tx.gasprice cannot be converted'],
    [
      'contract C { struct S { uint a; } S s; function f() public { S storage t = s; } }',
      'there are no references into storage',
    ],
    ['contract C { function f(address a) public { uint x = a.balance; } }', 'address has no field balance'],
    ['contract C { function f() public { bytes memory b = hex"0f0"; } }', 'has two hexadecimal digits'],
    [
      'contract C { function f(uint a, int n) public { uint x = a ** n; } }',
      'an exponent is uint8 to uint256, not i256',
    ],
    ['contract C { uint7 a; }', 'there is no type uint7'],
  ];
  it('has hints in the words of the mode, and tells nothing that only follows', () => {
    const text = `#![syntax = "solidity"]
contract C {
  function f(uint64 a) public pure returns (uint8) { return a; }
  function g(uint64 a) public pure returns (uint256) { return a; }
  function h() public pure returns (bool) { return sha256("a") > 0; }
}`;
    expect(hints(text)).toEqual([
      'Write `uint8(…)`, which is checked; a number is uint256 unless something else is expected.',
      'Every uint64 fits: write `uint256(…)`.',
      'There are keccak256 and nova::crypto::blake3.',
    ]);
  });

  it.each(refused)('is refused with its place: %s', (text, message) => {
    expect(told(`#![syntax = "solidity"]\n${text}`).join('\n')).toMatch(
      new RegExp(`^2:\\d+ .*${message.replaceAll(/[.`]/g, '\\$&')}`, 'm'),
    );
  });
});
