// What is wrong with a module: malformed at an offset, or of a feature that is not read here.

export type ProblemKind = 'malformed' | 'unsupported';

/** `offset` counts from the beginning of the module. */
export class ModuleProblem extends Error {
  override readonly name = 'ModuleProblem';

  constructor(
    readonly kind: ProblemKind,
    readonly offset: number,
    readonly what: string,
  ) {
    super(`${what} (at offset 0x${offset.toString(16)})`);
  }
}

export const malformed = (offset: number, what: string): ModuleProblem =>
  new ModuleProblem('malformed', offset, what);

export const unsupported = (offset: number, feature: string): ModuleProblem =>
  new ModuleProblem('unsupported', offset, `the module uses ${feature}, which is not supported here`);

/** A mistake of the code that builds a module, not of a module that is read. */
export class BuilderMisuse extends Error {
  override readonly name = 'BuilderMisuse';
}
