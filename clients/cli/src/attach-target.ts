// What `sonde attach` is aimed at, out of its options: a process, a core file or a debug server.

import { UsageError, type Invocation } from './command.js';
import { shortPath } from './diagnostics.js';
import { readLaunchOptions } from './launch-options.js';
import { languageNamed } from './program.js';
import { resolve } from 'node:path';

export interface AttachTarget {
  /** For people: `process 4711`. */
  readonly words: string;
  /** The arguments of an attach request. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

const aims = ['pid', 'name', 'core', 'remote'] as const;

/** Undefined when no option names any: then a session is meant. */
export function attachTargetIn(invocation: Invocation): AttachTarget | undefined {
  const { text, texts, flag, operands, languages } = invocation;
  const given = aims.filter(name => text(name) !== undefined);
  const [aim, second] = given;
  if (aim === undefined) {
    if (flag('wait')) throw new UsageError('--wait needs --name.');
    const stray = ['set', 'language', 'log'].find(name => texts(name).length > 0);
    if (stray !== undefined)
      throw new UsageError(`--${stray} has no meaning for a session that runs already.`);
    return undefined;
  }
  if (second !== undefined) throw new UsageError(`choose one of --${aim} and --${second}.`);
  if (flag('wait') && aim !== 'name') throw new UsageError('--wait needs --name.');
  const [program, extra] = operands;
  if (extra !== undefined) throw new UsageError(`sonde attach does not take "${extra}".`);
  const language = text('language');
  const { words, options } = targetOf(aim, text(aim)!, flag('wait'));
  return {
    words: program === undefined ? words : `${words}, ${program}`,
    configuration: {
      cwd: process.cwd(),
      // Whoever sits at a console wants to look around first.
      stopOnEntry: true,
      ...readLaunchOptions(texts('set')),
      ...options,
      ...(program === undefined ? {} : { program }),
      ...(language === undefined ? {} : { language: languageNamed(language, languages).id }),
    },
  };
}

function targetOf(
  aim: (typeof aims)[number],
  value: string,
  wait: boolean,
): { readonly words: string; readonly options: Readonly<Record<string, unknown>> } {
  if (value === '') throw new UsageError(`--${aim} needs a value.`);
  switch (aim) {
    case 'pid':
      if (!/^[1-9]\d{0,9}$/.test(value))
        throw new UsageError(`--pid ${value}: write the number of a process, or use --name.`);
      return { words: `process ${value}`, options: { pid: Number(value) } };
    case 'name':
      return {
        words: wait ? `the next process ${value}` : `process ${value}`,
        options: { processName: value, ...(wait ? { waitFor: true } : {}) },
      };
    case 'core':
      return { words: `core file ${shortPath(resolve(value))}`, options: { core: value } };
    case 'remote':
      return { words: value, options: { gdbRemote: value } };
  }
}
