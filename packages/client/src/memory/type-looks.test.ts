import { expect, it } from 'vitest';
import { mapOf } from './memory-map.js';
import { looks, TypeLooks } from './type-looks.js';

const mapWith = (given: TypeLooks, ...types: readonly string[]) =>
  mapOf({ regions: types.map((type, nth) => ({ start: `0x${nth + 1}000`, size: 16, type })) }, given).types;

it('a type keeps its look when types before it come and go', () => {
  const given = new TypeLooks();
  const lookIn = (types: readonly { type: string; look: number }[], wanted: string) =>
    types.find(({ type }) => type === wanted)!.look;
  const stack = lookIn(mapWith(given, 'heap', 'stack'), 'stack');
  expect(lookIn(mapWith(given, 'stack'), 'stack')).toBe(stack);
  const more = mapWith(given, 'code', 'heap', 'stack');
  expect(lookIn(more, 'stack')).toBe(stack);
  expect(new Set(more.map(({ look }) => look)).size).toBe(3);
});

it('types of one map look different as long as there are looks', () => {
  const given = new TypeLooks();
  const many = Array.from({ length: looks }, (_, nth) => `old ${nth}`);
  given.of(many);
  expect(new Set(given.of(['old 0', 'new 1', 'new 2'])).size).toBe(3);
  expect(given.of([...many, 'new 3']).every(look => look >= 0 && look < looks)).toBe(true);
});
