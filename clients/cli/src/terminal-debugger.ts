// The debugger on the whole terminal: on a session of its own, on one of others, or on any adapter.

import { readFile } from 'node:fs/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import type { ModelSurroundings, StartRequest, Syntax } from '@sonde/client';
import type { Transport } from '@sonde/dap';
import { commentsIn, type Language } from '@sonde/language';
import type { ThemeName } from '@sonde/tui';
import { UsageError, type Invocation, type Streams } from './command.js';
import { holdErrors } from './held-errors.js';
import { stateShelf } from './state-shelf.js';

export interface TerminalSession {
  readonly start: StartRequest;
  readonly connect: () => Promise<Transport>;
  /** Whether the server of the session is there, for one that was lost. */
  readonly server?: ModelSurroundings['server'];
  /** A first stop without a source is left for the function `main`. */
  readonly passesStartUp?: boolean;
  /** Whose sources are looked at, where that is known. */
  readonly language?: Language;
}

/** Whether a person sits there who can be shown a screen. */
export const isAtTerminal = ({ input, output }: Streams, env: NodeJS.ProcessEnv = process.env): boolean =>
  input.isTTY === true && output.isTTY === true && env['TERM'] !== 'dumb';

export function checkTerminal({ streams, text }: Invocation): void {
  if (!isAtTerminal(streams))
    throw new UsageError(
      'the terminal debugger needs a terminal. For scripts and pipes: sonde debug --plain.',
    );
  if (text('log') === '-' && streams.errors.isTTY === true)
    throw new UsageError('--log - would write over the screen: name a file.');
}

export async function debugOnTerminal(
  { streams, languages, text }: Invocation,
  { start, connect, server, language, passesStartUp = false }: TerminalSession,
): Promise<number> {
  // The screen is large, and an adapter that is started by the same command must not wait for it.
  const { hasUnicode, NodeTerminal, runTui, themeFrom, themeNames } = await import('@sonde/tui');
  const theme = text('theme');
  if (theme !== undefined && !(themeNames as readonly string[]).includes(theme))
    throw new UsageError(`there is no theme "${theme}": choose one of ${themeNames.join(', ')}.`);
  const letOut = holdErrors(streams.errors);
  const terminal = new NodeTerminal(streams.input as ReadStream, streams.output as WriteStream);
  try {
    return await runTui({
      terminal,
      start,
      passesStartUp,
      theme: (theme as ThemeName | undefined) ?? themeFrom(process.env),
      hasUnicode: hasUnicode(process.env),
      syntaxOf: path => syntaxOf(path, language === undefined ? languages : [language, ...languages]),
      history: stateShelf('console-history'),
      surroundings: {
        introduction: { clientID: 'sonde-tui', clientName: 'Sonde in the terminal' },
        connect,
        server: server ?? (() => Promise.resolve('over')),
        shelf: name => stateShelf(name),
        fileText: path => readFile(path, 'utf8'),
        pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
      },
    });
  } finally {
    terminal.release();
    letOut();
  }
}

/** Of the first language that has files of that name. */
export function syntaxOf(path: string, languages: readonly Language[]): Syntax | undefined {
  const language = languages.find(({ extensions }) => extensions.some(ending => path.endsWith(ending)));
  const comments = commentsIn(path, language?.source);
  const { syntax } = language?.source ?? {};
  return comments === undefined && syntax === undefined
    ? undefined
    : { keywords: [], ...comments, ...syntax };
}
