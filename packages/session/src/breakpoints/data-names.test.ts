import { address, objectId, type Place } from '@sonde/engine';
import { expect, it } from 'vitest';
import { DataNames } from './data-names.js';

const cell = (offset: number): Place => ({ kind: 'memory', address: address(offset), size: 4 });

it('a watched value is called what it was called when it was asked about', () => {
  const names = new DataNames();
  names.note(cell(16), 'total');
  expect(names.of(cell(16), 4)).toBe('total');
});

it('one that nobody asked about here is called by its place', () => {
  const names = new DataNames();
  expect(names.of(cell(16), 4)).toBe('4 bytes at 0x10');
  expect(names.of({ kind: 'field', object: objectId('7'), key: 'next' }, 0)).toBe('member next');
});

it('the oldest of very many names is forgotten', () => {
  const names = new DataNames();
  for (let nth = 0; nth <= 256; nth++) names.note(cell(nth), `n${nth}`);
  expect(names.of(cell(0), 4)).toBe('4 bytes at 0x0');
  expect(names.of(cell(256), 4)).toBe('n256');
});
