// "Open in the web debugger": serves the page beside the editor and leads a browser to the session that the editor holds.

import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import * as vscode from 'vscode';
import type { SondeCommand } from '../adapter.js';

const announced = /^Serving at: (\S+)$/m;

export class WebDebugger implements vscode.Disposable {
  #child: ChildProcess | undefined;
  #address: Promise<string> | undefined;

  constructor(private readonly sonde: () => Promise<SondeCommand>) {}

  /** The address at which a browser joins the session. It carries the right to run programs as this user. */
  async addressOf(session: string, folder: string): Promise<string> {
    this.#address ??= this.#start(folder);
    const address = new URL(await this.#address);
    address.searchParams.set('session', session);
    return address.href;
  }

  dispose(): void {
    this.#child?.kill('SIGTERM');
  }

  async #start(folder: string): Promise<string> {
    try {
      const { command, args, env } = await this.sonde();
      const child = spawn(command, [...args, 'serve', folder, '--no-open'], {
        env: { ...process.env, ...env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      });
      this.#child = child;
      // The next attempt starts a new one.
      child.once('close', () => (this.#address = undefined));
      return await announcedBy(child);
    } catch (error) {
      this.#address = undefined;
      throw error;
    }
  }
}

function announcedBy(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
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
}

/** To the browser of whoever sits before the editor, even where the editor runs on another machine. */
export async function openInBrowser(address: string): Promise<void> {
  const url = new URL(address);
  const forwarded = new URL(
    (await vscode.env.asExternalUri(vscode.Uri.parse(url.origin, true))).toString(true),
  );
  // An editor in a browser offers a path below its own address. The page takes no foreign host for itself and does not live
  // below a path, so its own address is told: it works at this machine, or through a tunnel.
  if (forwarded.pathname.replaceAll('/', '') === '') {
    const target = new URL(`${url.pathname}${url.search}${url.hash}`, forwarded);
    await vscode.env.openExternal(vscode.Uri.parse(target.href, true));
    return;
  }
  const copy = 'Copy the Address';
  const chosen = await vscode.window.showInformationMessage(
    `The session can be joined at ${url.origin} on the machine of the editor. From another machine: ssh -L ${url.port}:127.0.0.1:${url.port} HOST. The address carries the right to run programs as you.`,
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(address);
}
