// Finds the tools that native programs need: as told, by an environment variable, or by their names on the PATH.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Failure } from '@sonde/engine';

export interface WantedTool {
  /** As people call it: `LLDB`. */
  readonly name: string;
  /** Set by the user in a configuration; looked at first, and alone when it is there. */
  readonly explicit?: string | undefined;
  /** Environment variable that names it. */
  readonly variable: string;
  /** Folders that it is known to be installed in, looked at before the PATH; `~/` is the user's home. */
  readonly places?: readonly string[];
  /** In each of those, then on the PATH; best first. */
  readonly commands: readonly string[];
  /** A command that prints where it is, asked last where there is such a command: `xcrun -f lldb`. */
  readonly asks?: readonly [command: string, ...args: string[]];
  /** The exact command that installs it. */
  readonly install: string;
}

const versions = [22, 21, 20, 19, 18, 17, 16, 15, 14];

/** `lldb-22`, `lldb-21`, … and last the plain name. */
export const versionedCommands = (command: string): readonly string[] => [
  ...versions.map(version => `${command}-${version}`),
  command,
];

export const lldbTool = (explicit?: string): WantedTool => ({
  name: 'LLDB',
  explicit,
  variable: 'SONDE_LLDB',
  commands: versionedCommands('lldb'),
  // Xcode's, on macOS.
  asks: ['xcrun', '-f', 'lldb'],
  install: 'apt-get install -y lldb-22',
});

export const clangTool = (explicit?: string): WantedTool => ({
  name: 'clang',
  explicit,
  variable: 'SONDE_CLANG',
  commands: [...versionedCommands('clang'), 'cc', 'gcc'],
  install: 'apt-get install -y clang-22',
});

export async function findTool(wanted: WantedTool): Promise<string> {
  const told = wanted.explicit ?? process.env[wanted.variable];
  if (told !== undefined && told !== '') {
    const found = await onPath(told);
    if (found !== undefined) return found;
    const teller = wanted.explicit === undefined ? wanted.variable : 'the configuration';
    const message = `${wanted.name} is not at ${told}, which ${teller} names.`;
    throw new Failure('tool-missing', 'environment', message, mendTelling(wanted));
  }
  for (const place of wanted.places ?? []) {
    for (const command of wanted.commands) {
      const found = await executable(join(place.replace(/^~(?=\/)/, homedir()), command));
      if (found !== undefined) return found;
    }
  }
  for (const command of wanted.commands) {
    const found = await onPath(command);
    if (found !== undefined) return found;
  }
  const asked = wanted.asks === undefined ? undefined : await toldBy(wanted.asks);
  if (asked !== undefined) return asked;
  const where = [...(wanted.places ?? []), 'the PATH'].join(', ');
  throw missing(
    wanted,
    `${wanted.name} was not found (looked for ${wanted.commands.join(', ')}${
      wanted.places === undefined ? '' : ` in ${where}`
    }).`,
  );
}

/** It may well be installed: what is told is wrong. */
const mendTelling = ({ explicit, variable, name }: WantedTool): string =>
  explicit === undefined
    ? `Correct ${variable}, or unset it to have the newest ${name} on the PATH.`
    : `Correct it there, or leave it out to have the newest ${name} on the PATH.`;

const missing = (wanted: WantedTool, message: string): Failure =>
  new Failure(
    'tool-missing',
    'environment',
    message,
    `Install it with \`${wanted.install}\`, or set ${wanted.variable}; \`sonde doctor\` checks again.`,
  );

async function toldBy([command, ...args]: readonly [string, ...string[]]): Promise<string | undefined> {
  const asked = await onPath(command);
  if (asked === undefined) return undefined;
  const said = await new Promise<string>(done =>
    execFile(asked, args, { timeout: 20_000 }, (error, stdout) => done(error === null ? stdout.trim() : '')),
  );
  return said === '' ? undefined : executable(said);
}

async function onPath(command: string): Promise<string | undefined> {
  if (isAbsolute(command) || command.includes('/')) return executable(resolve(command));
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    const found = await executable(join(folder, command));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function executable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The first line of what `--version` prints. */
export function toolVersion(path: string): Promise<string> {
  return new Promise((done, failed) => {
    execFile(path, ['--version'], { timeout: 20_000 }, (error, stdout) => {
      if (error === null) return done(stdout.split('\n')[0]?.trim() ?? '');
      failed(new Failure('tool-missing', 'environment', `${path} does not run: ${error.message}`));
    });
  });
}
