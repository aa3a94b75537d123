// Native code: how executables and the frames in them find their language.

/**
 * How a language knows code of its own in a program, whoever built it. The more telling a sign is, the more it counts: the
 * compiler's name, then the extension of the source, then the runtime's symbols, then the name of the language.
 */
export interface Recognition {
  /** Fits the compiler's name for itself. */
  readonly producer?: RegExp;
  /** Fits the name of the language in debug information: `c++17`. */
  readonly language?: RegExp;
  /** Symbols of its runtime; a module that has all of them was made by its compiler. */
  readonly symbols?: readonly string[];
  /** Texts of which one is in every executable that its compiler makes: such a file is launched as this language's. */
  readonly marks?: readonly string[];
}

/** For languages that compile to machine code. */
export interface NativePrograms {
  /**
   * Takes programs that a compiler has already made into machine code, whatever they are called and whoever built them:
   * such a file is known by its first bytes. Of several languages that do, the one whose mark it has gets it
   * (`Recognition.marks`), else the first that is installed; each frame is shown in its own language all the same.
   */
  readonly takesExecutables?: boolean;
  /** For programs that are made of code in several languages: each frame is shown in its own. */
  readonly recognises?: Recognition;
}
