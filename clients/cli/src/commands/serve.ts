// sonde serve: the debugger in a browser, for the programs of a folder.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { commonOptions, UsageError, type Command, type OptionSpec } from '../command.js';

/** Shared with `sonde debug --web`. */
export const pageOptions = {
  port: { type: 'string', value: 'N', help: 'the port of the page; 0, the default, picks a free one' },
  'no-open': { type: 'boolean', help: 'do not open a browser, only print the address' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const serve: Command = {
  name: 'serve',
  summary: 'Debug in a browser: the programs of a folder, and all sessions.',
  operands: '[FOLDER]',
  takes: { least: 0, most: 1 },
  options: {
    ...pageOptions,
    host: { type: 'string', value: 'HOST', help: 'the address to listen on (127.0.0.1)' },
    'allow-remote': { type: 'boolean', help: 'allow a host that other machines reach' },
    'read-only': { type: 'boolean', help: 'also print an address that lets others look but not touch' },
    language: commonOptions.language,
    log: commonOptions.log,
  },
  details: `
The page shows the files below FOLDER, the current folder unless one is named, and nothing above it. Where there is a
display the page is opened, by $BROWSER if that is set.
The printed address carries a token that is new at each start; whoever has it can run programs as you. Tools may speak the
protocol over a WebSocket at /dap, with the same token. With --host ADDRESS --allow-remote other hosts reach the page, and
nothing is encrypted: an ssh tunnel (ssh -L PORT:127.0.0.1:PORT HOST) is safer.`,
  async run(invocation) {
    const folder = folderNamed(invocation.operands[0] ?? '.');
    // HTTP and WebSockets take time to load, and an adapter that is started by the same command needs neither.
    const { serveBrowsers } = await import('../serve-browsers.js');
    return serveBrowsers(invocation, { folder });
  },
};

function folderNamed(name: string): string {
  if (name === '') throw new UsageError('the name of the folder is empty: name a folder.');
  const path = resolve(name);
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = error instanceof Error ? error.message : String(error);
    const message = isMissing ? `there is no folder ${name}.` : `cannot read ${name}: ${why}.`;
    throw new UsageError(message, false, { cause: error });
  }
  throw new UsageError(
    `${name} is no folder. To debug a program in a browser: sonde debug ${name} --web`,
    false,
  );
}
