import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webAssembly } from '@sonde/wasm';
import { runContractTests } from '../nova/contract-tests.js';
import { readMeta } from '../toolchain/toolchain.js';
import { runTwilightc } from '../toolchain/twilightc.js';

const example = (name: string): string =>
  fileURLToPath(new URL(`../../examples/${name}.twl`, import.meta.url));
const has = (text: string): string => expect.stringContaining(text) as string;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twilightc-build-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const status = await runTwilightc(
    args,
    {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
    },
    runContractTests,
  );
  return { status, out, err };
}

const files = async (place: string): Promise<readonly string[]> => (await readdir(place)).toSorted();

describe('twilightc build', () => {
  it('writes a module, what describes it, and a source map', async () => {
    const place = join(folder, 'out');
    expect(await run('build', example('vault'), '-o', place)).toMatchObject({
      status: 0,
      out: has('Vault.wasm\n'),
    });
    expect(await files(place)).toEqual(['Vault.meta', 'Vault.wasm', 'Vault.wasm.map']);
    const wasm = await readFile(join(place, 'Vault.wasm'));
    expect(webAssembly.validate(wasm)).toBe(true);
    const read = readMeta(await readFile(join(place, 'Vault.meta'), 'utf8'), wasm);
    expect(read).toMatchObject({
      ok: true,
      meta: { contract: 'Vault', source_info: { files: [{ path: 'vault.twl' }] } },
    });
    expect(JSON.parse(await readFile(join(place, 'Vault.wasm.map'), 'utf8'))).toMatchObject({
      version: 3,
      sources: ['vault.twl'],
    });
  });

  it('builds for release without debug information and print, unless it is asked for', async () => {
    const source = join(folder, 'talker.twl');
    await writeFile(source, '#![syntax = "native"]\ncontract Talker { pub fn say() { print("hello"); } }');
    const place = join(folder, 'released');
    expect(await run('build', source, '--release', '--out-dir', place)).toMatchObject({ status: 0 });
    expect(await files(place)).toEqual(['Talker.meta', 'Talker.wasm']);
    const meta = readMeta(await readFile(join(place, 'Talker.meta'), 'utf8'));
    expect(meta).toMatchObject({ ok: true, meta: { debug_info: null } });
    expect((await readFile(join(place, 'Talker.wasm'))).includes('nova_debug_v1')).toBe(false);
    expect(await run('build', source, '--release', '-g', '-o', place)).toMatchObject({ status: 0 });
    expect(await files(place)).toEqual(['Talker.meta', 'Talker.wasm', 'Talker.wasm.map']);
  });

  it('writes below target in the package, and what --emit names', async () => {
    const place = join(folder, 'made');
    await run('new', place);
    expect(await run('build', place, '--emit', 'meta,ast')).toMatchObject({ status: 0 });
    expect(await files(join(place, 'target', 'debug'))).toEqual(['Made.meta', 'made.ast.json']);
    expect(await run('build', place, '--release')).toMatchObject({ status: 0 });
    expect(await files(join(place, 'target', 'release'))).toEqual(['Made.meta', 'Made.wasm']);
    const tree: unknown = JSON.parse(await readFile(join(place, 'target', 'debug', 'made.ast.json'), 'utf8'));
    expect(tree).toMatchObject({
      mode: 'twilight-native',
      items: [{ kind: 'contract', name: { text: 'Made' } }],
    });
  });

  it('says what is wrong with the usage, the source and the place', async () => {
    expect(await run('build', '-O2')).toMatchObject({ status: 2, err: has('-O2 is not supported') });
    expect(await run('build', '--emit', 'tir')).toMatchObject({
      status: 2,
      err: has('--emit tir is not supported'),
    });
    expect(await run('build', '--emit', 'soup')).toMatchObject({ status: 2, err: has('not soup') });
    expect(await run('build', '--target', 'evm')).toMatchObject({
      status: 2,
      err: has('there is no target evm'),
    });
    expect(await run('check', '--release')).toMatchObject({
      status: 2,
      err: has('check has no option --release'),
    });
    expect(await run('build', example('vault'), '--contract', 'Vlt')).toMatchObject({
      status: 1,
      err: has('there is no contract Vlt. There is Vault.'),
    });
    const wrong = join(folder, 'wrong.twl');
    await writeFile(wrong, '#![syntax = "native"]\ncontract W { pub fn f() -> u64 { true } }');
    expect(await run('build', wrong, '-o', join(folder, 'never'))).toMatchObject({
      status: 1,
      err: has('wrong.twl:2:34'),
    });
    expect(await run('build', example('vault'), '-o', join(wrong, 'inside'))).toMatchObject({
      status: 1,
      err: has('cannot be written'),
    });
  });
});

describe('twilightc test', () => {
  it('runs each test on a contract that was just deployed, and tells where one failed', async () => {
    const source = join(folder, 'tested.twl');
    await writeFile(
      source,
      `#![syntax = "native"]
contract Tested {
  storage { n: u64 = 4; owner: address; } fn init() { n = n - 4; owner = ctx.sender(); }
  pub fn bump(by: u64) -> u64 { n = n + by; n }
  #[test] fn counts() { assert_eq!(bump(2), 2); assert_eq!(bump(3), 5); }
  #[test] fn starts_anew() { assert!(bump(1) == 1); assert_eq!(owner, ctx.sender()); }
  #[test] fn fails() { print("n is {}", n);
    bump(1);
    assert_eq!(bump(1), 3);
  }
  #[test] fn overflows() { bump(18446744073709551615); bump(1); }
  #[test] fn endless() { var x: u64 = 0; loop { x = 1 - x; } }
}
contract Given { storage { n: u64 = 3; m: u64; } fn init(by: u64) { m = n * by; }
  #[test] fn deploys() { init(5); assert_eq!(m, 15); }
}
#[test] fn alone() { assert!(1 < 2); }`,
    );
    expect(await run('test', source)).toEqual({
      status: 1,
      err: '',
      out: `ok      Tested::counts
ok      Tested::starts_anew
FAILED  Tested::fails: panicked: assertion failed: values differ
        at tested.twl:9:5
        | n is 0
FAILED  Tested::overflows: reverted: arithmetic overflow: u64 +
        at tested.twl:4:37
FAILED  Tested::endless: out of gas
        at tested.twl:12:42
ok      Given::deploys
ok      alone
4 passed, 3 failed.
`,
    });
    expect(await run('test', source, '--only', 'counts')).toMatchObject({
      status: 0,
      out: has('1 passed, 0 failed.'),
    });
    expect(await run('test', source, '--only', 'nothing')).toMatchObject({
      status: 0,
      out: has('No test has nothing'),
    });
    expect(await run('test', example('vault'))).toMatchObject({ status: 0, out: has('There are no tests') });
    expect(await run('test', example('language'))).toMatchObject({
      status: 0,
      out: has('ok      Market::orders_are_numbered'),
    });
  });
});
