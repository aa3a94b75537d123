// Whether the arm of a handler resumes: only then its handled body has to run apart from it.

import type { ExpressionTree } from '../syntax/tree.js';

/** In this tree itself; lambdas, fibers and handlers in it have resumes of their own, if any. */
export function mentionsResume(tree: ExpressionTree): boolean {
  if (tree.kind === 'resume') return true;
  if (tree.kind === 'lambda' || tree.kind === 'spawn') return false;
  if (tree.kind === 'handle') return mentionsResume(tree.body);
  return partsOf(tree).some(mentionsResume);
}

function partsOf(value: unknown): ExpressionTree[] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  return Object.values(value as object).flatMap(partsIn);
}

const partsIn = (value: unknown): ExpressionTree[] => {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (value === null || typeof value !== 'object') return [];
  return 'kind' in value && expressionKinds.has(String(value.kind))
    ? [value as ExpressionTree]
    : 'start' in value
      ? []
      : partsOf(value);
};

const expressionKinds: ReadonlySet<string> = new Set<ExpressionTree['kind']>([
  ...([
    'int',
    'float',
    'bool',
    'unit',
    'string',
    'name',
    'call',
    'field',
    'index',
    'unary',
    'binary',
  ] as const),
  ...(['default', 'match', 'lambda', 'block', 'list', 'map', 'record', 'update', 'spawn', 'await'] as const),
  ...(['yield', 'send', 'recv', 'perform', 'handle', 'resume'] as const),
]);
