// Breakpoints that could never do what is asked of them: refused when they are set, not when somebody waits for a stop.

import type { BreakpointId, BreakpointSpec, Engine, EngineTraits, Resolution } from '@sonde/engine';
import type { Language } from '@sonde/language';

/** What the language says is wrong with the way a condition is written; undefined where only the program can tell. */
export function conditionProblem(
  { where, condition }: BreakpointSpec,
  language: Language,
): string | undefined {
  // What stands there for an exception is no expression.
  if (condition === undefined || where.kind === 'exception') return undefined;
  const problem = language.expressions?.native?.syntaxProblem?.(condition);
  return problem === undefined ? undefined : `the condition makes no sense: ${problem}`;
}

/** What the engine does not do: it would ignore it, and the program would stop where nobody asked it to. */
function beyondTraits(spec: BreakpointSpec, { breakpoints }: EngineTraits): string | undefined {
  const { where } = spec;
  if (where.kind === 'function' && !breakpoints.function) return 'this engine has no function breakpoints.';
  if (where.kind === 'instruction' && !breakpoints.instruction)
    return 'this engine has no instruction breakpoints.';
  if (where.kind === 'exception' && !breakpoints.exception)
    return 'this engine has no exception breakpoints.';
  if (where.kind === 'data' && !breakpoints.data.includes(where.access))
    return `this engine does not watch for ${where.access}.`;
  if (spec.condition !== undefined && !breakpoints.condition) return 'this engine has no conditions.';
  if (spec.hitCondition !== undefined && !breakpoints.hitCount) return 'this engine does not count hits.';
  if (spec.logMessage !== undefined && !breakpoints.log) return 'this engine writes no log messages.';
  return undefined;
}

/** A filter of another language, which a client may have chosen before it was known which one the program is in. */
function filterProblem({ where }: BreakpointSpec, language: Language): string | undefined {
  if (where.kind !== 'exception') return undefined;
  if (language.exceptionFilters.some(({ id }) => id === where.filter)) return undefined;
  return `${language.name} programs have no exception filter "${where.filter}"`;
}

/** Has an engine set breakpoints, all but those that could not work: they come back with the reason. */
export async function changeSensible(
  engine: Engine,
  language: Language,
  set: readonly BreakpointSpec[],
  remove: readonly BreakpointId[],
): Promise<readonly Resolution[]> {
  const refused = set.flatMap(({ id, ...spec }): readonly Resolution[] => {
    const message =
      beyondTraits({ id, ...spec }, engine.traits) ??
      conditionProblem({ id, ...spec }, language) ??
      filterProblem({ id, ...spec }, language);
    return message === undefined ? [] : [{ id, state: 'failed', sites: [], message }];
  });
  if (refused.length === 0) return engine.changeBreakpoints(set, remove);
  const ids = new Set(refused.map(({ id }) => id));
  const rest = set.filter(({ id }) => !ids.has(id));
  if (rest.length === 0 && remove.length === 0) return refused;
  return [...(await engine.changeBreakpoints(rest, remove)), ...refused];
}
