// The objects of a C program as a module: variables by their debug information, blocks by the list of its malloc.

import { fileURLToPath } from 'node:url';
import { answer } from '@sonde/heap';
import { expect, it } from 'vitest';
import { chunksIn } from '../pack/allocator.js';
import { wasm } from '../pack/wasm.js';
import { compiled, library, Session, written } from './harness.js';

const example = fileURLToPath(new URL('leak.wasm.c', wasm.examples));

it('finds what a cache has replaced and still holds, and what nothing holds', async () => {
  const session = await Session.load(example);
  await session.breakAt(example, 'few');
  await session.breakAt(example, 'look');
  const { driver } = session;
  await driver.begin();
  const before = await driver.heap();
  await driver.continue();
  const heap = await driver.heap();

  const [list] = answer(heap, { ask: 'suspects' });
  expect(list).toMatchObject({
    node: { type: 'struct cache', summary: 'cache', provenance: 'static' },
    chain: { type: 'struct entry', count: 56 },
    heldBy: 'cache',
  });
  // Blocks have the sizes that malloc gave them, not those of a pointer's type.
  const [text] = answer(heap, { ask: 'search', text: 'page 17' });
  expect(text).toMatchObject({ type: 'text', provenance: 'manual', size: 204 });
  const [path] = answer(heap, { ask: 'key-paths', id: text!.id }).paths;
  expect(path!.steps.map(({ name }) => name).slice(-2)).toEqual(['page', 'text']);
  const [scratch] = answer(heap, { ask: 'search', text: 'warming up' });
  expect(scratch).toMatchObject({ unreachable: true, size: 108 });
  const { labels } = answer(heap, { ask: 'summary' });
  expect(labels).toMatchObject({ sizes: { exactness: 'exact' }, edges: { exactness: 'approximate' } });

  // Ids mean the same at both stops.
  const entry = (of: typeof heap) =>
    answer(of, { ask: 'search', text: 'struct entry', most: 100 }).map(({ id }) => id);
  expect(entry(heap)).toEqual(expect.arrayContaining(entry(before)));

  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
  // As without a debugger.
  expect(driver.output()).toBe('61 pages\n');
});

it('without a list of malloc, blocks are as long as the type of a pointer, and that is said', async () => {
  const source = `
    struct pair { int left, right; };
    static char room[64];
    static struct pair *held;
    __attribute__((export_name("go"))) int go(void) {
      held = (struct pair *)100000;
      return room[0]; // #here
    }`;
  const module = await compiled(source, '-g', '-O0', ...library());
  const program = written(module, { 'program.c': source });
  const session = await Session.load(program, { function: 'go' });
  await session.breakAt(program.replace(/wasm$/, 'c'), 'here');
  await session.driver.begin();
  const heap = await session.driver.heap();
  expect(answer(heap, { ask: 'search', text: 'struct pair' })).toMatchObject([{ size: 8, kind: 'assumed' }]);
  expect(answer(heap, { ask: 'summary' }).labels.nodes).toMatchObject({
    exactness: 'approximate',
    why: expect.stringContaining('no allocator is known') as string,
  });
});

it('a module without debug information says that nothing is known of its variables', async () => {
  const module = await compiled('int go(int a) { return a + 1; }', '-O0', ...library('go'));
  const session = await Session.load(
    written(module),
    { function: 'go', functionArgs: [1] },
    { settings: { stopOnEntry: true } },
  );
  await session.driver.begin();
  await expect(session.driver.heap()).rejects.toThrow('no debug information tells where its variables are');
});

it('a memory of any bytes has a list of chunks or none, and is looked through once', () => {
  const page = 65_536;
  expect(chunksIn(new Uint8Array(page), 0)).toBeUndefined();
  expect(chunksIn(new Uint8Array(0), 0)).toBeUndefined();
  // Chunks of 16 bytes up to the very end, and no top: each place begins a chain that leads to nothing.
  const endless = new Uint8Array(64 * page);
  for (let at = 8; at < endless.length; at += 16) endless[at + 4] = 0x13;
  expect(chunksIn(endless, 0)).toBeUndefined();
  const memory = new Uint8Array(page);
  const view = new DataView(memory.buffer);
  view.setUint32(1_032 + 4, 0x20 | 3, true);
  view.setUint32(1_064 + 4, 0x30 | 1, true);
  view.setUint32(1_112 + 4, 0x10 | 2, true);
  view.setUint32(1_128 + 4, (page - 1_128 - 56) | 1, true);
  expect(chunksIn(memory, 1_024)).toEqual({
    used: [
      { space: '', start: 1_040, size: 28 },
      { space: '', start: 1_120, size: 12 },
    ],
    freed: [{ space: '', start: 1_072, size: 44 }],
  });
});
