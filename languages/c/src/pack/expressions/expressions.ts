// Expressions of C as programs: what conditions, log points and watches mostly are. The rest is LLDB's.

import type { ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { assigning, assignmentIn } from './assignment.js';
import { asksEngine, complete } from './completions.js';
import { Lowering } from './lowering.js';
import { parse } from './parser.js';
import { syntaxProblem } from './syntax.js';

export const expressions: ExpressionLanguage = {
  compile: (text, { names, types }) =>
    build.compiled(text, new Lowering(names, types).expression(parse(text))),
  syntaxProblem,
  assignmentIn,
  assigning,
  asksEngine,
  complete,
  completesAfter: ['.', '>', ':'],
};
