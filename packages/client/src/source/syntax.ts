// What sources of a language look like: enough to colour them and to tell code from comments and texts.

export interface Syntax {
  /** What begins a comment that ends with its line. */
  readonly line?: string;
  readonly block?: readonly [begin: string, end: string];
  readonly keywords: readonly string[];
  readonly types?: readonly string[];
  readonly constants?: readonly string[];
  /** Quote characters. */
  readonly strings?: readonly string[];
  /** Whether a backslash keeps the next character from ending a string. */
  readonly escapes?: boolean;
}
