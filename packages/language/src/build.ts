// Building: what a language is asked for before its program can run, and what its compiler says.

import type { SourceLocation, Target } from '@sonde/engine';

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly location?: SourceLocation;
  /** The line of source it speaks of, so that a terminal can show it. */
  readonly sourceLine?: string;
  readonly hint?: string;
}

export interface BuildRequest {
  readonly program: string;
  readonly cwd: string;
  /** Where `sonde build -o` wants the artefact; a temporary place when absent. */
  readonly output?: string;
  readonly debugInfo: boolean;
  /** What the language's own launch schema added, already checked. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /**
   * More bytes of source than this are not compiled here: `sourceReader` throws then, and `passTooMuchSource` lets that pass.
   * Only for languages with a `buildModule`, which build again on a thread.
   */
  readonly mostSource?: number;
  /** One line for people about what takes time. */
  progress(message: string): void;
}

/** No target means that the build failed; the diagnostics say why. */
export interface BuildResult {
  readonly target?: Target;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * For a failed build: what the language's own compiler would print on standard output, and its exit code. Who runs a
   * program without a debugger sees this there; the diagnostics go to standard error.
   */
  readonly verdict?: { readonly output: string; readonly exitCode: number };
}
