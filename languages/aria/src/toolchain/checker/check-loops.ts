// Checks loops: what they count with, what leaves them, and whether their end can be reached.

import type { Span } from '@sonde/native-compiler';
import type { ExpressionTree } from '../syntax/tree.js';
import type { LoopTree } from '../syntax/statement-tree.js';
import type { Body, OpenLoop } from './body.js';
import { check, checkAs, checkCondition, checkPlain } from './check-expressions.js';
import { isFlexible } from './check-literals.js';
import { checkBlock, type Flow } from './check-statements.js';
import { checkVariable } from './check-variables.js';
import { CheckMistake } from './mistake.js';
import { commonNumber } from './number-conversions.js';
import type { Expression, Statement, Variable } from './typed-program.js';
import { int64, isWhole, type AriaType } from './types.js';

type Of<Kind extends LoopTree['kind']> = Extract<LoopTree, { kind: Kind }>;

export function checkLoop(body: Body, tree: LoopTree): Flow {
  switch (tree.kind) {
    case 'while':
      return checkWhile(body, tree);
    case 'when':
      return checkWhen(body, tree);
    case 'for-range':
      return checkForRange(body, tree);
    case 'for':
      return checkFor(body, tree);
    case 'till':
    case 'loop':
      return checkCounted(body, tree);
  }
}

const shared = (tree: LoopTree, loop: OpenLoop) => ({
  loop: loop.id,
  at: tree.at,
  ...(tree.label === undefined ? {} : { label: tree.label.text }),
});

const isEndless = (condition: Expression | undefined): boolean =>
  condition === undefined || (condition.kind === 'bool' && condition.value);

function checkWhile(body: Body, tree: Of<'while'>): Flow {
  const condition = checkCondition(body, tree.condition);
  return body.inLoop(tree.label?.text, loop => {
    const inner = checkBlock(body, tree.body).statement;
    const statement: Statement = { kind: 'while', condition, body: inner, ...shared(tree, loop) };
    return { statement, completes: !isEndless(condition) || loop.left };
  });
}

function checkWhen(body: Body, tree: Of<'when'>): Flow {
  const condition = checkCondition(body, tree.condition);
  const { inner, loop } = body.inLoop(tree.label?.text, open => ({
    inner: checkBlock(body, tree.body).statement,
    loop: open,
  }));
  // Both are outside of the loop: a break in them means the next one out.
  const then = tree.then && checkBlock(body, tree.then);
  const end = tree.end && checkBlock(body, tree.end);
  const endless = isEndless(condition);
  const endReached = !endless || loop.left;
  const completes = (!endless && (then?.completes ?? true)) || (endReached && (end?.completes ?? true));
  return {
    statement: {
      ...{ kind: 'when', condition, body: inner, ...shared(tree, loop) },
      ...(then === undefined ? {} : { then: then.statement }),
      ...(end === undefined ? {} : { end: end.statement }),
    },
    completes,
  };
}

function checkForRange(body: Body, tree: Of<'for-range'>): Flow {
  const declared = tree.type && body.types.value(tree.type);
  const type = counterType(body, [tree.from, tree.to], declared);
  const from = checkAs(body, tree.from, type);
  const to = checkAs(body, tree.to, type);
  return body.inScope(tree.at, scope =>
    body.inLoop(tree.label?.text, loop => {
      const counter = declareCounter(body, tree.name.text, type, tree.name.at);
      const inner = checkBlock(body, tree.body).statement;
      const { inclusive } = tree;
      return {
        statement: {
          ...{ kind: 'for-range', scope, counter, from, to, inclusive, body: inner },
          ...shared(tree, loop),
        },
        completes: true,
      };
    }),
  );
}

function declareCounter(body: Body, name: string, type: AriaType, at: Span): Variable {
  return body.declare({
    ...{ name, type, at, role: 'counter', word: 'plain', readThrough: false, constant: true },
  });
}

/** The type of the bounds that have one of their own: the widest. */
function counterType(
  body: Body,
  bounds: readonly ExpressionTree[],
  declared: AriaType | undefined,
): AriaType {
  const telling = bounds.filter(bound => !isFlexible(bound));
  const types = declared ? [declared] : telling.map(bound => checkPlain(body, bound).type);
  const [first, ...others] = types;
  const type = others.reduce((wide, other) => commonNumber(wide, other) ?? wide, first ?? int64);
  if (isWhole(type)) return type;
  throw new CheckMistake((telling[0] ?? bounds[0]!).at, `a loop counts with whole numbers, not ${type.name}`);
}

function checkFor(body: Body, tree: Of<'for'>): Flow {
  return body.inScope(tree.at, scope => {
    const initial = tree.initial && checkInitial(body, tree.initial);
    const condition = tree.condition && checkCondition(body, tree.condition);
    return body.inLoop(tree.label?.text, loop => {
      const step = tree.step && check(body, tree.step);
      const inner = checkBlock(body, tree.body).statement;
      return {
        statement: {
          ...{ kind: 'for', scope, body: inner, ...shared(tree, loop) },
          ...(initial === undefined ? {} : { initial }),
          ...(condition === undefined ? {} : { condition }),
          ...(step === undefined ? {} : { step }),
        },
        completes: !isEndless(condition) || loop.left,
      };
    });
  });
}

function checkInitial(body: Body, tree: NonNullable<Of<'for'>['initial']>): Statement {
  if (tree.kind === 'variable') return checkVariable(body, tree);
  return { kind: 'expression', expression: check(body, tree.expression), at: tree.at };
}

function checkCounted(body: Body, tree: Of<'till' | 'loop'>): Flow {
  const bounds = tree.kind === 'loop' ? [tree.start, tree.limit, tree.step] : [tree.limit, tree.step];
  const type = counterType(body, bounds, undefined);
  const start = tree.kind === 'loop' ? checkAs(body, tree.start, type) : undefined;
  const limit = checkAs(body, tree.limit, type);
  const step = checkAs(body, tree.step, type);
  if (step.kind === 'integer' && step.value === 0n) {
    throw new CheckMistake(step.at, 'a step of 0 never gets anywhere');
  }
  return body.inScope(tree.at, scope =>
    body.inLoop(tree.label?.text, loop => {
      const counter = declareCounter(body, '$', type, tree.at);
      const inner = checkBlock(body, tree.body).statement;
      return {
        statement: {
          ...{ kind: tree.kind, scope, counter, limit, step, body: inner, ...shared(tree, loop) },
          ...(start === undefined ? {} : { start }),
        },
        completes: true,
      };
    }),
  );
}
