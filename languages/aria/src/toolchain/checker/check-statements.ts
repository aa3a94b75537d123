// Statements. Each tells whether what follows it can be reached.

import type { Span } from '@sonde/native-compiler';
import type { BlockTree, IfTree, StatementTree } from '../syntax/statement-tree.js';
import type { Body } from './body.js';
import { check, checkAs, checkCondition, checkPlain } from './check-expressions.js';
import { checkLoop } from './check-loops.js';
import { checkPick } from './check-pick.js';
import { checkVariable } from './check-variables.js';
import { CheckMistake } from './mistake.js';
import type { Block, Expression, If, Statement } from './typed-program.js';
import { one, isWhole, tbb8 } from './types.js';

export interface Flow<T extends Statement = Statement> {
  readonly statement: T;
  /** The end of it can be reached. */
  readonly completes: boolean;
}

export function checkBlock(body: Body, { statements, at }: BlockTree): Flow<Block> {
  return body.inScope(at, scope => {
    const { checked, completes } = checkStatements(body, statements);
    return { statement: { kind: 'block', scope, statements: checked, at }, completes };
  });
}

/** In the current scope. */
export function checkStatements(
  body: Body,
  statements: readonly StatementTree[],
): { readonly checked: readonly Statement[]; readonly completes: boolean } {
  const checked: Statement[] = [];
  let completes = true;
  let warned = false;
  for (const tree of statements) {
    if (body.names.problems.full) break;
    if (!completes && !warned) {
      body.names.problems.warning(tree.at, 'this is never reached');
      warned = true;
    }
    const flow = checkOrReport(body, tree);
    if (flow.statement) checked.push(flow.statement);
    completes &&= flow.completes;
  }
  return { checked, completes };
}

function checkOrReport(
  body: Body,
  tree: StatementTree,
): { readonly statement?: Statement; readonly completes: boolean } {
  try {
    return checkStatement(body, tree);
  } catch (problem) {
    if (!(problem instanceof CheckMistake)) throw problem;
    body.names.problems.error(problem.at, problem.message, problem.hint);
    // What it would have done about the flow is still meant.
    return { completes: !leaves.has(tree.kind) };
  }
}

const leaves: ReadonlySet<StatementTree['kind']> = new Set(['pass', 'fail', 'break', 'continue', 'fall']);

const going = (statement: Statement): Flow => ({ statement, completes: true });
const ending = (statement: Statement): Flow => ({ statement, completes: false });

function checkStatement(body: Body, tree: StatementTree): Flow {
  const { at } = tree;
  switch (tree.kind) {
    case 'block':
      return checkBlock(body, tree);
    case 'variable':
      return going(checkVariable(body, tree));
    case 'expression': {
      const expression = check(body, tree.expression);
      warnUseless(body, expression);
      const exits = expression.kind === 'builtin' && expression.name === 'exit';
      return { statement: { kind: 'expression', expression, at }, completes: !exits };
    }
    case 'if':
      return checkIf(body, tree);
    case 'pass':
      return ending(checkPass(body, tree));
    case 'fail':
      return ending(checkFail(body, tree));
    case 'pick':
      return checkPick(body, tree);
    case 'fall':
      return ending(checkFall(body, tree));
    case 'break':
    case 'continue':
      return ending(checkJump(body, tree));
    case 'defer': {
      body.defers++;
      try {
        return going({ kind: 'defer', body: checkBlock(body, tree.body).statement, at });
      } finally {
        body.defers--;
      }
    }
    default:
      return checkLoop(body, tree);
  }
}

const useless: ReadonlySet<Expression['kind']> = new Set([
  ...(['integer', 'float', 'bool', 'string', 'null', 'function', 'variable', 'field', 'element'] as const),
  ...(['dereference', 'binary', 'compare', 'negate', 'not', 'complement', 'convert', 'offset'] as const),
  ...(['address', 'struct-literal', 'array-literal', 'concatenate'] as const),
]);

function warnUseless(body: Body, expression: Expression): void {
  if (useless.has(expression.kind)) {
    body.names.problems.warning(
      expression.at,
      'this value is not used',
      'An assignment is written with one =.',
    );
  }
}

function checkIf(body: Body, tree: IfTree): Flow<If> {
  const condition = checkCondition(body, tree.condition);
  const then = checkBlock(body, tree.then);
  const { at } = tree;
  if (!tree.otherwise) {
    return { statement: { kind: 'if', condition, then: then.statement, at }, completes: true };
  }
  const otherwise =
    tree.otherwise.kind === 'if' ? checkIf(body, tree.otherwise) : checkBlock(body, tree.otherwise);
  return {
    statement: { kind: 'if', condition, then: then.statement, otherwise: otherwise.statement, at },
    completes: then.completes || otherwise.completes,
  };
}

function checkPass(body: Body, { value, at }: Extract<StatementTree, { kind: 'pass' }>): Statement {
  requireFunction(body, at, 'pass');
  const { result, name } = body.draft;
  if (result.kind === 'void') {
    if (!value) return { kind: 'pass', at };
    throw new CheckMistake(value.at, `${name} gives nothing`, 'Write pass;');
  }
  if (!value) throw new CheckMistake(at, `${name} has to pass ${one(result)}`);
  return { kind: 'pass', value: checkAs(body, value, result), at };
}

function checkFail(body: Body, { code, at }: Extract<StatementTree, { kind: 'fail' }>): Statement {
  requireFunction(body, at, 'fail');
  const value = checkPlain(body, code, tbb8);
  if (value.kind === 'integer' && value.value === 0n) {
    throw new CheckMistake(
      value.at,
      'the code 0 means that nothing failed',
      'Codes are 1 to 127, or below 0.',
    );
  }
  if (value.type.kind === 'tbb' && value.type.bits === 8) return { kind: 'fail', code: value, at };
  if (!isWhole(value.type) && value.type.kind !== 'enum') {
    throw new CheckMistake(value.at, `a code is a number, not ${value.type.name}`);
  }
  return { kind: 'fail', code: { kind: 'convert', operand: value, type: tbb8, at: value.at }, at };
}

function requireFunction(body: Body, at: Span, word: string): void {
  if (body.kind === 'module') {
    throw new CheckMistake(at, `${word} outside of a function`, 'exit(n); ends the program.');
  }
  if (body.defers > 0)
    throw new CheckMistake(at, `a defer cannot ${word}`, 'It runs while its block is left.');
}

function checkFall(body: Body, { label, at }: Extract<StatementTree, { kind: 'fall' }>): Statement {
  for (let index = body.picks.length - 1; index >= 0; index--) {
    const pick = body.picks[index]!;
    const target = pick.labels.get(label.text);
    if (target === undefined) continue;
    if (pick.defers < body.defers) throw new CheckMistake(at, 'a fall cannot leave a defer');
    return { kind: 'fall', pick: pick.id, case: target, label: label.text, at };
  }
  throw body.picks.length === 0
    ? new CheckMistake(at, 'fall outside of a pick')
    : new CheckMistake(
        label.at,
        `no case has the label ${label.text}`,
        `Declare it: ${label.text}:(!) { … }`,
      );
}

function checkJump(body: Body, tree: Extract<StatementTree, { kind: 'break' | 'continue' }>): Statement {
  const { kind, label, at } = tree;
  const loop = body.loops.findLast(candidate => !label || candidate.label === label.text);
  if (!loop) {
    throw label
      ? new CheckMistake(label.at, `no loop around this has the label ${label.text}`)
      : new CheckMistake(at, `${kind} outside of a loop`);
  }
  if (loop.defers < body.defers) throw new CheckMistake(at, `a ${kind} cannot leave a defer`);
  if (kind === 'break') loop.left = true;
  return { kind, loop: loop.id, at };
}
