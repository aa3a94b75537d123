// Files with changes before a restart: VS Code asks no provider then, and the adapter would build what is on the disk.

import type * as vscode from 'vscode';

export interface RestartSurroundings {
  /** Whether files that decide about this launch have changes. */
  readonly hasChanges: (configuration: vscode.DebugConfiguration) => boolean;
  /** False where the user would rather not; throws where the changes forbid it. */
  readonly save: (configuration: vscode.DebugConfiguration) => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

interface Watched {
  readonly type?: string;
  command?: string;
  arguments?: unknown;
}

/** A request that changes nothing. */
const harmless = 'sonde/session';

/** Holds a restart back until the files are saved, and drops it where they are not to be. */
export const watchRestarts = ({
  hasChanges,
  save,
  report,
}: RestartSurroundings): vscode.DebugAdapterTrackerFactory => ({
  createDebugAdapterTracker(session) {
    const { configuration } = session;
    const restart = async (args: unknown): Promise<void> => {
      try {
        if (await save(configuration)) await session.customRequest('restart', args);
      } catch (error) {
        report(error);
      }
    };
    return {
      onWillReceiveMessage(message: Watched) {
        if (message.type !== 'request' || message.command !== 'restart') return;
        if (!hasChanges(configuration)) return;
        const args = message.arguments;
        // VS Code sends this very object next, and cannot be made to wait.
        message.command = harmless;
        message.arguments = {};
        void restart(args);
      },
    };
  },
});
