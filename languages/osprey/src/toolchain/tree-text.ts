// The tree of a program as text: JSON, with places from line 1 and column 0.

import type { Span } from '@sonde/native-compiler';
import type { ProgramTree } from './syntax/tree.js';

/** Of a project the statements of all files, in the order of these. */
export const treeText = (trees: readonly ProgramTree[]): string =>
  JSON.stringify(
    trees.flatMap(tree => tree.statements),
    (key, value: unknown) => {
      if (typeof value === 'bigint') return value.toString();
      return key === 'at' ? placeOf(value as Span) : value;
    },
    2,
  );

const placeOf = ({ line, column, endLine, endColumn }: Span): string =>
  `${line}:${column - 1}-${endLine}:${endColumn - 1}`;
