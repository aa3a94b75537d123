// The objects of a C program in the memory of the machine: variables, pools, and what malloc has handed out.

import { readFileSync } from 'node:fs';
import { answer, diffView, type HeapAnalysis } from '@sonde/heap';
import { expect, it } from 'vitest';
import { hsx } from '../../pack/hsx.js';
import { loaded, runTo } from './harness.js';

const leak = readFileSync(new URL('leak.hsx.c', hsx.examples), 'utf8');

const counts = (heap: HeapAnalysis): Readonly<Record<string, number>> =>
  Object.fromEntries(
    answer(heap, { ask: 'groups', by: 'type' }).items.map(({ name, count }) => [name, count]),
  );

it('tells a list that only grows from blocks that nothing points to', async () => {
  const driver = await loaded({ 'leak.hsx.c': leak });
  await driver.begin();
  await runTo(driver, leak, 'few');
  const few = await driver.heap();
  await runTo(driver, leak, 'look');
  const many = await driver.heap();

  expect(counts(few)).toMatchObject({ 'struct sample': 1, 'struct sensor': 2 });
  expect(counts(many)).toMatchObject({ 'struct sample': 31, text: 3 });
  const diff = diffView(few, many);
  expect(diff.types.find(({ name }) => name === 'struct sample')?.count).toEqual([1, 31]);
  expect(diff.idsDiffer).toBe(false);

  const [list, lost] = answer(many, { ask: 'suspects' });
  expect(list).toMatchObject({
    node: { type: 'struct sensor', summary: 'sensors[0]', provenance: 'static' },
    chain: { type: 'struct sample', count: 31 },
  });
  expect(lost).toMatchObject({ garbage: { type: 'text', count: 3, retained: 120 } });
  expect(lost!.words).toContain('allocated and not freed');
  const [text] = answer(many, { ask: 'search', text: 'pressure is fine' });
  expect(text).toMatchObject({ unreachable: true, provenance: 'manual', size: 40 });
  expect(answer(many, { ask: 'key-paths', id: text!.id }).paths).toEqual([]);

  const { labels } = answer(many, { ask: 'summary' });
  expect(labels).toMatchObject({
    nodes: { exactness: 'approximate', why: expect.stringContaining('allocated anew') as string },
    edges: { exactness: 'approximate', why: expect.stringContaining('by their types') as string },
    roots: { exactness: 'approximate', why: expect.stringContaining('on the stack') as string },
    sizes: { exactness: 'exact' },
    sites: { exactness: 'unavailable' },
  });

  // Looking has left no trace.
  await driver.move({ kind: 'continue' });
  await driver.next('exited');
  expect(driver.output()).toBe('31 samples, 48 characters\n');
});

const shapes = `
#include <stdlib.h>
struct point { int x, y; };
struct item { struct item *next; int value; };
union either { int number; struct point *point; };
struct box { union either either; struct point *many; void *anything; char flexible[]; };
static struct item pool[4];
static struct box *box;
static struct point *freed;
static void fill(struct box *into) {
  void **inner = malloc(16);
  inner[1] = malloc(sizeof(struct point));
  into->anything = inner;
}
int main(void) {
  struct point here = {1, 2};
  struct point *outside = &here;
  pool[1].next = &pool[3];
  struct item *first = &pool[1];
  box = malloc(sizeof(struct box) + 20);
  box->either.point = malloc(sizeof(struct point));
  box->many = malloc(3 * sizeof(struct point));
  fill(box);
  freed = malloc(sizeof(struct point));
  free(freed);
  first->value = outside->x; // #here
  return first->value;
}
`;

it('follows pools, unions, arrays, untyped and dangling pointers', async () => {
  const driver = await loaded({ 'shapes.hsx.c': shapes });
  await driver.begin();
  await runTo(driver, shapes, 'here');
  const heap = await driver.heap();
  const held = (text: string) => {
    const [node] = answer(heap, { ask: 'search', text, most: 1 });
    return answer(heap, { ask: 'references', id: node!.id }).items.map(
      ({ kind, name, node: { type, summary, validity } }) => [kind, name, summary ?? type, validity],
    );
  };
  // Elements of a pool are objects that can hold one another.
  expect(held('pool[1]')).toEqual([['field', 'next', 'pool[3]', 'live']]);
  expect(held('struct box')).toEqual([
    ['union-payload', 'either.point', 'block', 'live'],
    ['field', 'many', 'struct point[3]', 'live'],
    ['field', 'anything', 'block', 'live'],
  ]);
  const [box] = answer(heap, { ask: 'search', text: 'struct box', most: 1 });
  const anything = answer(heap, { ask: 'references', id: box!.id }).items.find(
    ({ name }) => name === 'anything',
  )!;
  expect(answer(heap, { ask: 'references', id: anything.node.id }).items).toMatchObject([
    { kind: 'conservative', name: '+4', node: { type: 'block', size: 8 } },
  ]);
  const roots = answer(heap, { ask: 'search', text: 'freed' });
  const dangling = answer(heap, { ask: 'references', id: roots[0]!.id }).items;
  expect(dangling).toMatchObject([{ node: { kind: 'freed', validity: 'collected' } }]);

  // From a value to its object: a pointer is what it points to, a structure what it is.
  const names = await driver.engine.names(driver.stop.id, driver.top.id);
  const idOf = async (name: string): Promise<number | undefined> => {
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const value = scopes.flatMap(({ variables }) => variables).find(each => each.name === name)!.value;
    return driver.engine.heapId!(driver.stop.id, value);
  };
  expect(names.lookup('here')).toBeDefined();
  expect(await idOf('outside')).toBe(await idOf('here'));
  expect(await idOf('box')).toBe(box!.id);
});

it('shows addresses only to who asks for them', async () => {
  const driver = await loaded({ 'leak.hsx.c': leak });
  await driver.begin();
  await runTo(driver, leak, 'few');
  const address = /\b(?:task1:)?0x[0-9a-f]{3,}/;
  const told = async (addresses: boolean): Promise<string> => {
    const heap = await driver.heap({ addresses });
    return JSON.stringify([
      answer(heap, { ask: 'largest', internal: true }),
      answer(heap, { ask: 'suspects' }),
    ]);
  };
  expect(await told(false)).not.toMatch(address);
  expect(await told(true)).toMatch(address);
});

it('a list of malloc that the program has damaged is said, and what came before it is told', async () => {
  const text = leak.replace('strcat(line, " is fine");', 'strcat(line, " is fine"); line[40] = 77;');
  expect(text).not.toBe(leak);
  const driver = await loaded({ 'damaged.hsx.c': text });
  await driver.begin();
  await runTo(driver, text, 'look');
  const { labels, nodes } = answer(await driver.heap(), { ask: 'summary' });
  expect(labels.nodes.why).toMatch(/the list of malloc is damaged at byte \d+ of its arena/);
  expect(labels.sizes.exactness).toBe('approximate');
  expect(nodes).toBeGreaterThan(3);
});

it('a program without debug information has no types, and says so', async () => {
  const driver = await loaded({ 'plain.mvasm': '.entry main\n.text\nmain:\n  LDI R0, 0\n  RET\n' });
  await driver.begin();
  expect(await driver.engine.heap!(driver.stop.id)).toMatchObject({
    available: false,
    why: expect.stringContaining('no debug information') as string,
  });
});
