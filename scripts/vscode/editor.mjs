// VS Code in a browser, with a workspace and the extension that starts the adapter; ended with everything it started.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchConfiguration, writeWorkspace } from './programs.mjs';

const settings = {
  'files.autoSave': 'off',
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'debug.openDebug': 'openOnSessionStart',
  'debug.inlineValues': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
};

async function freePort() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

export async function openEditor({ entry, browser, home, repository }) {
  const [workspace, user, extensions] = ['work', 'user', 'extensions'].map(name => join(home, name));
  for (const folder of [join(workspace, '.vscode'), join(user, 'User'), extensions])
    mkdirSync(folder, { recursive: true });
  writeWorkspace(workspace, repository);
  writeFileSync(join(workspace, '.vscode', 'launch.json'), JSON.stringify(launchConfiguration));
  writeFileSync(join(user, 'User', 'settings.json'), JSON.stringify(settings));
  const installed = join(extensions, 'sonde.sonde-check-0.0.1');
  cpSync(join(repository, 'scripts', 'vscode', 'extension'), installed, { recursive: true });
  const log = join(home, 'messages.jsonl');
  writeFileSync(log, '');
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      entry,
      ...['--user-data-dir', user, '--extensions-dir', extensions, '--auth', 'none'],
      ...['--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'],
      ...['--disable-workspace-trust', '--disable-getting-started-override', workspace],
    ],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        SONDE_CHECK_LOG: log,
        SONDE_CHECK_COMMAND: join(repository, 'clients', 'cli', 'bin', 'sonde.js'),
      },
    },
  );
  await new Promise((resolve, reject) => {
    let said = '';
    const hear = chunk => {
      said += chunk;
      if (said.includes('HTTP server listening')) resolve();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', code => reject(new Error(`code-server ended with ${code}: ${said}`)));
  });
  const chrome = await chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
  const page = await chrome.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${port}/?folder=${workspace}`);
  await page.waitForSelector('.monaco-workbench .part.statusbar');
  return {
    page,
    /** All messages so far, oldest first. */
    messages: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
    async close() {
      await chrome.close();
      if (existsSync(`/proc/${server.pid}`)) process.kill(-server.pid, 'SIGTERM');
    },
  };
}
