// What a language lacks on this machine, in a sentence: the words of `sonde doctor`.

import { asFailure } from '@sonde/engine';
import type { Language, ToolReport } from '@sonde/language';

/** Asked once, when somebody first wants to know: the tools are started for it. */
export class MissingTools {
  readonly #answers = new Map<string, Promise<string | undefined>>();

  of(language: Language): Promise<string | undefined> {
    const known = this.#answers.get(language.id);
    if (known !== undefined) return known;
    const asked = missingIn(language);
    this.#answers.set(language.id, asked);
    return asked;
  }
}

async function missingIn(language: Language): Promise<string | undefined> {
  try {
    const reports = (await language.tools?.()) ?? [];
    const missing = reports.filter(({ found }) => found === undefined).map(sentence);
    return missing.length === 0 ? undefined : missing.join(' ');
  } catch (error) {
    return `Whether its tools are there could not be found out: ${asFailure(error).text}`;
  }
}

/** The problem names the tool, and says what to do where no command does. */
function sentence({ tool, purpose, problem, install }: ToolReport): string {
  const what = problem ?? `${tool} is missing, which ${purpose}.`;
  return install === undefined ? what : `${what.replace(/\.$/, '')}; install it with \`${install}\`.`;
}
