import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTwilightc } from './twilightc.js';

let folder: string;

/** A text with this in it. */
const has = (text: string): string => expect.stringContaining(text) as string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twilightc-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const status = await runTwilightc(args, { stdout, stderr }, () => Promise.resolve(0));
  return { status, out, err };
}

async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, name);
  await mkdir(join(place, 'src'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text);
  return place;
}

const manifest =
  '[package]\nname = "shop"\nversion = "0.1.0"\n\n[[contract]]\nname = "Shop"\npath = "src/shop.twl"\n';

describe('twilightc', () => {
  it('explains itself, and refuses wrong usage', async () => {
    expect(await run('--help')).toMatchObject({
      status: 0,
      out: has('usage: twilightc'),
    });
    expect(await run()).toMatchObject({ status: 2, err: has('name a command') });
    expect(await run('paint')).toMatchObject({
      status: 2,
      err: has('there is no command paint'),
    });
    expect(await run('check', '--loud')).toMatchObject({ status: 2 });
    expect(await run('check', 'a', 'b')).toMatchObject({ status: 2 });
    expect(await run('check', join(folder, 'nowhere'))).toMatchObject({
      status: 1,
      err: has('does not exist'),
    });
    expect(await run('check', folder)).toMatchObject({
      status: 1,
      err: has('has no Twilight.toml'),
    });
  });

  it.each(['native', 'solidity'])('makes a package that it then takes: %s', async mode => {
    const place = join(folder, `made_${mode}`);
    expect(await run('new', place, '--syntax', mode)).toMatchObject({ status: 0 });
    const apart = await run('new', join(folder, `made in ${mode}`));
    expect(apart.out).toMatch(/Try: twilightc build '[^']* in \w+'$/m);
    expect(await run('check', place)).toEqual({ status: 0, out: '', err: '' });
    expect(await run('new', place)).toMatchObject({
      status: 1,
      err: has('exists already'),
    });
    expect(await run('init', place)).toMatchObject({
      status: 1,
      err: has('has a Twilight.toml already'),
    });
    expect(await readFile(join(place, 'Twilight.toml'), 'utf8')).toContain(`name = "made_${mode}"`);
  });

  it('checks modules in several files of both modes, and tells mistakes in the right one', async () => {
    const place = await project('shop', {
      'Twilight.toml': manifest,
      'src/shop.twl':
        'use crate::rates::{fee, Rate as Percent};\nuse super::prices;\ncontract Shop {\n  pub fn f(n: u64) -> u64 { fee(n, Percent { of: 3 }) + prices::base() }\n}\n',
      'src/rates.twl':
        'pub struct Rate { pub of: u64 }\npub fn fee(n: u64, rate: Rate) -> u64 { n * rate.of / crate::prices::whole() }\n',
      'src/prices.twl':
        '#![syntax = "solidity"]\nuint64 constant WHOLE = 100;\nfunction whole() internal pure returns (uint64) { return WHOLE; }\nfunction base() internal pure returns (uint64) { return 5; }\n',
    });
    expect(await run('check', place)).toEqual({ status: 0, out: '', err: '' });
    expect(await run('check', join(place, 'src/shop.twl'))).toMatchObject({ status: 0 });
    await writeFile(
      join(place, 'src/rates.twl'),
      'pub struct Rate { of: u64 }\nfn fee(n: u64, rate: Rate) -> u64 { n * rate.off }\n',
    );
    const { status, err } = await run('check', place);
    expect(status).toBe(1);
    expect(err).toMatch(/rates\.twl:2:46: error: rates::Rate has no field off/);
    expect(err).toMatch(/shop\.twl:1:20: error: fee is private to src\/rates\.twl/);
  });

  it('lets files of solidity share enums, structs, constants and functions', async () => {
    const place = await project('shared', {
      'Twilight.toml': manifest,
      'src/shop.twl':
        '#![syntax = "solidity"]\nimport {Status as Is, Item, LIMIT, twice} from "./items.twl";\ncontract Shop { Is s;\n  function f(Item memory item) public returns (bool) { s = Is.Sold; return item.s == Is.Open && item.n < twice(LIMIT); } }\n',
      'src/items.twl':
        '#![syntax = "solidity"]\nenum Status { Open, Sold }\nstruct Item { Status s; uint64 n; }\nuint64 constant LIMIT = 7;\nfunction twice(uint64 n) pure returns (uint64) { return n * 2; }\n',
    });
    expect(await run('check', place)).toEqual({ status: 0, out: '', err: '' });
  });

  it('tells what is wrong with a manifest, and where', async () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      ['[package\n', /Twilight\.toml:1:\d+: error: this is no TOML/],
      ['[lib]\npath = "x"\n', /error: a package has a table \[package\]/],
      ['[package]\nname = "a b"\n', /:2:1: error: "a b" is no name/],
      ['[package]\nname = "a"\nversion = "new"\n', /:3:1: error: a version is like 0\.1\.0/],
      ['[package]\nname = "a"\n\n[[contract]]\nname = "A"\n', /:4:1: error: a contract has a path/],
      [
        '[package]\nname = "a"\n\n[[contract]]\npath = "src/none.twl"\n',
        /error: src\/none\.twl does not exist/,
      ],
      ['[package]\nname = "a"\n', /error: this package has no sources/],
      ['[package]\nname = "a"\n[lints]\nodd = "warn"\n', /:4:1: error: there is no lint odd/],
      ['[package]\nname = "a"\n[lints]\nlet_keyword = "loud"\n', /:4:1: error: loud is no level/],
      ['[package]\nname = "a"\n[dependencies]\nb = "1"\n', /:3:1: error: packages cannot use others yet/],
    ];
    for (const [text, message] of wrong) {
      const place = await project('wrong', { 'Twilight.toml': text });
      const { status, err } = await run('check', place);
      expect(err).toMatch(message);
      expect(status).toBe(1);
    }
    const other = await project('other', { 'Twilight.toml': manifest, 'src/shop.twl': 'contract Store { }' });
    expect((await run('check', other)).err).toContain('src/shop.twl has no contract Shop');
  });

  it('warns as the manifest wants', async () => {
    const source = 'contract Shop { pub fn f() -> u64 { let x: u64 = 1; x } }\n';
    const place = await project('lints', { 'Twilight.toml': manifest, 'src/shop.twl': source });
    expect(await run('check', place)).toMatchObject({
      status: 0,
      err: has('warning: `let`'),
    });
    expect(await run('check', place, '--deny-warnings')).toMatchObject({ status: 1 });
    await writeFile(join(place, 'Twilight.toml'), `${manifest}\n[lints]\nlet_keyword = "allow"\n`);
    expect(await run('check', place)).toEqual({ status: 0, out: '', err: '' });
    await writeFile(join(place, 'Twilight.toml'), `${manifest}\n[lints]\nlet_keyword = "deny"\n`);
    expect(await run('check', place)).toMatchObject({
      status: 1,
      err: has('error: `let`'),
    });
  });

  it('refuses files that are no sources', async () => {
    const binary = join(folder, 'binary.twl');
    await writeFile(binary, Buffer.from([0, 1, 2, 255, 254, 10, 0]));
    expect((await run('check', binary)).status).toBe(1);
    await mkdir(join(folder, 'folder.twl'), { recursive: true });
    expect((await run('check', join(folder, 'folder.twl'))).status).toBe(1);
  });
});
