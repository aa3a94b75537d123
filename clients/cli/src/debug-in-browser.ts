// sonde debug --web: serves the page, which then starts the program and shows it.

import { realpath } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { Invocation } from './command.js';
import type { LaunchOptions } from './launch-options.js';
import { lookLineOf } from './look-line.js';
import type { NamedProgram } from './program.js';

/** They stand beside the launch options. */
const saidApart: ReadonlySet<string> = new Set(['program', 'language', 'args']);

/** The launch options were checked. */
export async function debugInBrowser(
  invocation: Invocation,
  program: NamedProgram,
  configuration: LaunchOptions,
): Promise<number> {
  const { path, language } = program;
  const line = await lookLineOf(program);
  // HTTP and WebSockets take time to load, and an adapter that is started by the same command needs neither.
  const { serveBrowsers } = await import('./serve-browsers.js');
  return serveBrowsers(invocation, {
    folder: folderFor(path),
    spare: [path],
    open: {
      // As the session will call it: whoever opens the address later finds it by that.
      program: await realpath(path),
      language: language.id,
      ...(line === undefined ? {} : { lines: [line] }),
      args: invocation.programArguments,
      launch: Object.fromEntries(Object.entries(configuration).filter(([name]) => !saidApart.has(name))),
    },
  });
}

/** The current folder where that holds the program, else the program's own. */
function folderFor(path: string): string {
  const here = process.cwd();
  const way = relative(here, path);
  return way === '..' || way.startsWith(`..${sep}`) ? dirname(path) : here;
}
