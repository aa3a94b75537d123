// Twilight's expressions at a stop: entries of storage, functions and methods, failures in the contract's words, what is set and watched.

import { twilight } from '@sonde/language-twilight';
import type { TestClient } from '@sonde/testkit';
import { describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { written } from './written-programs.js';

const native = `#![syntax = "twilight-native"]
struct Counter { n: u64 }
impl Counter { fn raise(mut self, by: u64) -> u64 { self.n = self.n + by; self.n } }
contract Shop {
    enum Tier { Basic, Gold(u64), Named { bps: u16, label: string } }
    struct Quote { gross: u64, fee: u64, tier: Tier }
    const MOST: u64 = 1000;

    storage {
        total: u64 = 7;
        title: string = "corner";
        shares: map<address, u64>;
        grid: map<u64, map<string, u64>>;
        quotes: map<string, Quote>;
        many: vector<u64>;
        lists: map<bool, vector<u8>>;
        rows: vector<vector<u64>>;
        named: (u64, vector<string>);
    }

    fn fee_of(quote: Quote) -> u64 {
        match quote.tier {
            Tier::Basic => quote.gross / 100,
            Tier::Gold(cap) => if quote.gross > cap { cap } else { quote.fee },
            Tier::Named { bps, label: _ } => quote.gross * bps.into() / 10000,
        }
    }

    fn taken(amount: u64) -> u64 {
        require(amount < MOST, "too much");
        total = total + amount;
        shares[ctx.sender()] = shares[ctx.sender()] + amount;
        total
    }

    fn endless() -> u64 { var n: u64 = 0; loop { n = n.wrapping_add(1); } }
    fn name_of(quote: Quote) -> string { match quote.tier { Tier::Named { bps: _, label } => label.clone(), _ => "none" } }

    pub fn main() {
        val who = ctx.sender();
        val small: u8 = 250;
        val low: i8 = -128;
        val none: u64 = 0;
        var quote = Quote { gross: 5000, fee: 9, tier: Tier::Named { bps: 30, label: "friends" } };
        var word = "hey";
        var counter = Counter { n: 9 };
        val xs: array<u64, 3> = [4, 5, 6];
        val in_memory: vector<u64> = vector::filled(2, 3);
        shares[who] = 11;
        grid[3]["a"] = 33;
        grid[3]["b"] = 34;
        quotes["first"] = quote;
        many.push(20);
        many.push(21);
        lists[true].push(5);
        rows.push([1, 2]);
        named = (3, ["q".to_string()]);
        print("{}", quote.gross); // #here
        shares[who] = shares[who] + 1; // #again
        shares[Address::zero()] = 5;
        many[1] = 22;
        many[0] = 23;
        grid[3]["b"] = 50;
        many.push(24);
        print("{} {} {} {} {} {}", word, small, low, none, xs[0], in_memory.len());
    }
}
`;

type Ask = (expression: string) => Promise<string>;

interface Stopped {
  readonly client: TestClient;
  readonly value: Ask;
  readonly refused: Ask;
  readonly change: Ask;
}

async function stoppedAt(text: string, marker: `#${string}` = '#here', more: object = {}): Promise<Stopped> {
  const program = written('shop.twl', text);
  const client = await clientFor(twilight);
  await client.launch({ program }, async each => {
    await each.setBreakpoints(program, [{ at: marker, ...more }]);
  });
  await client.waitForStop();
  const ask =
    (context: string): Ask =>
    async expression => {
      const { id: frameId } = await client.topFrame();
      return (await client.evaluate(expression, { frameId, context })).result;
    };
  const value = ask('watch');
  return { client, value, change: ask('repl'), refused: text_ => refusal(value(text_)) };
}

const all = async (ask: Ask, texts: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const text of texts) found.push(await ask(text));
  return found;
};

async function scopeOf(client: TestClient, name: string) {
  const { id } = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId: id });
  const { variablesReference } = scopes.find(each => each.name === name)!;
  return { variablesReference, ...(await client.request('variables', { variablesReference })) };
}

it('looks up entries, calls functions and methods, makes values: as the contract would, and changes nothing; completes them', async () => {
  const { client, value, refused } = await stoppedAt(native);
  const before = await scopeOf(client, 'Storage');
  const { id: frameId } = await client.topFrame();
  const { targets } = await client.request('completions', { text: 'fe', column: 3, frameId });
  expect(targets).toMatchObject([{ label: 'fee_of', type: 'function' }]);
  const expected: readonly (readonly [string, string])[] = [
    ['shares[who]', '11'],
    ['storage.shares[who] + 1', '12'],
    ['shares[Address::zero()]', '0'],
    ['shares.get(who)', 'Some(11)'],
    ['storage.shares.get(who).unwrap_or(0) * 2', '22'],
    ['shares.get(Address::zero())', 'None'],
    ['shares.contains(who)', 'true'],
    ['grid[3]["a"] + grid[3]["b"]', '67'],
    ['grid[3]', '{"a": 33, "b": 34}'],
    ['grid[1 + 2].contains("c")', 'false'],
    ['quotes["first"].gross', '5000'],
    ['quotes["first"].tier', 'Named {bps: 30, label: "friends"}'],
    ['many[1]', '21'],
    ['many.len()', '2'],
    ['many[many.len() - 1]', '21'],
    ['lists[true]', '[5]'],
    ['lists[true][0]', '5'],
    ['rows[0][1]', '2'],
    ['named', '(3, ["q"])'],
    ['in_memory.len()', '2'],
    ['fee_of(quote)', '15'],
    ['fee_of(Quote { gross: 700, fee: 7, tier: Tier::Gold(5) })', '5'],
    ['name_of(quote) == "friends"', 'true'],
    ['name_of(quote)', '"friends"'],
    ['title == "corner"', 'true'],
    ['taken(5)', '12'],
    ['small.checked_add(6)', 'None'],
    ['small.saturating_add(6)', '255'],
    ['small.wrapping_add(6)', '0'],
    ['2u64.pow(10)', '1024'],
    ['xs[1].min(3)', '3'],
    ['Some(small).is_some()', 'true'],
    ['match quote.tier { Tier::Named { bps, label: _ } => bps, _ => 0 }', '30'],
    ['if low < 0 { "minus" } else { "plus" }', '"minus"'],
    ['{ var copy = counter.clone(); copy.raise(2) }', '11'],
    ['MOST', '1000'],
    ['255u8', '255'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['3 * 4 - 20', '-8'],
    ['7 / -2', '-3'],
    ['small - 2 * 100', '50'],
    ['1 << 3', '8'],
    [`who == 0x${'0'.repeat(40)}`, 'false'],
    ['u8::MAX', '255'],
    ['ctx.sender() == who', 'true'],
    ['(small, low)', '(250, -128)'],
    ['quote', expect.stringContaining('gross: 5000') as string],
  ];
  expect(
    await all(
      value,
      expected.map(([text]) => text),
    ),
  ).toEqual(expected.map(([, result]) => result));
  const failing: readonly (readonly [string, RegExp])[] = [
    ['small + 10', /^revert: arithmetic overflow: u8 \+$/],
    ['xs[0] - 5', /^revert: arithmetic overflow: u64 -$/],
    ['-low', /^revert: arithmetic overflow: i8 -$/],
    ['xs[0] / none', /^panic: division by zero$/],
    ['low / -1', /^panic: division overflow: i8 \/$/],
    ['xs[7]', /^panic: index out of bounds$/],
    ['in_memory[2]', /^panic: index out of bounds$/],
    ['many[2]', /^panic: index out of bounds$/],
    ['small << 8', /^revert: shift out of range$/],
    ['xs[2] as u8 + 250', /^revert: arithmetic overflow: u8 \+$/],
    ['quote.gross as u8', /^revert: conversion out of range: u64 to u8$/],
    ['small + 300', /300 does not fit into u8/],
    ['300u8', /300 does not fit into u8/],
    ['9223372036854775808', /9223372036854775808 does not fit into i64/],
    ['2 * 9223372036854775807', /^revert: arithmetic overflow: i64 \*$/],
    ['1 << 64', /^revert: shift out of range$/],
    ['small + (200 + 100)', /^revert: arithmetic overflow: u8 \+$/],
    ['1 / 0', /^panic: division by zero$/],
    ['shares[0xf5fe]', /an address has 40 digits behind 0x, here are 4/],
    ['who == 0x12', /an address has 40 digits behind 0x, here are 2/],
    ['shares.contains(0x12)', /an address has 40 digits behind 0x, here are 2/],
    ['shares[5]', /an address has 40 digits behind 0x/],
    ['taken(5000)', /^revert: too much$/],
    ['shares.get(Address::zero()).unwrap()', /^panic: .*None/],
    ['endless()', /^out of gas$/],
    ['nothing + 1', /there is no nothing here/],
    [
      'counter.raise(2)',
      /this would change counter, of which an expression has a copy.*var copy = counter\.clone\(\)/,
    ],
    ['in_memory.push(2)', /this would change in_memory/],
    ['fee_of(small)', /expected Shop::Quote, found u8/],
    ['shares[small]', /expected address, found u8/],
    ['small +', /expected an expression/],
    ['shares.insert(who, 5)', /would change the program/],
    ['total = 5', /would change the program/],
  ];
  const said = await all(
    refused,
    failing.map(([text]) => text),
  );
  for (const [nth, [text, words]] of failing.entries()) expect(said[nth], text).toMatch(words);
  expect(await scopeOf(client, 'Storage')).toEqual({
    ...before,
    variables: before.variables.map(each => ({
      ...each,
      ...(each.variablesReference === 0 ? {} : { variablesReference: expect.any(Number) as number }),
    })),
    variablesReference: expect.any(Number) as number,
  });
});

it('sets entries, texts and enums with what the contract itself would put there', async () => {
  const { client, change, value } = await stoppedAt(native);
  const changed: readonly (readonly [string, string, string])[] = [
    ['shares[who] = fee_of(quote) + 1', 'shares[who]', '16'],
    ['grid[4]["new"] = 9', 'grid[4]', '{"new": 9}'],
    ['quotes["first"].fee = 44', 'quotes["first"].fee', '44'],
    ['many[0] = 77', 'many', '[77, 21]'],
    ['many.push(78)', 'many', '[77, 21, 78]'],
    ['shares.insert(Address::zero(), 3)', `shares[0x${'0'.repeat(40)}]`, '3'],
    ['shares.remove(Address::zero())', 'shares.get(Address::zero())', 'None'],
    ['title = "other"', 'title', '"other"'],
    ['word = "longer than before"', 'word', '"longer than before"'],
    ['word = title', 'word', '"other"'],
    ['quote.tier = Tier::Gold(8)', 'quote.tier', 'Gold(8)'],
    ['quote.tier = Tier::Named { bps: 5, label: "made" }', 'name_of(quote)', '"made"'],
    ['total = 40 + 2', 'storage.total', '42'],
    ['rows[0][1] = 8', 'rows', '[[1, 8]]'],
    ['rows[0] = [4, 5, 6]', 'rows', '[[4, 5, 6]]'],
    ['named.1[0] = "zz"', 'named', '(3, ["zz"])'],
  ];
  for (const [text, shown, result] of changed) {
    await change(text);
    expect(await value(shown), text).toBe(result);
  }
  // A plain client sets what it sees: an entry of the map, by its name in the tree.
  const storage = await scopeOf(client, 'Storage');
  const shares = storage.variables.find(({ name }) => name === 'shares')!;
  const { variables } = await client.request('variables', { variablesReference: shares.variablesReference });
  expect(variables).toMatchObject([
    { value: '16', evaluateName: expect.stringMatching(/^shares\[0x/) as string },
  ]);
  const [entry] = variables;
  expect(await value(entry!.evaluateName!)).toBe('16');
  const { variablesReference } = shares;
  await client.request('setVariable', { variablesReference, name: entry!.name, value: '18' });
  expect(await value('shares[who]')).toBe('18');
  const { id: frameId } = await client.topFrame();
  const set = { expression: 'shares[who]', value: '20', frameId };
  expect(await client.request('setExpression', set)).toMatchObject({ value: '20' });
  const inside = { expression: 'rows[0][2]', value: '7', frameId };
  expect(await client.request('setExpression', inside)).toMatchObject({ value: '7' });
  await client.runToEnd();
  expect(client.output()).toMatch(/other 250 -128 0 4 2/);
});

describe('a data breakpoint', () => {
  it('on one key stops for that key alone, by expression and by the tree', async () => {
    const { client, value } = await stoppedAt(native);
    const { id: frameId } = await client.topFrame();
    const info = (name: string) => client.request('dataBreakpointInfo', { name, frameId });
    const share = await info('shares[who]');
    const element = await info('many[0]');
    const nested = await info('grid[3]["b"]');
    expect(share).toMatchObject({ description: 'shares[who]', accessTypes: ['write'] });
    expect(await info('fee_of(quote)')).toMatchObject({ dataId: null });
    const storage = await scopeOf(client, 'Storage');
    const grid = storage.variables.find(({ name }) => name === 'grid')!;
    const below = async (reference: number, name: string) => {
      const { variables } = await client.request('variables', { variablesReference: reference });
      return variables.find(each => each.name === name)!;
    };
    const row = await below(grid.variablesReference, '3');
    const byTree = await client.request('dataBreakpointInfo', {
      name: '"b"',
      variablesReference: row.variablesReference,
    });
    expect(byTree.dataId).toBe(nested.dataId);
    const breakpoints = [share, element, nested].map(({ dataId }) => ({ dataId: dataId! }));
    const { breakpoints: set } = await client.request('setDataBreakpoints', { breakpoints });
    expect(set.map(({ verified }) => verified)).toEqual([true, true, true]);
    const stops: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const { body } = await client.continue();
      const { line } = await client.topFrame();
      stops.push(`${body.reason} ${native.split('\n')[line - 1]!.trim()}`);
    }
    expect(stops).toEqual([
      'data breakpoint shares[who] = shares[who] + 1; // #again',
      'data breakpoint many[0] = 23;',
      'data breakpoint grid[3]["b"] = 50;',
    ]);
    // A push writes an element and the length: the vector has changed when both are written.
    const { id: here } = await client.topFrame();
    const whole = await client.request('dataBreakpointInfo', { name: 'many', frameId: here });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: whole.dataId! }] });
    expect((await client.continue()).body.reason).toBe('data breakpoint');
    expect(await value('many')).toBe('[23, 22, 24]');
    await client.runToEnd();
  });
});

it('decides conditions and writes log messages with entries and calls', async () => {
  const loop = native.replace(
    'print("{}", quote.gross); // #here',
    'while shares[who] < 15 { shares[who] = shares[who] + 1; // #loop\n }',
  );
  const { client, value } = await stoppedAt(loop, '#loop', {
    condition: 'shares[who] == 13 && fee_of(quote) > 5',
  });
  expect(await value('shares[who]')).toBe('13');
  const file = (await client.topFrame()).source!.path!;
  const numbers = await client.setBreakpoints(file, [{ at: '#loop', condition: 'shares[who]' }]);
  expect(numbers).toMatchObject([
    { verified: false, message: expect.stringMatching(/bool.*u64|u64.*bool/) as string },
  ]);
  await client.setBreakpoints(file, [{ at: '#loop', logMessage: 'held {shares[who]} of {taken(1)}' }]);
  await client.runToEnd();
  expect(client.output()).toMatch(/held 14 of 8/);
});

it('is written in the mode of the contract, or in the other', async () => {
  const solidity = `#![syntax = "solidity"]
contract Shop {
    mapping(address => uint64) shares;
    mapping(uint64 => mapping(address => bool)) seen;
    uint64[] many;
    uint40 odd = 1099511627775;
    enum Kind { Plain, Rare }
    Kind kind = Kind.Rare;
    function twice(uint64 n) internal pure returns (uint64) { return n * 2; }
    function main() public {
        shares[msg.sender] = 4;
        seen[1][msg.sender] = true;
        many.push(6);
        Kind mine = Kind.Plain;
        uint64[2] memory pair = [uint64(1), 2];
        uint64[2] memory other = [uint64(3), 4];
        uint64 n = 3; // #here
        shares[msg.sender] += n;
    }
}
`;
  const { client, value, refused, change } = await stoppedAt(solidity);
  await client.next();
  const texts = [
    'shares[msg.sender]',
    'seen[1][msg.sender]',
    'many.length',
    'many[0]',
    'twice(n) + shares[msg.sender]',
    'n > 2 ? twice(n) : 0',
    'shares.get(ctx.sender()).unwrap_or(0)',
    'twice(u64::from(n))',
  ];
  expect(await all(value, texts)).toEqual(['4', 'true', '1', '6', '10', '6', '4', '6']);
  // As in the contract, a number without a suffix is u256, or i256 behind a minus.
  const numbers = ['2 ** 70', '1 << 100', '9223372036854775808', '-5 + 3', 'n + 2 * 3'];
  expect(await all(value, numbers)).toEqual([
    String(2n ** 70n),
    String(2n ** 100n),
    String(2n ** 63n),
    '-2',
    '9',
  ]);
  expect(await refused('3 - 5')).toMatch(/^revert: arithmetic overflow: u256 -$/);
  expect(await refused('2 ** 256')).toMatch(/does not fit into u256/);
  expect(await refused('3 + -5')).toMatch(/u256 has no negative numbers/);
  expect(await refused('odd + 1')).toMatch(/^revert: arithmetic overflow: u40 \+$/);
  await change('shares[msg.sender] = 9');
  expect(await value('shares[msg.sender]')).toBe('9');
  // Of a variant alone, and of values with parts: out of a variable into a local, and into storage.
  const assigned = ['mine = kind', 'kind = Kind.Plain', 'pair = other', 'mine = Plain', 'mine = Rare'];
  expect(await all(change, assigned)).toEqual(['Rare', 'Plain', '[3, 4]', 'Plain', 'Rare']);
  expect(await all(value, ['mine', 'Kind.Rare', 'kind', 'pair'])).toEqual([
    'Rare',
    'Rare',
    'Plain',
    '[3, 4]',
  ]);
});
