// Expressions are C's, whole: there is no other evaluator behind them.

import { cExpressions, ilp32 } from '@sonde/c-expressions';
import type { ExpressionLanguage } from '@sonde/language';

export const expressions: ExpressionLanguage = cExpressions({ model: ilp32, whole: true });
