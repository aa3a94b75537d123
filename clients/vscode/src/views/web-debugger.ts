// "Open in the web debugger": serves the page beside the editor and leads a browser to the session that the editor holds.

import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import type { SondeCommand } from '../adapter.js';

const announced = /^Serving at: (\S+)$/m;

export class WebDebugger implements vscode.Disposable {
  #server: { readonly child: ChildProcess; readonly address: Promise<string> } | undefined;

  constructor(private readonly sonde: () => SondeCommand) {}

  /** The address at which a browser joins the session. It carries the right to run programs as this user. */
  async addressOf(session: string, folder: string): Promise<string> {
    this.#server ??= this.#start(folder);
    const address = new URL(await this.#server.address);
    address.searchParams.set('session', session);
    return address.href;
  }

  dispose(): void {
    this.#server?.child.kill('SIGTERM');
    this.#server = undefined;
  }

  #start(folder: string): { readonly child: ChildProcess; readonly address: Promise<string> } {
    const { command, args, env } = this.sonde();
    const child = spawn(command, [...args, 'serve', folder, '--no-open'], {
      env: { ...process.env, ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const address = new Promise<string>((resolve, reject) => {
      let said = '';
      const hear = (bytes: Buffer): void => {
        said += bytes.toString('utf8');
        const found = announced.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', reject);
      child.once('close', () => reject(new Error(`the web debugger ended: ${said.trim().slice(-500)}`)));
    });
    // The next attempt starts a new one.
    child.once('close', () => (this.#server = undefined));
    return { child, address };
  }
}

/** To the browser of whoever sits before the editor, even where the editor runs on another machine. */
export async function openInBrowser(address: string): Promise<void> {
  const url = new URL(address);
  const shown = await vscode.env.asExternalUri(vscode.Uri.parse(url.origin, true));
  // Parsing it as a Uri would encode the token and the session again.
  const target = new URL(
    `${url.pathname.slice(1)}${url.search}${url.hash}`,
    ensureSlash(shown.toString(true)),
  );
  await vscode.env.openExternal(vscode.Uri.parse(target.href, true));
}

const ensureSlash = (text: string): string => (text.endsWith('/') ? text : `${text}/`);
