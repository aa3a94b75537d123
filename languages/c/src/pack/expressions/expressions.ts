// Expressions of C as programs: what conditions, log points and watches mostly are. The rest is LLDB's.

import type { ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { assigning, assignmentIn } from './assignment.js';
import { asksEngine, complete } from './completions.js';
import { LibraryLowering } from './library-lowering.js';
import { Lowering } from './lowering.js';
import { NumberTypes } from './number-types.js';
import { encode } from '../literals.js';
import { memberPath } from '../member-path.js';
import { parse } from './parser.js';
import { rowText } from './rows.js';
import { syntaxProblem } from './syntax.js';

export const expressions: ExpressionLanguage = {
  compile: (text, { names, types }) =>
    build.compiled(text, new Lowering(names, types).expression(parse(text))),
  encode,
  memberPath,
  complete,
  completesAfter: ['.', '>', ':'],
  native: {
    behind: (program, { types }) => new LibraryLowering(types, new NumberTypes(types)).behind(program),
    syntaxProblem,
    assignmentIn,
    assigning,
    engineText: rowText,
    asksEngine,
  },
};
