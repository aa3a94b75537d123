// Values on the console: one line each, and one level of what is inside.

import type { EvaluateResponseBody, Variable } from '@sonde/dap';
import type { Debuggee } from './debuggee.js';
import type { Style } from '../style.js';

/** More than this is not read by anybody; the rest can be asked for by name. */
const shownChildren = 50;

/** `watch` reads only, as befits what is shown by itself; `repl` may run code of the program, because a person asked. */
export const evaluated = (
  debuggee: Debuggee,
  expression: string,
  frameId: number,
  context: 'watch' | 'repl' = 'watch',
): Promise<EvaluateResponseBody> => debuggee.client.request('evaluate', { expression, frameId, context });

/** Lines for what a value is made of; none for a simple one. */
export async function childLines(
  debuggee: Debuggee,
  value: {
    readonly variablesReference: number;
    readonly indexedVariables?: number;
    readonly namedVariables?: number;
  },
  style: Style,
): Promise<readonly string[]> {
  if (value.variablesReference === 0) return [];
  const total = (value.indexedVariables ?? 0) + (value.namedVariables ?? 0);
  const { variables } = await debuggee.client.request('variables', {
    variablesReference: value.variablesReference,
    start: 0,
    count: shownChildren,
  });
  const shown = variables.slice(0, shownChildren);
  const rest = Math.max(total, variables.length) - shown.length;
  return [
    ...shown.map(variable => `  ${variableLine(variable, style)}`),
    ...(rest > 0 ? [style.dim(`  … ${rest} more`)] : []),
  ];
}

export const variableLine = ({ name, value, type }: Variable, style: Style): string =>
  `${name} = ${value}${type === undefined || type === '' ? '' : style.dim(`  ${type}`)}`;
