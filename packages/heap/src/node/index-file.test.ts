// Index files: they open as what was saved; cut off, damaged, foreign and of other versions they are refused by name.

import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, lstat, mkdtemp, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HeapAnalysis } from '../analysis/analysis.js';
import { answer, type HeapQuery } from '../analysis/queries.js';
import { HeapProblem } from '../contract/problem.js';
import { prefixLength } from '../formats/index-format.js';
import { readV8Snapshot } from '../formats/v8/reader.js';
import { randomFrom, randomGraph } from '../test/random-graph.js';
import { piecesOf, snapshotText } from '../test/small-snapshot.js';
import { readIndex, writeIndex } from './index-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heap-index-'));
});
afterAll(() => rm(folder, { recursive: true }));

const path = (): string => join(folder, 'heap.index');

async function reopened(): Promise<HeapAnalysis> {
  const handle = await open(path());
  try {
    return await readIndex(handle, 'it');
  } finally {
    await handle.close();
  }
}

async function problem(): Promise<HeapProblem> {
  const error = await reopened().then(
    () => new Error('it was opened'),
    (reason: unknown) => reason as Error,
  );
  if (!(error instanceof HeapProblem)) throw error;
  return error;
}

const graphs = {
  'of V8': () => readV8Snapshot(piecesOf(snapshotText(), 4096), { name: 'small' }),
  'with roots of ours': async () =>
    randomGraph(5, { nodes: 40, edges: 80, roots: 3, direction: 'any', weak: 0.2 }),
};

test.each(Object.entries(graphs))('a graph %s opens as it was saved', async (_, make) => {
  const analysis = new HeapAnalysis(await make());
  await writeIndex(analysis, path());
  const again = await reopened();
  const id = analysis.graph.id(5);
  const queries: readonly HeapQuery[] = [
    { ask: 'summary' },
    { ask: 'largest', internal: true },
    { ask: 'groups', by: 'type' },
    { ask: 'key-paths', id },
    { ask: 'retainers', id },
    { ask: 'references', id },
    { ask: 'dominated', id: analysis.graph.id(0) },
    { ask: 'suspects' },
  ];
  for (const query of queries) expect(answer(again, query)).toEqual(answer(analysis, query));
});

async function saved(): Promise<Buffer> {
  await writeIndex(new HeapAnalysis(await graphs['of V8']()), path());
  return readFile(path());
}

test('an index that is cut off anywhere says so', async () => {
  const bytes = await saved();
  for (let length = 8; length < bytes.length; length += 97) {
    await writeFile(path(), bytes.subarray(0, length));
    expect(await problem()).toMatchObject({
      code: 'truncated',
      message: expect.stringMatching(/^it is cut off/) as string,
    });
  }
});

test('a byte that changed is noticed, wherever it is', async () => {
  const bytes = await saved();
  const random = randomFrom(9);
  for (let round = 0; round < 60; round++) {
    const wrong = Buffer.from(bytes);
    const at = prefixLength + Math.floor(random() * (bytes.length - prefixLength));
    wrong[at]! ^= 1 << Math.floor(random() * 8);
    await writeFile(path(), wrong);
    const found = await reopened().catch((error: unknown) => error);
    // Bytes between sections belong to none.
    if (found instanceof HeapAnalysis) expect(bytes[at]).toBe(0);
    else expect(found).toMatchObject({ name: 'HeapProblem', code: 'corrupt' });
  }
});

test('another version, another format and a wrong header are refused by name', async () => {
  const bytes = await saved();
  const version = Buffer.from(bytes);
  version.writeUInt32LE(7, 8);
  await writeFile(path(), version);
  expect(await problem()).toMatchObject({
    code: 'version',
    message: 'it is an index of version 7; this one reads version 1.',
  });
  await writeFile(path(), 'SONDEHEX and more');
  expect(await problem()).toMatchObject({ code: 'foreign' });
  await writeFile(path(), Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(30, 1)]));
  expect(await problem()).toMatchObject({ code: 'version' });
});

test('a header that lies with a right checksum is refused, or the heap answers without hanging', async () => {
  const bytes = await saved();
  const length = bytes.readUInt32LE(12);
  const text = bytes.subarray(prefixLength, prefixLength + length).toString();
  const lies: readonly (readonly [string | RegExp, string])[] = [
    [/"length":\d+/, '"length":9'],
    [/"type":"u32"/, '"type":"u64"'],
    [/"name":"to"/, '"name":"ot"'],
    [/"reached":\d+/, '"reached":99'],
    [/"kindNames":\[[^\]]*\]/, '"kindNames":[]'],
    [/"offset":\d+/, '"offset":3'],
    [/^\{/, '['],
  ];
  for (const [from, to] of lies) {
    const header = Buffer.alloc(length, ' ');
    header.write(text.replace(from, to).slice(0, length));
    const wrong = Buffer.from(bytes);
    header.copy(wrong, prefixLength);
    wrong.writeUInt32LE(crc32(header), 16);
    await writeFile(path(), wrong);
    expect(['corrupt', 'truncated'], String(from)).toContain((await problem()).code);
  }
});

test('columns that lead round and round end in an error', async () => {
  const analysis = new HeapAnalysis(await graphs['of V8']());
  const { dominators, nearest } = analysis.complete(() => undefined);
  const parents = dominators.parents.slice();
  [parents[3], parents[4]] = [4, 3];
  const circle = nearest.slice();
  // An edge from 5 as the way to 5.
  circle[5] = analysis.graph.columns.first[5]!;
  await writeIndex(
    new HeapAnalysis(analysis.graph, { dominators: { ...dominators, parents }, nearest: circle }),
    path(),
  );
  const again = await reopened();
  expect(() => answer(again, { ask: 'key-paths', id: again.graph.id(5) })).toThrow(/contradicts itself/);
  expect(() => answer(again, { ask: 'key-paths', id: again.graph.id(4) })).toThrow(/contradicts itself/);
  expect(answer(again, { ask: 'suspects' })).toBeInstanceOf(Array);
});

test('a link and a pipe stay what they are: the file behind the one and the reader of the other get the index', async () => {
  const analysis = new HeapAnalysis(await graphs['of V8']());
  await writeIndex(analysis, path());
  const wanted = await readFile(path());
  const [real, link, pipe] = ['real', 'link', 'pipe'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(real, 'an older one');
  await chmod(real, 0o640);
  await symlink(real, link);
  await writeIndex(analysis, link);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(real)).toEqual(wanted);
  expect((await stat(real)).mode & 0o777).toBe(0o640);

  execFileSync('mkfifo', [pipe]);
  const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    await writeIndex(analysis, pipe);
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(wanted.length + 1), 0, wanted.length + 1);
    expect(buffer.subarray(0, bytesRead)).toEqual(wanted);
  } finally {
    await reader.close();
  }
});
