// Looks at what is to be started before anything is, so that a mistake is named by its cause.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Failure, type LaunchSettings } from '@sonde/engine';
import { elfProblem } from './elf-check.js';

const wrong = (message: string, next: string): Failure => new Failure('bad-arguments', 'user', message, next);

export async function checkLaunch(program: string, settings: LaunchSettings): Promise<void> {
  checkTexts(settings);
  const found = await stat(program).catch(() => undefined);
  if (found === undefined) throw wrong(`${program} does not exist.`, 'Check the path of the program.');
  if (!found.isFile()) throw wrong(`${program} is not a file.`, 'Name an executable file.');
  // The system hands a file that it does not understand to a shell, which would run the bytes as commands.
  const problem = process.platform === 'linux' ? await elfProblem(program) : undefined;
  if (problem !== undefined) throw wrong(`${program} ${problem.message}`, problem.next);
  try {
    await access(program, constants.X_OK);
  } catch {
    throw wrong(`${program} is not executable.`, `Make it so with \`chmod +x ${program}\`.`);
  }
  const folder = await stat(settings.cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw wrong(`the working folder ${settings.cwd} does not exist.`, 'Check `cwd`.');
}

/** The system ends every argument and every variable at its first NUL: the rest would be lost without a word. */
function checkTexts({ args, env }: LaunchSettings): void {
  const index = args.findIndex(hasNul);
  if (index >= 0)
    throw wrong(`argument ${index + 1} of the program contains a NUL character.`, 'Check `args`.');
  for (const [name, value] of Object.entries(env)) {
    if (hasNul(name) || hasNul(value ?? ''))
      throw wrong(`the variable ${JSON.stringify(name)} contains a NUL character.`, 'Check `env`.');
  }
}

const hasNul = (text: string): boolean => text.includes('\0');

/** The whole environment of the program: ours, with what the configuration sets and removes. */
export function environment(changes: LaunchSettings['env']): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value !== undefined && value !== null) merged[name] = value;
  }
  return merged;
}

export const cannotStart = (program: string, error: unknown): Failure => {
  const why = error instanceof Error ? error.message : String(error);
  return new Failure('bad-arguments', 'user', `${program} cannot be started: ${why}.`, undefined, {
    cause: error,
  });
};
