// What the fields of the attach form mean: a process by number or name, or a core file.
import type { StartRequest } from '../model/start-request.js';

export interface AttachFields {
  readonly to: 'process' | 'core';
  /** Number or name of the process, path of the core file. */
  readonly what: string;
  /** The file that it was started from; found out where possible if empty. */
  readonly program: string;
}

export function attachRequest(fields: AttachFields): Extract<StartRequest, { kind: 'attach' }> | undefined {
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
