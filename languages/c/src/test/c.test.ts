// The C pack with real tools: building, values as people read them, the examples.

import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { c } from '../pack/c.js';
import { examples, toolsMissing, usePrograms } from './programs.js';

describe.skipIf(toolsMissing)('the C pack', () => {
  const programs = usePrograms();
  const { build, source, shownAt } = programs;

  it('compiles into a folder of its own, and says that it does', async () => {
    const said: string[] = [];
    const { target, diagnostics } = await build(join(examples, 'tour.c'), {
      progress: text => said.push(text),
    });
    expect(diagnostics).toEqual([]);
    expect(said).toEqual(['compiling tour.c']);
    expect(target!.temporary).toEqual([dirname(target!.program)]);
    await access(target!.program, constants.X_OK);
  });

  it('compiles to where it is told, and then nothing is temporary', async () => {
    const output = join(programs.folder(), 'out', 'tour');
    await mkdir(dirname(output));
    const { target } = await build(join(examples, 'tour.c'), { output });
    expect(target).toEqual({ program: output, temporary: [], image: undefined });
    await access(output, constants.X_OK);
  });

  it('takes an executable as it is', async () => {
    const { target } = await build(process.execPath);
    expect(target).toMatchObject({ program: process.execPath, temporary: [] });
  });

  it('refuses what is neither an executable nor a source, instead of taking it for C', async () => {
    const program = await source('notes.out', 'These are notes.\n');
    await expect(build(program)).rejects.toMatchObject({
      code: 'bad-arguments',
      message: 'notes.out is neither an executable nor a source of C or C++ that compiles.',
    });
    const { target } = await build(await source('source.inc', 'int main(void) { return 0; }\n'));
    expect(target).toBeDefined();
  });

  it('answers a mistake with its line, and leaves no folder behind', async () => {
    const program = await source('wrong.c', 'int main(void) {\n  return nosuch;\n}\n');
    // A folder for temporary files that no other process uses.
    const own = await mkdtemp(join(programs.folder(), 'tmp-'));
    vi.stubEnv('TMPDIR', own);
    const { target, diagnostics } = await build(program);
    expect(target).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity: 'error', location: { line: 2, column: 10 }, sourceLine: '  return nosuch;' },
    ]);
    expect(diagnostics[0]?.message).toContain('nosuch');
    expect(await readdir(own)).toEqual([]);
  });

  it('passes options on to the compiler', async () => {
    const program = await source('flags.c', 'int main(void) { return ANSWER; }\n');
    expect((await build(program)).target).toBeUndefined();
    expect((await build(program, { extra: { cflags: ['-DANSWER=3'] } })).target).toBeDefined();
    await expect(build(program, { extra: { cc: join(programs.folder(), 'no-cc') } })).rejects.toMatchObject({
      code: 'tool-missing',
      blame: 'environment',
    });
    await expect(build(join(programs.folder(), 'missing.c'))).rejects.toMatchObject({
      code: 'not-found',
      blame: 'user',
    });
    await expect(build(programs.folder())).rejects.toMatchObject({ code: 'bad-arguments', blame: 'user' });
  });

  it('ends the compiler when the build is cancelled', async () => {
    const slow = await source('slow-cc', '#!/bin/sh\nexec sleep 60\n');
    await chmod(slow, 0o755);
    const cancel = new AbortController();
    const program = join(examples, 'tour.c');
    const building = build(program, {
      extra: { cc: slow },
      signal: cancel.signal,
      progress: () => cancel.abort(),
    });
    await expect(building).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('builds every example', async () => {
    const names = (await readdir(examples)).filter(name => /\.(?:c|cpp)$/.test(name));
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect((await build(join(examples, name))).diagnostics).toEqual([]);
  });

  it('shows a struct behind a pointer, texts, enums and arrays as people read them', async () => {
    const lines = (await readFile(join(examples, 'tour.c'), 'utf8')).split('\n');
    const line = lines.findIndex(text => text.includes('who->position[day')) + 1;
    const { show, expand } = await shownAt(join(examples, 'tour.c'), line);
    const who = await show('who');
    const fields = await expand(who, {});
    expect(fields.map(field => [field.name, field.path])).toEqual([
      ['name', 'who->name'],
      ['mood', 'who->mood'],
      ['steps', 'who->steps'],
      ['position', 'who->position'],
    ]);
    expect(fields[0]?.text).toMatch(/^→ "Ada" at 0x[0-9a-f]+$/);
    expect(fields[1]?.text).toContain('CURIOUS');
    expect(fields[2]?.text).toBe('4');
    expect((await expand(fields[3]!, {})).map(item => item.text)).toEqual(['0', '0']);
  });

  it('follows a list that leads back to its beginning, one node at a time', async () => {
    const { show, expand } = await shownAt(join(examples, 'list.c'), 14);
    let node = await show('first');
    const labels: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const fields = await expand(node, {});
      labels.push(fields.find(field => field.name === 'label')!.text);
      node = fields.find(field => field.name === 'next')!;
    }
    expect(labels).toEqual(['"one"', '"two"', '"three"', '"one"']);
    expect(node.path).toBe('first->next->next->next->next');
  });

  it('pages an array of ten million numbers', async () => {
    const { show, expand } = await shownAt(join(examples, 'big.c'), 8);
    const numbers = await show('numbers');
    expect(numbers.children).toMatchObject({ indexed: 10_000_000 });
    const page = await expand(numbers, { filter: 'indexed', start: 9_999_990, count: 3 });
    expect(page.map(item => item.text)).toEqual(['19999980', '19999982', '19999984']);
    expect(page[0]?.path).toBe('numbers[9999990]');
  });

  it('reports its tools with versions and the commands that install them', async () => {
    const reports = await c.tools!();
    expect(reports.map(report => [report.tool, report.install])).toEqual([
      ['LLDB', 'apt-get install -y lldb-22'],
      ['clang', 'apt-get install -y clang-22'],
      ['clang++', 'apt-get install -y clang-22 libstdc++-12-dev'],
    ]);
    for (const { found } of reports) expect(found?.version).toMatch(/\d+\.\d+/);
  });
});
