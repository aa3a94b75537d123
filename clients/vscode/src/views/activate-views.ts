// Registers the views of sessions: which session they follow, and the commands that lead to them.

import * as vscode from 'vscode';
import { reportFailure } from '@sonde/editor';
import { sondeCommand, wantsLldbDap, type AdapterSurroundings } from '../adapter.js';
import { debugType } from '../debug-type.js';
import { clipboard, messages, terminal } from '../vscode-ui.js';
import { SessionViews, viewId } from './session-views.js';
import { openInBrowser, WebDebugger } from './web-debugger.js';

/** As the variables and watch views hand it to commands. */
interface PickedVariable {
  readonly variable?: {
    readonly name: string;
    readonly evaluateName?: string;
    readonly memoryReference?: string;
  };
}

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
  const command = (name: string, work: (...given: never[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, async (...given: never[]) => {
      try {
        await work(...given);
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
    command('sonde.showMemory', ({ variable }: PickedVariable) =>
      variable?.memoryReference === undefined
        ? Promise.reject(new Error(`${variable?.name ?? 'This'} is not in memory.`))
        : views.showMemory(variable.memoryReference, variable.name),
    ),
    command('sonde.drawValue', ({ variable }: PickedVariable) =>
      views.draw(expressionOf(variable, 'drawn'), variable?.name ?? ''),
    ),
    command('sonde.showObjects', () => views.show('objects')),
    command('sonde.showInGraph', ({ variable }: PickedVariable) =>
      views.showObject(expressionOf(variable, 'found among the objects'), 'graph'),
    ),
    command('sonde.whyAlive', ({ variable }: PickedVariable) =>
      views.showObject(expressionOf(variable, 'found among the objects'), 'why'),
    ),
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

/** The webview is another client, which knows values by their expressions only. */
function expressionOf(variable: PickedVariable['variable'], wish: string): string {
  if (variable?.evaluateName !== undefined) return variable.evaluateName;
  throw new Error(`${variable?.name ?? 'This'} has no expression by which it could be ${wish}.`);
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
