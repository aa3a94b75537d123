import { mkdir, readFile, rm, truncate, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, makeTemporaryFolder } from '@sonde/engine';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LevelStore, levelPackage } from './level-store.js';
import { MemoryStore } from './memory-store.js';
import type { Store } from './store.js';

let base: string;
beforeAll(async () => {
  base = await makeTemporaryFolder('novastore');
});
afterAll(() => rm(base, { recursive: true, force: true }));

const open = (name: string, create = true): Promise<LevelStore> =>
  LevelStore.open(join(base, name), { create });

const bytes = (...all: number[]): Uint8Array => new Uint8Array(all);

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

describe.each<[string, () => Promise<Store>]>([
  ['in memory', async () => new MemoryStore()],
  ['on disk', () => open('same')],
])('a store %s', (_, make) => {
  test('gives back what was written, in the order of the keys', async () => {
    const store = await make();
    await store.write([
      { key: bytes(1, 0xff), value: bytes(3) },
      { key: bytes(1), value: bytes() },
      { key: bytes(2), value: bytes(9, 9) },
      { key: bytes(1, 0), value: bytes(2) },
      { key: bytes(0xff, 0xff, 7), value: bytes(5) },
    ]);
    expect(store.get(bytes(1))).toEqual(bytes());
    expect(store.get(bytes(3))).toBeUndefined();
    const keys = async (range: Parameters<Store['entries']>[0]): Promise<readonly number[][]> =>
      (await store.entries(range)).map(({ key }) => [...key]);
    expect(await keys({ prefix: bytes(1) })).toEqual([[1], [1, 0], [1, 0xff]]);
    expect(await keys({ prefix: bytes(1), after: bytes(1), limit: 1 })).toEqual([[1, 0]]);
    expect(await keys({ prefix: bytes(1), reverse: true, limit: 1 })).toEqual([[1, 0xff]]);
    expect(await keys({ prefix: bytes(0xff, 0xff) })).toEqual([[0xff, 0xff, 7]]);
    await store.write([{ key: bytes(1, 0) }, { key: bytes(4) }]);
    expect(await keys({ prefix: bytes(1) })).toEqual([[1], [1, 0xff]]);
    await store.close();
  });
});

test('what was written is there when the store is opened again', async () => {
  const store = await open('again');
  await store.write([{ key: bytes(7), value: bytes(8) }]);
  await store.close();
  const again = await open('again', false);
  expect(again.get(bytes(7))).toEqual(bytes(8));
  await again.close();
});

test('a folder without a store is not made by those who only look', async () => {
  expect((await failureOf(open('nowhere', false))).text).toMatch(
    /there is no store in .*nowhere.*nova deploy/,
  );
  expect(await readdir(base)).not.toContain('nowhere');
});

test('a store that another process uses', async () => {
  const store = await open('locked');
  const failure = await failureOf(open('locked'));
  expect(failure.blame).toBe('environment');
  expect(failure.text).toMatch(/locked cannot be used: another process uses it\. End that nova/);
  await store.close();
});

test('a store of another version, and a database that is none', async () => {
  const other = new ClassicLevel(join(base, 'other'));
  await other.put('version', 'nova-store 99');
  await other.close();
  expect((await failureOf(open('other'))).text).toMatch(/of version nova-store 99, and this nova reads/);
  const foreign = new ClassicLevel(join(base, 'foreign'));
  await foreign.put('hello', 'world');
  await foreign.close();
  expect((await failureOf(open('foreign'))).text).toMatch(/not a store of nova/);
});

test('a store whose files are damaged', async () => {
  const store = await open('damaged');
  await store.write([{ key: bytes(1), value: new Uint8Array(1000) }]);
  await store.close();
  const folder = join(base, 'damaged');
  const manifest = (await readdir(folder)).find(name => name.startsWith('MANIFEST'))!;
  await truncate(join(folder, manifest), 5);
  expect((await failureOf(open('damaged'))).text).toMatch(
    /damaged cannot be used: its files are damaged.*--repair/,
  );
  await writeFile(join(folder, 'CURRENT'), 'nonsense');
  expect((await failureOf(open('damaged'))).text).toMatch(/its files are damaged/);
});

test('a place where no store can be', async () => {
  await writeFile(join(base, 'file'), '');
  expect((await failureOf(open('file'))).text).toMatch(/not a folder/);
  expect((await failureOf(open('file/inside'))).text).toMatch(/not a folder/);
  await mkdir(join(base, 'empty'));
  await (await open('empty')).close();
});

test('a missing LevelDB is offered in the version that the store was made with', async () => {
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  expect(dependencies[levelPackage.name]).toBe(levelPackage.version);
});
