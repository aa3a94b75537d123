// A session on a headless terminal, in the test's own process: the screen as a person sees it.

import { createTransportPair, type Transport } from '@sonde/dap';
import type { Shelf, StartRequest } from '@sonde/client';
import { Adapter, SessionDirectory } from '@sonde/session';
import { runTui, type DebuggerScreen } from '@sonde/tui';
import { languages } from '../../languages.js';
import { syntaxOf } from '../../terminal-debugger.js';
import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { HeadlessTerminal } from './headless-terminal.js';

export interface ScreenSession {
  readonly terminal: HeadlessTerminal;
  readonly screen: DebuggerScreen;
  /** The exit code, once the user has left. */
  readonly ended: Promise<number>;
}

export interface SessionSettings {
  readonly start: StartRequest;
  readonly size?: readonly [columns: number, rows: number];
  /** Another way to an adapter than one of ours in this process. */
  readonly connect?: () => Promise<Transport>;
  readonly server?: () => Promise<'same' | 'gone' | 'over'>;
  readonly passesStartUp?: boolean;
  readonly theme?: 'dark' | 'none';
  readonly shelves?: Map<string, string>;
}

/** All tests share the directory, as clients of one server do. */
const environment = { languages, sessions: new SessionDirectory() };

export function ownAdapter(): Promise<Transport> {
  const [ours, theirs] = createTransportPair({ framing: 'message' });
  new Adapter(theirs, { ...environment, origin: 'memory' });
  return Promise.resolve(ours);
}

export const launch = (program: string, options: Readonly<Record<string, unknown>> = {}): StartRequest => ({
  kind: 'launch',
  program,
  options: { stopOnEntry: true, ...options },
});

export function openScreen(settings: SessionSettings): ScreenSession {
  const {
    start,
    size = [80, 24],
    connect = ownAdapter,
    server,
    theme = 'dark',
    passesStartUp = false,
  } = settings;
  const kept = settings.shelves ?? new Map<string, string>();
  const shelf = (name: string): Shelf => ({
    read: () => kept.get(name) ?? null,
    write: text => void kept.set(name, text),
  });
  const terminal = new HeadlessTerminal(...size);
  let screen!: DebuggerScreen;
  const ended = runTui({
    terminal,
    start,
    passesStartUp,
    theme,
    hasUnicode: true,
    syntaxOf: path => syntaxOf(path, languages),
    history: shelf('history'),
    onScreen: made => (screen = made),
    surroundings: {
      introduction: { clientID: 'test', clientName: 'Test' },
      connect,
      server: server ?? (() => Promise.resolve('over')),
      shelf,
      fileText: path => readFile(path, 'utf8'),
      pause: () => Promise.resolve(),
    },
  });
  onTestFinished(async () => {
    terminal.release();
    await screen.model.leave(start.kind === 'launch');
    screen.leaveNow();
    await ended;
    terminal.dispose();
  });
  return { terminal, screen, ended };
}
