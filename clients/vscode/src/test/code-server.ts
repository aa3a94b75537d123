// VS Code itself for tests: code-server with the extension installed, shown in Chromium; ended with all that it started.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import type { TracedMessage } from '../trace.js';

/** Where scripts/lib/code-server.mjs builds code-server; SONDE_CODE_SERVER names another place. */
const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const home = process.env['SONDE_CODE_SERVER'] ?? join(cache, 'sonde', 'code-server-4.100.3');
const entry = join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
const browser = '/usr/bin/chromium';

/** What is missing to run VS Code here; undefined when all is there. */
export const missingForVsCode = (): string | undefined =>
  [entry, browser].find(needed => !existsSync(needed));

const quietSettings = {
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'debug.openDebug': 'openOnSessionStart',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
};

export interface EditorOptions {
  readonly vsix: string;
  /** Writes the files of the workspace. */
  readonly prepare: (workspace: string) => void;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface OpenEditor {
  readonly page: Page;
  readonly workspace: string;
  /** All messages between VS Code and the adapters so far, oldest first. */
  messages(): readonly TracedMessage[];
  /** Opens a file by its name, as a person does. */
  open(file: string): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

export async function openEditor({ vsix, prepare, settings, env }: EditorOptions): Promise<OpenEditor> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-vscode-'));
  const [workspace, user, extensions] = ['work', 'user', 'extensions'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [workspace, join(user, 'User'), join(user, 'Machine'), extensions])
    mkdirSync(each, { recursive: true });
  const trace = join(folder, 'messages.jsonl');
  writeFileSync(trace, '');
  // A browser shows another machine, whose own settings are in a file of their own.
  for (const each of ['User', 'Machine'])
    writeFileSync(
      join(user, each, 'settings.json'),
      JSON.stringify({ ...quietSettings, 'sonde.traceFile': trace, ...settings }),
    );
  prepare(workspace);
  const places = ['--user-data-dir', user, '--extensions-dir', extensions];
  const quiet = ['--disable-telemetry', '--disable-update-check'];
  const surroundings = { ...process.env, ...env };
  await promisify(execFile)(process.execPath, [entry, ...places, ...quiet, '--install-extension', vsix], {
    env: surroundings,
  });
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      entry,
      ...places,
      ...quiet,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-workspace-trust'],
      ...['--disable-getting-started-override', workspace],
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: surroundings },
  );
  const ended = new Promise<void>(resolve => void server.once('exit', () => resolve()));
  const end = async (): Promise<void> => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      if (said.includes('HTTP server listening')) resolve();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', code => reject(new Error(`code-server ended with ${String(code)}: ${said}`)));
  });
  const chrome = await chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
  const page = await chrome.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`http://127.0.0.1:${port}/?folder=${workspace}`);
  await page.waitForSelector('.monaco-workbench .part.statusbar');
  return {
    page,
    workspace,
    messages: () =>
      readFileSync(trace, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as TracedMessage),
    async open(file) {
      await page.keyboard.press('Control+p');
      await page.waitForSelector('.quick-input-widget input');
      await page.keyboard.type(file);
      await page.waitForSelector(`.quick-input-list .monaco-list-row:has-text("${file}")`);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`.tab.active:has-text("${file}")`);
      // Before its grammar is loaded, VS Code may not know yet whose debugger F5 starts.
      await page.waitForSelector('.monaco-editor.focused .view-line');
    },
    async close() {
      await chrome.close();
      await end();
    },
  };
}
