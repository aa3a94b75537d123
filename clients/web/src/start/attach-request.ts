// What the fields of the attach form mean: a process by number or name, a core file, or what a language attaches to.
import type { StartRequest } from '@sonde/client';
import type { LanguageInfo } from '../page/server-api.js';

export interface AttachFields {
  readonly to: 'process' | 'core';
  /** Number or name of the process, path of the core file. */
  readonly what: string;
  /** The file that it was started from; found out where possible if empty. */
  readonly program: string;
}

export type AttachRequest = Extract<StartRequest, { kind: 'attach' }>;

/** By the attach options of a language, as texts; undefined while one is missing or makes no sense. */
export function attachByOptions(
  { id, name, attach = [] }: LanguageInfo,
  texts: Readonly<Record<string, string>>,
): AttachRequest | undefined {
  const options: Record<string, string | number> = {};
  for (const option of attach) {
    const text = (texts[option.name] ?? '').trim();
    const value = option.kind === 'number' ? Number(text) : text;
    if (text === '' && !option.required) continue;
    if (text === '' || Number.isNaN(value)) return undefined;
    options[option.name] = value;
  }
  const where = attach
    .filter(option => option.required)
    .map(option => `${option.name} ${options[option.name]}`);
  return {
    kind: 'attach',
    name: [name, ...where].join(', '),
    options: { stopOnEntry: true, language: id, ...options },
  };
}

export function attachRequest(fields: AttachFields): AttachRequest | undefined {
  const what = fields.what.trim();
  const program = fields.program.trim();
  if (what === '') return undefined;
  const aim =
    fields.to === 'core'
      ? { core: what }
      : /^[1-9]\d{0,9}$/.test(what)
        ? { pid: Number(what) }
        : { processName: what };
  return {
    kind: 'attach',
    // What was wanted in a program is wanted in its next process too; a number alone tells of no program.
    name: program === '' ? (fields.to === 'core' ? what : `process ${what}`) : program,
    // Whoever comes from the start page wants to look around first.
    options: { stopOnEntry: true, ...aim, ...(program === '' ? {} : { program }) },
  };
}
