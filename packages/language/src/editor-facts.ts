// What editors are told about a language beyond what the debugger needs: how they know its files, and its language server.

export interface EditorFacts {
  /**
   * Endings that editors know by themselves, by the id that they use for them: they bring grammars and icons of their own,
   * and an extension only adds the debugger.
   */
  readonly knownAs?: Readonly<Record<string, readonly string[]>>;
  /** Endings of what builds make: such a file can be launched, but is not text. */
  readonly built?: readonly string[];
  /** Endings of texts that a build or a launch reads beside the sources, such as headers: editors save them first, too. */
  readonly alsoRead?: readonly string[];
  readonly languageServer?: LanguageServerCommand;
}

/** A server of the Language Server Protocol on standard streams, started as `sonde ARGUMENTS…`. */
export interface LanguageServerCommand {
  readonly arguments: readonly string[];
}
