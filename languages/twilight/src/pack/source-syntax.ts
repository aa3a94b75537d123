// What a page needs to colour Twilight source, from the words that the scanners know.

import type { SourceSyntax } from '@sonde/language';
import { reservedWords } from '../toolchain/syntax/words.js';

const constants: readonly string[] = ['true', 'false', 'Some', 'None', 'Ok', 'Err'];

const widths = [8, 16, 32, 64, 128, 256];

export const sourceSyntax: SourceSyntax = {
  keywords: [...new Set([...reservedWords['twilight-native'], ...reservedWords.solidity])].filter(
    word => !constants.includes(word),
  ),
  types: [
    ...widths.flatMap(bits => [`u${bits}`, `i${bits}`, `uint${bits}`, `int${bits}`]),
    ...['uint', 'int', 'bool', 'string', 'address', 'hash256', 'timestamp', 'blocknumber', 'bytes'],
    ...['array', 'vector', 'map', 'Option', 'Result'],
  ],
  constants,
  strings: ['"'],
  escapes: true,
};
