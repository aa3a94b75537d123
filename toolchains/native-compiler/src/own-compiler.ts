// What a compiler tells of itself, so that messages and caches are its own.

export interface OwnCompiler {
  /** As people write it. */
  readonly language: string;
  /** Folder with the C sources of the runtime. */
  readonly runtime: string;
  /** Name of the folder in the user's cache that keeps the compiled runtime. */
  readonly runtimeCache: string;
  /** The command that writes what clang is given: `xyzc --emit-llvm`. */
  readonly showsIr: string;
  /** Environment variable by which users choose another optimisation of debug builds than none. */
  readonly debugVariable: string;
  /** The same for release builds, where a language has one. */
  readonly releaseVariable?: string;
  /** Libraries that every program of it is linked with: `-lm`. */
  readonly libraries: readonly string[];
}
