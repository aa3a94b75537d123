// Projects: folders with an osprey.toml, whose files are checked, compiled, run and debugged as one program.

import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, TestSession } from '@sonde/engine-native/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../pack/build.js';
import { checkProgram } from '../toolchain/compile.js';
import { run, toolsMissing, useBuilder } from './built.js';
import { endSessions } from './debugged.js';
import { interpret } from './interpreter/interpreter.js';
import { osprey } from './ran-command.js';

const market = fileURLToPath(new URL('../../examples/market', import.meta.url));
const printed =
  'a cart for 682\ntea for 275, 2 left\ntea for 275, 1 left\nbread for 132, 0 left\nnothing in it\n';

const problemsOf = (path: string): readonly string[] =>
  checkProgram(path).diagnostics.map(
    ({ location, message }) => `${location?.source.name}:${location?.line}:${location?.column} ${message}`,
  );

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'sonde-osprey-project-')));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

describe('a project', () => {
  it.each(['', 'osprey.toml', 'src/main.osp', 'src/goods/goods.osp'])(
    'is one program, named by /%s',
    place => {
      const { program, diagnostics } = checkProgram(join(market, place));
      expect(diagnostics).toEqual([]);
      expect(interpret(program!).output).toBe(printed);
    },
  );

  it('is not what a file outside of its source roots belongs to', async () => {
    await cp(market, folder, { recursive: true });
    await write({ 'other.osp': 'print(1)\n' });
    expect(interpret(checkProgram(join(folder, 'other.osp')).program!).output).toBe('1\n');
  });

  it('without a manifest is a folder whose name is its namespace', async () => {
    await write({
      'shop/src/main.osp': 'print(shop::price)\n',
      'shop/src/b.ospml': 'price = 7\n',
      'shop/target/c.osp': '?',
    });
    expect(interpret(checkProgram(join(folder, 'shop')).program!).output).toBe('7\n');
  });

  it('tells what is wrong in the file that it is wrong in', async () => {
    await cp(market, folder, { recursive: true });
    await write({ 'src/goods/more.ospml': 'module More\n    bad : int\n    bad = "text"\n' });
    expect(problemsOf(folder)).toEqual([
      'src/goods/more.ospml:3:11 let `market::More::bad`: type mismatch: cannot unify int with string',
    ]);
    await write({
      'src/goods/more.ospml': 'module More\n    bad = (\n',
      'src/stock.ospml': 'state Stock\n  mut\n',
    });
    expect(problemsOf(folder).map(problem => problem.replace(/ .*/, ''))).toEqual([
      'src/goods/more.ospml:2:12',
      'src/stock.ospml:2:6',
    ]);
    const { status, stderr } = await osprey(folder, '--check');
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(folder, 'src/stock.ospml')}:2:6: error: `);
  });

  it('lists its symbols with their files and whole names', async () => {
    const { stdout } = await osprey(market, '--symbols');
    const symbols = JSON.parse(stdout) as { name: string; file: string; line: number; kind: string }[];
    expect(symbols).toContainEqual(
      expect.objectContaining({ name: 'market::Goods::tea', file: 'src/goods/goods.osp', line: 9 }),
    );
    expect(symbols).toContainEqual(
      expect.objectContaining({ name: 'market::Stock', kind: 'module', file: 'src/stock.ospml' }),
    );
    expect((await osprey(market, '--ast')).stdout).toContain('"kind": "signature"');
  });
});

describe('osprey.toml', () => {
  it.each([
    ['[project\n', 'osprey.toml:1:', 'this is no TOML'],
    ['name = "x"\n', 'osprey.toml:1:1', 'an Osprey project has a table [project]'],
    ['[project]\nname = 3\n', 'osprey.toml:2:1', '`name` is a text'],
    ['[project]\nname = "a-b"\n', 'osprey.toml:2:1', '`a-b` is no name of a namespace'],
    ['[project]\nname = "p"\nsource_roots = ["lib"]\n', 'osprey.toml:3:1', 'there is no folder lib'],
    ['[project]\nname = "p"\nentry = "src/none.osp"\n', 'osprey.toml:3:1', 'there is no file src/none.osp'],
    [
      '[project]\nname = "p"\nentry = "other.osp"\n',
      'osprey.toml:3:1',
      'other.osp is not below the source roots',
    ],
    ['[project]\nname = "p"\nflavor = "lisp"\n', 'osprey.toml:3:1', 'there is no flavor lisp'],
    [
      '[project]\nname = "p"\nsource_roots = []\n',
      'osprey.toml:3:1',
      'a project needs a folder with sources',
    ],
    ['[project]\nname = "p"\nentri = "src/a.osp"\n', 'osprey.toml:3:1', '`entri` means nothing in [project]'],
  ])('%j is told about', async (text, place, message) => {
    await write({ 'osprey.toml': text, 'src/a.osp': 'print(1)\n', 'other.osp': 'print(2)\n' });
    const [problem] = problemsOf(folder);
    expect(problem).toContain(place);
    expect(problem).toContain(message);
  });

  it('that is there for nothing is told about', async () => {
    await write({ 'osprey.toml': '[project]\nname = "p"\n', 'src/readme.md': '' });
    expect(problemsOf(folder)).toEqual(['osprey.toml:1:1 these folders have no Osprey source']);
    expect((await osprey(join(folder, 'src'))).stderr).toContain('there is no Osprey source in');
  });

  it('decides flavors', async () => {
    await write({
      'osprey.toml': '[project]\nname = "p"\nflavor = "ml"\n',
      'src/a.osp': 'f x = x\nprint (f 1)\n',
    });
    expect(interpret(checkProgram(folder).program!).output).toBe('1\n');
  });
});

describe.skipIf(toolsMissing)('a project as machine code', () => {
  const builder = useBuilder();
  endSessions();

  it('runs, with debug information and optimised', async () => {
    for (const debug of [true, false])
      expect(await run(await builder.build(market, debug))).toEqual({
        output: printed,
        errors: '',
        exitCode: 0,
      });
  });

  it('is built by the pack from its folder, which is no place for the result', async () => {
    const request = {
      program: 'examples/market',
      cwd: join(market, '../..'),
      output: join(folder, 'market'),
      debugInfo: true,
      extra: {},
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    const { target, diagnostics } = await build(request);
    expect(diagnostics).toEqual([]);
    expect(target).toMatchObject({ program: join(folder, 'market') });
    expect((await run(join(folder, 'market'))).output).toBe(printed);
  });

  it('stops in every file, in functions with whole names', async () => {
    const session = await TestSession.start(await builder.build(join(market, 'osprey.toml')));
    const files = ['src/main.osp', 'src/price.ospml', 'src/stock.ospml', 'src/goods/goods.osp'].map(name => {
      const path = join(market, name);
      const lines = readFileSync(path, 'utf8').split('\n');
      return { path, line: lines.findIndex(line => /\/\/ #(?:sell|tax|taken|several)\b/.test(line)) + 1 };
    });
    for (const { path, line } of files)
      await session.breakAt({ kind: 'source', source: { name: path, path }, line });
    await session.engine.begin();
    let stop = await session.stopped();
    const seen = new Set<string>();
    for (let count = 0; count < 8; count++) {
      const frame = stop.top?.frames[0];
      const path = frame?.location?.source.path ?? '?';
      expect(files.map(file => `${file.path}:${file.line}`)).toContain(`${path}:${lineOf(stop)}`);
      seen.add(`${frame?.function} ${path.slice(market.length)}`);
      stop = await session.move(stop, { kind: 'continue' });
    }
    expect([...seen].sort()).toEqual([
      'market::Goods::several /src/goods/goods.osp',
      'market::Price::withTax /src/price.ospml',
      'market::Stock::Shelf.take /src/stock.ospml',
      'market::sell /src/main.osp',
    ]);
  });

  it('is broken by the name of a function, whole or not', async () => {
    const session = await TestSession.start(await builder.build(market));
    for (const name of ['market::Goods::tea', 'Price::total']) {
      const { state } = await session.breakAt({ kind: 'function', name });
      expect(state).toBe('resolved');
    }
  });
});
