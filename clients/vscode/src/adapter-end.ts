// Notices that a debug adapter ended in the middle of a session: VS Code only closes the session, without a word.
import { EditorFailure } from '@sonde/editor';
import type * as vscode from 'vscode';

interface Watched {
  readonly type?: string;
  readonly event?: string;
  readonly command?: string;
}

/** Calls `report` once for a session whose adapter ended before the session did. */
export const watchAdapterEnds = (
  report: (failure: EditorFailure) => void,
): vscode.DebugAdapterTrackerFactory => ({
  createDebugAdapterTracker({ name }: Pick<vscode.DebugSession, 'name'>) {
    let isOver = false;
    const died = (how: string): void => {
      if (isOver) return;
      isOver = true;
      report(
        new EditorFailure(`The debug adapter of "${name}" ended in the middle of the session${how}.`, {
          next: 'Start the session again. If it happens again, set sonde.traceFile and report the bug with that file.',
        }),
      );
    };
    return {
      // After these the adapter may end at any time.
      onWillReceiveMessage({ type, command }: Watched) {
        if (type === 'request' && (command === 'disconnect' || command === 'terminate')) isOver = true;
      },
      onDidSendMessage({ type, event }: Watched) {
        if (type === 'event' && event === 'terminated') isOver = true;
      },
      onWillStopSession() {
        isOver = true;
      },
      onError: ({ message }) => died(`: ${message}`),
      onExit: (code, signal) =>
        died(signal !== undefined ? ` by ${signal}` : code !== undefined ? ` with exit code ${code}` : ''),
    };
  },
});
