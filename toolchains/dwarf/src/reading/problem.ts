// What is wrong with debug information: in which section, and where in it.

export class DwarfProblem extends Error {
  override readonly name = 'DwarfProblem';

  /** `offset` counts from the beginning of the section. */
  constructor(
    readonly section: string,
    readonly offset: number,
    readonly what: string,
  ) {
    super(`${what} (in ${section}, at offset 0x${offset.toString(16)})`);
  }
}
