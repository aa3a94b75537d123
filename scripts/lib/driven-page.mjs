// The web debugger in a headless browser, for measurements and pictures: a server and a browser of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from './repository.mjs';

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/**
 * Runs `work(open)`; `open(options)` answers with a page at the address of the server. `afterwards` sees the pages when the
 * server was lost. All is ended in the end.
 */
export async function withPages(folder, work, afterwards) {
  const { chromium } = await import('playwright-core');
  const server = spawn(
    process.execPath,
    [path.join(root, 'clients/cli/bin/sonde.js'), 'serve', folder, '--no-open'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const browser = await chromium.launch({
    executablePath: process.env.SONDE_CHROMIUM || '/usr/bin/chromium',
    args,
  });
  try {
    const address = await addressOf(server);
    await work(async ({ width, height, colorScheme = 'light' }) => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(address);
      return page;
    });
    if (afterwards === undefined) return;
    // Without a goodbye, as when a machine goes down.
    server.kill('SIGKILL');
    await once(server, 'exit');
    await afterwards();
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}

async function addressOf(server) {
  let said = '';
  for await (const chunk of server.stdout) {
    said += String(chunk);
    const found = /http:\S+/.exec(said);
    if (found !== null) return found[0];
  }
  throw new Error(`the server ended: ${said}`);
}

/** Starts an example by the start page and waits until it stands. */
export async function openExample(page, language, name) {
  await page.getByRole('tab', { name: language, exact: true }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) })
    .first()
    .click();
  await page.getByRole('treeitem').nth(1).waitFor();
}
