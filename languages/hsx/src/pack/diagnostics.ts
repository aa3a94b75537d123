// What the tools say, as the session shows it.

import { asFailure } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';

/** A build that cannot go on: what it has found out. */
export class BuildProblem extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'the build failed');
  }
}

export const failedWith = (message: string, hint?: string): BuildProblem =>
  new BuildProblem([{ severity: 'error', message, ...(hint === undefined ? {} : { hint }) }]);

export function diagnosticsOf(error: unknown, program: string): readonly Diagnostic[] {
  if (error instanceof BuildProblem) return error.diagnostics;
  return [{ severity: 'error', message: `${program}: ${asFailure(error).text}` }];
}
