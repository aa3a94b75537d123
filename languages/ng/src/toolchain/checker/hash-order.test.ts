import { describe, expect, it } from 'vitest';
import { hashOrder } from './hash-order.js';

// The expected orders were printed by a C++ program with std::unordered_map<std::string, int> of GNU libstdc++.
describe('the order of a hash table', () => {
  it('is that of libstdc++ for a few names', () => {
    expect(hashOrder(['Ok', 'Err'])).toEqual(['Err', 'Ok']);
    expect(hashOrder(['Circle', 'Square', 'Point', 'Line'])).toEqual(['Line', 'Point', 'Square', 'Circle']);
  });

  it('changes when the table grows', () => {
    expect(hashOrder('abcdefghijklmnop').join(' ')).toBe('o a b p h n d k c i f g e j l m');
  });

  it('follows several growths and names longer than a word', () => {
    const names = Array.from({ length: 40 }, (_, index) => `name${index + 1}`);
    const numbers = hashOrder(names).map(name => Number(name.slice(4)));
    expect(numbers.join(' ')).toBe(
      '40 39 38 36 35 32 31 33 30 11 12 10 9 2 28 8 6 5 18 13 23 4 3 7 29 27 14 15 19 20 37 17 21 34 1 22 24 25 16 26',
    );
  });

  it('counts a name once', () => {
    expect(hashOrder(['a', 'b', 'a'])).toEqual(hashOrder(['a', 'b']));
  });
});
