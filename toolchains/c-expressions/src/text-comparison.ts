// `strcmp` of characters in memory and a text in quotes, by looking: the program may have no such function.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { Arithmetic } from './arithmetic.js';
import { literalIn, unitsOf } from './literals.js';
import { differenceType, int } from './number-types.js';
import type { Tree } from './tree.js';

/** Each character is a comparison. */
const longestText = 48;

/** What `strcmp` answers; `most` characters are looked at. Undefined for what is no text of bytes, or too long. */
export function comparedTexts(
  pointer: Expression,
  quoted: string,
  most: number,
  arithmetic: Arithmetic,
): Expression | undefined {
  const { types, numbers } = arithmetic;
  const type = types.resolve(pointer.type);
  if (type.kind !== 'pointer' && type.kind !== 'array') return undefined;
  const element = type.kind === 'pointer' ? type.target : type.element;
  const literal = literalIn(quoted);
  if (literal?.unit !== 1 || types.resolve(element).size !== 1) return undefined;
  const units = [...unitsOf(literal.body, 1), 0n].slice(0, most);
  if (units.length > longestText) return undefined;
  const { ne } = build.conditions(numbers.boolean);
  const { sub } = build.integers({ bits: 32, signed: true, overflow: 'wrap' }, numbers.id(int));
  const position = numbers.id(differenceType(arithmetic.model));
  const byte = { kind: 'integer', bits: 8, signed: false } as const;
  return units.reduceRight<Expression>(
    (rest, unit, at) => {
      const found = build.index(pointer, build.constant(BigInt(at), position), element);
      const character = arithmetic.retyped(
        arithmetic.retyped(found, byte, numbers.id(byte)),
        int,
        numbers.id(int),
      );
      const wanted = build.constant(BigInt.asUintN(8, unit), numbers.id(int));
      return build.select(ne(character, wanted), sub(character, wanted), rest);
    },
    build.constant(0n, numbers.id(int)),
  );
}

/** `strcmp(value, "text")`, and the same of so many characters; undefined for any other call. */
export function textComparisonIn(
  of: Tree,
  [value, quoted, most]: readonly Tree[],
): { readonly value: Tree; readonly quoted: string; readonly most: number } | undefined {
  const callee = of.kind === 'name' ? of.name : '';
  const isBounded = callee === 'strncmp';
  if ((!isBounded && callee !== 'strcmp') || value === undefined || quoted?.kind !== 'text') return undefined;
  const bound = most?.kind === 'literal' && most.token.kind === 'integer' ? most.token.value : undefined;
  if (isBounded ? bound === undefined : most !== undefined) return undefined;
  return { value, quoted: quoted.quoted, most: bound === undefined ? Infinity : Number(bound) };
}

/** Why a call cannot be answered, where no evaluator of the engine calls it. */
export function callRefusal(of: Tree): string {
  const callee = of.kind === 'name' || of.kind === 'member' ? of.name : 'a function';
  if (callee === 'strcmp' || callee === 'strncmp')
    return `${callee} takes a pointer to characters and a text in quotes of less than ${longestText} characters here.`;
  return `${callee} cannot be called: expressions run no code of the program. Set a breakpoint in it instead.`;
}
