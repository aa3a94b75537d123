// Declarations of locals and globals.

import type { VariableTree } from '../syntax/statement-tree.js';
import type { TypeTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { check, checkAs } from './check-expressions.js';
import { convert } from './convert.js';
import { CheckMistake } from './mistake.js';
import type { VariableType } from './resolve-types.js';
import type { Declaration, Expression } from './typed-program.js';
import { sameType, type AriaType } from './types.js';

export function checkVariable(body: Body, tree: VariableTree): Declaration {
  const { name, at, constant } = tree;
  const resolved = body.types.variable(tree.type, literalLength(tree));
  const declare = () =>
    body.declare(
      {
        name: name.text,
        type: resolved.type,
        at: name.at,
        role: body.declaresGlobals ? 'global' : 'local',
        word: resolved.word,
        readThrough: resolved.readThrough,
        constant,
      },
      constant ? tree.initial : undefined,
    );
  let initial: Expression | undefined;
  try {
    initial = initialValue(body, tree, resolved);
  } catch (problem) {
    if (!(problem instanceof CheckMistake)) throw problem;
    // It is declared all the same, so that its uses are not mistakes too.
    body.names.problems.error(problem.at, problem.message, problem.hint);
  }
  const variable = declare();
  return { kind: 'declare', variable, at, ...(initial === undefined ? {} : { initial }) };
}

/** `int32[]:a = [1, 2, 3];` has the length of its value. */
function literalLength({ type, initial }: VariableTree): number | undefined {
  const array: TypeTree = type.kind === 'memory' ? type.target : type;
  return array.kind === 'array' && !array.length && initial?.kind === 'array'
    ? initial.elements.length
    : undefined;
}

function initialValue(body: Body, tree: VariableTree, { type, word, readThrough }: VariableType) {
  const { initial, at } = tree;
  if (type.kind === 'reference') {
    if (initial) return checkAs(body, initial, type);
    throw new CheckMistake(at, 'a reference needs something to refer to', 'Give it a variable: = x;');
  }
  if (tree.constant && !initial) throw new CheckMistake(at, 'a constant needs a value');
  if (word === 'gc' && type.kind === 'gc') {
    return initial ? checkAs(body, initial, type) : allocation('gc-new', type, undefined, at);
  }
  if (word === 'wild' && type.kind === 'wild' && readThrough) {
    if (!initial) return allocation('wild-new', type, undefined, at);
    const value = check(body, initial, type.target);
    // Another variable's pointer, or memory that was allocated before.
    const adopts = sameType(value.type, type);
    return adopts ? value : allocation('wild-new', type, convert(body, value, type.target), at);
  }
  return initial && checkAs(body, initial, type);
}

function allocation(
  kind: 'gc-new' | 'wild-new',
  type: Extract<AriaType, { target: AriaType }>,
  value: Expression | undefined,
  at: Expression['at'],
): Expression {
  const rest = { type, at: value?.at ?? at, ...(value === undefined ? {} : { value }) };
  return kind === 'gc-new' ? { kind, ...rest } : { kind, ...rest };
}
