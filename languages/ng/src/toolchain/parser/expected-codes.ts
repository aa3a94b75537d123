// The numbers by which the original's messages call tokens that are missing at the end of a file.

import type { Fixed } from '../lexer/words.js';

const brackets = 0x0a00;
const keywords = 0x0300;

/** Only of what can be missing there; elsewhere the original names the token that is in the way. */
const codes: ReadonlyMap<Fixed, number> = new Map<Fixed, number>([
  ['(', brackets],
  [')', brackets + 1],
  ['[', brackets + 2],
  [']', brackets + 3],
  ['{', brackets + 4],
  ['}', brackets + 5],
  ['::', brackets + 9],
  [':', brackets + 10],
  [';', brackets + 11],
  [',', brackets + 12],
  ['=', brackets + 19],
  ['>', brackets + 23],
  ['<', brackets + 25],
  ['for', keywords + 23],
]);

export const expectedCode = (wanted: Fixed): string => String(codes.get(wanted) ?? wanted);
