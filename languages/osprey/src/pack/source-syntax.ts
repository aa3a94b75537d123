// What a page needs to colour Osprey source, from the words that the scanner knows.

import type { CommentSyntax, SourceSyntax } from '@sonde/language';
import { builtInTypes } from '../toolchain/checker/types.js';
import { reservedWords } from '../toolchain/syntax/words.js';

const constants: readonly string[] = ['true', 'false', 'Success', 'Error'];

export const syntax: SourceSyntax = {
  keywords: [...new Set([...reservedWords.default, ...reservedWords.ml])].filter(
    word => !constants.includes(word),
  ),
  types: Object.keys(builtInTypes).filter(name => !constants.includes(name)),
  constants,
  strings: ['"'],
  escapes: true,
  interpolations: { '"': ['${', '}'] },
};

export const comments: CommentSyntax = { line: '//' };

/** The layout flavor has block comments besides. */
export const commentsOf: Readonly<Record<string, CommentSyntax>> = {
  '.ospml': { line: '//', block: ['(*', '*)'] },
};
