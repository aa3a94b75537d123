// What watches, hovers, the console, conditions and log points mean in Osprey, in the flavor of the source they stand in.

import { Failure, type CompiledExpression, type TypeId, type TypeTable } from '@sonde/engine';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import { complete } from './completions.js';
import { functionsIn } from './called-functions.js';
import { Lowering } from './lowering.js';
import { assignmentIn, flavorAt } from './typed-texts.js';
import { shapeOf } from './shapes.js';

export const expressions: ExpressionLanguage = {
  compile,
  compileFor: (text, target, context) => {
    const tree = parsed(text, context);
    return build.compiled(text, new Lowering(context).lowerFor(tree, target));
  },
  memberPath,
  complete,
  completesAfter: ['.'],
  native: { whole: true, syntaxProblem, functionsIn },
};

function syntaxProblem(text: string): string | undefined {
  const { value } = assignmentIn(text) ?? { value: text };
  const found = parseExpressionText(value);
  return 'tree' in found ? undefined : `${found.problem} (column ${found.column}).`;
}

function parsed(text: string, context: ExpressionContext): ExpressionTree {
  const found = parseExpressionText(text, flavorAt(context));
  if ('tree' in found) return found.tree;
  throw new Failure('bad-expression', 'user', `${found.problem} (column ${found.column}).`, found.hint);
}

function compile(text: string, context: ExpressionContext): CompiledExpression {
  const assigned = assignmentIn(text, flavorAt(context));
  const lowering = new Lowering(context);
  if (assigned === undefined) return build.compiled(text, lowering.lower(parsed(text, context)));
  const { target, value } = assigned;
  return build.compiled(text, lowering.assignment(parsed(target, context), parsed(value, context)));
}

/** Fields of records and elements of lists have a way to be written; what is inside of other values has none. */
function memberPath(
  parent: string,
  child: string | number,
  type: TypeId,
  types: TypeTable,
): string | undefined {
  const shape = shapeOf(type, types);
  const whole = /^[\w.[\]]+$/.test(parent) ? parent : `(${parent})`;
  if (typeof child === 'number') return shape.kind === 'list' ? `${whole}[${child}]` : undefined;
  const isField = shape.kind === 'record' && shape.block.fields.some(({ name }) => name === child);
  return isField && /^[A-Za-z]\w*$/.test(child) ? `${whole}.${child}` : undefined;
}
