import { describe, expect, it } from 'vitest';
import { factsOf, joinedRegions, mapOf, sizeText } from './memory-map.js';

describe('a map of memory', () => {
  it('is in the order of addresses, with the types that are there in the order of the legend', () => {
    const { regions, types } = mapOf({
      regions: [
        { start: '0x2000', size: 16, type: 'wild', objectCount: 1, fragmentation: 0 },
        { start: '0x1000', size: 4096, type: 'gc_nursery', objectCount: 4, fragmentation: 0.5 },
        { start: '0x900', size: 1, type: 'odd' },
      ],
      legend: { gc_nursery: 'Young objects.', gc_old_gen: 'Old ones.', wild: 'Freed by hand.' },
    });
    expect(regions.map(({ reference }) => reference)).toEqual(['0x900', '0x1000', '0x2000']);
    expect(types).toEqual([
      { type: 'gc_nursery', look: 0, about: 'Young objects.' },
      { type: 'wild', look: 1, about: 'Freed by hand.' },
      { type: 'odd', look: 2 },
    ]);
  });

  it('bears an answer of another shape', () => {
    expect(mapOf(undefined).regions).toEqual([]);
    expect(mapOf({ regions: [null, { start: 'x', size: 1 }, { start: '0x1', size: 0 }] }).regions).toEqual(
      [],
    );
  });

  it('of the machine and of the language is told once where both tell the same', () => {
    const machine = mapOf({
      regions: [
        { start: '0x0', size: 4096, type: 'data' },
        { start: '0x1000', size: 64, type: 'stack' },
      ],
    }).regions;
    const language = mapOf({
      regions: [
        { start: '0x1000', size: 64, type: 'stack', name: 'of main' },
        { start: '0x0', size: 16, type: 'heap' },
      ],
    }).regions;
    const words = joinedRegions(machine, language).map(
      ({ reference, type, name }) => `${reference} ${type} ${name ?? ''}`,
    );
    // A piece comes behind what it is a piece of.
    expect(words).toEqual(['0x0 data ', '0x0 heap ', '0x1000 stack of main']);
  });

  it('says all of a region in words', () => {
    const [region] = mapOf({
      regions: [
        {
          start: '0x1000',
          size: 4096,
          type: 'heap',
          name: '[heap]',
          permissions: 'rw',
          objectCount: 1,
          fragmentation: 0.256,
        },
      ],
    }).regions;
    expect(factsOf(region!)).toBe('heap at 0x1000, [heap], 4 KiB, rw, 1 object, fragmentation 26 %');
  });

  it('has sizes for people', () => {
    expect([1, 512, 1536, 2_100_000, 262_144, 3 * 2 ** 30].map(sizeText)).toEqual([
      '1 byte',
      '512 bytes',
      '1.5 KiB',
      '2 MiB',
      '256 KiB',
      '3 GiB',
    ]);
  });
});
