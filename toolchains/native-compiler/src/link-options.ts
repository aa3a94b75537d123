// What a program is linked with besides the runtime: object files, libraries and where these are. Nothing else is taken, since any other option could write elsewhere or run something.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '@sonde/engine';

/** `libfoo.so.1` too. */
const linkable = /\.(?:o|a|so(?:\.\d+)*)$/;
/** Only one word behind it: further commas would be further options of the linker. */
const runPath = /^-Wl,-rpath(?:-link)?[,=][^,]+$/;

export const isLinkable = (file: string): boolean => !file.startsWith('-') && linkable.test(file);
export const isLinkOption = (word: string): boolean => /^-[lL]/.test(word) || runPath.test(word);

/** As the linker takes them, in their order. Throws for what is none of them, and for files that are not there. */
export async function checkedLinkOptions(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const options: string[] = [];
  for (let index = 0; index < words.length; index++) {
    let word = words[index]!;
    // `-l foo` is `-lfoo`.
    if (word === '-l' || word === '-L') word += words[++index] ?? '';
    if (word === '-l' || word === '-L')
      throw refusal(`${word} needs the name of a ${word === '-l' ? 'library' : 'folder'}.`);
    if (isLinkOption(word)) options.push(word);
    else if (isLinkable(word)) options.push(await present(word, cwd));
    else throw refusal(`${word} is nothing to link with.`);
  }
  return options;
}

/** Absolute, so that no name of a file can be taken for an option. */
async function present(word: string, cwd: string): Promise<string> {
  const path = resolve(cwd, word);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw refusal(`${word} does not exist.`);
  if (!found.isFile()) throw refusal(`${word} is not a file.`);
  return path;
}

const refusal = (message: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    message,
    'Give object files and libraries (.o, .a, .so), -lLIBRARY, -LFOLDER or -Wl,-rpath,FOLDER.',
  );
