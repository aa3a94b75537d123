// What a page needs to colour Aria source, from the words that the lexer knows.

import type { SourceSyntax } from '@sonde/language';
import { keywords, plainTypeWords } from '../toolchain/syntax/words.js';

const constants: readonly string[] = ['true', 'false', 'NULL', 'ERR'];

export const syntax: SourceSyntax = {
  keywords: [...keywords].filter(word => !constants.includes(word)),
  types: [...plainTypeWords, 'result', 'future'],
  constants,
  strings: ['"', '`'],
  escapes: true,
  interpolations: { '`': ['&{', '}'] },
};
