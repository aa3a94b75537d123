// The toolchain, loaded with the first build: commands that build nothing start without it.

import { Failure } from '@sonde/engine';
import type { ExpressionLanguage, Language } from '@sonde/language';
import { memberPath } from './member-path.js';

const load = async () => ({ ...(await import('./build.js')), ...(await import('./expressions.js')) });

let toolchain: Awaited<ReturnType<typeof load>> | undefined;

const loaded = async (): Promise<NonNullable<typeof toolchain>> => (toolchain ??= await load());

export const build: Language['build'] = async request => (await loaded()).build(request);

/** A program that has expressions has been built, or the toolchain was loaded for it. */
function compiler(): ExpressionLanguage {
  if (toolchain === undefined)
    throw new Failure('wrong-state', 'sonde', 'nothing was built yet that an expression could be about.');
  return toolchain.expressions;
}

export const expressions: ExpressionLanguage = {
  async load() {
    await loaded();
  },
  compile: (text, context) => compiler().compile(text, context),
  complete: (text, context) => compiler().complete?.(text, context) ?? [],
  completesAfter: ['.'],
  memberPath,
};
