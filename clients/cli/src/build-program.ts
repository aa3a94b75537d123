// Builds a program with its language's tools and shows what they have to say.

import type { Target } from '@sonde/engine';
import type { Language } from '@sonde/language';
import type { Streams } from './command.js';
import { diagnosticText } from './diagnostics.js';
import { styleFor } from './style.js';

export interface BuildOptions {
  readonly output?: string;
  readonly debugInfo: boolean;
  readonly signal?: AbortSignal;
}

/** Undefined when the build failed; what is wrong has been said then. */
export async function buildProgram(
  language: Language,
  program: string,
  { errors }: Streams,
  options: BuildOptions,
): Promise<Target | undefined> {
  const result = await language.build({
    program,
    cwd: process.cwd(),
    debugInfo: options.debugInfo,
    extra: {},
    signal: options.signal ?? new AbortController().signal,
    progress: () => undefined,
    ...(options.output === undefined ? {} : { output: options.output }),
  });
  const style = styleFor(errors);
  for (const diagnostic of result.diagnostics) errors.write(diagnosticText(diagnostic, style));
  return result.target;
}
