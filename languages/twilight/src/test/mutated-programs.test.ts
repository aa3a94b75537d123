// Programs with random changes: the front end says what is wrong and where, or takes them; it never fails itself.

import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { expect, it } from 'vitest';
import { checkText } from '../toolchain/check-source.js';
import { example, exampleNames } from './sources.js';

const examples = exampleNames().map(example);
const words = examples.flatMap(text => text.split(/(\s+|\b)/));

/** Words, signs and blanks are removed, doubled, moved and exchanged, also between programs. */
function mutated(text: string, random: Random): string {
  const pieces = text.split(/(\s+|\b)/);
  for (let count = random(4); count >= 0; count--) {
    const at = random(pieces.length);
    const kind = random(4);
    if (kind === 0) pieces.splice(at, 1 + random(3));
    else if (kind === 1) pieces[at] = pieces[random(pieces.length)]!;
    else if (kind === 2) pieces.splice(at, 0, pieces[random(pieces.length)]!);
    else pieces[at] = words[random(words.length)]!;
  }
  return pieces.join('');
}

it('a program with random changes is refused with a place for every mistake, or taken', () => {
  const random = seededRandom(22);
  let taken = 0;
  for (let nth = 0; nth < 500; nth++) {
    const text = mutated(examples[random(examples.length)]!, random);
    const { program, diagnostics } = checkText(text);
    for (const { location, message } of diagnostics) {
      expect(location?.line, text).toBeGreaterThan(0);
      expect(message).not.toContain('undefined');
    }
    if (program === undefined)
      expect(
        diagnostics.some(({ severity }) => severity === 'error'),
        text,
      ).toBe(true);
    else taken++;
  }
  expect(taken).toBeGreaterThan(20);
});

it('a program that ends anywhere is refused or taken', () => {
  const random = seededRandom(7);
  for (const text of examples)
    for (let nth = 0; nth < 10; nth++) {
      const { diagnostics } = checkText(text.slice(0, random(text.length)));
      for (const { location } of diagnostics) expect(location?.line).toBeGreaterThan(0);
    }
});
