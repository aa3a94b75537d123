import { expect, it } from 'vitest';
import { shortType } from './short-type.js';

it.each([
  ['int', 24, 'int'],
  ['long long[100000]', 24, 'long long[100000]'],
  ['std::vector<std::pair<int, std::string>>', 20, 'std::vector<…>'],
  ['std::vector<std::pair<int, int>>[10]', 20, 'std::vector<…>[10]'],
  ['struct traveller_of_the_world[100000]', 24, 'struct travelle…[100000]'],
  ['a_type_with_a_name_without_end', 12, 'a_type_with…'],
  ['some_structure_of_mine **', 16, 'some_structu… **'],
])('%s in %d characters is %s', (type, most, short) => {
  expect(shortType(type, most)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(most);
});
