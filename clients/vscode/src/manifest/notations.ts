// The languages as VS Code knows them: one for each notation, which is a set of endings with the same comments.

import { grouped } from './grouped.js';
import { commentsIn, type CommentSyntax, type Language, type SourceSyntax } from '@sonde/language';

/** What the manifest is made from; a language pack has it all. */
export type LanguageFacts = Pick<
  Language,
  'id' | 'name' | 'extensions' | 'projectFile' | 'source' | 'editor' | 'launch' | 'attach' | 'native'
>;

export interface Notation {
  /** VS Code's id of the language. */
  readonly id: string;
  readonly title: string;
  readonly endings: readonly string[];
  /** VS Code has it already: only the debugger is added. */
  readonly isKnown: boolean;
  readonly comments?: CommentSyntax;
  readonly syntax?: SourceSyntax;
}

/** Endings that a person opens as text and presses F5 on. */
export const sourceEndings = ({ extensions, editor }: LanguageFacts): readonly string[] =>
  extensions.filter(ending => !(editor?.built ?? []).includes(ending));

export function notationsOf(language: LanguageFacts): readonly Notation[] {
  const { id, name, source, editor } = language;
  const known = Object.entries(editor?.knownAs ?? {});
  const ours = sourceEndings(language).filter(
    ending => !known.some(([, endings]) => endings.includes(ending)),
  );
  const groups = grouped(ours, ending => JSON.stringify(commentsIn(ending, source) ?? {}));
  const own = [...groups.values()].map((endings, nth): Notation => ({
    ...wordsOf(endings[0]!, source),
    id: nth === 0 ? id : `${id}${endings[0]!.replaceAll('.', '-')}`,
    title: nth === 0 ? name : `${name} (${endings.join(', ')})`,
    endings,
    isKnown: false,
  }));
  return [
    ...known.map(([knownId, endings]): Notation => ({
      ...wordsOf(endings[0] ?? '', source),
      id: knownId,
      title: name,
      endings,
      isKnown: true,
    })),
    ...own,
  ];
}

/** Comments and words of files with that ending. */
function wordsOf(ending: string, source: LanguageFacts['source']): Pick<Notation, 'comments' | 'syntax'> {
  const comments = commentsIn(ending, source);
  return {
    ...(comments === undefined ? {} : { comments }),
    ...(source?.syntax === undefined ? {} : { syntax: source.syntax }),
  };
}
