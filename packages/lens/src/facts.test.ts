import { scalar } from '@sonde/engine';
import { expect, it } from 'vitest';
import { Lens } from './lens-view.js';
import type { Renderer } from './renderer.js';
import { withMore } from './shapes.js';
import { FakeReads } from './test/fake-reads.js';
import type { Children } from './view.js';

const telling: Renderer = {
  name: 'telling',
  matches: { name: 'special' },
  render: (_, { facts }) => ({ text: `knows ${facts as string}` }),
};

function lensWith(facts: () => Promise<unknown>) {
  const reads = new FakeReads();
  const plain = reads.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  const special = reads.types.add({ kind: 'integer', name: 'special', size: 4, signed: true });
  const lens = new Lens({
    renderers: [telling],
    types: reads.types,
    pointerSize: 8,
    littleEndian: true,
    facts,
  });
  const texts = async (...types: (typeof plain)[]): Promise<string[]> => {
    const values = types.map(type => ({ name: 'it', value: scalar(type, 1n) }));
    return (await lens.show(values, reads.reader())).map(({ text }) => text);
  };
  return { plain, special, texts };
}

it('asks for facts once in a request, and only where a renderer is given them', async () => {
  let asked = 0;
  const { plain, special, texts } = lensWith(async () => `fact ${++asked}`);
  expect(await texts(plain, plain)).toEqual(['1', '1']);
  expect(asked).toBe(0);
  expect(await texts(special, plain, special)).toEqual(['knows fact 1', '1', 'knows fact 1']);
  expect(asked).toBe(1);
});

it('does not count the wait for facts as time of the values', async () => {
  const reads = new FakeReads();
  const special = reads.types.add({ kind: 'integer', name: 'special', size: 4, signed: true });
  const lens = new Lens({
    renderers: [telling],
    types: reads.types,
    pointerSize: 8,
    littleEndian: true,
    budget: { totalMs: 500 },
    facts: () => new Promise(resolve => setTimeout(() => resolve('late'), 600)),
  });
  const [shown] = await lens.show([{ name: 'it', value: scalar(special, 1n) }], reads.reader());
  expect(shown?.text).toBe('knows late');
});

it('puts children behind those of another view, page by page', () => {
  const named = (name: string) => ({ name, view: { text: name } });
  const own: Children = {
    named: 1,
    indexed: 2,
    list: (filter, start, count) =>
      ['n', '0', '1']
        .slice(filter === 'indexed' ? 1 : 0, filter === 'named' ? 1 : 3)
        .slice(start, start + count)
        .map(named),
  };
  const all = withMore(own, [named('x'), named('y')]);
  const names = (filter: 'named' | 'indexed' | undefined, start: number, count: number): string => {
    const listing = all.list(filter, start, count);
    const page = 'next' in listing ? listing.next() : { done: true as const, value: listing };
    return page.done === true ? page.value.map(({ name }) => name).join('') : 'reads';
  };
  expect([all.named, all.indexed]).toEqual([3, 2]);
  expect(names(undefined, 0, 10)).toBe('n01xy');
  expect(names(undefined, 2, 2)).toBe('1x');
  expect(names('named', 0, 2)).toBe('nx');
  expect(names('named', 2, 5)).toBe('y');
  expect(names('indexed', 0, 5)).toBe('01');
  expect(names(undefined, 9, 5)).toBe('');
});
