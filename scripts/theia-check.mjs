// Debugs a program in Theia with the packed extension, as its users do, and keeps the screens.
//
// Usage: npm run extension && node scripts/theia-check.mjs [FOLDER FOR THE SCREENS]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broken, programs } from './editors/sessions.mjs';
import { prepareTheia } from './editors/theia-app.mjs';
import { TheiaPage } from './editors/theia-page.mjs';
import { root } from './lib/repository.mjs';

const [results = path.join(tmpdir(), 'sonde-theia')] = process.argv.slice(2);
const vsix = path.join(root, 'clients', 'vscode', 'dist', 'sonde-0.1.0.vsix');
const chromium = process.env.SONDE_CHROMIUM || '/usr/bin/chromium';
const { main, problem } = existsSync(vsix)
  ? existsSync(chromium)
    ? await prepareTheia(console.log)
    : { problem: `${chromium} is not there` }
  : { problem: 'there is no packed extension: npm run extension' };
if (main === undefined) {
  console.log(`!! SKIPPED: ${problem}. See scripts/editors/README.md.`);
  process.exit(0);
}

const { file, expression, value } = programs[0];
const name = path.basename(file);
const line =
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .findIndex(text => text.includes('#look')) + 1;
mkdirSync(results, { recursive: true });
const home = mkdtempSync(path.join(tmpdir(), 'sonde-theia-'));
const ends = [() => rmSync(home, { recursive: true, force: true, maxRetries: 5 })];
try {
  const address = await serve();
  const theia = new TheiaPage(await openPage());
  const step = async (what, work) => {
    try {
      await work();
    } finally {
      await theia.page.screenshot({ path: path.join(results, `${what.replaceAll(' ', '-')}.png`) });
    }
    console.log(`ok   ${what}`);
  };
  await step('open', () => theia.load(address, path.join(home, 'work')).then(() => theia.open(name)));
  await step('breakpoint', () => theia.breakAt(line));
  await step('F5 without launch.json', async () => {
    await theia.press('F5');
    await theia.shows('.theia-debug-stack-frame', `${name}`);
  });
  await step('expression', async () => {
    await theia.page.locator('.theia-console-input').click();
    await theia.type(expression);
    await theia.press('Enter');
    await theia.shows('.theia-console-content', value);
  });
  await step('step', async () => {
    await theia.press('F10');
    await theia.shows('.theia-debug-thread', /step/i);
  });
  await step('views', async () => {
    await theia.command('Sonde: Show the Disassembly Beside the Source');
    await theia.viewsShow(`${name}:`);
  });
  await step('end', async () => {
    await theia.press('Shift+F5');
    await theia.page.locator('.theia-debug-stack-frame').first().waitFor({ state: 'detached' });
  });
  await step('a program that cannot be built', async () => {
    await theia.open(broken.name);
    await theia.press('F5');
    await theia.shows('.theia-notification-list-item', broken.error);
  });
  console.log(`in order; the screens are in ${results}`);
} catch (error) {
  console.log(`FAIL ${error.message}`);
  process.exitCode = 1;
} finally {
  for (const end of ends.toReversed()) await end();
}

/** A Theia with a home and a workspace of its own; answers with its address. */
async function serve() {
  const [config, work] = ['config', 'work'].map(each => path.join(home, each));
  mkdirSync(path.join(config, 'plugins'), { recursive: true });
  mkdirSync(work);
  copyFileSync(vsix, path.join(config, 'plugins', path.basename(vsix)));
  writeFileSync(path.join(config, 'settings.json'), '{ "security.workspace.trust.enabled": false }\n');
  copyFileSync(path.join(root, file), path.join(work, name));
  writeFileSync(path.join(work, broken.name), broken.text);
  const server = spawn(process.execPath, [main, work, '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: path.join(path.dirname(main), '..', '..'),
    env: { ...process.env, THEIA_CONFIG_DIR: config },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  ends.push(async () => {
    writeFileSync(path.join(results, 'theia.log'), said);
    if (server.exitCode !== null) return;
    process.kill(-server.pid, 'SIGTERM');
    await once(server, 'exit');
  });
  const port = await saying(
    server,
    'Theia',
    /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    text => (said += text),
  );
  // Webviews are served below names that end in localhost, which Chromium leads to this machine.
  return `http://localhost:${port}`;
}

/** Chromium as users start it: with the switches that Playwright adds when it starts one, Theia's webviews stay empty. */
async function openPage() {
  const quiet = ['--disable-gpu', '--disable-background-networking', '--no-first-run', 'about:blank'];
  const profile = `--user-data-dir=${path.join(home, 'profile')}`;
  const started = spawn(
    chromium,
    ['--headless', '--no-sandbox', '--remote-debugging-port=0', profile, ...quiet],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  ends.push(async () => {
    if (started.exitCode !== null) return;
    started.kill('SIGTERM');
    await once(started, 'exit');
  });
  const endpoint = await saying(started, 'Chromium', /DevTools listening on (ws:\S+)/);
  const { chromium: browsers } = await import('playwright-core');
  const browser = await browsers.connectOverCDP(endpoint);
  ends.push(() => browser.close());
  const page = await browser.contexts()[0].newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  return page;
}

/** What a program writes where the pattern has a group; fails when it ends before. `hear` gets all that it writes. */
function saying(program, name, pattern, hear = () => {}) {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = chunk => {
      hear(String(chunk));
      said += String(chunk);
      const found = pattern.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    program.stdout?.on('data', listen);
    program.stderr.on('data', listen);
    program.once('error', reject);
    program.once('exit', code => reject(new Error(`${name} ended with ${code}: ${said.slice(-2000)}`)));
  });
}
