// The notations of a language, as editors know it: a set of endings with the same comments is a file type of its own.

import type { Language } from './contract.js';
import { commentsIn, type CommentSyntax, type SourceSyntax } from './source-text.js';

export interface Notation {
  /** The id of the file type in editors. */
  readonly id: string;
  readonly title: string;
  readonly endings: readonly string[];
  /** Editors have it already, with a grammar of their own. */
  readonly isKnown: boolean;
  readonly comments?: CommentSyntax;
  readonly syntax?: SourceSyntax;
}

/** What a notation is made from. */
export type NotationFacts = Pick<Language, 'id' | 'name' | 'extensions' | 'source' | 'editor'>;

/** Endings that a person opens as text and debugs. */
export const sourceEndings = ({
  extensions,
  editor,
}: Pick<Language, 'extensions' | 'editor'>): readonly string[] =>
  extensions.filter(ending => editor?.built?.includes(ending) !== true);

export function notationsOf(language: NotationFacts): readonly Notation[] {
  const { id, name, source, editor } = language;
  const known = Object.entries(editor?.knownAs ?? {});
  const ours = sourceEndings(language).filter(
    ending => !known.some(([, endings]) => endings.includes(ending)),
  );
  const groups = new Map<string, string[]>();
  for (const ending of ours) {
    const key = JSON.stringify(commentsIn(ending, source) ?? {});
    groups.set(key, [...(groups.get(key) ?? []), ending]);
  }
  const own = [...groups.values()].map((endings, nth): Notation => ({
    ...wordsOf(endings[0]!, source),
    id: nth === 0 ? id : `${id}${endings[0]!.replaceAll('.', '-')}`,
    title: nth === 0 ? name : `${name} (${endings.join(', ')})`,
    endings,
    isKnown: false,
  }));
  const others = known.map(([knownId, endings]): Notation => ({
    ...wordsOf(endings[0] ?? '', source),
    id: knownId,
    title: name,
    endings,
    isKnown: true,
  }));
  return [...others, ...own];
}

/** Comments and words of files with that ending. */
function wordsOf(ending: string, source: Language['source']): Pick<Notation, 'comments' | 'syntax'> {
  const comments = commentsIn(ending, source);
  return {
    ...(comments === undefined ? {} : { comments }),
    ...(source?.syntax === undefined ? {} : { syntax: source.syntax }),
  };
}
