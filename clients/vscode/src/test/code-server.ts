// VS Code itself for tests: code-server with the extension installed, shown in Chromium; ended with all that it started.

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumMissing, launchChromium } from '@sonde/testkit/chromium';
import type { Browser, Page } from 'playwright-core';
import type { TracedMessage } from '../trace.js';
import { repository } from './vsix.js';

/** `npm test` builds code-server; where to is known only there. */
interface CodeServerPlace {
  readonly codeServerFolder: () => string;
  readonly codeServerEntry: (folder: string) => string;
}

async function findEntry(): Promise<string> {
  const script = new URL(`file://${join(repository, 'scripts', 'lib', 'code-server.mjs')}`);
  const { codeServerFolder, codeServerEntry } = (await import(script.href)) as CodeServerPlace;
  return codeServerEntry(codeServerFolder());
}

const entry = await findEntry();

/** What is missing to run VS Code here; undefined when all is there. */
export const missingForVsCode =
  chromiumMissing ??
  (existsSync(entry) ? undefined : `there is no code-server at ${entry}: npm test builds it where it may`);

const quietSettings = {
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'debug.openDebug': 'openOnSessionStart',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  // What costs time to draw.
  'editor.minimap.enabled': false,
  'workbench.editor.limit.enabled': true,
  'workbench.editor.limit.value': 3,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
};

export interface EditorOptions {
  readonly vsix: string;
  /** Writes the files of the workspace. */
  readonly prepare: (workspace: string) => void;
}

export interface OpenEditor {
  readonly page: Page;
  readonly browser: Browser;
  readonly workspace: string;
  /** All messages between VS Code and the adapters so far, oldest first. */
  messages(): readonly TracedMessage[];
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

const listening = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      if (said.includes('HTTP server listening')) resolve();
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', code => reject(new Error(`code-server ended with ${String(code)}: ${said}`)));
  });

export async function openEditor(options: EditorOptions): Promise<OpenEditor> {
  // What was started so far, to be ended in reverse.
  const ends: (() => void | Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    return { ...(await start(options, end => ends.push(end))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  { vsix, prepare }: EditorOptions,
  inTheEnd: (end: () => void | Promise<void>) => void,
): Promise<Omit<OpenEditor, 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-vscode-'));
  inTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const inside = (name: string): string => join(folder, name);
  const [workspace, user, extensions] = [inside('work'), inside('user'), inside('extensions')];
  for (const each of [workspace, join(user, 'User'), join(user, 'Machine'), extensions])
    mkdirSync(each, { recursive: true });
  const trace = inside('messages.jsonl');
  writeFileSync(trace, '');
  // A browser shows another machine, whose own settings are in a file of their own.
  for (const each of ['User', 'Machine'])
    writeFileSync(
      join(user, each, 'settings.json'),
      JSON.stringify({ ...quietSettings, 'sonde.traceFile': trace }),
    );
  // As if the packages that are too large to come along had been installed, as the extension offers.
  const storage = join(user, 'User', 'globalStorage', 'sonde.sonde');
  mkdirSync(storage, { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(storage, 'node_modules'));
  prepare(workspace);
  const common = [entry, '--user-data-dir', user, '--extensions-dir', extensions];
  common.push('--disable-telemetry', '--disable-update-check');
  await promisify(execFile)(process.execPath, [...common, '--install-extension', vsix]);
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      ...common,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-workspace-trust'],
      ...['--disable-getting-started-override', workspace],
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>(resolve => void server.once('exit', () => resolve()));
  inTheEnd(async () => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await ended;
  });
  await listening(server);
  const browser = await launchChromium();
  inTheEnd(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/?folder=${workspace}`);
  await page.waitForSelector('.monaco-workbench .part.statusbar');
  return {
    page,
    browser,
    workspace,
    messages: () =>
      readFileSync(trace, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as TracedMessage),
  };
}
