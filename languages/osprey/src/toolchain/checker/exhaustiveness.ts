// Whether the arms of a match fit every value, and whether each of them can be reached.

import type { Span } from '@sonde/native-compiler';
import { variantFields } from './fields.js';
import type { Inference } from './inference.js';
import type { TypedArm, TypedPattern } from './typed-program.js';
import { anonymousFields, argumentsOf, prune, stringType, type Type } from './types.js';

export interface CheckedMatch {
  readonly subject: Type;
  readonly arms: readonly TypedArm[];
  readonly at: Span;
}

/** A pattern as the algorithm of Maranget sees it: a constructor with parts, or something that fits everything. */
type Shape = { readonly constructor: string; readonly parts: readonly Shape[] } | 'any';

/** The constructors of a type with the types of their parts; undefined where there are too many to list. */
type Constructors = ReadonlyMap<string, readonly Type[]> | undefined;

export function checkMatch(inference: Inference, { subject, arms, at }: CheckedMatch): void {
  const rows: Shape[][] = [];
  const isClosed = constructorsOf(inference, subject) !== undefined && !isList(subject);
  for (const { pattern } of arms) {
    const row = [shapeOf(inference, pattern)];
    if (isClosed && !useful(inference, rows, row, [subject])) {
      inference.error(pattern.at, 'this arm is never reached: those above it fit everything it fits');
    }
    rows.push(row);
  }
  const missing = isClosed ? missingShape(inference, rows, [subject]) : undefined;
  if (missing === undefined || arms.length === 0) return;
  const whole = prune(subject);
  const isClauses = whole.kind === 'named' && whole.name.startsWith('{$');
  const name = whole.kind !== 'named' ? 'this value' : isClauses ? 'the parameters' : whole.name;
  inference.error(
    at,
    `non-exhaustive match on \`${name}\`: missing ${topOf(inference, rows, subject) ?? shapeText(missing[0]!)}`,
  );
}

/** All constructors that no arm begins with, which says more than one example. */
function topOf(inference: Inference, rows: readonly Shape[][], subject: Type): string | undefined {
  if (rows.some(([first]) => first === 'any')) return undefined;
  const present = new Set(
    rows.map(([first]) => (first === 'any' || first === undefined ? '' : first.constructor)),
  );
  const names = [...(constructorsOf(inference, subject)?.keys() ?? [])].filter(name => !present.has(name));
  return names.length === 0 ? undefined : names.join(', ');
}

function shapeText(shape: Shape): string {
  if (shape === 'any') return '_';
  return shape.parts.length === 0
    ? shape.constructor
    : `${shape.constructor}(${shape.parts.map(shapeText).join(', ')})`;
}

const isList = (type: Type): boolean => argumentsOf(type, 'List').length > 0;

function constructorsOf(inference: Inference, type: Type): Constructors {
  const whole = prune(type);
  if (whole.kind !== 'named') return undefined;
  if (whole.name === 'bool')
    return new Map([
      ['true', []],
      ['false', []],
    ]);
  if (whole.name === 'Result')
    return new Map([
      ['Success', [whole.args[0]!]],
      ['Error', [stringType]],
    ]);
  if (whole.name === 'List')
    return new Map([
      ['[]', []],
      ['[…]', [whole.args[0]!, whole]],
    ]);
  if (anonymousFields(whole.name) !== undefined) return new Map([['', whole.args]]);
  const declared = inference.types.get(whole.name);
  if (declared === undefined) return undefined;
  return new Map(
    declared.variants.map(variant => [
      variant.name,
      variantFields(variant, whole.args).map(field => field.type),
    ]),
  );
}

function shapeOf(inference: Inference, pattern: TypedPattern): Shape {
  switch (pattern.kind) {
    case 'any':
    case 'bind':
    case 'fields':
      return 'any';
    case 'literal':
      return { constructor: String(pattern.value), parts: [] };
    case 'success':
      // Of a value that is no Result, success is all there is.
      if (argumentsOf(pattern.type, 'Result').length === 0) return shapeOf(inference, pattern.part);
      return { constructor: 'Success', parts: [shapeOf(inference, pattern.part)] };
    case 'error':
      return { constructor: 'Error', parts: [shapeOf(inference, pattern.part)] };
    case 'variant': {
      const parts = pattern.variant.fields.map((): Shape => 'any');
      // Parts that the variant does not have were refused already.
      for (const { nth, pattern: part } of pattern.parts)
        if (nth < parts.length) parts[nth] = shapeOf(inference, part);
      return { constructor: pattern.variant.name, parts };
    }
    case 'parts':
      return { constructor: '', parts: pattern.parts.map(part => shapeOf(inference, part)) };
    case 'list': {
      const end: Shape = pattern.rest === undefined ? { constructor: '[]', parts: [] } : 'any';
      return pattern.items.reduceRight<Shape>(
        (rest, item) => ({ constructor: '[…]', parts: [shapeOf(inference, item), rest] }),
        end,
      );
    }
  }
}

/** Whether there are values that the row fits and none of the rows before. */
function useful(
  inference: Inference,
  rows: readonly Shape[][],
  row: readonly Shape[],
  types: readonly Type[],
): boolean {
  const [first, ...rest] = row;
  if (first === undefined) return rows.length === 0;
  const [type, ...others] = types as [Type, ...Type[]];
  const constructors = constructorsOf(inference, type);
  if (first !== 'any') {
    const parts = constructors?.get(first.constructor) ?? [];
    const inner = specialised(rows, first.constructor, parts.length);
    return useful(inference, inner, [...first.parts, ...rest], [...parts, ...others]);
  }
  const present = new Set(
    rows.flatMap(([head]) => (head === 'any' || head === undefined ? [] : [head.constructor])),
  );
  if (constructors !== undefined && [...constructors.keys()].every(name => present.has(name))) {
    return [...constructors].some(([name, parts]) =>
      useful(
        inference,
        specialised(rows, name, parts.length),
        [...parts.map((): Shape => 'any'), ...rest],
        [...parts, ...others],
      ),
    );
  }
  return useful(inference, remaining(rows), rest, others);
}

/** A value that no row fits. */
function missingShape(
  inference: Inference,
  rows: readonly Shape[][],
  types: readonly Type[],
): readonly Shape[] | undefined {
  const [type, ...others] = types;
  if (type === undefined) return rows.length === 0 ? [] : undefined;
  const constructors = constructorsOf(inference, type);
  const present = new Set(
    rows.flatMap(([head]) => (head === 'any' || head === undefined ? [] : [head.constructor])),
  );
  if (constructors !== undefined && [...constructors.keys()].every(name => present.has(name))) {
    for (const [name, parts] of constructors) {
      const found = missingShape(inference, specialised(rows, name, parts.length), [...parts, ...others]);
      if (found !== undefined)
        return [{ constructor: name, parts: found.slice(0, parts.length) }, ...found.slice(parts.length)];
    }
    return undefined;
  }
  const found = missingShape(inference, remaining(rows), others);
  if (found === undefined) return undefined;
  const absent = [...(constructors ?? [])].find(([name]) => !present.has(name));
  const head: Shape =
    absent === undefined ? 'any' : { constructor: absent[0], parts: absent[1].map(() => 'any' as const) };
  return [head, ...found];
}

/** The rows that fit the constructor, with its parts in its place. */
const specialised = (rows: readonly Shape[][], constructor: string, count: number): Shape[][] =>
  rows.flatMap(([head, ...rest]) => {
    if (head === undefined) return [];
    if (head === 'any') return [[...Array.from({ length: count }, (): Shape => 'any'), ...rest]];
    return head.constructor === constructor ? [[...head.parts, ...rest]] : [];
  });

/** The rows that fit what no row names. */
const remaining = (rows: readonly Shape[][]): Shape[][] =>
  rows.flatMap(([head, ...rest]) => (head === 'any' ? [rest] : []));
