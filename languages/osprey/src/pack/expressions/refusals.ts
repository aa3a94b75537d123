// What cannot be evaluated, said with the column of the text.

import { Failure } from '@sonde/engine';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';

export const refused = (at: ExpressionTree['at'], message: string, hint?: string): Failure =>
  new Failure('bad-expression', 'user', `${message} (column ${at.column}).`, hint);
