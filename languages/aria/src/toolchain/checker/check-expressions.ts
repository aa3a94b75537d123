// Expressions: which part of the checker each kind belongs to.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { checkAwait, checkCall, checkSpawn } from './check-calls.js';
import { checkAssignment, checkIncrement } from './check-assignments.js';
import { charLiteral, errorLiteral, floatLiteral, integerLiteral, nullLiteral } from './check-literals.js';
import { checkIndex, checkMember } from './check-members.js';
import { checkAddress, checkPin } from './check-pointers.js';
import { checkBinary, checkUnary, checkUnwrapOr } from './check-operators.js';
import { checkArray, checkStruct } from './check-composites.js';
import { checkAlternatives } from './check-sides.js';
import { cast, convert, dereference, plainValue, type Use } from './convert.js';
import { CheckMistake } from './mistake.js';
import { nearest } from '@sonde/front-end';
import type { Expression } from './typed-program.js';
import { one, bool, int32, isNumber, string, functionType, type AriaType } from './types.js';

/** `wanted` only helps literals to find their type: the result may have another one. */
export function check(body: Body, tree: ExpressionTree, wanted?: AriaType): Expression {
  const { at } = tree;
  switch (tree.kind) {
    case 'integer':
      return integerLiteral(tree.value, tree.radix === 10 ? 'number' : 'bits', wanted, at);
    case 'char':
      return charLiteral(tree.value, wanted, at);
    case 'float':
      return floatLiteral(tree.value, wanted, at);
    case 'bool':
      return { kind: 'bool', value: tree.value, type: bool, at };
    case 'null':
      return nullLiteral(wanted, at);
    case 'err':
      return errorLiteral(wanted, at);
    case 'string':
      return { kind: 'string', bytes: tree.bytes, type: string, at };
    case 'template':
      return {
        kind: 'concatenate',
        parts: tree.parts.map(part => checkText(body, part)),
        type: string,
        at,
      };
    case 'name':
      return checkName(body, tree);
    case 'counter':
      return checkCounter(body, tree);
    case 'unary':
      if (tree.operator === '@') return checkAddress(body, tree);
      if (tree.operator === '#') return checkPin(body, tree);
      return checkUnary(body, tree, wanted);
    case 'increment':
      return checkIncrement(body, tree);
    case 'binary':
      return checkBinary(body, tree, wanted);
    case 'unwrap-or':
      return checkUnwrapOr(body, tree, wanted);
    case 'conditional':
      return checkConditional(body, tree, wanted);
    case 'assign':
      return checkAssignment(body, tree);
    case 'cast': {
      const type = body.types.value(tree.type);
      // Only ERR and NULL need to know what they become; a number is converted, so that (uint8)300 is 44.
      const named = tree.operand.kind === 'err' || tree.operand.kind === 'null';
      return cast(body, check(body, tree.operand, named ? type : undefined), type, at);
    }
    case 'call':
      return checkCall(body, tree, wanted);
    case 'index':
      return checkIndex(body, tree);
    case 'member':
      return checkMember(body, tree);
    case 'struct':
      return checkStruct(body, tree);
    case 'array':
      return checkArray(body, tree, wanted);
    case 'spawn':
      return checkSpawn(body, tree);
    case 'await':
      return checkAwait(body, tree);
  }
}

/** A value of exactly this type. */
export function checkAs(body: Body, tree: ExpressionTree, wanted: AriaType, use?: Use): Expression {
  return convert(body, check(body, tree, wanted), wanted, use);
}

/** A value of whatever type, but no result and no reference. */
export function checkPlain(body: Body, tree: ExpressionTree, wanted?: AriaType): Expression {
  return plainValue(body, check(body, tree, wanted));
}

export const checkCondition = (body: Body, tree: ExpressionTree): Expression => checkAs(body, tree, bool);

/** Anything that can be written, as a string. */
export function checkText(body: Body, tree: ExpressionTree): Expression {
  const value = checkPlain(body, tree);
  const { type, at } = value;
  if (type.kind === 'string') return value;
  if (isNumber(type) || type.kind === 'bool') return { kind: 'text', operand: value, type: string, at };
  if (type.kind === 'enum') {
    const operand: Expression = { kind: 'convert', operand: value, type: int32, at };
    return { kind: 'text', operand, type: string, at };
  }
  throw new CheckMistake(at, `${one(type)} cannot be written as text`, 'Numbers, bools and strings can.');
}

function checkName(body: Body, { name, at }: Extract<ExpressionTree, { kind: 'name' }>): Expression {
  const variable = body.find(name);
  if (variable) {
    if (variable.role === 'global' && body.draft.jit) {
      throw new CheckMistake(
        at,
        'a jit function cannot use globals',
        'Give it what it needs as an argument.',
      );
    }
    const reference: Expression = { kind: 'variable', variable, type: variable.type, at };
    return variable.readThrough ? dereference(reference) : reference;
  }
  const declared = body.names.functions.get(name);
  if (declared) {
    const { draft } = declared;
    if (draft.extern || draft.async || draft.jit) {
      const what = draft.extern ? 'extern' : draft.async ? 'async' : 'jit';
      const hint = draft.jit ? `Load it: jit_load(${name}).` : undefined;
      throw new CheckMistake(at, `${name} is ${what} and cannot be used as a value`, hint);
    }
    const type = functionType(
      draft.parameters.map(parameter => parameter.type),
      draft.result,
    );
    return { kind: 'function', function: draft, type, at };
  }
  if (body.names.isType(name)) throw new CheckMistake(at, `${name} is a type, not a value`);
  const near = nearest(name, [...body.visible(), ...body.names.functions.keys()]);
  throw new CheckMistake(
    at,
    `there is no ${name} here`,
    near === undefined ? `Declare it: int64:${name} = 0;` : `Did you mean ${near}?`,
  );
}

function checkCounter(body: Body, { at }: ExpressionTree): Expression {
  const variable = body.find('$');
  if (!variable) throw new CheckMistake(at, 'there is no $ here', 'It counts inside of till and loop.');
  return { kind: 'variable', variable, type: variable.type, at };
}

function checkConditional(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'conditional' }>,
  wanted: AriaType | undefined,
): Expression {
  const condition = checkCondition(body, tree.condition);
  const [then, otherwise] = checkAlternatives(body, tree.then, tree.otherwise, wanted);
  return { kind: 'conditional', condition, then, otherwise, type: then.type, at: tree.at };
}
