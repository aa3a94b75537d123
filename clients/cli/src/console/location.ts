// Locations as people type them: FILE:LINE, LINE in the current file, or a function's name.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Wanted } from './breakpoint-list.js';
import { CommandError } from './command-error.js';
import type { ConsoleContext } from './console-command.js';

type Location = Extract<Wanted, { kind: 'source' | 'function' }>;

export async function locationIn(context: ConsoleContext, text: string): Promise<Location> {
  if (text === '') {
    const { line } = await context.debuggee.frame();
    return { kind: 'source', path: await currentFile(context), line };
  }
  if (/^\d+$/.test(text)) return { kind: 'source', path: await currentFile(context), line: lineIn(text) };
  const match = /^(.+):(\d+)$/.exec(text);
  if (match !== null)
    return { kind: 'source', path: await findFile(context, match[1]!), line: lineIn(match[2]!) };
  if (/\s/.test(text))
    throw new CommandError(`"${text}" is no location. Use LINE, FILE:LINE or FUNCTION [if CONDITION].`);
  return { kind: 'function', name: text };
}

function lineIn(text: string): number {
  const line = Number(text);
  if (line >= 1 && Number.isSafeInteger(line)) return line;
  throw new CommandError(`There is no line ${text}; lines count from 1.`);
}

/** The file of the selected frame, or the program itself where nothing is selected. */
export async function currentFile({ debuggee, program }: ConsoleContext): Promise<string> {
  if (debuggee.phase === 'stopped') {
    const path = (await debuggee.frameAt(debuggee.frameIndex))?.source?.path;
    if (path !== undefined) return path;
  }
  if (program !== undefined) return program;
  throw new CommandError('There is no current file yet. Use FILE:LINE or a FUNCTION.');
}

/** As seen from the current folder, else beside the current file. */
async function findFile(context: ConsoleContext, name: string): Promise<string> {
  const here = resolve(name);
  if (existsSync(here)) return realpathSync(here);
  const beside = await currentFile(context).then(
    file => resolve(dirname(file), name),
    () => here,
  );
  if (existsSync(beside)) return realpathSync(beside);
  throw new CommandError(`There is no file ${name}, neither here nor beside the program.`);
}
