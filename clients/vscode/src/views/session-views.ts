// The view "Sonde" below the editor: memory, its map, disassembly, objects, the line of time and drawn values of the session that is looked at. The webview
// is one more client of the session; this side carries its messages.

import * as vscode from 'vscode';
import type { SondeCommand } from '../adapter.js';
import { viewsAreUsed } from '../manifest/views.js';
import type { MemoryToShow } from './chosen-value.js';
import type { FromWebview, ToWebview, WebviewTab } from './messages.js';
import { SessionLine } from './session-line.js';
import { webviewPage } from './webview-page.js';

export const viewId = 'sonde.views';

/** Files of the webview, below the extension's folder. */
const folder = ['dist', 'webview'];

export class SessionViews implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #lines = new Map<number, SessionLine>();
  #view: vscode.WebviewView | undefined;
  #session: string | undefined;
  /** Said before the webview listened. */
  #waiting: ToWebview[] = [];
  #listens = false;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly sonde: () => Promise<SondeCommand>,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    void vscode.commands.executeCommand('setContext', viewsAreUsed, true);
    const home = vscode.Uri.joinPath(this.extension, ...folder);
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [home] };
    const served = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(home, name)).toString();
    webview.onDidReceiveMessage((message: FromWebview) => this.#heard(message));
    view.onDidDispose(() => {
      // Theia makes the view twice, and ends one of them.
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#listens = false;
      this.#closeLines();
    });
    webview.html = webviewPage({
      script: served('main.js'),
      style: served('main.css'),
      source: webview.cspSource,
    });
  }

  /** Which session is looked at; none when all are over. */
  follow(id: string | undefined): void {
    if (id === this.#session) return;
    this.#session = id;
    this.#say({ kind: 'session', id });
  }

  look(threadId: number, frameId: number): void {
    this.#say({ kind: 'frame', threadId, frameId });
  }

  async show(tab: WebviewTab): Promise<void> {
    await this.#reveal({ kind: 'show', tab });
  }

  async draw(expression: string, title: string): Promise<void> {
    await this.#reveal({ kind: 'draw', expression, title });
  }

  async showHistory(expression: string, title: string): Promise<void> {
    await this.#reveal({ kind: 'history', expression, title });
  }

  async showObject(expression: string, question: 'graph' | 'why'): Promise<void> {
    await this.#reveal({ kind: 'object', expression, question });
  }

  async showMemory(memory: MemoryToShow): Promise<void> {
    await this.#reveal({ kind: 'memory', ...memory });
  }

  dispose(): void {
    this.#closeLines();
  }

  async #reveal(message: ToWebview): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
    this.#say(message, true);
  }

  /** `keep`: it is meant for a webview that is only being loaded. */
  #say(message: ToWebview, keep = false): void {
    if (this.#view !== undefined && this.#listens) void this.#view.webview.postMessage(message);
    else if (keep) this.#waiting.push(message);
  }

  #heard(message: FromWebview): void {
    switch (message.kind) {
      case 'ready': {
        // A webview that was hidden begins anew.
        this.#closeLines();
        this.#listens = true;
        this.#say({ kind: 'session', id: this.#session });
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const each of waiting) this.#say(each);
        return;
      }
      case 'open': {
        const { line } = message;
        const listener = {
          text: (text: string) => this.#say({ kind: 'dap', line, text }),
          closed: (reason?: string) => {
            this.#lines.delete(line);
            this.#say({ kind: 'closed', line, ...(reason === undefined ? {} : { reason }) });
          },
        };
        this.#lines.set(line, new SessionLine(this.sonde(), listener));
        return;
      }
      case 'dap':
        this.#lines.get(message.line)?.send(message.text);
        return;
      case 'close':
        this.#lines.get(message.line)?.close();
        return;
      case 'save':
        void saveFile(message.name, message.bytes);
    }
  }

  #closeLines(): void {
    for (const line of this.#lines.values()) line.close();
    this.#lines.clear();
  }
}

/** Beside the program's other files, unless the user says otherwise. */
async function saveFile(name: string, bytes: Uint8Array): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const beside = folder === undefined ? undefined : vscode.Uri.joinPath(folder.uri, name);
  const place = await vscode.window.showSaveDialog(beside === undefined ? {} : { defaultUri: beside });
  if (place === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(place, bytes);
  } catch (error) {
    void vscode.window.showErrorMessage(
      `Sonde: ${place.fsPath} was not written. ${(error as Error).message}`,
    );
  }
}
