// Whole numbers that must be known before the program runs: sizes of arrays, values of enums, patterns.

import type { ExpressionTree } from '../syntax/tree.js';
import type { ProgramNames } from './program-names.js';

/** Finds the initial value of a constant that is visible where the expression stands. */
export type ConstantLookup = (name: string) => ExpressionTree | undefined;

/** Constants may be made of constants; further than this they are made of themselves. */
const mostSteps = 200;
/** No type holds more bits; a product of constants must not eat the memory. */
const tooLarge = 1n << 256n;

/** Undefined when it is not a constant. Computed exactly: whether it fits is the caller's question. */
export function foldInteger(
  tree: ExpressionTree,
  names: ProgramNames,
  constant: ConstantLookup,
): bigint | undefined {
  let steps = 0;
  const fold = (part: ExpressionTree): bigint | undefined => {
    if (++steps > mostSteps) return undefined;
    switch (part.kind) {
      case 'integer':
      case 'char':
        return part.value;
      case 'name': {
        const initial = constant(part.name);
        return initial && fold(initial);
      }
      case 'member': {
        if (part.object.kind !== 'name') return undefined;
        const declared = names.enums.get(part.object.name);
        return declared?.members.find(({ name }) => name === part.name.text)?.value;
      }
      case 'unary': {
        const value = fold(part.operand);
        if (value === undefined) return undefined;
        return part.operator === '-' ? -value : part.operator === '~' ? ~value : undefined;
      }
      case 'binary': {
        const left = fold(part.left);
        const right = fold(part.right);
        if (left === undefined || right === undefined) return undefined;
        const value = compute(part.operator, left, right);
        return value === undefined || value > tooLarge || value < -tooLarge ? undefined : value;
      }
      default:
        return undefined;
    }
  };
  return fold(tree);
}

function compute(operator: string, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return right < 0n || right > 64n ? undefined : left << right;
    case '>>':
      return right < 0n || right > 64n ? undefined : left >> right;
    default:
      return undefined;
  }
}
