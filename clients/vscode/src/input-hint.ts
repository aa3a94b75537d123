// Tells that a program waits for input: VS Code shows it as running, and few would type into the debug console by themselves.

import type * as vscode from 'vscode';

interface Watched {
  readonly type?: string;
  readonly event?: string;
  readonly command?: string;
  arguments?: unknown;
  readonly body?: unknown;
}

/** Shows a line until what it answers is called. */
export type ShowLine = (text: string) => () => void;

export const showRepl = 'workbench.panel.repl.view.focus';

export const watchInput = (show: ShowLine): vscode.DebugAdapterTrackerFactory => ({
  createDebugAdapterTracker({ name, configuration }) {
    // In a terminal the program's own prompt is seen, and typed after.
    if (configuration['console'] !== undefined && configuration['console'] !== 'internalConsole')
      return undefined;
    let hide: (() => void) | undefined;
    const tell = (isWaiting: boolean): void => {
      hide?.();
      hide = isWaiting ? show(`${name} waits for input: type it in the debug console`) : undefined;
    };
    return {
      // VS Code sends this very object next. Adapters tell it only to clients that say they know it.
      onWillReceiveMessage(message: Watched) {
        if (message.type === 'request' && message.command === 'initialize')
          message.arguments = { ...(message.arguments as object), supportsInputEvent: true };
      },
      onDidSendMessage({ type, event, body }: Watched) {
        if (type !== 'event') return;
        if (event === 'sonde/input') tell((body as { readonly waiting?: unknown }).waiting === true);
        if (event === 'terminated') tell(false);
      },
      onWillStopSession: () => tell(false),
      onExit: () => tell(false),
    };
  },
});
