// What a page needs to colour NG source, from the words that the lexer knows.

import type { SourceSyntax } from '@sonde/language';
import { keywords, typeWords } from '../toolchain/lexer/words.js';

const constants: readonly string[] = ['true', 'false', 'unit'];

export const syntax: SourceSyntax = {
  keywords: keywords.filter(word => !constants.includes(word)),
  types: typeWords,
  constants,
  strings: ['"'],
  escapes: true,
};
