// Places of the tree as places of the protocol: both count UTF-16 units, the one from 1, the other from 0.

import type { Span } from '@sonde/native-compiler';
import type { Range } from 'vscode-languageserver/node.js';

export const rangeOf = ({ line, column, endLine, endColumn }: Omit<Span, 'start' | 'end'>): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});
