// The attach configuration: what a session is aimed at that was there before; one for all languages, plus what one adds.

import { resolve } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { notSupported, type AttachSettings } from '@sonde/engine';
import type { Language } from '@sonde/language';
import {
  longestTimeoutSeconds,
  requireFolder,
  requireShape,
  shortestTimeoutSeconds,
  timeoutMsOf,
  withoutNulls,
  type CheckedLaunch,
} from './launch-configuration.js';
import { chooseLanguage, languageCalled } from './program/program-language.js';
import { canonicalPath } from './clients/source-translation.js';

/** Every option that all languages share; docs/reference.md is made from this. */
export const attachSchema = Type.Object({
  session: Type.Optional(
    Type.String({
      description: 'A session to join, by its id from `sonde sessions`; nothing else counts then.',
    }),
  ),
  pid: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,10}$' })], {
      description: 'The process to attach to.',
    }),
  ),
  program: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The file it was started from, for symbols; found out where possible if absent.',
    }),
  ),
  language: Type.Optional(
    Type.String({
      description: 'The language; the first that can attach if absent, and each frame is shown in its own.',
    }),
  ),
  cwd: Type.Optional(
    Type.String({ description: 'Where relative paths count from; the folder of the debugger by default.' }),
  ),
  stopOnEntry: Type.Optional(
    Type.Boolean({ description: 'Keep the program halted where it is, instead of letting it go on.' }),
  ),
  sourceMap: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Folders of sources at build time → where they are now.',
    }),
  ),
  timeout: Type.Optional(
    Type.Number({
      minimum: shortestTimeoutSeconds,
      maximum: longestTimeoutSeconds,
      description: 'Most seconds until the program must be there; 600 by default, at most a day.',
    }),
  ),
});

type AttachConfiguration = Static<typeof attachSchema>;

/** Checks an attach request's arguments; every problem is the user's and names the option. */
export async function checkAttach(
  given: Readonly<Record<string, unknown>>,
  languages: readonly Language[],
  defaultLanguage?: string,
): Promise<CheckedLaunch> {
  const extra = withoutNulls(given);
  requireShape(attachSchema, extra, 'attach');
  const checked = extra as AttachConfiguration;
  const cwd = resolve(checked.cwd ?? process.cwd());
  await requireFolder(cwd);
  const language = await languageOf(checked, cwd, languages, defaultLanguage);
  if (language.engine.attach === undefined)
    throw notSupported(
      'attaching',
      `${language.name} programs live inside the debugger that launched them; join it with "session"`,
    );
  if (language.attach !== undefined) requireShape(language.attach, extra, 'attach');
  const program = checked.program === undefined ? undefined : canonicalPath(resolve(cwd, checked.program));
  const stopOnEntry = checked.stopOnEntry ?? false;
  const attach: AttachSettings = {
    ...(checked.pid === undefined ? {} : { processId: Number(checked.pid) }),
    ...(program === undefined ? {} : { program }),
    cwd,
    stopOnEntry,
    extra,
  };
  return {
    language,
    languages,
    attach,
    sourceMap: checked.sourceMap ?? {},
    timeoutMs: timeoutMsOf(given),
    settings: {
      program: program ?? (checked.pid === undefined ? 'the program' : `process ${checked.pid}`),
      args: [],
      cwd,
      env: {},
      stopOnEntry,
      noDebug: false,
      stdin: { text: '', closed: false },
      console: 'internalConsole',
      extra,
    },
  };
}

/**
 * A process does not tell its language by its name: the first that takes any executable and can attach is as good as
 * another, since each frame is shown in its own.
 */
async function languageOf(
  { language, program }: AttachConfiguration,
  cwd: string,
  languages: readonly Language[],
  defaultLanguage: string | undefined,
): Promise<Language> {
  const attaching = languages.filter(({ engine }) => engine.attach !== undefined);
  const any = attaching.find(({ native }) => native?.takesExecutables === true) ?? attaching[0];
  if (language === undefined && defaultLanguage === undefined) {
    if (any === undefined) throw notSupported('attaching', 'no installed language can do it');
    return any;
  }
  // Without a program there is no file that could say something else.
  if (program === undefined) return languageCalled(language ?? defaultLanguage ?? '', languages);
  return chooseLanguage(
    { program, path: resolve(cwd, program), ...(language === undefined ? {} : { language }) },
    languages,
    defaultLanguage,
  );
}
