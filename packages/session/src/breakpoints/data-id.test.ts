import { address, frameId, objectId, type Place } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { dataIdOf, watchedByDataId } from './data-id.js';

describe('data ids', () => {
  const places: readonly Place[] = [
    { kind: 'slot', frame: frameId('1.2'), slot: 3 },
    { kind: 'register', frame: frameId('1.2'), name: 'rax' },
    { kind: 'global', index: 4 },
    { kind: 'field', object: objectId('o'), key: 'name' },
    { kind: 'field', object: objectId('o'), key: 2 },
    { kind: 'storage', key: 'balance' },
    { kind: 'memory', address: address(0x1234n, 'data'), size: 4 },
    { kind: 'memory', address: address(0x1234n), size: 4, bits: { offset: 3, size: 5 } },
  ];

  it.each(places)('lead back to the place they were made from: $kind', place => {
    expect(watchedByDataId(dataIdOf(place, 8))).toEqual({ place, size: 8 });
  });

  it.each([
    '',
    'x',
    '[]',
    'null',
    '{"size":1}',
    '{"size":1,"place":{"kind":"slot"}}',
    '{"size":1,"place":{"kind":"moon"}}',
  ])('that are none of ours are refused: %s', text => {
    expect(watchedByDataId(text)).toBeUndefined();
  });
});
