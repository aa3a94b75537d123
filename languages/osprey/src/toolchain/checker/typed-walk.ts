// All expressions in a typed expression, each before its parts.

import type { TypedExpression, TypedStatement } from './typed-program.js';

export function* expressionsIn(expression: TypedExpression): Generator<TypedExpression> {
  yield expression;
  for (const part of partsOf(expression)) yield* expressionsIn(part);
}

export const valueOf = (statement: TypedStatement): TypedExpression =>
  statement.kind === 'expression' ? statement.expression : statement.value;

/** In the order in which they are written. */
export function partsOf(node: TypedExpression): readonly TypedExpression[] {
  switch (node.kind) {
    case 'int':
    case 'float':
    case 'bool':
    case 'unit':
    case 'variable':
    case 'function':
      return [];
    case 'string':
      return node.pieces.filter(piece => typeof piece !== 'string');
    case 'call':
    case 'callExtern':
    case 'callBuiltIn':
    case 'perform':
      return node.args;
    case 'callValue':
      return [node.callee, ...node.args];
    case 'construct':
      return node.fields.map(({ value }) => value);
    case 'update':
      return [node.target, ...node.fields.map(({ value }) => value)];
    case 'erase':
    case 'outcome':
      return [node.value];
    case 'field':
      return [node.target];
    case 'index':
      return [node.target, node.index];
    case 'not':
    case 'negate':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'default':
      return [node.value, node.fallback];
    case 'match':
      return [node.subject, ...node.arms.map(({ body }) => body)];
    case 'lambda':
    case 'spawn':
      return [node.lambda.code];
    case 'block':
      return node.statements.map(valueOf);
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'await':
      return [node.fiber];
    case 'yield':
    case 'resume':
      return node.value === undefined ? [] : [node.value];
    case 'send':
      return [node.channel, node.value];
    case 'recv':
      return [node.channel];
    case 'handle':
      return [...node.arms.map(({ code }) => code), node.handled?.code ?? node.direct!];
  }
}
