// What the host of a module is given.

/** By module and name, with a dot between them; null for those that answer nothing. */
export type ImportAnswers = Readonly<Record<string, number | null>>;

export interface HostData {
  /** The first one is the name of the program. */
  readonly args: readonly string[];
  /** `NAME=VALUE` */
  readonly environment: readonly string[];
  /** Names of WASI that the module imports: those that are not known here answer that they are not there. */
  readonly wasi: readonly string[];
  readonly imports: ImportAnswers;
  /** What was called, for people, where its result is to be told. */
  readonly shown?: string;
}
