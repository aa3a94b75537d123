// What every editor's configuration is made from: the file types of the installed languages, and what each can do.

import { notationsOf, type ExceptionFilter, type Language, type Notation } from '@sonde/language';

/** A file type in an editor, with what its programs are debugged by. */
export interface FileType extends Notation {
  /** For `sonde dap --language`: the adapter then offers what this language has, and nothing of others. */
  readonly language: string;
  /** The file that makes a folder a program. */
  readonly projectFile?: string;
  readonly exceptionFilters: readonly ExceptionFilter[];
  /** Running processes can be attached to by their number. */
  readonly attachesToProcesses: boolean;
}

export interface EditorInput {
  readonly fileTypes: readonly FileType[];
  /** What editors start. */
  readonly command: string;
  readonly version: string;
}

export type LanguageFacts = Pick<
  Language,
  'id' | 'name' | 'extensions' | 'source' | 'editor' | 'projectFile' | 'exceptionFilters' | 'native'
>;

export const editorInput = (
  languages: readonly LanguageFacts[],
  command: string,
  version: string,
): EditorInput => ({
  command,
  version,
  fileTypes: languages.flatMap(language =>
    notationsOf(language).map(notation => ({
      ...notation,
      language: language.id,
      ...(language.projectFile === undefined ? {} : { projectFile: language.projectFile }),
      exceptionFilters: language.exceptionFilters,
      attachesToProcesses: language.native !== undefined,
    })),
  ),
});

/** How a comment of one line is written, around `text`. */
export function lineComment({ comments }: Notation, text: string): string | undefined {
  if (comments?.line !== undefined) return `${comments.line} ${text}`;
  return comments?.block === undefined ? undefined : `${comments.block[0]} ${text} ${comments.block[1]}`;
}
