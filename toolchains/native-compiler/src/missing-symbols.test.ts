import { expect, it } from 'vitest';
import { missingSymbols } from './missing-symbols.js';

it('names each symbol once, as GNU ld, lld and macOS write it', () => {
  const said =
    "a.o: undefined reference to `one'\nld.lld: error: undefined symbol: two\nundefined reference to `one'";
  expect(missingSymbols(said)).toEqual(['one', 'two']);
});
