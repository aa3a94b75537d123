// Source identity: which text a location speaks of.

/** A source file: a canonical path where there is one, else content that the engine or language can supply. */
export interface SourceRef {
  /** Shown to people; the last part of the path as a rule. */
  readonly name: string;
  /** Canonical absolute path on the machine of the debugger. */
  readonly path?: string;
  /** Key under which `Engine.sourceText` finds the text when there is no path. */
  readonly contentKey?: string;
  /** SHA-256 of the text the program was built from, in hex, where the builder knew it. */
  readonly sha256?: string;
  /** MD5 of the same text, for builders that write that one down. */
  readonly md5?: string;
  /** The engine has found, and told, that the file is no longer the text the program was built from. */
  readonly outdated?: true;
  /** Why people may not want to see it first: library or generated code. */
  readonly dimmed?: boolean;
}

/** Lines and columns count from 1, as in every editor; the session converts for clients that count from 0. */
export interface SourceLocation {
  readonly source: SourceRef;
  readonly line: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export const sourceKey = (source: SourceRef): string =>
  source.path ?? `content:${source.contentKey ?? source.name}`;
