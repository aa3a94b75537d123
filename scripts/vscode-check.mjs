// Debugs programs in VS Code itself and looks for what its users would see: pop-ups, stops, checkboxes.
//
// Usage: node scripts/vscode-check.mjs [FOLDER WITH code-server] [FOLDER FOR THE TRANSCRIPT AND PICTURES]

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEditor } from './vscode/editor.mjs';
import { programs } from './vscode/programs.mjs';

const [place = 'code-server', results = join(tmpdir(), 'sonde-vscode')] = process.argv.slice(2);
const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = resolve(place, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
const browser = '/usr/bin/chromium';
for (const needed of [entry, browser]) {
  if (existsSync(needed)) continue;
  console.log(`SKIPPED: ${needed} is not there. See scripts/vscode/README.md.`);
  process.exit(0);
}

const home = mkdtempSync(join(tmpdir(), 'sonde-vscode-home-'));
mkdirSync(results, { recursive: true });
const lines = [];
const failures = [];
const say = line => {
  console.log(line);
  lines.push(line);
};
const check = (holds, what) => {
  say(`  ${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
};

const editor = await openEditor({ entry, browser, home, repository });
const { page } = editor;
try {
  for (const program of programs) await debug(program);
} finally {
  await editor.close();
  writeFileSync(join(results, 'transcript.md'), `${lines.join('\n')}\n`);
  rmSync(home, { recursive: true, force: true });
}
say(failures.length === 0 ? 'All as it should be.' : `${failures.length} failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function debug({ file, stop }) {
  say(`\n## F5 on ${file}\n`);
  const begin = editor.messages().length;
  const since = () => editor.messages().slice(begin);
  const events = name => since().filter(({ from, message }) => from === 'adapter' && message.event === name);
  const toasts = new Set();
  const look = async () => {
    for (const toast of await page.locator('.notification-toast').allInnerTexts())
      toasts.add(toast.replaceAll(/\s+/g, ' '));
    if ((await page.locator('.monaco-dialog-box').count()) > 0) toasts.add('a dialog');
  };
  await page.keyboard.press('Control+p');
  await page.waitForSelector('.quick-input-widget input');
  await page.keyboard.type(file);
  await page.waitForSelector(`.quick-input-list .monaco-list-row:has-text("${file}")`);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`.tab.active:has-text("${file}")`);
  await page.keyboard.press('F5');
  await until(
    () => events(stop === undefined ? 'terminated' : 'stopped').length > 0,
    `${file} to come to something`,
  );
  if (stop === undefined) {
    await until(
      () => since().some(({ from, message }) => from === 'editor' && message.command === 'disconnect'),
      'the goodbye',
    );
  } else {
    await page.waitForSelector('.debug-call-stack .monaco-list-row');
    await until(
      async () => (await page.locator('.debug-variables .monaco-list-row').count()) > 0,
      'variables',
    );
    await hoverAllOver(look);
  }
  await look();
  await page.screenshot({ path: join(results, `${file}.png`) });
  const reasons = events('stopped').map(({ message }) => message.body.reason);
  check(
    JSON.stringify(reasons) === JSON.stringify(stop === undefined ? [] : [stop]),
    `stops: ${reasons.join(', ') || 'none'}`,
  );
  const boxes = await page.locator('.debug-breakpoints .monaco-list-row').allInnerTexts();
  check(boxes.length > 0, `checkboxes: ${boxes.map(box => box.replaceAll(/\s+/g, ' ').trim()).join(' | ')}`);
  if (stop !== undefined) {
    const before = events('terminated').length;
    await page.keyboard.press('Shift+F5');
    await until(
      () =>
        events('terminated').length > before ||
        since().some(({ message }) => message.command === 'disconnect'),
      'the end',
    );
    await page.waitForSelector('.debug-toolbar', { state: 'hidden' });
    await look();
  }
  check(toasts.size === 0, `pop-ups: ${[...toasts].join(' | ') || 'none'}`);
  const refused = since().filter(({ message }) => message.type === 'response' && message.success === false);
  const shown = refused.filter(({ message }) => message.body?.error?.showUser === true);
  check(
    shown.length === 0,
    `refusals that ask to be shown: ${shown.map(({ message }) => `${message.command}: ${message.message}`).join(' | ') || 'none'} (of ${refused.length} refused)`,
  );
  say('\n```');
  for (const { from, message } of since()) say(lineOf(from, message));
  say('```');
}

/** Rests the mouse on every word in sight, as long as it takes VS Code to ask what the word is. */
async function hoverAllOver(look) {
  const words = page.locator('.editor-instance .view-line span span');
  const count = Math.min(await words.count(), 60);
  for (let nth = 0; nth < count; nth++) {
    await words
      .nth(nth)
      .hover({ timeout: 2000, force: true })
      .catch(() => undefined);
    await page.waitForTimeout(350);
    await look();
  }
}

async function until(holds, what) {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) {
      await page.screenshot({ path: join(results, 'gave-up.png') });
      throw new Error(`waited in vain for ${what}`);
    }
    await page.waitForTimeout(100);
  }
}

function lineOf(from, message) {
  const arrow = from === 'editor' ? '→' : '←';
  if (message.type === 'event') return `${arrow} event ${message.event} ${short(message.body)}`;
  if (message.type === 'request') return `${arrow} ${message.command} ${short(message.arguments)}`;
  const outcome = message.success ? short(message.body) : `REFUSED ${message.message} ${short(message.body)}`;
  return `${arrow} answer to ${message.command}: ${outcome}`;
}

function short(body) {
  const text = (JSON.stringify(body) ?? '').replaceAll(home, '');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
