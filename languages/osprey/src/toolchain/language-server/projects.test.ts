import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { analyse, useAt, type Analysis } from './analysis.js';
import { definitionOf } from './definition.js';
import { outlineOf } from './outline.js';
import { signatureOf } from './signatures.js';

const market = fileURLToPath(new URL('../../../examples/market/', import.meta.url));
const pathOf = (name: string): string => join(market, name);
const contentOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

const analysed = (name: string, change: (text: string) => string = text => text): Analysis =>
  analyse(name.split('/').at(-1)!, change(contentOf(name)), pathOf(name));

/** What stands at the first place of these words, plus some characters. */
function meaningAt(analysis: Analysis, words: string, plus = 0) {
  const use = useAt(analysis, analysis.text.text.indexOf(words) + plus);
  const place = use && definitionOf(analysis, use.meaning);
  const file = [analysis.text, ...analysis.others].find(text => place !== undefined && text.holds(place));
  return {
    signature: use && signatureOf(use.meaning),
    place: place && `${file?.source.path?.slice(market.length)}:${place.line}`,
  };
}

it('a file of a project knows what the others declare', () => {
  const main = analysed('src/main.osp');
  expect(main.diagnostics).toEqual([]);
  expect(meaningAt(main, 'withTax(cents)')).toEqual({
    signature: 'fn market::Price::withTax(cents: int) -> int',
    place: 'src/price.ospml:10',
  });
  expect(meaningAt(main, 'Goods::tea(2)', 8).place).toBe('src/goods/goods.osp:9');
  expect(meaningAt(main, 'S::Shelf.take', 10).place).toBe('src/stock.ospml:6');
});

it('what is wrong is told with the file that it is wrong in', () => {
  const wrong = analysed('src/goods/goods.osp', text =>
    text.replace('"tea", 250, count', '"tea", "250", count'),
  );
  expect(wrong.diagnostics.map(({ location, message }) => `${location?.line} ${message}`)).toEqual([
    '9 type mismatch: cannot unify int with string',
  ]);
  const main = contentOf('src/main.osp');
  const unsaved = new Map([
    [pathOf('src/goods/goods.osp'), 'module Goods { export fn tea(n: int) -> int = n }\n'],
  ]);
  const seen = analyse('main.osp', main, pathOf('src/main.osp'), unsaved);
  expect(seen.diagnostics.map(({ message }) => message)).toContain(
    'there is no `bread` in the module `market::Goods`',
  );
});

it('modules are listed with what is in them', () => {
  const [, price] = outlineOf(analysed('src/price.ospml'));
  expect(price?.name).toBe('Price');
  expect(price?.children?.map(({ name }) => name)).toEqual(['percent', 'factor', 'withTax', 'total']);
});

it('half a program is no reason to stop', () => {
  for (let end = 0; end < 700; end += 23) analysed('src/stock.ospml', text => text.slice(0, end));
  for (let end = 0; end < 900; end += 31) analysed('src/main.osp', text => text.slice(0, end));
});
