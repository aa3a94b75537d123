// Warnings that a package can turn off, or into errors: [lints] of Twilight.toml.

import { Problems, type SourceText, type Span } from '@sonde/front-end';

export type LintLevel = 'allow' | 'warn' | 'deny';

export const lints = {
  let_keyword: 'warn',
  as_conversion: 'warn',
  unused_variable: 'warn',
  unused_must_use: 'deny',
  unreachable_code: 'warn',
  /** Keys that only the running program knows: the function touches the whole map. */
  dynamic_domain: 'allow',
} as const satisfies Readonly<Record<string, LintLevel>>;

export type Lint = keyof typeof lints;

export const isLint = (name: string): name is Lint => Object.hasOwn(lints, name);

/** The problems of all files of a program, with the levels of its lints. */
export class ProgramProblems extends Problems {
  constructor(
    texts: readonly [SourceText, ...SourceText[]],
    private readonly levels: Readonly<Partial<Record<Lint, LintLevel>>> = {},
  ) {
    const [first, ...others] = texts;
    super(first, others);
  }

  /** So far; to see whether a part of the program has any. */
  get errorCount(): number {
    return this.diagnostics().filter(({ severity }) => severity === 'error').length;
  }

  lint(name: Lint, at: Span, message: string, hint?: string): void {
    const level = this.levels[name] ?? lints[name];
    if (level === 'warn') this.warning(at, message, hint);
    if (level === 'deny') this.error(at, message, hint);
  }
}
