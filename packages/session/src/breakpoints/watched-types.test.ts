import { address, scalar, TypeTable, type Place, type RawValue } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { expect, it } from 'vitest';
import { WatchedTypes } from './watched-types.js';

const types = new TypeTable();
const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
const place: Place = { kind: 'memory', address: address(16) };
const held = (size: number): RawValue => ({
  type: int,
  content: { kind: 'bytes', bytes: new Uint8Array(size) },
});
const language = { id: 'any' } as Language;

it('watched bytes are of the type that was asked about', () => {
  const watched = new WatchedTypes();
  watched.note(place, { type: int, types, size: 4, language });
  expect(watched.of(place, held(4), types)?.type).toBe(int);
});

it('other bytes are of no type that is known: of another length, of another run, or a part of them', () => {
  const watched = new WatchedTypes();
  const part: Place = { ...place, bits: { offset: 3, size: 2 } };
  for (const each of [place, part]) watched.note(each, { type: int, types, size: 4, language });
  expect(watched.of(place, held(8), types)).toBeUndefined();
  expect(watched.of(place, held(4), new TypeTable())).toBeUndefined();
  expect(watched.of(part, held(4), types)).toBeUndefined();
  expect(watched.of(place, scalar(int, 1n), types)).toBeUndefined();
});
