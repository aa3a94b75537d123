// Builds a program with its language's tools and shows what they have to say.

import type { BuildResult, Language } from '@sonde/language';
import type { Streams } from './command.js';
import { diagnosticText } from './diagnostics.js';
import { styleFor } from './style.js';

export interface ProgramBuild {
  readonly language: Language;
  readonly program: string;
  /** Absent for a temporary place. */
  readonly output?: string;
  readonly debugInfo: boolean;
  /** The launch configuration, checked. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Without a target the build failed; what is wrong has been said then. */
export async function buildProgram(
  { language, ...request }: ProgramBuild,
  { errors }: Streams,
): Promise<BuildResult> {
  const result = await language.build({ ...request, cwd: process.cwd(), progress: () => undefined });
  // What a compiler says that was ended halfway is not about the program.
  if (result.target === undefined) request.signal.throwIfAborted();
  const style = styleFor(errors);
  for (const diagnostic of result.diagnostics) errors.write(diagnosticText(diagnostic, style));
  return result;
}
