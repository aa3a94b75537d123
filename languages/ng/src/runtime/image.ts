// The program as the machine gets it: all its modules in one address space, and how to run them.

import type { SourceLocation, TypeId } from '@sonde/engine';
import type { DebugInfo, SourceMap } from '../toolchain/format/debug-info.js';
import type { NgoModule } from '../toolchain/format/ngo.js';

export interface ImageModule {
  /** The name that imports use. */
  readonly name: string;
  readonly path: string;
  readonly module: NgoModule;
  /** Address of its first byte of code; its functions follow one another without gaps. */
  readonly base: number;
  /** Index of its first global among those of the program; 0 for all where they share one table. */
  readonly globalBase: number;
  /** Per entry of `module.imports`: the module's index in the image; undefined for natives. */
  readonly imports: readonly (number | undefined)[];
  /** Modules to initialise before this one, in order. */
  readonly uses: readonly number[];
  readonly sourceMap?: SourceMap;
  readonly debug?: DebugInfo;
}

export interface ProgramImage {
  /** The first is the program itself. */
  readonly modules: readonly ImageModule[];
  /** Behave as the original machine does where that is a mistake of its: one table of globals, no initialisation. */
  readonly upstreamCompatible: boolean;
  /** Where the machine's own frames (folds, drops) pretend to be: code that nobody wrote. */
  readonly builtIn: { readonly start: number; readonly end: number };
  /** Addresses behind all others, for the code of expressions that a debugger has evaluated. */
  readonly scratch: { readonly start: number; readonly end: number };
  /** Type ids by the name of the type at run time (`i32`, `Array`, `Account`). */
  readonly typeIds: ReadonlyMap<string, TypeId>;
  /** For declared types (`vector<i32>`): the runtime name that values of it have. */
  readonly runtimeNames: ReadonlyMap<TypeId, string>;
  /** Where members were declared, by `fieldKey`. */
  readonly fieldPlaces: ReadonlyMap<string, SourceLocation>;
}

/** Instances of a generic type have the members of that. */
export const fieldKey = (type: string, field: string): string => {
  const end = type.indexOf('<');
  return `${end < 0 ? type : type.slice(0, end)}.${field}`;
};

/**
 * An expression as code, for the machine to run inside an activation. It may use the functions, strings and imports of
 * `module`; strings behind the module's own are in `strings`. Globals are numbered as the machine counts them, over all modules. Both codes end with RETURN, which takes the value off the
 * stack as a function's result.
 */
export interface Fragment {
  readonly module: number;
  readonly code: Uint8Array;
  readonly strings: readonly string[];
  /** The same expression as a reference to what it names, where it names something: its result is the reference. */
  readonly place?: Uint8Array;
}
