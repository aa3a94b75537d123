// Locations as people type them: FILE:LINE, LINE in the current file, or a function's name.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, normalize, resolve, sep } from 'node:path';
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

/** The file of the selected frame; where nothing is selected the program itself, or the one that it begins in. */
export async function currentFile(context: ConsoleContext): Promise<string> {
  const { debuggee, program } = context;
  if (debuggee.phase === 'stopped') {
    const source = (await debuggee.frameAt(debuggee.frameIndex))?.source;
    // Text that came with the program has a name alone, by which the adapter knows it.
    const file = source?.path ?? source?.name;
    if (file !== undefined) return file;
  }
  const compiled = program === undefined ? undefined : await sourcesOfCompiled(context, program);
  const found =
    program !== undefined && compiled === undefined ? program : ((await firstFile(context)) ?? compiled?.[0]);
  if (found !== undefined) return found;
  throw new CommandError('There is no current file yet. Use FILE:LINE or a FUNCTION.');
}

/** The sources that a compiled program was made from; undefined where the program is itself a source. */
async function sourcesOfCompiled(
  { debuggee }: ConsoleContext,
  program: string,
): Promise<readonly string[] | undefined> {
  const { client, phase } = debuggee;
  if (phase !== 'loaded' && phase !== 'stopped') return undefined;
  if (client.capabilities.supportsLoadedSourcesRequest !== true) return undefined;
  const { sources } = await client.request('loadedSources', {});
  const paths = sources.flatMap(({ path }) => (path === undefined ? [] : [path]));
  return paths.length === 0 || paths.includes(resolve(program)) ? undefined : paths;
}

/** Of a program that was built before: the one with its entry function. */
async function firstFile({ debuggee, breakpoints }: ConsoleContext): Promise<string | undefined> {
  const { client, phase } = debuggee;
  if (phase === 'running' || client.capabilities.supportsFunctionBreakpoints !== true) return undefined;
  return (await breakpoints.locateFunction(client, entryFunction))?.source?.path;
}

const entryFunction = 'main';

/** As seen from the current folder, else beside the current file, else as the program knows it. */
async function findFile(context: ConsoleContext, name: string): Promise<string> {
  const here = resolve(name);
  if (existsSync(here)) return realpathSync(here);
  const beside = await currentFile(context).then(
    file => resolve(dirname(file), name),
    () => here,
  );
  if (existsSync(beside)) return realpathSync(beside);
  const [known, ...others] = await compiledFrom(context, name);
  if (known === undefined)
    throw new CommandError(
      `There is no file ${name} here or beside the program, and no part of the program was made from one.`,
    );
  if (others.length === 0) return known;
  throw new CommandError(
    `Several files are called ${name}; say which:\n  ${[known, ...others].join('\n  ')}`,
  );
}

/** The files that loaded code was made from and whose paths end so. */
async function compiledFrom({ debuggee }: ConsoleContext, name: string): Promise<readonly string[]> {
  const { client } = debuggee;
  if (client.capabilities.supportsLoadedSourcesRequest !== true) return [];
  const { sources } = await client.request('loadedSources', {});
  const files = sources.flatMap(({ path, name: shown }) => path ?? shown ?? []);
  const ending = join(sep, normalize(name));
  return [...new Set(files.filter(file => join(sep, file).endsWith(ending)))];
}
