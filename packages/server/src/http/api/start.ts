// GET /api/start: what the page shows first: languages, examples, the folder, and what the command was asked to open.

import { basename, resolve } from 'node:path';
import type { Language } from '@sonde/language';
import type { Rights } from '@sonde/session';
import { attachOptionsOf, type AttachOption } from './attach-options.js';
import { examplesOf, type Example } from './examples.js';
import { MissingTools } from './missing-tools.js';

/** What to show at once. */
export interface OpenProgram {
  /** Absolute. */
  readonly program: string;
  /** Id of its language. */
  readonly language?: string;
  /** Where to stop first. */
  readonly lines?: readonly number[];
  readonly args?: readonly string[];
  /** Launch options besides, already checked. */
  readonly launch?: Readonly<Record<string, unknown>>;
}

export interface StartOptions {
  readonly version: string;
  readonly folder?: string;
  readonly open?: OpenProgram;
}

export interface LanguageAnswer extends Pick<Language, 'id' | 'name' | 'extensions'> {
  /** How its sources are coloured. */
  readonly syntax?: object;
  /** A tool that is not there, in a sentence with what to do. */
  readonly missing?: string;
  /** What to fill in to attach to a program of it, where that is no process of this machine. */
  readonly attach?: readonly AttachOption[];
}

export interface StartAnswer {
  readonly version: string;
  readonly rights: Rights;
  readonly folder?: { readonly name: string; readonly path: string };
  readonly languages: readonly LanguageAnswer[];
  readonly examples: readonly Example[];
  /** Whether some language can attach to a process of this machine. */
  readonly attaches: boolean;
  readonly open?: OpenProgram;
}

export class StartPage {
  readonly #missing = new MissingTools();

  constructor(
    private readonly languages: readonly Language[],
    private readonly options: StartOptions,
  ) {}

  async answer(rights: Rights): Promise<StartAnswer> {
    const { version, folder, open } = this.options;
    const [languages, examples] = await Promise.all([
      Promise.all(this.languages.map(language => this.#describe(language))),
      examplesOf(this.languages),
    ]);
    return {
      version,
      rights,
      ...(folder === undefined ? {} : { folder: folderAnswer(folder) }),
      languages,
      examples,
      attaches: this.languages.some(language => attachesToProcesses(language)),
      ...(open === undefined ? {} : { open }),
    };
  }

  async #describe(language: Language): Promise<LanguageAnswer> {
    const { id, name, extensions } = language;
    const missing = await this.#missing.of(language);
    const syntax = syntaxOf(language);
    const attach = attachesToProcesses(language) ? [] : attachOptionsOf(language);
    return {
      id,
      name,
      extensions,
      ...(syntax === undefined ? {} : { syntax }),
      ...(missing === undefined ? {} : { missing }),
      ...(attach.length === 0 ? {} : { attach }),
    };
  }
}

const attachesToProcesses = ({ engine, native }: Language): boolean =>
  engine.attach !== undefined && native?.takesExecutables === true;

const folderAnswer = (folder: string): { readonly name: string; readonly path: string } => {
  const path = resolve(folder);
  return { name: basename(path) || path, path };
};

/** Comments and words in one; undefined where nothing is known of either. */
function syntaxOf({ source: { comments, syntax } = {} }: Language): object | undefined {
  if (comments === undefined && syntax === undefined) return undefined;
  return { keywords: [], ...comments, ...syntax };
}
