// What the pack builds of what a user names: a package, its manifest, a file of it, a compiled module.

import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildResult } from '@sonde/language';
import { EngineDriver } from '@sonde/engine/driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chain } from '../nova/chain/chain.js';
import { PlainRunner } from '../nova/machine/plain-runner.js';
import { readScenario } from '../nova/scenario/read-scenario.js';
import { runScenario } from '../nova/scenario/run-scenario.js';
import { MemoryStore } from '../nova/store/memory-store.js';
import { build } from '../pack/build.js';
import type { LaunchPlan } from '../pack/plan.js';
import { twilight } from '../pack/twilight.js';
import { readMeta } from '../toolchain/toolchain.js';

const manifest = `[package]
name = "market"
version = "0.2.0"

[[contract]]
name = "Shop"
path = "src/shop.twl"
`;
const bank = '\n[[contract]]\npath = "src/bank.twl"\n';
const shop = `use crate::rates::fee;
contract Shop {
    storage { pub taken: u64; }
    pub fn main() -> u64 {
        taken = fee(20);
        print("taken"); // #sold
        taken
    }
}
contract Unlisted { }
`;
const sources = {
  'src/shop.twl': shop,
  'src/rates.twl':
    '#![syntax = "solidity"]\nfunction fee(uint64 n) public pure returns (uint64) { return n / 10; }\n',
  'src/bank.twl': '#![syntax = "solidity"]\ncontract Bank { uint64 public kept = 3; }\n',
};

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'twilight-launched-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }
  return place;
}

const built = (
  program: string,
  extra: Readonly<Record<string, unknown>> = {},
  output?: string,
): Promise<BuildResult> =>
  build({
    program,
    cwd: folder,
    debugInfo: true,
    extra,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...(output === undefined ? {} : { output }),
  });

const planOf = ({ target, diagnostics }: BuildResult): LaunchPlan => {
  if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return target.image as LaunchPlan;
};

const namesIn = (plan: LaunchPlan): readonly string[] => plan.contracts.map(({ name }) => name);
/** What a failed build tells, each with its next step. */
const told = ({ target, diagnostics }: BuildResult): readonly (readonly (string | undefined)[])[] => {
  expect(target).toBeUndefined();
  return diagnostics.map(({ message, hint }) => [message, hint]);
};

const examples = fileURLToPath(twilight.examples!);
const names = readdirSync(examples).filter(name => name.endsWith('.twl'));

describe('an example as it is offered', () => {
  it.each(names)('%s builds without a warning, and its story comes out as it says', async name => {
    const result = await built(join(examples, name));
    const { contracts, steps } = planOf(result);
    expect(result.diagnostics).toEqual([]);
    expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['deploy', 'call']));
    const story = join(examples, name.replace(/(\.solidity)?\.twl$/, '.scenario.json'));
    // The tour has a main instead.
    if (name === 'tour.twl') return;
    const read = readScenario(story, await readFile(story, 'utf8'));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const chain = new Chain(new MemoryStore(), new PlainRunner());
    const { wasm, meta } = contracts[0]!;
    const problems = await runScenario(read.scenario, {
      chain,
      submit: request => chain.submit(request),
      load: async () => ({ code: wasm, meta: new TextEncoder().encode(meta) }),
    });
    expect(problems).toEqual([]);
  });

  it('is called as the options say instead, where they say it', async () => {
    const { steps } = planOf(await built(join(examples, 'token.twl'), { initArgs: [7] }));
    expect(steps).toMatchObject([{ kind: 'deploy', arguments: [7] }]);
  });
});

describe('a package', () => {
  it('is found by the debugger by its manifest', () => {
    expect(twilight.projectFile).toBe('Twilight.toml');
  });

  it.each(['', 'Twilight.toml'])('named by /%s is the contract that the manifest lists', async place => {
    const market = await project('market', { 'Twilight.toml': manifest, ...sources });
    const { contracts, steps } = planOf(await built(join(market, place)));
    expect(contracts).toMatchObject([{ name: 'Shop', folder: market }]);
    const read = readMeta(contracts[0]!.meta, contracts[0]!.wasm);
    expect(read).toMatchObject({
      ok: true,
      meta: {
        source_info: { files: [{ path: 'src/shop.twl' }, { path: 'src/rates.twl' }] },
        functions: { 'market::Shop::main': {} },
      },
    });
    expect(steps).toMatchObject([{ kind: 'deploy' }, { kind: 'call', to: 'Shop', function: 'main' }]);
  });

  it('is what a file of it is built in, listed or not', async () => {
    const market = await project('one', { 'Twilight.toml': manifest, ...sources });
    const { contracts } = planOf(await built(join(market, 'src/bank.twl')));
    expect(contracts).toMatchObject([{ name: 'Bank', folder: market }]);
    expect(readMeta(contracts[0]!.meta)).toMatchObject({
      meta: { source_info: { files: [{ path: 'src/bank.twl' }] }, functions: { 'market::Bank::init': {} } },
    });
    expect(told(await built(join(market, 'src/shop.twl')))).toEqual([
      [
        `${join(market, 'src/shop.twl')} has 2 contracts.`,
        'Name one as the option contract: Shop, Unlisted.',
      ],
    ]);
  });

  it('with several contracts needs the name of one', async () => {
    const market = await project('several', { 'Twilight.toml': manifest + bank, ...sources });
    const next = 'Name one as the option contract: Shop, Bank.';
    expect(told(await built(market))).toEqual([[`${market} has 2 contracts.`, next]]);
    expect(told(await built(market, { contract: 'Unlisted' }))).toEqual([
      [`${market} has no contract Unlisted.`, next],
    ]);
    expect(namesIn(planOf(await built(market, { contract: 'Bank' })))).toEqual(['Bank']);
  });

  it('has the contracts of its library, and a contract that two entries mention once', async () => {
    const library = '[package]\nname = "lib"\n\n[lib]\npath = "src/all.twl"\n';
    const place = await project('library', {
      'Twilight.toml': library,
      ...sources,
      'src/all.twl': 'use crate::bank::Bank;\n',
    });
    expect(namesIn(planOf(await built(place)))).toEqual(['bank::Bank']);
    await writeFile(join(place, 'Twilight.toml'), library + bank);
    expect(namesIn(planOf(await built(place)))).toEqual(['Bank']);
    await writeFile(join(place, 'src/all.twl'), 'contract Bank { }\n');
    expect(told(await built(place))).toEqual([
      [expect.stringContaining('two contracts are named Bank'), expect.stringContaining('Name one of them')],
    ]);
  });

  it('is told what is wrong with its manifest, and where', async () => {
    const place = await project('wrong', { 'Twilight.toml': '[package]\nname = "a b"\n' });
    const { target, diagnostics } = await built(place);
    expect(target).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { message: '"a b" is no name', location: { source: { path: join(place, 'Twilight.toml') }, line: 2 } },
    ]);
    const empty = await project('empty', { 'notes.txt': '' });
    expect(told(await built(empty))).toEqual([
      [`the folder ${empty} has no Twilight.toml.`, 'Name a file, or make one with `twilightc init`.'],
    ]);
    expect(told(await built(join(folder, 'nowhere')))[0]![0]).toBe(
      `${join(folder, 'nowhere')} does not exist.`,
    );
  });

  it('runs the scenario beside the source of its contract, which deploys what was launched', async () => {
    const scenario = { version: 1, steps: [{ deploy: 'shop.twl', contract: 'Shop', as: 'corner' }] };
    const place = await project('story', {
      'Twilight.toml': manifest,
      ...sources,
      'src/shop.scenario.json': JSON.stringify(scenario),
    });
    const { contracts, steps } = planOf(await built(place));
    expect(contracts).toHaveLength(1);
    expect(steps).toMatchObject([{ kind: 'deploy', contract: 0, as: 'corner' }]);
  });
});

describe('a compiled module', () => {
  let place: string;
  let module: string;
  beforeAll(async () => {
    place = await project('compiled', { 'Twilight.toml': manifest, ...sources });
    planOf(await built(place, {}, 'compiled/target/debug'));
    module = join(place, 'target/debug/Shop.wasm');
  });

  it.each(['.wasm', '.meta'])('named by its %s stops in the sources of its package', async extension => {
    const { target } = await built(module.replace('.wasm', extension));
    const driver = await EngineDriver.start(twilight.engine, target!);
    try {
      const line = shop.split('\n').findIndex(text => text.includes('#sold')) + 1;
      const path = join(place, 'src/shop.twl');
      await driver.break({ kind: 'source', source: { name: 'shop.twl', path }, line });
      await driver.begin();
      expect(driver.top.location).toMatchObject({ source: { path }, line });
    } finally {
      await driver.dispose();
    }
  });

  /** A copy of both files, where the one that `spoil` gives something for is changed. */
  async function spoiled(name: string, spoil: (meta: string) => string | undefined): Promise<string> {
    const copy = join(folder, name, 'Shop.wasm');
    await mkdir(dirname(copy));
    await cp(module, copy);
    const meta = spoil(await readFile(module.replace('.wasm', '.meta'), 'utf8'));
    if (meta !== undefined) await writeFile(copy.replace('.wasm', '.meta'), meta);
    return copy;
  }

  it.each<readonly [string, (meta: string) => string | undefined, RegExp]>([
    ['missing', () => undefined, /Shop\.meta is not there: without it nothing is known of the contract\.$/],
    ['cut', meta => meta.slice(0, 100), /Shop\.meta is not JSON; it was cut off or is another file\.$/],
    ['foreign', () => '{}', /Shop\.meta has no schema_version; it is no \.meta of Twilight\.$/],
    ['damaged', meta => meta.replace('"contract":"Shop"', '"contract":7'), /is damaged at \/contract: /],
    [
      'misfit',
      meta => meta.replace(/("bytecode_info":\{.*?"hash":"0x)[0-9a-f]{8}/, '$100000000'),
      /Shop\.meta describes another module: it says SHA-256 0x00000000[0-9a-f]+, the module has 0x/,
    ],
  ])('with its .meta %s is refused with what to do', async (name, spoil, message) => {
    const refused = told(await built(await spoiled(name, spoil)));
    expect(refused).toEqual([
      [expect.stringMatching(message), expect.stringMatching(/`twilightc build`.*; or launch its source/)],
    ]);
  });

  it('that is gone is told by its name', async () => {
    const copy = await spoiled('gone', meta => meta);
    await rm(copy);
    expect(told(await built(copy.replace('.wasm', '.meta')))).toEqual([
      [`${copy} does not exist.`, undefined],
    ]);
  });
});
