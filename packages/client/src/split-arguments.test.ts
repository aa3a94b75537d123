import { describe, expect, it } from 'vitest';
import { joinArguments, splitArguments } from './split-arguments.js';

describe('arguments in one line', () => {
  it.each([
    ['', []],
    ['  one   two ', ['one', 'two']],
    ['"two words" three', ['two words', 'three']],
    [`'it is "so"' a\\ b`, ['it is "so"', 'a b']],
    ['""', ['']],
    ['--name="x y"', ['--name=x y']],
    ['"not ended', ['not ended']],
  ])('%s', (line, list) => {
    expect(splitArguments(line)).toEqual(list);
  });

  it.each([[['a', 'b c', "it's", '', '"', '\\']]])('are found again after they were joined', list => {
    expect(splitArguments(joinArguments(list))).toEqual(list);
  });
});
