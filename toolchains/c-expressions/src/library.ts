// What a language on top of C adds to its expressions: values of its library, and names that C does not have.

import type { Expression, NameScope, TypeTable, VisibleName } from '@sonde/engine';
import type { NumberTypes } from './number-types.js';

/** Each answer is undefined where the value is none of the library's. None of them may call code of the program. */
export interface Library {
  /**
   * What a name means that the scope does not list, or lists as a global one that something nearer may hide: a member of
   * the object that a function belongs to.
   */
  name(name: string, found: VisibleName | undefined): Expression | undefined;
  /** The plain value that one of the library counts as: a pointer, a number. */
  plain(value: Expression): Expression | undefined;
  /** Whether it is something, where it can be asked for that. */
  truth(value: Expression): Expression | undefined;
  /** What it leads to: `*value`, `value->…`. */
  target(value: Expression): Expression | undefined;
  /** `value[at]`. */
  element(value: Expression, at: Expression): Expression | undefined;
  /** `value.name(args)`. */
  call(value: Expression, name: string, args: readonly Expression[]): Expression | undefined;
  /** Whether a text of the library is the one in quotes. */
  isText(value: Expression, quoted: string): Expression | undefined;
}

export interface LibraryContext {
  readonly names: NameScope;
  readonly types: TypeTable;
  readonly numbers: NumberTypes;
}

/** Made for each text that is compiled. */
export type LibraryFactory = (context: LibraryContext) => Library;

const nothing = (): undefined => undefined;

/** Plain C. */
export const noLibrary: LibraryFactory = () => ({
  name: nothing,
  plain: nothing,
  truth: nothing,
  target: nothing,
  element: nothing,
  call: nothing,
  isText: nothing,
});
