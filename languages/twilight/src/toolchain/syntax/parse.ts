// From a source to its tree, in the syntax mode that it asks for.

import type { SourceText } from '@sonde/front-end';
import type { ProgramProblems } from '../problems/lint-levels.js';
import { readDirective } from './directive.js';
import { parseNativeUnit } from './native/parse-unit.js';
import { scan } from './scanner.js';
import { parseSolidityUnit } from './solidity/parse-unit.js';
import { SolidityCursor } from './solidity/solidity-cursor.js';
import type { UnitTree } from './tree.js';
import { isLowEnough } from './tree-height.js';
import { Cursor } from './twilight-cursor.js';

/** Undefined where nothing can be done with it; whatever is wrong is in the problems. */
export function parseUnit(source: SourceText, problems: ProgramProblems): UnitTree | undefined {
  const { mode, end } = readDirective(source, problems);
  const tokens = scan(source, mode, end, problems);
  const unit =
    mode === 'solidity'
      ? parseSolidityUnit(new SolidityCursor(tokens, problems, deepest))
      : parseNativeUnit(new Cursor(tokens, problems, deepest));
  return isLowEnough(unit, problems) ? unit : undefined;
}

/** Parsers call themselves several times for each level. */
const deepest = 400;
