// Twilight's debug specification, sections 3 and 4, line by line; and what stops besides, with what it shows.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { twilight } from '@sonde/language-twilight';
import type { BreakpointPlace, TestClient } from '@sonde/testkit';
import { describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const example = (name: string): string => fileURLToPath(new URL(name, twilight.examples));

const lineOf = (file: string, marker: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex(line => line.includes(marker)) + 1;

async function scope(client: TestClient, name: string): Promise<Readonly<Record<string, string>>> {
  const { id } = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId: id });
  const found = scopes.find(each => each.name === name);
  if (found === undefined) return {};
  const { variables } = await client.request('variables', { variablesReference: found.variablesReference });
  return Object.fromEntries(variables.map(variable => [variable.name, variable.value]));
}

/** A contract whose function `main` is called, stopped for the first time. */
async function stopped(
  text: string,
  places: readonly BreakpointPlace[],
  more: Readonly<Record<string, unknown>> = {},
  filters: readonly string[] = ['revert', 'panic', 'outOfGas', 'assertion'],
): Promise<TestClient> {
  const program = written('main.twl', text);
  const client = await clientFor(twilight);
  await client.launch({ program, ...more }, async each => {
    await each.setBreakpoints(program, places);
    await each.request('setExceptionBreakpoints', { filters: [...filters] });
  });
  await client.waitForStop();
  return client;
}

const contract = (body: string, storage = ''): string =>
  `contract Main {\n    storage { ${storage} }\n    event Told(n: u64);\n    ${body}\n}\n`;

describe('`launch` of a contract', () => {
  it('deploys and calls; `setBreakpoints` answers with verified locations; `scopes` has "Locals" and "Storage"', async () => {
    const program = example('vault.twl');
    const client = await clientFor(twilight);
    await client.launch(
      { program, transactions: [{ function: 'deposit', args: { amount: 7 } }] },
      async each => {
        const [first] = await each.setBreakpoints(program, ['#add']);
        expect(first).toMatchObject({ verified: true });
      },
    );
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.reason).toBe('breakpoint');
    const [frame] = await client.stack();
    expect(frame).toMatchObject({ name: 'deposit' });
    const { scopes } = await client.request('scopes', { frameId: frame!.id });
    expect(scopes.map(each => each.name)).toEqual([
      'Locals',
      'Arguments',
      'Storage',
      'Storage changes',
      'Transaction',
      'Gas',
      'WebAssembly locals',
      'WebAssembly globals',
      'Memory',
    ]);
    expect(await scope(client, 'WebAssembly locals')).toMatchObject({ amount: '7' });
    const globals = await scope(client, 'WebAssembly globals');
    expect(Number(globals['__hp'])).toBeGreaterThan(Number(globals['__sp']));
    expect(globals['__nova_panic']).toBe('0');
    const { variablesReference } = scopes.find(each => each.name === 'WebAssembly locals')!;
    for (const value of ['9', '7']) {
      await client.request('setVariable', { variablesReference, name: 'amount', value });
      expect(await scope(client, 'Arguments')).toEqual({ amount: value });
    }
    expect(await scope(client, 'Arguments')).toEqual({ amount: '7' });
    expect(await scope(client, 'Storage')).toMatchObject({ open: 'true', total: '0', shares: '{}' });
    await client.next();
    await client.next();
    const storage = await scope(client, 'Storage');
    expect(storage['shares']).toMatch(/^\{0x[0-9a-f]{40}: 7\}$/);
    expect(storage['total']).toBe('7');
    const changes = Object.entries(await scope(client, 'Storage changes'));
    expect(changes.find(([name]) => name === 'total')?.[1]).toContain('→ 7');
    expect(changes.find(([name]) => name.startsWith('shares[0x'))?.[1]).toContain('→ 7');
    expect(changes.find(([name]) => name === 'people.len()')?.[1]).toContain('→ 1');
    await client.runToEnd();
  });

  it('runs the scenario beside it, whose failures are expected', async () => {
    const program = example('vault.solidity.twl');
    const client = await clientFor(twilight);
    await client.launch({ program }, async each => {
      await each.setBreakpoints(program, ['#quote']);
      await each.request('setExceptionBreakpoints', { filters: [] });
    });
    await client.waitForStop();
    expect(await client.stack()).toMatchObject([{ name: 'withdraw' }]);
    expect(await scope(client, 'Transaction')).toMatchObject({
      function: '"withdraw"',
      gas_limit: '10000000',
    });
    await client.runToEnd();
    expect((await client.waitFor('exited')).body.exitCode).toBe(0);
  });

  it('shows modifiers as frames above the function that they were put to', async () => {
    const program = example('modifiers.twl');
    const client = await clientFor(twilight);
    await client.launch({ program, transactions: [{ function: 'add', args: [3] }] }, async each => {
      await each.setBreakpoints(program, ['#least', '#add']);
    });
    await client.waitForStop();
    const names = async (): Promise<readonly string[]> => (await client.stack()).map(({ name }) => name);
    expect(await names()).toEqual(['atLeast', 'counted', 'onlyOwner', 'add']);
    expect(await scope(client, 'Arguments')).toEqual({ given: '3', least: '2' });
    // Out of the modifier, the function itself begins.
    await client.stepOut();
    expect(await names()).toEqual(['add']);
    expect(await scope(client, 'Arguments')).toEqual({ amount: '3' });
    expect(await client.topFrame()).toMatchObject({ line: lineOf(program, '#add') });
  });
});

describe('gas', () => {
  it('is told of the last step, of frames and of lines, and at the end by lines where that is asked for', async () => {
    const program = written(
      'main.twl',
      contract(
        `fn twice(n: u64) -> u64 {
        val m = n * 2; // #inside
        m
    }
    pub fn main() {
        total = 1;
        total = twice(total) + twice(3); // #calls
    }`,
        'total: u64;',
      ),
    );
    const client = await clientFor(twilight);
    await client.launch({ program, gasSummary: true }, each => each.setBreakpoints(program, ['#inside']));
    await client.waitForStop();
    await client.continue();
    await client.next();
    const { id } = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId: id });
    const { variablesReference } = scopes.find(({ name }) => name === 'Gas')!;
    const { variables } = await client.request('variables', { variablesReference });
    const named = Object.fromEntries(variables.map(each => [each.name, each]));
    const below = async (name: string): Promise<readonly (readonly [string, string])[]> => {
      const { variables: rows } = await client.request('variables', {
        variablesReference: named[name]!.variablesReference,
      });
      return rows.map(row => [row.name, row.value]);
    };
    const numberIn = (text: string): number => Number(/^(\d+) gas/.exec(text)?.[1]);
    const used = Number(named['used']!.value);
    expect(Number(named['last_step']!.value)).toBeGreaterThan(3);
    expect(Number(named['left']!.value)).toBe(10_000_000 - used);
    const frames = await below('frames');
    expect(frames.map(([name]) => name)).toEqual(['#0 twice', '#1 main']);
    const [inner, outer] = frames.map(([, text]) => /^(\d+) gas, (\d+) of its own$/.exec(text)!.map(Number));
    // The top frame has called nobody; the other has what both calls used besides its own.
    expect(inner![2]).toBeLessThanOrEqual(inner![1]!);
    expect(outer![1]).toBeGreaterThan(outer![2]! + inner![2]!);
    const lines = await below('lines');
    expect(lines.reduce((sum, [, text]) => sum + numberIn(text), 0)).toBe(used);
    const dearest = lines.slice(0, -1).map(([, text]) => numberIn(text));
    expect(dearest).toEqual([...dearest].sort((a, b) => b - a));
    const inside = lines.find(([, text]) => text.includes('#inside'))!;
    expect(inside).toMatchObject([
      `main.twl:${lineOf(program, '#inside')}`,
      expect.stringMatching(/^\d+ gas \(\d+\.\d %\) 2 times: val m = n \* 2; \/\/ #inside$/) as string,
    ]);
    await client.runToEnd();
    expect(client.output()).toMatch(/\d+ gas +2×  main\.twl:\d+  val m = n \* 2;/);
  });
});

describe('a transaction stops before anything is undone', () => {
  it('where it reverts, with the operands that failed', async () => {
    const client = await stopped(
      contract(
        'pub fn main() { total = 9; val a: u64 = 250; val b: u8 = 200; val c = b + a as u8; print("{}", c); }',
        'total: u64;',
      ),
      [],
    );
    const { threadId } = (await client.waitForStop()).body;
    const about = await client.request('exceptionInfo', { threadId: threadId! });
    expect(about).toMatchObject({
      exceptionId: 'revert',
      description: expect.stringContaining('overflow') as string,
    });
    expect(Object.values(await scope(client, 'Failed operands'))).toEqual(['200', '250']);
    expect(await scope(client, 'Storage')).toEqual({ total: '9' });
    await client.runToEnd();
    expect((await client.waitFor('exited')).body.exitCode).toBe(1);
  });

  it.each([
    ['panic', 'val n: u64 = 0; print("{}", 7 / n);', /zero/],
    ['panic', 'val xs: array<u64, 2> = [1, 2]; val i: u64 = 5; print("{}", xs[i]);', /bounds/],
    ['panic', 'panic!("no {}", 5);', /no 5/],
    ['outOfGas', 'var n: u64 = 0; loop { n = n.wrapping_add(1); }', /gas/],
    ['assertion', 'assert_pre(total > 0, "Assertion failed: nothing there");', /nothing there/],
  ])('%s: %s', async (reason, body, text) => {
    const client = await stopped(contract(`pub fn main() { ${body} }`, 'total: u64;'), [], {
      gasLimit: 100_000,
    });
    const { threadId } = (await client.waitForStop()).body;
    const about = await client.request('exceptionInfo', { threadId: threadId! });
    expect(about.exceptionId).toBe(reason);
    expect(about.description).toMatch(text);
    expect(await client.stack()).toMatchObject([{ name: 'main' }]);
    await client.runToEnd();
  });

  it('where calls are nested too deeply, in the function that was called last', async () => {
    const client = await stopped(
      contract(`fn down(n: u64) -> u64 { // #down
        1 + down(n + 1)
    }
    pub fn main() { print("{}", down(0)); }`),
      [],
      { gasLimit: 100_000_000 },
    );
    const { threadId } = (await client.waitForStop()).body;
    const { description } = await client.request('exceptionInfo', { threadId: threadId! });
    expect(description).toMatch(/stack overflow/);
    const { name, line, source } = await client.topFrame();
    expect({ name, line }).toEqual({ name: 'down', line: lineOf(source!.path!, '#down') });
    await client.runToEnd();
  });

  it('where it reverts with a declared error, told by its name and values', async () => {
    const client = await stopped(
      `#![syntax = "solidity"]
contract Main {
  error TooSmall(uint64 got, string why);
  function main() public { revert TooSmall(3, "no\u001b"); }
}`,
      [],
    );
    const stop = await client.waitForStop();
    const { threadId } = stop.body;
    const { description } = await client.request('exceptionInfo', { threadId: threadId! });
    expect(description).toBe('TooSmall(3,no\\x1b)');
    expect(stop.body.text).toContain('TooSmall(3,no\\x1b)');
    await client.runToEnd();
    expect(client.output()).toMatch(/^main reverted: TooSmall\(3,no\\x1b\) \(/m);
  });

  it('where an event is emitted, and tells its values', async () => {
    const client = await stopped(contract('pub fn main() { emit Told(5); print("behind"); }'), [], {}, [
      'event',
    ]);
    expect(await client.stack()).toMatchObject([{ name: 'main' }]);
    await client.runToEnd();
    expect(client.output()).toMatch(/^event Told\(n: 5\)$/m);
  });

  it('and goes on to its end, which is told in the words of the contract, as events are', async () => {
    const { said } = await outcome(
      contract(`enum Tier { Low, Gold(u64) }
    event Named(#[topic] tag: string, name: string, tier: Tier, pair: (u8, Tier));
    pub fn main() -> (Tier, string) {
      emit Named("t", "a, b", Tier::Gold(3), (1, Tier::Low));
      (Tier::Gold(4), "end")
    }`),
      {},
    );
    expect(said).toMatch(
      /^event Named\(tag: <only its hash is known: 0x\w{64}>, name: "a, b", tier: Gold\(3\), pair: \(1, Low\)\)$/m,
    );
    expect(said).toMatch(/^main succeeded and gave \(Gold\(4\), "end"\) \(\d+ gas\)$/m);
  });
});

it('the values that a variable had are told as those of its type', async () => {
  const source = `contract Main {
    enum E { A, B(u64) }
    fn seen(n: u64) -> u64 { n + 1 }
    pub fn main() {
      var wide: i256 = -1; var small: i8 = -2; var pair: (u8, bool) = (1, true); var kind = E::A; var who = ctx.sender(); var text = "one";
      wide = -5; small = -3; pair.1 = false; kind = E::B(seen(3)); who = self.address(); text = "two";
      print("{} {} {} {}", wide, small, who, text); // #here
    }
}`;
  const client = await stopped(source, ['#here']);
  const { id: frameId } = await client.topFrame();
  const history = async (expression: string): Promise<readonly string[]> => {
    const answer = await client.customRequest('sonde/valueHistory', { expression, frameId });
    return (answer as { values: readonly { value: string }[] }).values.map(({ value }) => value).slice(1);
  };
  expect(await history('wide')).toEqual(['-1', '-5']);
  expect(await history('small')).toEqual(['-2', '-3']);
  expect(await history('pair')).toEqual(['(1, true)', '(1, false)']);
  expect(await history('pair.1')).toEqual(['true', 'false']);
  expect(await history('kind')).toEqual(['B(4)']);
  expect(await history('who')).toEqual(Array(2).fill(expect.stringMatching(/^0x\w{40}$/)));
  expect((await history('text')).at(-1)).toBe('"two"');
});

describe('a conditional breakpoint', () => {
  it.each([
    ['of a call is decided in the module', 'pub fn main() {', ''],
    ['of a deployment is decided at a stop', 'fn init() {', ''],
    ['on storage is decided at a stop', 'pub fn main() {', 'n == 4 && total == 3'],
    ['on a bool of storage is decided by what it is', 'pub fn main() {', 'late'],
  ])('%s', async (_, head, more) => {
    const text = contract(
      `${head}\n var n: u64 = 0;\n while n < ${more === '' ? 1000 : 9} {\n total = n; // #here\n n = n + 1;\n late = n == 4;\n }\n }`,
      'total: u64; late: bool;',
    );
    const condition = more === '' ? 'n == 700' : more;
    const client = await stopped(text, [{ at: '#here', condition }]);
    expect((await scope(client, 'Locals'))['n']).toBe(more === '' ? '700' : '4');
    await client.runToEnd();
  });
});

describe('expressions', () => {
  it('are Twilight’s in both modes, and say what they cannot do', async () => {
    const client = await stopped(
      contract(
        'struct P { x: i64, t: (u8, bool) }\n pub fn main() { val p = P { x: -3, t: (7, true) }; val xs: array<u64, 2> = [4, 5]; var s = "hey"; many.push(8); print("{} {} {}", p.x, xs[0], s); } // #here',
        'total: u64 = 5; many: vector<u64>; by: map<u64, u64>;',
      ),
      ['#here'],
    );
    while ((await scope(client, 'Locals'))['s'] === undefined)
      await client.next({ granularity: 'statement' });
    await client.next({ granularity: 'statement' });
    const { id: frameId } = await client.topFrame();
    const value = async (expression: string): Promise<string> =>
      (await client.evaluate(expression, { frameId, context: 'watch' })).result;
    const expressions = [
      'p.x * 2',
      'p.t.0',
      'xs[1] + 1',
      's == "hey"',
      'many[0]',
      'many.len() == 1',
      'storage.total',
      'ctx.sender() == tx.origin()',
      'msg.sender == tx.origin',
    ];
    const values: string[] = [];
    for (const each of expressions) values.push(await value(each));
    expect(values).toEqual(['-6', '7', '6', 'true', '8', 'true', '5', 'true', 'true']);
    expect(await refusal(value('xs[1] - 9'))).toMatch(/overflow/);
    expect(await refusal(value('total + p.x'))).toMatch(/i64.*u64|u64.*i64/);
    expect(await refusal(value('many[3]'))).toMatch(/out of bounds/);
    expect(await refusal(value('nobody()'))).toMatch(/there is no nobody here/);
    await client.evaluate('total = 40 + 2', { frameId, context: 'repl' });
    expect(await scope(client, 'Storage')).toMatchObject({ total: '42' });
  });
});

const paid = contract('#[payable] pub fn pay() -> u128 { ctx.value() }');

/** A contract that is launched and runs to its end, or is refused: what the debugger says, and how it ended. */
async function outcome(
  text: string,
  options: Readonly<Record<string, unknown>>,
  folder = testFolder(),
): Promise<{ readonly said: string; readonly exitCode?: number | undefined }> {
  const client = await clientFor(twilight);
  const launched = client.launch({ program: written('main.twl', text, folder), ...options });
  const isRefused = await launched.then(
    () => false,
    () => true,
  );
  if (isRefused) return { said: await refusal(launched) };
  const { exitCode } = (await client.waitFor('exited')).body;
  return { said: client.output(), exitCode };
}

describe('what cannot be launched says why', () => {
  it.each([
    [
      'a function that is not there',
      { function: 'nosuch' },
      /^nosuch was discarded: the contract has no function "nosuch"\. It has main\. \(0 gas\)$/m,
    ],
    [
      'a function that is not there among several transactions, of which the others run',
      { transactions: [{ function: 'man' }, { function: 'main' }] },
      /^man was discarded: the contract has no function "man"\. It has main\. .*\n(.*\n)*main succeeded/m,
    ],
    [
      'wrong arguments',
      { function: 'main', functionArgs: [1, 2, 3] },
      /^main was discarded: main\(\) -> \(\) takes 0 arguments, here are 3\. /m,
    ],
    [
      'wrong arguments of a deployment',
      { initArgs: [1] },
      /^init of Main was discarded: init\(\) -> \(\) takes 0 arguments, here are 1\. /m,
    ],
    [
      'a value for a function that is not payable',
      { value: 1 },
      /^main reverted: main is not payable \(0 gas\)$/m,
    ],
  ])('%s', async (_, options, words) => {
    const { said, exitCode } = await outcome(contract('pub fn main() { print("x"); }'), options);
    expect(said).toMatch(words);
    expect(exitCode).toBe(1);
  });

  it('a contract that is not there', async () => {
    const { said, exitCode } = await outcome(contract('pub fn main() { }'), { contract: 'Other' });
    expect(said).toMatch(/no contract Other/);
    expect(exitCode).toBeUndefined();
  });

  it('a scenario whose sender has too little', async () => {
    const scenario = {
      version: 1,
      steps: [
        { deploy: 'main.twl', as: 'main' },
        { call: 'main', function: 'pay', from: 'bob', value: 5 },
      ],
    };
    const folder = testFolder();
    written('main.scenario.json', JSON.stringify(scenario), folder);
    const { said, exitCode } = await outcome(paid, {}, folder);
    expect(said).toMatch(
      /^pay was discarded: 0x[0-9a-f]{40} has 0, and 5 were to be sent\. Give it more: nova fund\. /m,
    );
    expect(exitCode).toBe(1);
  });
});

describe('the option `value`', () => {
  it.each([
    [{ function: 'pay', value: 5 }, ['5']],
    [{ function: 'pay', value: 5, sender: 'bob' }, ['5']],
    [
      {
        transactions: [
          { function: 'pay', value: 5 },
          { function: 'pay', value: '7', sender: 'bob' },
          { function: 'pay', value: 6 },
        ],
      },
      ['5', '7', '6'],
    ],
  ])('is sent by an account that has it: %j', async (options, values) => {
    const { said, exitCode } = await outcome(paid, options);
    expect([...said.matchAll(/^pay succeeded and gave (\d+) /gm)].map(([, value]) => value)).toEqual(values);
    expect(exitCode).toBe(0);
  });
});
