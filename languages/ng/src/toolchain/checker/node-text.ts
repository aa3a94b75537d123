// Expressions and written types as the original compiler prints them in its messages.

import type { Expression, FunctionDeclaration, GenericParameter, TypeNode, WhereBound } from '../ast.js';

export function nodeText(expression: Expression): string {
  switch (expression.kind) {
    case 'integer':
      return String(expression.value);
    case 'float':
      return expression.value.toFixed(6);
    case 'string':
      return `"${expression.value}"`;
    case 'boolean':
      return String(expression.value);
    case 'unit':
      return 'unit';
    case 'name':
      return expression.name;
    case 'binary':
      return nodeText(expression.left) + expression.operator + nodeText(expression.right);
    case 'unary': {
      const space = expression.operator === 'ref' || expression.operator === 'move' ? ' ' : '';
      return expression.operator + space + nodeText(expression.operand);
    }
    case 'call': {
      const types = typeArgumentsText(expression.typeArguments);
      return `${nodeText(expression.callee)}${types}(${listText(expression.args)})`;
    }
    case 'instance':
      return expression.name + typeArgumentsText(expression.typeArguments);
    case 'member':
      if (expression.trait === undefined) return `${nodeText(expression.of)}.${expression.name.text}`;
      return `${nodeText(expression.of)}.${typeNodeText(expression.trait)}::${expression.name.text}(${listText(expression.args ?? [])})`;
    case 'qualified':
      return `${typeNodeText(expression.trait)}::${expression.name.text}(${listText(expression.args)})`;
    case 'index':
      return `${nodeText(expression.of)}[${nodeText(expression.index)}]`;
    case 'range': {
      const from = expression.from === undefined ? '' : nodeText(expression.from);
      const to = expression.to === undefined ? '' : nodeText(expression.to);
      return `${from}${expression.inclusive ? '..=' : '..'}${to}`;
    }
    case 'fromEnd':
      return `^${nodeText(expression.count)}`;
    case 'assign':
      return `${nodeText(expression.target)} = ${nodeText(expression.value)}`;
    case 'is':
      return `${nodeText(expression.of)} is ${typeNodeText(expression.type)}`;
    case 'cast':
      return `cast<${typeNodeText(expression.type)}>(${nodeText(expression.of)})`;
    case 'typeof':
      return `typeof(${nodeText(expression.of)})`;
    case 'pipe':
      return pipeText(expression.value, expression.into);
    case 'array':
      return `[${listText(expression.items)}]`;
    case 'tuple':
      return `(${listText(expression.items)})`;
    case 'spread':
      return `...${nodeText(expression.of)}`;
    case 'each':
      return `${nodeText(expression.of)}${expression.filter ? '?...' : '...'}`;
    case 'new': {
      const fields = expression.fields.map(({ name, value }) => `${name.text}: ${nodeText(value)}`);
      return `new ${typeNodeText(expression.type)} { ${fields.join(',')} }`;
    }
  }
}

const listText = (expressions: readonly Expression[]): string => expressions.map(nodeText).join(', ');

function pipeText(value: Expression, into: Expression): string {
  if (into.kind === 'call') {
    const types = typeArgumentsText(into.typeArguments);
    return `${nodeText(into.callee)}${types}(${listText([value, ...into.args])})`;
  }
  return `${nodeText(into)}(${nodeText(value)})`;
}

export function typeNodeText(node: TypeNode): string {
  switch (node.kind) {
    case 'named':
      return node.name + typeArgumentsText(node.args);
    case 'reference':
      return `ref<${typeNodeText(node.target)}>`;
    case 'tuple':
      return `(${node.items.map(typeNodeText).join(', ')})`;
    case 'either':
      return node.members.map(typeNodeText).join(' | ');
    case 'pack':
      return `${typeNodeText(node.of)}...`;
    case 'constant':
      return node.value.kind === 'string' ? node.value.value : nodeText(node.value);
    case 'typeof':
      return `typeof(${nodeText(node.of)})`;
  }
}

const typeArgumentsText = (args: readonly TypeNode[]): string =>
  args.length === 0 ? '' : `<${args.map(typeNodeText).join(', ')}>`;

/** A declaration `= delete`, for the message about a call of it. */
export function deletedText({
  constant,
  name,
  generics,
  parameters,
  result,
  where,
}: FunctionDeclaration): string {
  const taken = parameters.map(({ name: text, type }) =>
    type === undefined ? text : `${text}: ${typeNodeText(type)}`,
  );
  const returned = result === undefined ? '' : ` -> ${typeNodeText(result)}`;
  const bounds = where.length === 0 ? '' : ` where ${where.flatMap(boundTexts).join(' && ')}`;
  return `${constant ? 'const ' : ''}fun ${name.text}${genericsText(generics)}(${taken.join(', ')})${returned}${bounds} = delete;`;
}

function genericsText(generics: readonly GenericParameter[]): string {
  if (generics.length === 0) return '';
  return `<${generics.map(genericText).join(', ')}>`;
}

function genericText({ name, bounds, constant, pack, arity, variadicTail }: GenericParameter): string {
  if (constant !== undefined) return `const ${name}: ${typeNodeText(constant)}`;
  const places = [...Array.from({ length: arity }, () => '_'), ...(variadicTail ? ['...'] : [])];
  const taken = places.length === 0 ? '' : `<${places.join(', ')}>`;
  const bound = bounds[0] === undefined ? '' : `: ${typeNodeText(bounds[0])}`;
  return `${name}${taken}${pack ? '...' : ''}${bound}`;
}

function boundTexts(bound: WhereBound): readonly string[] {
  if (bound.kind === 'condition') return [nodeText(bound.condition)];
  return bound.bounds.map(trait => `${typeNodeText(bound.type)}: ${typeNodeText(trait)}`);
}
