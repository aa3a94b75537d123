// Reserved words of both syntax modes. Words with a meaning only at some places (`where`, `array`, `print`) are names.

import type { SyntaxMode } from './tree.js';

const native = `contract storage fn struct enum val var const type if else loop while for in match return break continue pub crate
  use super self impl trait true false emit event require old mut`;

const solidity = `contract struct enum function modifier constructor event error mapping returns return if else while for do break
  continue emit constant public external internal private payable view pure indexed anonymous memory calldata true false
  delete new unchecked interface abstract library using import pragma is assembly try catch override virtual immutable
  receive fallback type storage this super`;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

export const reservedWords: Readonly<Record<SyntaxMode, ReadonlySet<string>>> = {
  'twilight-native': setOf(native),
  solidity: setOf(solidity),
};
