// The line with the comment #look: where a program is worth a look.

import { readOrdinary } from '@sonde/engine';
import { commentsIn } from '@sonde/language';
import { lookLine } from '@sonde/server';
import type { NamedProgram } from './program.js';

/** A source may say itself where it is worth a look. */
export async function lookLineOf({ path, language, isSource }: NamedProgram): Promise<number | undefined> {
  if (!isSource) return undefined;
  const text = await readOrdinary(path).then(String, () => '');
  return lookLine(text, commentsIn(path, language.source));
}
