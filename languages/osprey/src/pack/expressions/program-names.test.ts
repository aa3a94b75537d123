// Names of a project as its sources write them, in expressions.

import { fileURLToPath } from 'node:url';
import { nameScope, TypeTable } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { expect, it } from 'vitest';
import { expressions } from './expressions.js';
import { programNamesAt } from './program-names.js';

const contextIn = (file: string): ExpressionContext => {
  const path = fileURLToPath(new URL(`../../../examples/market/src/${file}`, import.meta.url));
  return { names: nameScope([]), types: new TypeTable(), source: { name: file, path } };
};

const main = contextIn('main.osp');

it('mean what the imports of the file say', () => {
  const functionsIn = (text: string) => expressions.native!.functionsIn!(text, main);
  expect(functionsIn('withTax(5)')).toEqual(['withTax', 'market::Price::withTax']);
  expect(functionsIn('Goods::tea(2)')).toEqual(['Goods::tea', 'market::Goods::tea']);
  expect(functionsIn('S::stocked(1, f)')).toEqual(['S::stocked', 'market::Stock::stocked']);
  expect(functionsIn('sell("a", 1)')).toEqual(['sell', 'market::sell']);
});

it('mean what stands in their own module, and else the only one that ends like them', () => {
  const price = programNamesAt(contextIn('price.ospml'))!;
  expect(price.meanings('value', 'total')).toEqual(['market::Price::total']);
  expect(price.meanings('value', 'tea')).toEqual(['market::Goods::tea']);
  expect(price.meanings('constructor', 'Goods::Empty')).toEqual(['market::Goods::Empty']);
  expect(price.meanings('value', 'ea')).toEqual([]);
});

it('read values of other files, private ones too', () => {
  const { program } = expressions.compile('Price::percent', main);
  expect(JSON.stringify(program)).toContain('"osp.g.market::Price::percent"');
});

it('that mean nothing are refused with the true reason', () => {
  expect(() => expressions.compile('nothing(1)', main)).toThrow('no file of the program declares');
  expect(() => expressions.compile('Goods::tea(1)', main)).toThrow(
    'there is no function market::Goods::tea in the program',
  );
  expect(() => expressions.compile('Stock::taken', main)).toThrow('market::Stock::taken is no value');
});

it('have no project where the source is gone', () => {
  expect(programNamesAt(contextIn('gone.osp'))).toBeUndefined();
});
