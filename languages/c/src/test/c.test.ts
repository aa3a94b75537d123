// The C pack with real tools: building, values as people read them, the examples.

import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  breakpointId,
  StopReader,
  type Engine,
  type EngineHost,
  type LaunchSettings,
  type Stop,
} from '@sonde/engine';
import { nativeTools } from '@sonde/engine-native';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { Lens, type ExpandRequest, type Shown } from '@sonde/lens';
import { c } from '../pack/c.js';
import { memberPath } from '../pack/member-path.js';

const { missing } = await nativeTools();
if (missing !== undefined) process.stderr.write(`\nC TESTS ARE SKIPPED: ${missing}\n`);

const examples = fileURLToPath(c.examples!);

const request = (program: string, more: Partial<BuildRequest> = {}): BuildRequest => ({
  program,
  cwd: tmpdir(),
  debugInfo: true,
  extra: {},
  signal: new AbortController().signal,
  progress: () => undefined,
  ...more,
});

describe.skipIf(missing !== undefined)('the C pack', () => {
  let folder: string;
  const built: BuildResult[] = [];
  let engine: Engine | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-c-test-'));
    return () => rm(folder, { recursive: true });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await engine?.dispose();
    engine = undefined;
    for (const { target } of built.splice(0)) {
      for (const path of target?.temporary ?? []) await rm(path, { recursive: true });
    }
  });

  async function build(program: string, more: Partial<BuildRequest> = {}): Promise<BuildResult> {
    const result = await c.build(request(program, more));
    built.push(result);
    return result;
  }

  async function source(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  /** Runs a program to a line, and answers with how the lens shows what is in sight there. */
  async function shownAt(program: string, line: number): Promise<Shower> {
    const { target } = await build(program);
    let arrive: (stop: Stop) => void;
    let fail: (error: Error) => void;
    const stopped = new Promise<Stop>((resolve, reject) => ([arrive, fail] = [resolve, reject]));
    const settings: LaunchSettings = {
      ...{ program: target!.program, args: [], cwd: folder, env: {}, stopOnEntry: false, noDebug: false },
      ...{ stdin: { text: '', closed: true }, console: 'internalConsole', extra: {} },
    };
    const refuse = (): never => {
      throw new Error('not asked');
    };
    const host: EngineHost = {
      event: event => {
        if (event.kind === 'output') event.taken?.();
        if (event.kind === 'stopped') arrive(event.stop);
        if (event.kind === 'ended') fail(new Error('it ended without a stop'));
      },
      decide: () => Promise.reject(new Error('not asked')),
      compileCondition: refuse,
      compileLog: refuse,
    };
    const running = (engine = await c.engine.start(target!, settings, host, new AbortController().signal));
    const where = { kind: 'source', source: { name: basename(program), path: program }, line } as const;
    await running.changeBreakpoints([{ id: breakpointId(1), where }], []);
    await running.begin();
    const stop = await stopped;
    const lens = new Lens({
      renderers: c.renderers ?? [],
      types: running.types,
      pointerSize: 8,
      littleEndian: true,
      memberPath,
    });
    const reader = new StopReader(running, stop.id);
    const variables = (stop.top?.scopes ?? []).flatMap(scope => [...scope.variables]);
    return {
      show: async name => {
        const found = variables.find(item => item.name === name);
        if (found === undefined) throw new Error(`no variable ${name}`);
        return (await lens.show([found], reader, { limit: 200 }))[0]!;
      },
      expand: (shown, request) => lens.expand(shown, request, reader, { limit: 200 }),
    };
  }

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
    const output = join(folder, 'out', 'tour');
    await mkdir(dirname(output));
    const { target } = await build(join(examples, 'tour.c'), { output });
    expect(target).toEqual({ program: output, temporary: [], image: undefined });
    await access(output, constants.X_OK);
  });

  it('takes an executable as it is', async () => {
    const { target } = await build(process.execPath);
    expect(target).toMatchObject({ program: process.execPath, temporary: [] });
  });

  it('answers a mistake with its line, and leaves no folder behind', async () => {
    const program = await source('wrong.c', 'int main(void) {\n  return nosuch;\n}\n');
    // A folder for temporary files that no other process uses.
    const own = await mkdtemp(join(folder, 'tmp-'));
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
    await expect(build(program, { extra: { cc: join(folder, 'no-cc') } })).rejects.toMatchObject({
      code: 'tool-missing',
      blame: 'environment',
    });
    await expect(build(join(folder, 'missing.c'))).rejects.toMatchObject({
      code: 'not-found',
      blame: 'user',
    });
    await expect(build(folder)).rejects.toMatchObject({ code: 'bad-arguments', blame: 'user' });
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
    const names = (await readdir(examples)).filter(name => name.endsWith('.c'));
    expect(names.length).toBeGreaterThan(6);
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
    expect(fields[0]?.text).toMatch(/^0x[0-9a-f]+ → "Ada"$/);
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
    ]);
    for (const { found } of reports) expect(found?.version).toMatch(/\d+\.\d+/);
  });
});

interface Shower {
  readonly show: (name: string) => Promise<Shown>;
  readonly expand: (shown: Shown, request: ExpandRequest) => Promise<readonly Shown[]>;
}
