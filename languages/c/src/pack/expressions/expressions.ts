// Expressions of C and C++: the front end of C with the values of the libraries. What it does not compile is LLDB's.

import type { ExpressionLanguage } from '@sonde/language';
import { cExpressions, lp64, NumberTypes, syntaxProblem } from '@sonde/c-expressions';
import { assigning, assignmentIn } from './assignment.js';
import { asksEngine, complete } from './completions.js';
import { library } from './library.js';
import { LibraryLowering } from './library-lowering.js';
import { memberPath } from '../member-path.js';
import { rowText } from './rows.js';

export const expressions: ExpressionLanguage = {
  ...cExpressions({ model: lp64, library, qualified: true }),
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
