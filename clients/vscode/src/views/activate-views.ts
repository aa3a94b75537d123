// Registers the views of sessions: which session they follow, and the commands that lead to them.

import * as vscode from 'vscode';
import { reportFailure } from '@sonde/editor';
import { sondeCommand, wantsLldbDap, type AdapterSurroundings } from '../adapter.js';
import { debugType } from '../debug-type.js';
import { clipboard, messages, terminal } from '../vscode-ui.js';
import { memoryToShow, valueToDraw } from './chosen-value.js';
import { SessionViews, viewId } from './session-views.js';
import { openInBrowser, WebDebugger } from './web-debugger.js';

export function activateViews(context: vscode.ExtensionContext, around: AdapterSurroundings): void {
  const sonde = (): ReturnType<typeof sondeCommand> => sondeCommand(around);
  const views = new SessionViews(context.extensionUri, sonde);
  const web = new WebDebugger(sonde);
  const follow = async (session: vscode.DebugSession | undefined): Promise<void> => {
    if (session === undefined) return views.follow(undefined);
    const id = await sessionId(session);
    // Another one may be looked at by now.
    if (vscode.debug.activeDebugSession?.id === session.id) views.follow(id);
  };
  const command = (name: string, work: (given: unknown) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, async (given: unknown) => {
      try {
        await work(given);
      } catch (error) {
        await reportFailure(error, { messages, clipboard, terminal });
      }
    });
  context.subscriptions.push(
    views,
    web,
    vscode.window.registerWebviewViewProvider(viewId, views, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    vscode.debug.onDidChangeActiveDebugSession(session => void follow(ofOurs(session))),
    vscode.debug.onDidStartDebugSession(session => {
      if (session === vscode.debug.activeDebugSession) void follow(ofOurs(session));
    }),
    vscode.debug.onDidChangeActiveStackItem(item => {
      if (item instanceof vscode.DebugStackFrame && item.session.type === debugType)
        views.look(item.threadId, item.frameId);
    }),
    command('sonde.showMemoryMap', () => views.show('map')),
    command('sonde.showDisassembly', () => views.show('disassembly')),
    command('sonde.showTimeline', () => views.show('timeline')),
    command('sonde.stepBackIn', () => stepBack('in')),
    command('sonde.stepBackOut', () => stepBack('out')),
    command('sonde.showHistory', async (given: unknown) => {
      const chosen = await valueToDraw(given, () => askFor('Show the history of'));
      if (chosen !== undefined) await views.showHistory(chosen.expression, chosen.title);
    }),
    command('sonde.showMemory', async (given: unknown) => {
      const chosen = await memoryToShow(given, () => askFor('Show the memory of'));
      if (chosen !== undefined) await views.showMemory(chosen);
    }),
    command('sonde.drawValue', async (given: unknown) => {
      const chosen = await valueToDraw(given, () => askFor('Draw'));
      if (chosen !== undefined) await views.draw(chosen.expression, chosen.title);
    }),
    command('sonde.showObjects', () => views.show('objects')),
    command('sonde.showInGraph', async (given: unknown) => {
      const chosen = await valueToDraw(given, () => askFor('Show in the object graph'));
      if (chosen !== undefined) await views.showObject(chosen.expression, 'graph');
    }),
    command('sonde.whyAlive', async (given: unknown) => {
      const chosen = await valueToDraw(given, () => askFor('Why is it alive?'));
      if (chosen !== undefined) await views.showObject(chosen.expression, 'why');
    }),
    command('sonde.openInBrowser', async () => {
      const session = ofOurs(vscode.debug.activeDebugSession);
      if (session !== undefined && wantsLldbDap(session.configuration))
        throw new Error(
          'lldb-dap holds this session, and a browser can join only those of Sonde: leave out "adapter".',
        );
      const id = session === undefined ? undefined : await sessionId(session);
      if (session === undefined || id === undefined)
        throw new Error('There is no session of Sonde to show: start debugging first.');
      const folder = session.workspaceFolder ?? vscode.workspace.workspaceFolders?.[0];
      await openInBrowser(await web.addressOf(id, folder?.uri.fsPath ?? process.cwd()));
    }),
  );
}

/** Asks for an expression; what is selected, or the word at the cursor, is there to be accepted. */
async function askFor(title: string): Promise<string | undefined> {
  const shown = vscode.window.activeTextEditor;
  const range =
    shown?.selection.isEmpty === true
      ? shown.document.getWordRangeAtPosition(shown.selection.active)
      : shown?.selection;
  const selected = range?.isSingleLine === true ? shown!.document.getText(range) : '';
  // A statement is none: some editors select the one at which the program stands.
  const value = /^[^\s;]*$/.test(selected) ? selected : '';
  return vscode.window.showInputBox({ title, prompt: 'An expression of the program', value });
}

const ofOurs = (session: vscode.DebugSession | undefined): vscode.DebugSession | undefined =>
  session?.type === debugType ? session : undefined;

/** Undefined for a session that is not Sonde's. */
async function sessionId(session: vscode.DebugSession): Promise<string | undefined> {
  // It would answer with an error that VS Code shows to the user.
  if (wantsLldbDap(session.configuration)) return undefined;
  try {
    const { id } = (await session.customRequest('sonde/session', {})) as { readonly id: string };
    return id;
  } catch {
    return undefined;
  }
}

/** DAP and VS Code have one step back only. */
async function stepBack(how: 'in' | 'out'): Promise<void> {
  const session = ofOurs(vscode.debug.activeDebugSession);
  const item = vscode.debug.activeStackItem;
  if (session === undefined || item === undefined)
    throw new Error('There is nothing to step back in: the program must be stopped.');
  await session.customRequest('sonde/stepBack', { threadId: item.threadId, how });
}
