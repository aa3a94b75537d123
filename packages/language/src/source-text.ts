// Source as text: comments and words, for those who show it and those who look for lines in it.

/** How comments are written, so that a line of them can be told from one that lacks code for another reason. */
export interface CommentSyntax {
  /** What begins a comment that ends with its line. */
  readonly line?: string;
  /** What begins and ends one that may go over several lines. */
  readonly block?: readonly [begin: string, end: string];
}

/** What a page needs to colour source, beside the comments. Words are whole words, as the language writes them. */
export interface SourceSyntax {
  readonly keywords: readonly string[];
  /** Names of types that the language itself has. */
  readonly types?: readonly string[];
  /** Words that stand for a value. */
  readonly constants?: readonly string[];
  /** Quote characters: a text ends with the one it began with. */
  readonly strings?: readonly string[];
  /** A backslash in a text takes the next character with it. */
  readonly escapes?: boolean;
  /** What begins and ends code inside a text, by the quote of the text: `"${n} left"`. */
  readonly interpolations?: Readonly<Record<string, readonly [begin: string, end: string]>>;
}

export interface SourceText {
  readonly comments?: CommentSyntax;
  readonly syntax?: SourceSyntax;
  /** Comments of files with other endings than most, where a language has several notations. */
  readonly commentsOf?: Readonly<Record<string, CommentSyntax>>;
}

/** How comments are written in a file of that name. */
export function commentsIn(name: string, source: SourceText | undefined): CommentSyntax | undefined {
  const own = Object.entries(source?.commentsOf ?? {}).find(([ending]) => name.endsWith(ending));
  return own?.[1] ?? source?.comments;
}
