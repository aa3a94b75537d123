// What `sonde attach` is aimed at, out of its options: a process, a core file, a debug server, or what a language attaches to.

import { UsageError, type Invocation } from './command.js';
import { shortPath } from './diagnostics.js';
import { readLaunchOptions } from './launch-options.js';
import { didYouMean } from './nearest.js';
import { languageNamed } from './program.js';
import type { Language } from '@sonde/language';
import { attachSchema } from '@sonde/session';
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
  const language = text('language');
  if (aim === undefined) {
    if (flag('wait')) throw new UsageError('--wait needs --name.');
    if (language !== undefined) return targetOfLanguage(languageNamed(language, languages), invocation);
    const stray = ['set', 'language', 'log'].find(name => texts(name).length > 0);
    if (stray !== undefined && operands.length > 0)
      throw new UsageError(`--${stray} has no meaning for a session that runs already.`);
    return undefined;
  }
  if (second !== undefined) throw new UsageError(`choose one of --${aim} and --${second}.`);
  if (flag('wait') && aim !== 'name') throw new UsageError('--wait needs --name.');
  const { words, options } = targetOf(aim, text(aim)!, flag('wait'));
  const meant = language === undefined ? undefined : languageNamed(language, languages);
  const set = readLaunchOptions(texts('set'), meant?.attach ?? {}, attachSchema);
  const chosen = meant === undefined ? {} : { language: meant.id };
  return aimedAt(words, { ...set, ...options, ...chosen }, operands);
}

/** Where a language knows itself what to attach to, by its options. */
function targetOfLanguage(language: Language, { texts, operands }: Invocation): AttachTarget {
  const { id, name, attach, engine } = language;
  if (engine.attach === undefined)
    throw new UsageError(
      `${name} programs live inside the debugger that launched them: join it with sonde attach SESSION.`,
    );
  const own = optionsIn(attach);
  const options = readLaunchOptions(texts('set'), attach ?? {}, attachSchema);
  const known = [...own.names, ...commonNames];
  const unknown = Object.keys(options).find(option => !known.includes(option));
  if (unknown !== undefined)
    throw new UsageError(
      `${name} programs have no attach option "${unknown}".${didYouMean(unknown, known)} Known: ${known.join(', ')}.`,
    );
  const absent = own.required.find(option => !(option in options));
  if (absent !== undefined)
    throw new UsageError(`to attach to a ${name} program, add --set ${absent}=VALUE.`);
  // Numbers say where it is; a text may be a secret.
  const where = Object.entries(options).filter(([, value]) => typeof value === 'number');
  const words = [`${name} program`, ...where.map(([option, value]) => `${option} ${String(value)}`)];
  return aimedAt(words.join(', '), { ...options, language: id }, operands);
}

function aimedAt(
  words: string,
  options: Readonly<Record<string, unknown>>,
  [program, extra]: readonly string[],
): AttachTarget {
  if (extra !== undefined) throw new UsageError(`sonde attach does not take "${extra}".`);
  return {
    words: program === undefined ? words : `${words}, ${program}`,
    configuration: {
      cwd: process.cwd(),
      // Whoever sits at a console wants to look around first.
      stopOnEntry: true,
      ...options,
      ...(program === undefined ? {} : { program }),
    },
  };
}

/** Options that all languages have, but for those that the command line says. */
const commonNames = [
  'cwd',
  'stopOnEntry',
  'sourceMap',
  'timeout',
] satisfies (keyof typeof attachSchema.properties)[];

function optionsIn(schema: Language['attach']): {
  readonly names: readonly string[];
  readonly required: readonly string[];
} {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return { names: Object.keys(properties), required };
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
