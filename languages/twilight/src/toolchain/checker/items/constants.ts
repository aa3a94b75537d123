// Constants: their values at compile time.

import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Span } from '@sonde/front-end';
import type { ExpressionTree } from '../../syntax/tree.js';
import type { Checker } from '../checker.js';
import type { ConstDefinition, TypeEnvironment } from './definitions.js';
import { detachedBody } from './functions.js';
import { checkAs } from '../expressions/check-expressions.js';
import { CheckMistake, Consequence } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { evaluateArithmetic, evaluateComparison, wrapped } from './constant-arithmetic.js';
import { fits } from '../type-rules/type-facts.js';
import type { ConstantValue, TypedExpression } from '../typed-expressions.js';

/** The value of a constant, as an expression that can stand wherever its name does. */
export function constantOf(checker: Checker, definition: ConstDefinition, at: Span): TypedExpression {
  const known = checker.constants.get(definition);
  if (known === 'evaluating')
    throw new CheckMistake(at, `the value of ${definition.tree.name.text} needs itself`);
  if (known === 'broken') throw new Consequence();
  if (known !== undefined) return { ...known, at };
  checker.constants.set(definition, 'evaluating');
  try {
    const { tree, scope } = definition;
    const environment: TypeEnvironment = { scope, parameters: new Map(), self: undefined };
    const type = resolveType(checker, tree.type, environment);
    const body = detachedBody(checker, scope, type);
    const value = body.within(tree.at, () => folded(checkAs(body, tree.value, type)));
    const named = value.kind === 'constant' ? { ...value, of: definition.name } : value;
    checker.constants.set(definition, named);
    return { ...named, at };
  } catch (error) {
    checker.constants.set(definition, 'broken');
    checker.report(error);
    throw new Consequence();
  }
}

/** The length of an array. */
export function constantLength(checker: Checker, tree: ExpressionTree, { scope }: TypeEnvironment): number {
  const type = checker.types.u64;
  const body = detachedBody(checker, scope, type);
  const value = body.within(tree.at, () => {
    // A constant may have any type of number here.
    const found = folded(checkAs(body, tree, tree.kind === 'path' ? undefined : type));
    if (found.kind !== 'constant' || typeof found.value !== 'bigint')
      throw new CheckMistake(tree.at, 'the length of an array is a number');
    return found.value;
  });
  if (value < 1n || value > 65_536n)
    throw new CheckMistake(tree.at, 'an array has between 1 and 65536 elements');
  return Number(value);
}

/** Evaluates all that can be; anything else but the parts of a value is refused. */
export function folded(expression: TypedExpression): TypedExpression {
  const { at, type } = expression;
  const made = (value: ConstantValue): TypedExpression => ({ kind: 'constant', value, type, at });
  switch (expression.kind) {
    case 'constant':
    case 'zero':
      return expression;
    case 'product':
    case 'variant':
      return {
        ...expression,
        fields: expression.fields.map(({ nth, value }) => ({ nth, value: folded(value) })),
      };
    case 'elements':
      return { ...expression, items: expression.items.map(folded) };
    case 'repeat':
      return { ...expression, item: folded(expression.item) };
    case 'arithmetic':
      return made(evaluateArithmetic(expression, whole(expression.left), whole(expression.right), at));
    case 'negate': {
      const value = -whole(expression.operand);
      if (!fits(value, expression.operandType)) throw new CheckMistake(at, expression.overflow.text);
      return made(value);
    }
    case 'bitwise': {
      const [left, right] = [whole(expression.left), whole(expression.right)];
      if (type.kind !== 'int') return made(undefined);
      const { operator } = expression;
      return made(
        wrapped(operator === 'and' ? left & right : operator === 'or' ? left | right : left ^ right, type),
      );
    }
    case 'shift': {
      const [left, right] = [whole(expression.left), whole(expression.right)];
      if (type.kind !== 'int' || right >= BigInt(type.bits))
        throw new CheckMistake(at, expression.tooFar.text);
      return made(wrapped(expression.operator === 'left' ? left << right : left >> right, type));
    }
    case 'invert':
      return made(type.kind === 'int' ? wrapped(~whole(expression.operand), type) : undefined);
    case 'not':
      return made(valueOf(folded(expression.operand)) !== true);
    case 'logic': {
      const left = valueOf(folded(expression.left)) === true;
      const decided = expression.operator === 'and' ? !left : left;
      return made(decided ? left : valueOf(folded(expression.right)) === true);
    }
    case 'compare':
      return made(
        evaluateComparison(
          expression.operator,
          valueOf(folded(expression.left)),
          valueOf(folded(expression.right)),
        ),
      );
    case 'convert': {
      const value = whole(expression.operand);
      if (expression.mode === 'try' || !fits(value, expression.to))
        throw new CheckMistake(at, expression.outOfRange.text);
      return made(value);
    }
    case 'if':
      return folded(valueOf(folded(expression.condition)) === true ? expression.then : expression.else!);
    case 'builtIn':
      if (expression.operation === 'keccak256')
        return made(BigInt(`0x${Buffer.from(keccak_256(bytesIn(expression.args[0]!))).toString('hex')}`));
      break;
    case 'block':
      if (expression.statements.length === 0 && expression.result !== undefined)
        return folded(expression.result);
      break;
    default:
      break;
  }
  throw new CheckMistake(
    at,
    'this is not known when the program is compiled',
    'Constants are made of literals and other constants.',
  );
}

const valueOf = (expression: TypedExpression): ConstantValue => {
  if (expression.kind === 'constant') return expression.value;
  throw new CheckMistake(expression.at, 'this is not known when the program is compiled');
};

/** Of a text, or of a list of bytes. */
function bytesIn(expression: TypedExpression): Uint8Array {
  if (expression.kind === 'builtIn' && expression.operation === 'string.bytes') {
    const text = valueOf(folded(expression.args[0]!));
    if (typeof text === 'string') return new TextEncoder().encode(text);
  }
  if (expression.kind === 'elements')
    return Uint8Array.from(expression.items.map(item => Number(whole(item))));
  throw new CheckMistake(expression.at, 'this is not known when the program is compiled');
}

function whole(expression: TypedExpression): bigint {
  const value = valueOf(folded(expression));
  if (typeof value === 'bigint') return value;
  throw new CheckMistake(expression.at, 'this is no number');
}
