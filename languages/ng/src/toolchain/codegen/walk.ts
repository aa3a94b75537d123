// A walk over the expressions of a declaration or a statement, outer ones first. No recursion: sums can be very long.

import type { Declaration, Expression, Statement } from '../ast.js';

type Visited = Expression | Statement;

const expressionKinds: ReadonlySet<string> = new Set<Expression['kind']>([
  'integer',
  'float',
  'string',
  'boolean',
  'unit',
  'name',
  'binary',
  'unary',
  'call',
  'instance',
  'member',
  'qualified',
  'index',
  'range',
  'fromEnd',
  'assign',
  'is',
  'cast',
  'typeof',
  'pipe',
  'array',
  'tuple',
  'spread',
  'each',
  'new',
]);

const isExpression = (node: Visited): node is Expression => expressionKinds.has(node.kind);

export function* expressionsIn(roots: readonly Visited[]): Generator<Expression> {
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isExpression(node)) yield node;
    waiting.push(...childrenOf(node).toReversed());
  }
}

/** The bodies of a declaration, in the order of the text. */
export function bodiesOf(declaration: Declaration): readonly Visited[] {
  switch (declaration.kind) {
    case 'function':
      return typeof declaration.body === 'string' ? [] : [declaration.body];
    case 'val':
      return [declaration];
    case 'type':
      return declaration.shape.kind === 'record' ? declaration.shape.methods.flatMap(bodiesOf) : [];
    case 'impl':
      return declaration.methods.flatMap(bodiesOf);
    default:
      return [];
  }
}

const present = <T>(...nodes: readonly (T | undefined)[]): readonly T[] =>
  nodes.filter(node => node !== undefined);

function childrenOf(node: Visited): readonly Visited[] {
  switch (node.kind) {
    case 'block':
      return node.statements;
    case 'return':
      return present(node.value);
    case 'if':
      return present<Visited>(node.test, node.then, node.else);
    case 'val':
      return [node.value];
    case 'loop':
      return [...present(...node.bindings.map(({ value }) => value)), node.body];
    case 'next':
      return node.values;
    case 'switch':
      return [node.subject, ...node.cases.map(({ body }) => body), ...present(node.otherwise)];
    case 'expression':
      return [node.expression];
    case 'binary':
      return [node.left, node.right];
    case 'unary':
      return [node.operand];
    case 'call':
      return [node.callee, ...node.args];
    case 'member':
      return [node.of, ...(node.args ?? [])];
    case 'qualified':
      return node.args;
    case 'index':
      return [node.of, node.index];
    case 'range':
      return present(node.from, node.to);
    case 'fromEnd':
      return [node.count];
    case 'assign':
      return [node.target, node.value];
    case 'is':
    case 'cast':
    case 'typeof':
    case 'spread':
    case 'each':
      return [node.of];
    case 'pipe':
      return [node.into, node.value];
    case 'array':
    case 'tuple':
      return node.items;
    case 'new':
      return node.fields.map(({ value }) => value);
    case 'empty':
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
    case 'unit':
    case 'name':
    case 'instance':
      return [];
  }
}
