// The adapter's command: found on the PATH once, so that the adapter sees its own full path, as it does in editors.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { overStdio } from '../../endpoint.js';
import type { Endpoint } from '../../endpoint.js';

export function endpointOf(command: readonly string[]): Endpoint {
  const [program = '', ...args] = command;
  return overStdio(foundOnPath(program), args);
}

/** The name itself where nothing is found: the failure to start it says so best. */
export function foundOnPath(program: string, path = process.env['PATH'] ?? ''): string {
  if (isAbsolute(program)) return program;
  if (program.includes('/')) return resolve(program);
  const found = path
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, program))
    .find(isExecutable);
  return found ?? program;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const versionLimitMs = 10_000;

/** What the adapter says to `--version`, if that has a version in it. */
export async function versionOf(command: readonly string[]): Promise<string | undefined> {
  const [program = '', ...args] = command;
  try {
    const limits = { timeout: versionLimitMs, killSignal: 'SIGKILL' } as const;
    const asked = promisify(execFile)(foundOnPath(program), [...args, '--version'], limits);
    // One that takes it for a session sees its end at once.
    asked.child.stdin?.end();
    const { stdout, stderr } = await asked;
    return /\d+\.\d+(?:\.\d+)*[\w.+-]*/.exec(`${stdout}\n${stderr}`)?.[0];
  } catch {
    // An adapter need not know the option.
    return undefined;
  }
}
