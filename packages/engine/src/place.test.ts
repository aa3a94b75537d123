// Keys of places: the same for the same place, different for every other.

import { expect, it } from 'vitest';
import { address } from './address.js';
import { frameId, objectId } from './ids.js';
import { placeKey, type Place } from './place.js';

const places: readonly Place[] = [
  { kind: 'memory', address: address(16) },
  { kind: 'memory', address: address(16), size: 4 },
  { kind: 'memory', address: address(16, 'data') },
  { kind: 'memory', address: address(16), bits: { offset: 1, size: 2 } },
  { kind: 'memory', address: address(16), bits: { offset: 2, size: 1 } },
  { kind: 'register', frame: frameId('f1'), name: 'x0' },
  { kind: 'register', frame: frameId('f2'), name: 'x0' },
  { kind: 'slot', frame: frameId('f1'), slot: 0 },
  { kind: 'slot', frame: frameId('f1'), slot: 1 },
  { kind: 'global', index: 0 },
  { kind: 'field', object: objectId('1'), key: 0 },
  { kind: 'field', object: objectId('1'), key: '0' },
  { kind: 'storage', key: 'owner' },
];

it('tells all places apart', () => {
  expect(new Set(places.map(placeKey)).size).toBe(places.length);
});

it('is equal for equal places', () => {
  expect(structuredClone(places).map(placeKey)).toEqual(places.map(placeKey));
});
