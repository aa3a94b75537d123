import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '@sonde/engine';
import { OwnedProcess } from '@sonde/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../nova/log/entry.js';
import { nova } from '../../nova/nova.js';
import { counterContract } from './counter-contract.js';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
let folder: string;
let store: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder('novacommands');
  store = join(folder, 'store');
  await writeFile(join(folder, 'counter.wasm'), counterContract().bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: readonly string[]): Promise<Ran> {
  let [out, err] = ['', ''];
  const status = await nova(
    args,
    {},
    {
      stdout: { write: text => void (out += text) },
      stderr: { write: text => void (err += text) },
    },
  );
  return { status, out, err };
}

const inStore = (...args: readonly string[]): Promise<Ran> => run(...args, '--store', store);

const lineOf = async (example: string, text: string): Promise<number> =>
  (await readFile(join(examples, example), 'utf8')).split('\n').findIndex(line => line.includes(text)) + 1;

const entryOf = async (...args: readonly string[]): Promise<LogEntry> => {
  const { out, err } = await inStore(...args, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as LogEntry;
};

test('a source is deployed and called, and everything can be looked up', async () => {
  const deployed = await inStore('deploy', join(examples, 'vault.twl'), '--as', 'vault', '--from', 'alice');
  expect(deployed).toMatchObject({ status: 0, err: '' });
  expect(deployed.out).toMatch(/^0x[0-9a-f]{64} deploy Vault\n.*outcome +success\n/s);
  expect((await inStore('call', 'vault', 'deposit', '50', '--from', 'bob')).out).toMatch(
    /returned +"50"\n +event +Deposited \{"who":"0x\w{40}","amount":"50"\}\n/,
  );
  const entry = await entryOf('call', 'vault', 'deposit', '--args', '{"amount": 7}', '--from', 'bob');
  expect(entry).toMatchObject({ output: '57', outcome: { status: 'success' } });
  expect((await inStore('storage', 'vault')).out).toMatch(
    /^owner = "0x.*\nopen = true\ntotal = "57"\nshares = \[\["0x\w{40}","57"\]\]\n/,
  );
  expect((await inStore('storage', 'vault', '--raw')).out).toMatch(/total = "0x3900000000000000"\n/);
  expect((await inStore('tx', entry.hash.slice(0, 12))).out).toMatch(
    /storage +shares\[0x\w{40}\]: 50 → 57\n +storage +total: 50 → 57\n/,
  );
  expect(await entryOf('tx', entry.hash)).toEqual(entry);
  const { out } = await inStore('log', '-n', '2');
  expect(out.split('\n').map(line => line.slice(0, 5).trim())).toEqual(['3', '2', '']);
  expect((await inStore('contracts')).out).toMatch(/^0x\w{40} {2}Vault: deposit, withdraw, close/);
  expect(await inStore('replay')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/3 replayed, 0 differ\n$/) as string,
  });
  expect(await inStore('check')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/3 transactions, 1 contracts/) as string,
  });
});

test('gas by lines adds up to what the transaction used', async () => {
  const { hash, gasUsed } = await entryOf('call', 'vault', 'withdraw', '10', '--from', 'bob');
  const { out } = await inStore('gas', hash);
  expect(out).toMatch(/^ +times +gas +line\n +\d+ +before the first\n/);
  expect(out).toMatch(/ 1 +\d+ +\S*vault\.twl:\d+ +var mine: u64 = shares\[who\];\n/);
  const json = JSON.parse((await inStore('gas', hash, '--json')).out) as {
    readonly before: string;
    readonly lines: readonly { readonly gas: string }[];
  };
  const sum = json.lines.reduce((total, { gas }) => total + BigInt(gas), BigInt(json.before));
  expect(String(sum)).toBe(gasUsed);
});

test('a transaction that fails ends with 1 and says why', async () => {
  expect(await inStore('call', 'vault', 'deposit', '0')).toMatchObject({
    status: 1,
    out: expect.stringMatching(/outcome +reverted: zero amount \(at \S*vault\.twl:\d+\)/) as string,
  });
  await inStore('fund', 'carol', '100');
  expect((await inStore('balance', 'carol')).out).toBe('100\n');
  expect((await inStore('call', 'vault', 'deposit', '1', '--from', 'carol', '--value', '5')).out).toMatch(
    /reverted: deposit is not payable\n +gas +0 of/,
  );
  expect((await inStore('call', 'vault', 'deposit', '1', '--gas', '100')).out).toMatch(/out of gas/);
});

test('a declared error is told by its name and values, and lines of the log say where', async () => {
  await inStore('deploy', join(examples, 'modifiers.twl'), '--as', 'modifiers');
  const told = `reverted: TooSmall(1,2) (at modifiers.twl:${await lineOf('modifiers.twl', '#least')})\n`;
  expect((await inStore('call', 'modifiers', 'add', '1')).out).toContain(told);
  expect((await inStore('log', '-n', '1')).out).toContain(told);
});

test('a module without .meta is called with numbers', async () => {
  const { out } = await inStore('deploy', join(folder, 'counter.wasm'), '--as', 'counter');
  expect(out).toMatch(/outcome +success/);
  expect(await entryOf('call', 'counter', 'add', '21')).toMatchObject({ output: '42', printed: ['added'] });
  expect((await inStore('call', 'counter', 'divide', '-5')).out).toMatch(/returned +"-20"/);
  expect((await inStore('storage', 'counter')).out).toBe('count = "0x2a00000000000000"\n');
});

test('a store whose files are damaged is repaired as far as it goes', async () => {
  const damaged = join(folder, 'damaged');
  await run('deploy', join(folder, 'counter.wasm'), '--store', damaged);
  const manifest = (await readdir(damaged)).find(name => name.startsWith('MANIFEST'))!;
  await writeFile(join(damaged, manifest), 'nonsense');
  expect(await run('log', '--store', damaged)).toMatchObject({
    status: 1,
    err: expect.stringMatching(/its files are damaged\. .*nova check --repair/) as string,
  });
  expect(await run('check', '--repair', '--store', damaged)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/1 transactions, 1 contracts/) as string,
  });
  expect((await run('log', '--store', damaged)).out).toMatch(/deploy.*success/);
});

test('the clock moves', async () => {
  expect((await inStore('advance', '--blocks', '5', '--seconds', '60')).out).toMatch(
    /^block \d+, 2023-11-14T/,
  );
});

describe('what is wrong is told with what can be done', () => {
  test.each<[string, readonly string[], number, RegExp]>([
    ['another command', ['depoly'], 2, /there is no command depoly/],
    [
      'another option',
      ['call', 'vault', 'deposit', '--gass', '1'],
      2,
      /unknown option --gass\nTry: nova call --help/,
    ],
    ['too few words', ['call', 'vault'], 2, /too few words: nova call ADDRESS\|NAME FUNCTION/],
    ['too many words', ['tx', 'a', 'b'], 2, /too many words/],
    ['another function', ['call', 'vault', 'depposit'], 1, /no function "depposit"\. It has deposit/],
    ['init', ['call', 'vault', 'init'], 1, /init runs once, when the contract is deployed/],
    [
      'wrong arguments',
      ['call', 'vault', 'deposit', 'many'],
      1,
      /amount: "many" is no u64: write a whole number/,
    ],
    ['too many arguments', ['call', 'vault', 'deposit', '1', '2'], 1, /takes 1 arguments, here are 2/],
    ['no JSON', ['call', 'vault', 'deposit', '--args', '[1'], 1, /--args is no JSON/],
    ['no amount', ['call', 'vault', 'deposit', '1', '--gas', 'lots'], 1, /--gas is a whole number, not lots/],
    [
      'no contract there',
      ['call', 'nobody', 'f'],
      1,
      /there is no contract at 0x\w{40}\. nova contracts lists/,
    ],
    ['no account', ['balance', '0x12'], 1, /"0x12" is no account/],
    [
      'no transaction',
      ['tx', `0x${'0'.repeat(64)}`],
      1,
      /there is no transaction 0x0+ in .*nova log lists them/,
    ],
    ['no file', ['deploy', 'nowhere.twl'], 1, /nowhere\.twl does not exist/],
    ['another file', ['deploy', 'story.json'], 1, /neither a module \(\.wasm\) nor a source \(\.twl\)/],
    ['no scenario', ['run', 'nowhere.json'], 1, /nowhere\.json does not exist/],
    ['a port that is none', ['--debug', '--port', '70000'], 2, /--port is a number from 0 to 65535/],
  ])('%s', async (_, args, status, words) => {
    const ran = await inStore(...args);
    expect(ran.err).toMatch(words);
    expect(ran.status).toBe(status);
  });

  test('a source with a mistake', async () => {
    const path = join(folder, 'wrong.twl');
    await writeFile(path, 'contract A { pub fn f() -> u64 { return true; } }');
    const { status, err } = await inStore('deploy', path);
    expect(status).toBe(1);
    expect(err).toMatch(/wrong\.twl:1:\d+: error: .*\n.*wrong\.twl was not compiled/s);
  });

  test('.meta of another module, and one that is damaged', async () => {
    await mkdir(join(folder, 'meta'));
    const path = join(folder, 'meta', 'counter.wasm');
    await writeFile(path, counterContract().bytes);
    await writeFile(join(folder, 'meta', 'counter.meta'), '{"schema_version": "1.0"}');
    expect((await inStore('deploy', path)).err).toMatch(/the \.meta is damaged at/);
    await writeFile(join(folder, 'meta', 'counter.meta'), 'half');
    expect((await inStore('deploy', path)).err).toMatch(/the \.meta is not JSON; it was cut off/);
  });

  test('no store, before anything was deployed', async () => {
    const { status, err } = await run('log', '--store', join(folder, 'nothing'));
    expect(status).toBe(1);
    expect(err).toMatch(/there is no store in .*nothing\..*nova deploy/);
  });
});

test('every command has help', async () => {
  expect(await run()).toMatchObject({ status: 2, err: 'nova: name a command\nTry: nova --help\n' });
  const { out } = await run('--help');
  for (const name of [
    'deploy',
    'call',
    'fund',
    'advance',
    'run',
    'replay',
    'tx',
    'log',
    'storage',
    'contracts',
    'balance',
    'gas',
    'check',
  ]) {
    expect(out).toContain(`  ${name} `);
    const help = await run(name, '--help');
    expect(help.status).toBe(0);
    expect(help.out).toMatch(new RegExp(`^usage: nova ${name}`));
  }
  expect(out).toMatch(/nova --debug/);
});

test.each(['nova', 'twilightc'])('%s ends in silence where nobody reads on, as behind head', async name => {
  const command = fileURLToPath(new URL(`../../../bin/${name}.js`, import.meta.url));
  const child = await OwnedProcess.start(process.execPath, [command, '--help']);
  // Before it can have written anything.
  child.stdout.destroy();
  await expect(child.exited).resolves.toMatchObject({ code: 0 });
});

test('what a contract prints or says drives no terminal, and looks like no row', async () => {
  const file = join(folder, 'loud.twl');
  const says = String.raw`contract Loud { pub fn f() { print("\u{1b}[2J\n  outcome   x"); require(false, "no\n  gas"); } }`;
  await writeFile(file, says);
  await inStore('deploy', file, '--as', 'loud');
  const { out } = await inStore('call', 'loud', 'f');
  expect(out).toContain(`  printed   \\x1b[2J\n${' '.repeat(14)}outcome   x\n`);
  expect(out).toContain(`  outcome   reverted: no\n${' '.repeat(14)}gas`);
  expect((await inStore('log', '-n', '1')).out).toMatch(/reverted: no\\n {2}gas \(at loud\.twl:1\)\n$/);
});

describe('scenarios', () => {
  test('the example comes out as it expects', async () => {
    const { status, out, err } = await run('run', join(examples, 'vault.scenario.json'));
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line =>
          line
            .trim()
            .split(/\s{2,}/)
            .at(-1),
        ),
    ).toEqual([
      'success',
      'success',
      `reverted: zero amount (at vault.twl:${await lineOf('vault.twl', '"zero amount"')})`,
      'success',
      'success',
      `reverted: not owner (at vault.twl:${await lineOf('vault.twl', '"not owner"')})`,
    ]);
  });

  test('both modes of the example cost and do the same', async () => {
    const text = await readFile(join(examples, 'vault.scenario.json'), 'utf8');
    const other = join(examples, 'vault.solidity.twl');
    await writeFile(join(folder, 'other.json'), text.replace('vault.twl', other));
    const both = await Promise.all(
      [join(examples, 'vault.scenario.json'), join(folder, 'other.json')].map(path =>
        run('run', path, '--json'),
      ),
    );
    const [one, two] = both.map(({ out }) =>
      (JSON.parse(out) as { transactions: LogEntry[] }).transactions.map(entry => [
        entry.gasUsed,
        entry.outcome.status,
        entry.output,
        entry.events,
        entry.changes,
      ]),
    );
    expect(one).toHaveLength(6);
    expect(two).toEqual(one);
  });

  test('entries of stored maps are expected in any order, each with its value', async () => {
    await writeFile(
      join(folder, 'pairs.twl'),
      `contract Pairs { storage { deep: map<address, map<u64, u64>>; }
  pub fn put(who: address) { deep[who][300] = 1; deep[who][2] = 5; } }`,
    );
    const told = async (of: string, last: number): Promise<string> => {
      const inner = [
        ['300', '1'],
        [2, last],
      ];
      const shares = ['carol', 'alice', 'bob'].map(name => [
        `@${name}`,
        name === of ? inner.toReversed() : inner,
      ]);
      const steps = ['alice', 'bob', 'carol'].map((name, nth) => ({
        ...{ call: 'pairs', function: 'put', arguments: [`@${name}`] },
        ...(nth < 2 ? {} : { expect: { storage: { deep: shares } } }),
      }));
      const story = { version: 1, steps: [{ deploy: 'pairs.twl', as: 'pairs' }, ...steps] };
      await writeFile(join(folder, 'pairs.json'), JSON.stringify(story));
      return (await run('run', join(folder, 'pairs.json'))).err;
    };
    expect(await told('alice', 5)).toBe('');
    expect(await told('bob', 5)).toBe('');
    expect(await told('bob', 6)).toMatch(/error: it was \[\["0x/);
  });

  test('what is not as expected is told with its place', async () => {
    const text = await readFile(join(examples, 'vault.scenario.json'), 'utf8');
    const wrong = text
      .replace('"vault.twl"', JSON.stringify(join(examples, 'vault.twl')))
      .replace('"output": "2000"', '"output": "2001"')
      .replace('"amount": "2000"', '"amount": "7"')
      .replace('"message": "zero amount"', '"message": "none"')
      .replace('"total": 500', '"total": 501, "totall": 1')
      .replace('"status": "revert", "message": "not owner"', '"status": "success"');
    const path = join(folder, 'wrong.json');
    await writeFile(path, wrong);
    const { status, err } = await run('run', path);
    expect(status).toBe(1);
    const told = err.split('\n').filter(line => line.includes('error'));
    expect(told.map(line => /wrong\.json:(\d+:\d+): error: (.*)$/.exec(line)?.slice(1).join(' '))).toEqual([
      expect.stringMatching(/^13:19 it was "2000"/),
      expect.stringMatching(/^14:19 it was \[\{"name":"Deposited"/),
      expect.stringMatching(/it was "zero amount"/),
      expect.stringMatching(/it was "500"/),
      expect.stringMatching(/the contract has no variable totall/),
      expect.stringMatching(/was to succeed, and it ended so: reverted: not owner/),
    ]);
  });

  test('a contract that cannot be deployed is told once, not with each call of it', async () => {
    await writeFile(join(folder, 'fails.twl'), 'contract Fails { fn init() { require(false, "no"); } }');
    const path = join(folder, 'gone.json');
    const steps = ['none', 'fails'].flatMap(as => [
      { deploy: `${as}.twl`, as },
      { call: as, function: 'f' },
    ]);
    await writeFile(path, JSON.stringify({ version: 1, steps }));
    const { err } = await run('run', path);
    expect(err.match(/(?<=error: ).*/g)).toEqual([
      expect.stringMatching(/none\.twl does not exist/),
      expect.stringMatching(/was to succeed, and it ended so: reverted: no/),
    ]);
  });

  test('a scenario that is none', async () => {
    const path = join(folder, 'none.json');
    await writeFile(path, '{"version": 1, "steps": [{"call": 5}]}');
    expect(await run('run', path)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/none\.json:1:26: error: "function" is missing/) as string,
    });
  });
});
