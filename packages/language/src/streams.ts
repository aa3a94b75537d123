// Streams that programs of a language have beyond standard input, output and error.

/** How what a program writes to a stream of the language's own is shown. */
export interface StreamStyle {
  readonly category: 'stdout' | 'stderr' | 'console';
  /** Stands before each line. */
  readonly marker: string;
  /** Bytes as a hex dump, or text. */
  readonly shows: 'text' | 'hex';
  /** Its number, for shells: where that is redirected, a program without a debugger writes there, unchanged. */
  readonly descriptor?: number;
}

export interface LanguageStreams {
  /** By the names that the engine gives them. */
  readonly output: Readonly<Record<string, StreamStyle>>;
  /**
   * Launch options that take the path of a file which the program reads from a descriptor, and its number, for shells:
   * where that is redirected, a program without a debugger reads it from there.
   */
  readonly input?: Readonly<Record<string, number>>;
}
