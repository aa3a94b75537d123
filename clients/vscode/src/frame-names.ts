// Names of the frames that VS Code has been told of: a provider of inline values hears only the number of its frame.
import type { StackTraceResponseBody } from '@sonde/dap';
import type * as vscode from 'vscode';

interface Watched {
  readonly type?: string;
  readonly event?: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly body?: unknown;
}

export class FrameNames implements vscode.DebugAdapterTrackerFactory {
  readonly #ofSessions = new Map<string, Map<number, string>>();

  of(session: string, frameId: number): string | undefined {
    return this.#ofSessions.get(session)?.get(frameId);
  }

  createDebugAdapterTracker({ id }: Pick<vscode.DebugSession, 'id'>): vscode.DebugAdapterTracker {
    const names = new Map<number, string>();
    this.#ofSessions.set(id, names);
    return {
      onDidSendMessage({ type, event, command, success, body }: Watched) {
        // Numbers of frames are new at each stop.
        if (event === 'stopped' || event === 'continued') names.clear();
        if (type !== 'response' || command !== 'stackTrace' || success !== true) return;
        for (const frame of (body as StackTraceResponseBody).stackFrames) names.set(frame.id, frame.name);
      },
      onWillStopSession: () => void this.#ofSessions.delete(id),
    };
  }
}
