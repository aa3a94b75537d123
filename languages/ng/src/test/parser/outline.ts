// Trees as short text, for tests: fully parenthesised, places left out.

import type { Declaration, Expression, Statement, TypeNode, Unit } from '../../toolchain/ast.js';

/** `(+ a (* b c))`: the operator or kind first. */
export function outlineOf(expression: Expression): string {
  const list = (items: readonly Expression[]): string => items.map(outlineOf).join(', ');
  const types = (items: readonly TypeNode[]): string =>
    items.length === 0 ? '' : `<${items.map(typeText).join(', ')}>`;
  switch (expression.kind) {
    case 'integer':
    case 'float':
      return `${expression.value}${expression.type}`;
    case 'string':
      return JSON.stringify(expression.value);
    case 'boolean':
      return String(expression.value);
    case 'unit':
      return 'unit';
    case 'name':
      return expression.name;
    case 'binary':
      return `(${expression.operator} ${outlineOf(expression.left)} ${outlineOf(expression.right)})`;
    case 'unary':
      return `(${expression.operator} ${outlineOf(expression.operand)})`;
    case 'call':
      return `${outlineOf(expression.callee)}${types(expression.typeArguments)}(${list(expression.args)})`;
    case 'instance':
      return `${expression.name}${types(expression.typeArguments)}`;
    case 'member': {
      const trait = expression.trait === undefined ? '' : `${typeText(expression.trait)}::`;
      const args = expression.args === undefined ? '' : `(${list(expression.args)})`;
      return `${outlineOf(expression.of)}.${trait}${expression.name.text}${args}`;
    }
    case 'qualified':
      return `${typeText(expression.trait)}::${expression.name.text}(${list(expression.args)})`;
    case 'index':
      return `${outlineOf(expression.of)}[${outlineOf(expression.index)}]`;
    case 'range': {
      const [from, to] = [expression.from, expression.to].map(end =>
        end === undefined ? '' : outlineOf(end),
      );
      return `(${from}${expression.inclusive ? '..=' : '..'}${to})`;
    }
    case 'fromEnd':
      return `(^ ${outlineOf(expression.count)})`;
    case 'assign':
      return `(:= ${outlineOf(expression.target)} ${outlineOf(expression.value)})`;
    case 'is':
      return `(is ${outlineOf(expression.of)} ${typeText(expression.type)})`;
    case 'cast':
      return `(cast ${outlineOf(expression.of)} ${typeText(expression.type)})`;
    case 'typeof':
      return `(typeof ${outlineOf(expression.of)})`;
    case 'pipe':
      return `(|> ${outlineOf(expression.value)} ${outlineOf(expression.into)})`;
    case 'array':
      return `[${list(expression.items)}]`;
    case 'tuple':
      return `(tuple ${list(expression.items)})`;
    case 'spread':
      return `(... ${outlineOf(expression.of)})`;
    case 'each':
      return `(${expression.filter ? 'filter' : 'each'} ${outlineOf(expression.of)})`;
    case 'new': {
      const fields = expression.fields.map(({ name, value }) => `${name.text}: ${outlineOf(value)}`);
      return `(new ${typeText(expression.type)} {${fields.join(', ')}})`;
    }
  }
}

export function typeText(type: TypeNode): string {
  switch (type.kind) {
    case 'named':
      return type.args.length === 0 ? type.name : `${type.name}<${type.args.map(typeText).join(', ')}>`;
    case 'reference':
      return `ref<${typeText(type.target)}>`;
    case 'tuple':
      return `(${type.items.map(typeText).join(', ')})`;
    case 'either':
      return type.members.map(typeText).join(' | ');
    case 'pack':
      return `${typeText(type.of)}...`;
    case 'constant':
      return outlineOf(type.value);
    case 'typeof':
      return `typeof(${outlineOf(type.of)})`;
  }
}

/** The tree without its places, for comparisons. */
export function withoutPlaces(tree: Unit | Declaration | Statement | Expression): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => {
      if (key === 'span' || key === 'at') return undefined;
      return typeof value === 'bigint' ? `${value}n` : value;
    }),
  );
}
