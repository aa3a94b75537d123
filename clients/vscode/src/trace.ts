// Writes what passes between VS Code and the adapters to a file, one JSON value a line: for bug reports, and for tests.

import { appendFileSync } from 'node:fs';
import type * as vscode from 'vscode';

/** One line of the file. */
export interface TracedMessage {
  readonly session: string;
  readonly from: 'editor' | 'adapter';
  readonly message: unknown;
}

export const traceTo = (file: () => string): vscode.DebugAdapterTrackerFactory => ({
  createDebugAdapterTracker(session) {
    const place = file();
    if (place === '') return undefined;
    const write = (from: TracedMessage['from'], message: unknown): void => {
      const line: TracedMessage = { session: session.id, from, message };
      appendFileSync(place, `${JSON.stringify(line)}\n`);
    };
    return {
      onWillReceiveMessage: (message: unknown) => write('editor', message),
      onDidSendMessage: (message: unknown) => write('adapter', message),
    };
  },
});
