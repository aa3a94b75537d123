import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, toolsMissing } from '../test/built.js';
import { samples } from '../test/programs.js';
import { osprey } from '../test/ran-command.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-osprey-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('osprey', () => {
  it('checks a file when it is not told what to do', async () => {
    const good = await file('good.osp', 'print(1)\n');
    expect(await osprey(good)).toEqual({ status: 0, stdout: '', stderr: '' });
    const bad = await file('bad.osp', 'let a = 1\n\tprint(b)\n');
    expect(await osprey(bad)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${bad}:2:8: error: unknown name \`b\`\n  \tprint(b)\n  \t      ^\n`,
    });
  });

  it('goes by the extension, a first line or an option', async () => {
    const ml = await file('layout.txt', 'f x = x\nprint (f 1)\n');
    expect((await osprey(ml)).status).toBe(1);
    expect((await osprey(ml, '--flavor', 'ml')).status).toBe(0);
    const marked = await file('marked.txt', '// osprey: flavor=ml\nf x = x\nprint (f 1)\n');
    expect((await osprey(marked)).status).toBe(0);
    const torn = await file('torn.osp', '// osprey: flavor=ml\nf x = x\n');
    expect((await osprey(torn)).stderr).toContain('its extension says default');
  });

  it('says what it does not know, and what is still to come', async () => {
    expect(await osprey('--debug-info=dwarf', 'x.osp')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown flag') as string,
    });
    expect(await osprey('fmt')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('not supported yet') as string,
    });
    expect(await osprey('lsp', '--socket')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('takes no --socket') as string,
    });
    expect((await osprey(join(folder, 'none.osp'))).stderr).toContain('does not exist');
  });

  it('prints symbols as the language’s own compiler does', async () => {
    const known = (samples() ?? []).filter(({ path }) =>
      existsSync(path.replace(/\.osp(?:ml)?$/, '.symbols.json')),
    );
    for (const { path } of known.filter(({ flavor }) => flavor === 'default')) {
      const expected = JSON.parse(readFileSync(path.replace(/\.osp$/, '.symbols.json'), 'utf8')) as Entry[];
      const found = JSON.parse((await osprey(path, '--symbols')).stdout) as Entry[];
      const short = ({ name, kind, line, column }: Entry) => ({ name, kind, line, column });
      expect(found.map(short), path).toEqual(expected.map(short));
    }
  });
});

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
}

describe.skipIf(toolsMissing)('osprey with clang', () => {
  it('compiles a program that runs', async () => {
    const path = await file('sum.osp', 'print((20 + 22) ?: 0)\n');
    const output = join(folder, 'sum');
    expect(await osprey(path, '--debug', '--compile', '-o', output, '--quiet')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await run(output)).toEqual({ output: '42\n', errors: '', exitCode: 0 });
  });

  it('records a run and replays it, and refuses both where nothing is run', async () => {
    const path = await file('fiber.osp', 'let f = spawn 7\nlet n = await(f)\n');
    const record = join(folder, 'fiber.rec');
    expect(await osprey(path, '--run', '--record', record, '--quiet')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(readFileSync(record, 'utf8')).toMatch(/^osprey-record 1\n[^]*\nend \d+\n$/);
    expect(await osprey(path, '--run', '--replay', record, '--debug', '--quiet')).toMatchObject({
      status: 0,
    });
    expect((await osprey(path, '--compile', '--record', record)).stderr).toMatch(
      /--record and --replay are for --run/,
    );
    expect((await osprey(path, '--run', '--record', 'a', '--replay', 'b')).stderr).toMatch(
      /either recorded or replayed/,
    );
    expect((await osprey(path, '--run', '--compile')).stderr).toMatch(/--run and --compile are two modes/);
    expect((await osprey(path, '--run', '--replay')).stderr).toMatch(/--replay needs the name of a file/);
  });

  it('links with the memory manager that it is told, and says which there are', async () => {
    const path = await file('texts.osp', 'print("a" + "b")\n');
    const output = join(folder, 'texts');
    await osprey(path, '--compile', '--memory=arc', '-o', output, '--quiet');
    const { errors } = await run(output, { OSPREY_MEMORY_REPORT: '1' });
    expect(errors).toBe('[memory] arc: 0 live objects, 0 collections, 0 abandoned bodies\n');
    expect(await osprey(path, '--memory=tidy')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--memory takes default, arc, gc, custom') as string,
    });
    const custom = await osprey(path, '--compile', '--memory=custom', '-o', output);
    expect(custom).toMatchObject({ status: 1, stderr: expect.stringContaining('object file') as string });
    const missing = await osprey(path, '--compile', '--memory=custom', 'none.o', '-o', output);
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('does not exist') as string });
  });

  it('gives functions to C, which calls them, and links what a source names', async () => {
    const path = await file(
      'callback.osp',
      `// @link: m
extern fn atexit(act: () -> Unit) -> int
extern fn bsearch(key: Ptr, base: Ptr, count: int, size: int, compare: (Ptr, Ptr) -> int) -> Ptr
extern fn osprey_ffi_cell() -> Ptr
extern fn cos(x: float) -> float
fn same(a: Ptr, b: Ptr) -> int = { print("compared")  0 }
print(atexit(fn() => print("at the end")))
let cell = osprey_ffi_cell()
let found = bsearch(cell, cell, 1, 8, same)
print(cos(0.0))
`,
    );
    const output = join(folder, 'callback');
    expect(await osprey(path, '--compile', '-o', output, '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect((await run(output)).output).toBe('0\ncompared\n1.0\nat the end\n');
  });

  it('says which extern function no library has', async () => {
    const path = await file(
      'missing.osp',
      'extern fn nowhere_at_all(n: int) -> int\nprint(nowhere_at_all(1))\n',
    );
    const { status, stderr } = await osprey(path, '--compile', '-o', join(folder, 'missing'), '--quiet');
    expect(status).toBe(1);
    expect(stderr).toContain(`${path}:1:11: error: no library has the extern function \`nowhere_at_all\``);
  });
});
