// The checker: rejects what the original compiler rejects, in its words, and tells the code generator what it found out.

import type { Unit } from '../ast.js';
import type { CheckedUnit, ModuleInterface } from '../checked.js';
import { SourceProblem, type SourceFile } from '../source.js';
import { checkUnit } from './declarations.js';
import { interfaceOf } from './exports.js';
import { preludeScope } from './prelude.js';
import { UnitState } from './unit-state.js';

export interface CheckOptions {
  /** The rules are the same in both modes; what differs is in the code that is made. */
  readonly upstreamCompatible: boolean;
}

/**
 * `imports` by the dotted name in the `import`; what is not among them is taken for granted, and checked when it runs.
 * Throws a `SourceProblem`.
 */
export const check: (
  file: SourceFile,
  unit: Unit,
  imports: ReadonlyMap<string, ModuleInterface>,
  options: CheckOptions,
) => CheckedUnit = (file, unit, imports) => {
  const state = new UnitState(file, preludeScope().inner());
  try {
    checkUnit(unit, imports, state);
  } catch (problem) {
    throw asSourceProblem(problem, file);
  }
  return {
    file,
    unit,
    interface: interfaceOf(file, unit, state),
    imports,
    annotations: state.notes,
    instances: state.instances,
  };
};

function asSourceProblem(problem: unknown, file: SourceFile): unknown {
  if (problem instanceof SourceProblem) {
    problem.file ??= file;
    return problem;
  }
  // A body that nests thousands of levels deep uses up the stack before it uses up anything else.
  if (!(problem instanceof RangeError)) return problem;
  const deep = new SourceProblem('Error', 'The program is nested too deeply to be checked', undefined, {
    line: 1,
    column: 1,
  });
  deep.file = file;
  return deep;
}
