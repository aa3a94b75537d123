// How large functions may become, and what those get that would be larger: fewer sites, and the user is told which are missing.

import { Failure } from '@sonde/engine';
import type { FunctionBody, WasmModule } from '@sonde/wasm';

/** Of one function, in bytes of code. */
export interface CodeLimits {
  /** V8 refuses a module with a larger one. */
  readonly whole: number;
  /** What hands out locals at sites; beyond it they live in globals, which costs less than compiling so much. */
  readonly spills: number;
}

export const usualLimits: CodeLimits = { whole: 7_654_321, spills: 1 << 20 };

export interface TooLarge {
  /** Their instructions are no sites; their statements are. */
  readonly toStep: ReadonlySet<number>;
  /** Not even their statements. */
  readonly toProbe: ReadonlySet<number>;
}

export const nothingTooLarge: TooLarge = { toStep: new Set(), toProbe: new Set() };

/** The next smaller form of each. Throws a Failure where there is none. */
export function withLess(
  module: WasmModule,
  { toStep, toProbe }: TooLarge,
  large: readonly FunctionBody[],
  steps: boolean,
): TooLarge {
  const [noSteps, noProbes] = [new Set(toStep), new Set(toProbe)];
  for (const body of large) {
    if (steps && !noSteps.has(body.index)) noSteps.add(body.index);
    else if (!noProbes.has(body.index)) noProbes.add(body.index);
    else
      throw new Failure(
        'not-supported',
        'program',
        `${functionName(module, body.index)} has ${body.end - body.start} bytes of code, which is too large to be debugged.`,
        'Run the program without a debugger, or make several functions of it.',
      );
  }
  return { toStep: noSteps, toProbe: noProbes };
}

/** As far as the module itself names it. */
export function functionName(module: WasmModule, index: number): string {
  const exported = module.exports.find(each => each.kind === 'function' && each.index === index);
  return exported === undefined ? `function ${index}` : `the function ${exported.name}`;
}
