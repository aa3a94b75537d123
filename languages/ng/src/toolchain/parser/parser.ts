// The parser: the text of a program to its tree.

import type { Unit } from '../ast.js';
import { SourceProblem, type SourceFile } from '../source.js';
import { TokenStream } from './token-stream.js';
import { parseWholeUnit } from './unit.js';

export { parseExpression } from './parse-expression.js';

/** Throws a `SourceProblem`, and nothing else, for a text that is not a program. */
export function parseUnit(file: SourceFile): Unit {
  try {
    return parseWholeUnit(new TokenStream(file.text), stemOf(file.path));
  } catch (problem) {
    if (problem instanceof SourceProblem) problem.file = file;
    throw problem;
  }
}

function stemOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.endsWith('.ng') ? name.slice(0, -'.ng'.length) : name;
}
