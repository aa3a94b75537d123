// Hit conditions: how often a breakpoint must be reached before it stops.

import { Failure, type HitCondition } from '@sonde/engine';

const operators: Readonly<Record<string, HitCondition['compare']>> = {
  '': 'eq',
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  '>=': 'ge',
  '>': 'gt',
  '<=': 'le',
  '<': 'lt',
  '%': 'multiple',
};

/**
 * Reads what a user typed. The protocol leaves the meaning open; a bare `5` means exactly the fifth hit, as the
 * debuggers most people know read it.
 */
export function parseHitCondition(text: string): HitCondition {
  const match = /^\s*(={0,3}|[<>]=?|%)\s*(\d{1,15})\s*$/.exec(text);
  const compare = match === null ? undefined : operators[match[1]!];
  if (match === null || compare === undefined) throw notAHitCondition(text, 'is not a hit count.');
  const count = Number(match[2]);
  if (compare === 'multiple' && count === 0) throw notAHitCondition(text, 'divides by zero.');
  if (compare === 'eq' && count === 0) throw notAHitCondition(text, 'never comes: hits count from 1.');
  return { compare, count };
}

const written: Readonly<Record<HitCondition['compare'], string>> = {
  eq: '',
  ge: '>= ',
  gt: '> ',
  le: '<= ',
  lt: '< ',
  multiple: '% ',
};

/** As a user would type it. */
export const hitConditionText = ({ compare, count }: HitCondition): string => `${written[compare]}${count}`;

const notAHitCondition = (text: string, why: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `'${text}' ${why}`,
    'Write a number for exactly that hit, or == >= > <= < or % (every so many) and a number.',
  );
