// pick and its patterns.

import type { PatternTree, PickCaseTree, StatementTree } from '../syntax/statement-tree.js';
import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { checkAs, checkPlain } from './check-expressions.js';
import { errorLiteral, wholeLiteral } from './check-literals.js';
import { checkBlock, type Flow } from './check-statements.js';
import { foldInteger } from './fold.js';
import { CheckMistake } from './mistake.js';
import type { Expression, IntegerLiteral, Pattern, PickCase } from './typed-program.js';
import { one, isNumber, isWhole, type AriaType } from './types.js';

const pickable: ReadonlySet<AriaType['kind']> = new Set([
  'integer',
  'tbb',
  'float',
  'bool',
  'string',
  'enum',
]);

export function checkPick(body: Body, tree: Extract<StatementTree, { kind: 'pick' }>): Flow {
  const subject = checkPlain(body, tree.subject);
  if (!pickable.has(subject.type.kind)) {
    throw new CheckMistake(subject.at, `${one(subject.type)} cannot be picked by`);
  }
  return body.inPick(labelsOf(tree.cases), pick => {
    const flows = tree.cases.map(part => {
      const patterns = part.patterns.map(pattern => checkPattern(body, pattern, subject.type));
      const inner = checkBlock(body, part.body);
      const label = part.label === undefined ? {} : { label: part.label.text };
      const checked: PickCase = { patterns, body: inner.statement, at: part.at, ...label };
      return { checked, completes: inner.completes };
    });
    const cases = flows.map(({ checked }) => checked);
    const always = cases.some(({ patterns }) => patterns.some(({ kind }) => kind === 'any'));
    return {
      statement: { kind: 'pick', pick, subject, cases, at: tree.at },
      completes: !always || flows.some(({ completes }) => completes),
    };
  });
}

function labelsOf(cases: readonly PickCaseTree[]): ReadonlyMap<string, number> {
  const labels = new Map<string, number>();
  cases.forEach(({ label }, index) => {
    if (!label) return;
    if (labels.has(label.text)) throw new CheckMistake(label.at, `there are two cases ${label.text}`);
    labels.set(label.text, index);
  });
  return labels;
}

function checkPattern(body: Body, tree: PatternTree, type: AriaType): Pattern {
  switch (tree.kind) {
    case 'any':
    case 'never':
      return { kind: tree.kind };
    case 'value':
      return { kind: 'value', value: constant(body, tree.value, type) };
    case 'compare': {
      if (!isNumber(type)) throw new CheckMistake(tree.at, `${one(type)} has no order`);
      return { kind: 'compare', operator: tree.operator, value: constant(body, tree.value, type) };
    }
    case 'range': {
      if (!isWhole(type)) throw new CheckMistake(tree.at, `${one(type)} has no ranges`);
      const low = constant(body, tree.low, type) as IntegerLiteral;
      const high = constant(body, tree.high, type) as IntegerLiteral;
      if (low.value > high.value) body.names.problems.warning(tree.at, 'this range is empty');
      return { kind: 'range', low, high, inclusive: tree.inclusive };
    }
  }
}

const literals: ReadonlySet<Expression['kind']> = new Set(['integer', 'float', 'bool', 'string']);

/** A literal of the type. */
function constant(body: Body, tree: ExpressionTree, type: AriaType): Expression {
  if (isWhole(type)) {
    if (tree.kind === 'err') return errorLiteral(type, tree.at);
    const value = foldInteger(tree, body.names, body.constant);
    if (value === undefined) throw notConstant(tree);
    const bits = tree.kind === 'integer' && tree.radix !== 10 ? 'bits' : 'number';
    return wholeLiteral(value, bits, type, tree.at);
  }
  const value = checkAs(body, tree, type);
  if (!literals.has(value.kind)) throw notConstant(tree);
  return value;
}

const notConstant = (tree: ExpressionTree): CheckMistake =>
  new CheckMistake(tree.at, 'a pattern must be a constant', 'Compare with if where it is not.');
