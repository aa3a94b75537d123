// Types while they are inferred: variables are bound in place, and effect rows have tails that grow.

import type { Span } from '@sonde/native-compiler';

export interface NeededField {
  readonly type: Type;
  readonly at: Span;
}

/** What is asked of a type that is not known yet. */
export interface Needs {
  /** Fields that are read of it. */
  readonly fields: Map<string, NeededField>;
  /** It is printed or interpolated. */
  shown: boolean;
  /** It is compared: for equality, or for order as well. */
  compared: 'equal' | 'ordered' | undefined;
}

export interface TypeVariable {
  readonly kind: 'variable';
  readonly id: number;
  bound: Type | undefined;
  /** How deep in functions it was made; one from further inside than a function is what the function is generic in. */
  level: number;
  readonly needs: Needs;
}

export interface NamedType {
  readonly kind: 'named';
  readonly name: string;
  readonly args: readonly Type[];
}

export interface FunctionType {
  readonly kind: 'function';
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly effects: Row;
}

export type Type = TypeVariable | NamedType | FunctionType;

/** Effects by name, with their type arguments. */
export type Labels = ReadonlyMap<string, readonly Type[]>;

/** Effects, and a tail that stands for more. */
export interface Row {
  readonly labels: Labels;
  readonly tail: RowVariable | undefined;
}

export interface RowVariable {
  readonly id: number;
  bound: Row | undefined;
  level: number;
}

const plain = (name: string): NamedType => ({ kind: 'named', name, args: [] });

export const intType = plain('int');
export const floatType = plain('float');
export const stringType = plain('string');
export const boolType = plain('bool');
export const unitType = plain('Unit');
export const mathError = plain('MathError');
export const errorType = plain('Error');
/** A value of which only the text is left. */
export const anyType = plain('any');

const of =
  (name: string) =>
  (...args: readonly Type[]): NamedType => ({ kind: 'named', name, args });

export const resultOf = of('Result');
export const listOf = of('List');
export const mapOf = of('Map');
export const fiberOf = of('Fiber');
export const channelOf = of('Channel');

/** How many arguments the types of the language itself take. */
export const builtInTypes: Readonly<Record<string, number>> = {
  ...{ int: 0, float: 0, string: 0, bool: 0, Unit: 0, MathError: 0, Error: 0, any: 0 },
  // An address of a C library, which only its own functions look at.
  Ptr: 0,
  ...{ Result: 2, List: 1, Map: 2, Iterator: 1, Fiber: 1, Channel: 1 },
};

/** What a variable is bound to, as far as that is known. */
export function prune(type: Type): Type {
  let whole = type;
  while (whole.kind === 'variable' && whole.bound !== undefined) whole = whole.bound;
  return whole;
}

export const isNamed = (type: Type, name: string): type is NamedType => {
  const whole = prune(type);
  return whole.kind === 'named' && whole.name === name;
};

/** The arguments of a named type; none where it is another. */
export function argumentsOf(type: Type, name: string): readonly Type[] {
  const whole = prune(type);
  return whole.kind === 'named' && whole.name === name ? whole.args : [];
}

/** With all labels that bound tails bring. */
export function flatRow(row: Row): Row {
  if (row.tail?.bound === undefined) return row;
  const rest = flatRow(row.tail.bound);
  // Of two instances of one effect the inner one is meant.
  return { labels: new Map([...rest.labels, ...row.labels]), tail: rest.tail };
}

/** Records without a name have their fields in the name of their type. */
export const anonymousName = (fields: readonly string[]): string => `{${fields.join(',')}}`;
export const anonymousFields = (name: string): readonly string[] | undefined =>
  name.startsWith('{') ? name.slice(1, -1).split(',') : undefined;

/** As people write it; variables are `t1`, `t2` and so on by their order in the type. */
export function typeName(type: Type, variables: Map<number, string> = new Map()): string {
  const whole = prune(type);
  switch (whole.kind) {
    case 'variable': {
      const known = variables.get(whole.id) ?? `t${variables.size + 1}`;
      variables.set(whole.id, known);
      return known;
    }
    case 'named': {
      const fields = anonymousFields(whole.name);
      const args = whole.args.map(argument => typeName(argument, variables));
      if (fields !== undefined) return `{ ${fields.map((name, nth) => `${name}: ${args[nth]}`).join(', ')} }`;
      return args.length === 0 ? whole.name : `${whole.name}<${args.join(', ')}>`;
    }
    case 'function': {
      const parameters = whole.parameters.map(parameter => typeName(parameter, variables));
      const labels = labelNames(flatRow(whole.effects).labels, variables);
      const effects = labels.length === 0 ? '' : ` ![${labels.join(', ')}]`;
      return `(${parameters.join(', ')}) -> ${typeName(whole.result, variables)}${effects}`;
    }
  }
}

/** Effects as people write them. */
export const labelNames = (labels: Labels, variables: Map<number, string> = new Map()): readonly string[] =>
  [...labels].map(([name, args]) =>
    args.length === 0 ? name : `${name}<${args.map(argument => typeName(argument, variables)).join(', ')}>`,
  );
