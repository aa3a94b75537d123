// Breakpoints that no program of a language could make sense of: refused when they are set, not when somebody waits for
// a stop.

import type { BreakpointId, BreakpointSpec, Engine, Resolution } from '@sonde/engine';
import type { Language } from '@sonde/language';

/** What the language says is wrong with the way a condition is written; undefined where only the program can tell. */
export function conditionProblem(
  { where, condition }: BreakpointSpec,
  language: Language,
): string | undefined {
  // What stands there for an exception is no expression.
  if (condition === undefined || where.kind === 'exception') return undefined;
  const problem = language.expressions?.syntaxProblem?.(condition);
  return problem === undefined ? undefined : `the condition makes no sense: ${problem}`;
}

/** A filter of another language, which a client may have chosen before it was known which one the program is in. */
function filterProblem({ where }: BreakpointSpec, language: Language): string | undefined {
  if (where.kind !== 'exception') return undefined;
  if (language.exceptionFilters.some(({ id }) => id === where.filter)) return undefined;
  return `${language.name} programs have no exception filter "${where.filter}"`;
}

/**
 * Has an engine set breakpoints, all but those with a misspelt condition or a filter of another language: they come back
 * with the reason.
 */
export async function changeSensible(
  engine: Engine,
  language: Language,
  set: readonly BreakpointSpec[],
  remove: readonly BreakpointId[],
): Promise<readonly Resolution[]> {
  const refused = set.flatMap(({ id, ...spec }): readonly Resolution[] => {
    const message = conditionProblem({ id, ...spec }, language) ?? filterProblem({ id, ...spec }, language);
    return message === undefined ? [] : [{ id, state: 'failed', sites: [], message }];
  });
  if (refused.length === 0) return engine.changeBreakpoints(set, remove);
  const ids = new Set(refused.map(({ id }) => id));
  const rest = set.filter(({ id }) => !ids.has(id));
  if (rest.length === 0 && remove.length === 0) return refused;
  return [...(await engine.changeBreakpoints(rest, remove)), ...refused];
}
