// Random values that fit a schema of the protocol, and values that fit nothing.

import type { Knowledge } from './knowledge.js';
import type { Random } from './random.js';

/** As much of JSON Schema as the protocol's own schemas use. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  /** A schema within itself. */
  readonly $ref?: string;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly knownValues?: readonly string[];
}

export interface Source {
  readonly random: Random;
  readonly knowledge: Knowledge;
}

/** Fits the shape. What is known under the property's name is preferred. */
export function fitting(shape: Shape, name: string, source: Source): unknown {
  const { random, knowledge } = source;
  const known = knowledge.pick(name, random);
  if (known !== undefined && typeFits(shape, known) && !random.once(5)) return known;
  if (shape.const !== undefined) return shape.const;
  if (shape.$ref !== undefined) return {};
  if (shape.anyOf !== undefined) return fitting(random.pick(shape.anyOf), name, source);
  switch (shape.type) {
    case 'object':
      return structure(shape, source);
    case 'array':
      return Array.from({ length: random.below(4) }, () =>
        fitting(shape.items ?? {}, singular(name), source),
      );
    case 'string':
      return random.once(3) || shape.knownValues === undefined
        ? someText(random)
        : random.pick(shape.knownValues);
    case 'boolean':
      return random.once(2);
    case 'integer':
    case 'number':
      return someNumber(shape, random);
    default:
      return anything(random);
  }
}

function structure({ properties = {}, required = [] }: Shape, source: Source): Record<string, unknown> {
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || source.random.once(2))
    .map(([name, shape]) => [name, fitting(shape, name, source)] as const);
  return Object.fromEntries(entries);
}

/** Anything that JSON can say, deep things and large ones too. */
export function anything(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return random.once(2);
    case 2:
      return someText(random);
    case 3:
      return random.pick(oddNumbers);
    case 4:
      return random.below(100);
    case 5:
      return '';
    case 6:
      return Array.from({ length: random.below(5) }, () => anything(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(oddKeys), anything(random, depth + 1)]),
      );
  }
}

export const someText = (random: Random): string =>
  random.once(4)
    ? String.fromCharCode(...Array.from({ length: random.below(12) }, () => random.below(0x3000)))
    : random.pick(oddTexts);

function someNumber({ minimum = -1e6, maximum = 1e6 }: Shape, random: Random): number {
  if (random.once(6)) return random.pick([minimum, maximum, maximum - 1]);
  return Math.min(
    maximum,
    Math.max(minimum, random.pick([0, 1, 2, 3, random.below(40), random.below(1000)])),
  );
}

function typeFits({ type, anyOf, const: only, $ref: inner }: Shape, value: unknown): boolean {
  if (only !== undefined || inner !== undefined) return value === only;
  if (anyOf !== undefined) return anyOf.some(each => typeFits(each, value));
  return type === undefined || typeof value === (type === 'integer' ? 'number' : type);
}

const singular = (name: string): string => name.replace(/s$/, '');

const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '0x10',
  'code:0x10',
  'x',
  '(((((',
  '1 + ',
  '"',
  '\u0000',
  '{}',
  '[0]',
  '𝕊🐛',
  '\ud800',
  '%s%n',
  '../../..',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'A'.repeat(3000),
];
const oddKeys: readonly string[] = ['a', '', '__proto__', 'constructor', 'toString', 'length', 'id'];
const oddNumbers: readonly number[] = [0, -1, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53), 1e308, 0.1];
