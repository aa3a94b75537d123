// What `sonde build` is told before lldb-dap debugs: where the executable goes, and the options that decide about it.

import { createHash } from 'node:crypto';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { LaunchConfiguration } from '@sonde/editor';
import type { ExtensionLanguage } from '../languages.js';

export interface OutputRequest {
  readonly program: string;
  readonly cwd: string;
  /** A folder of the extension. */
  readonly storage: string;
  /** The setting: a file, or a folder with a slash at its end; may be empty. */
  readonly debugOutputPath: string;
}

/** In the folder of the extension each program has a place of its own: many are called `main`. */
export function outputPlace({ program, cwd, storage, debugOutputPath }: OutputRequest): string {
  const name = basename(program).replace(/\.[^.]*$/, '');
  if (debugOutputPath === '') {
    const place = createHash('sha256').update(resolve(cwd, program)).digest('hex').slice(0, 16);
    return join(storage, 'builds', place, name);
  }
  const place = isAbsolute(debugOutputPath) ? debugOutputPath : resolve(cwd, debugOutputPath);
  return /[\\/]$/.test(debugOutputPath) ? join(place, name) : place;
}

/** Options that decide about the build, as the command line takes them: JSON, so that the text "0" is no number there. */
export const buildArguments = (
  configuration: LaunchConfiguration,
  { buildOptions }: Pick<ExtensionLanguage, 'buildOptions'>,
): readonly string[] =>
  buildOptions.flatMap(name => {
    const value = configuration[name];
    return value === undefined || value === null ? [] : ['--set', `${name}=${JSON.stringify(value)}`];
  });
