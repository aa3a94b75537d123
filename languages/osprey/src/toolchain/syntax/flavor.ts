// Which flavor a source is written in: what the user says, else a marker in its first line, else its extension.

import { Failure } from '@sonde/engine';
import type { Flavor } from './words.js';

export const ospreyExtensions: readonly string[] = ['.osp', '.ospml'];

const marker = /^(?:\uFEFF)?\s*\/\/\s*osprey:\s*flavor=(\w+)/;

export function flavorOf(name: string, text: string, chosen?: Flavor): Flavor {
  if (chosen !== undefined) return chosen;
  const byName: Flavor | undefined = name.endsWith('.ospml')
    ? 'ml'
    : name.endsWith('.osp')
      ? 'default'
      : undefined;
  const marked = marker.exec(text)?.[1];
  if (marked === undefined) return byName ?? 'default';
  if (marked !== 'ml' && marked !== 'default')
    throw new Failure(
      'bad-arguments',
      'user',
      `${name} asks for the flavor ${marked}, which does not exist.`,
    );
  if (byName !== undefined && byName !== marked)
    throw new Failure(
      'bad-arguments',
      'user',
      `${name} says that its flavor is ${marked}, and its extension says ${byName}.`,
      'Change the one or the other.',
    );
  return marked;
}
