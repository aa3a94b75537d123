// Shows what went wrong; where a command puts it right, with buttons that copy it or run it in a terminal.

import { EditorFailure, failureText } from './editor-failure.js';
import type { EditorClipboard, EditorMessages, EditorTerminal, MessageKind } from './editor-ui.js';

export interface ReportSurroundings {
  readonly messages: EditorMessages;
  readonly clipboard: EditorClipboard;
  readonly terminal: EditorTerminal;
}

export const copyCommand = 'Copy command';
export const runCommand = 'Run in terminal';

export async function reportFailure(
  error: unknown,
  around: ReportSurroundings,
  kind: MessageKind = 'error',
): Promise<void> {
  const command = error instanceof EditorFailure ? error.command : undefined;
  const actions = command === undefined ? [] : [copyCommand, runCommand];
  const chosen = await around.messages.show(kind, failureText(error), actions);
  if (command === undefined) return;
  if (chosen === copyCommand) await around.clipboard.copy(command);
  if (chosen === runCommand) around.terminal.run(command);
}
