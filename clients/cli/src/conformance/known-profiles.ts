// Profiles that need not be named: those of the installed languages, for the adapters that Sonde itself is.

import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Language } from '@sonde/language';
import type { Words } from '@sonde/testkit/conformance';
import { UsageError } from '../command.js';
import { languageNamed } from '../program.js';

/** The language whose profile fits: named by an option, or by the command of the adapter. */
export function languageIn(words: Words, languages: readonly Language[]): Language | undefined {
  const named = words.text('language') ?? languageOption(words.operands);
  if (named !== undefined) return languageNamed(named, languages);
  const names = words.operands.map(word => basename(word).replace(/\.(js|cmd)$/, ''));
  return languages.find(({ adapterNames }) => adapterNames.some(name => names.includes(name)));
}

/** `--language X` among the words of `sonde dap`. */
function languageOption(words: readonly string[]): string | undefined {
  const behind = words.slice(words.indexOf('dap') + 1);
  if (!words.includes('dap')) return undefined;
  const at = behind.findIndex(word => word === '--language' || word.startsWith('--language='));
  const word = behind[at];
  return word?.includes('=') === true ? word.slice(word.indexOf('=') + 1) : behind[at + 1 || behind.length];
}

export function profileOf(language: Language): URL {
  if (language.conformance !== undefined) return language.conformance;
  throw new UsageError(`${language.name} brings no profile: give one with --profile FILE.`);
}

/** Profiles that lie beside a language's own one: of other adapters for that language. */
export async function foreignProfiles({ conformance }: Language): Promise<readonly URL[]> {
  if (conformance === undefined) return [];
  const names = await readdir(new URL('.', conformance));
  return names
    .filter(name => name.endsWith('.profile.json'))
    .sort()
    .map(name => new URL(name, conformance));
}
