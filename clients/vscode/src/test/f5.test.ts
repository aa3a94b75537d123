// Own process: it starts an editor and a browser, which end after the tests.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pollUntil } from '@sonde/editor/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TracedMessage } from '../trace.js';
import { missingForVsCode, openEditor, type OpenEditor } from './code-server.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const missing = missingForVsCode();
const title =
  missing === undefined
    ? 'in VS Code itself'
    : `in VS Code itself (SKIPPED: there is no ${missing}, see docs/editors.md)`;

describe.skipIf(missing !== undefined)(title, { timeout: 120_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'sonde-f5-'));
  let editor: OpenEditor;

  beforeAll(async () => {
    const vsix = join(home, 'sonde.vsix');
    await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'extension.mjs'), vsix]);
    editor = await openEditor({
      vsix,
      prepare(workspace) {
        const example = (name: string): string => join(repository, 'languages', 'mini', 'examples', name);
        cpSync(example('errors.mini'), join(workspace, 'errors.mini'));
        writeFileSync(join(workspace, 'end.mini'), 'let x = 2;\nprint(x + 40);\n');
        writeFileSync(join(workspace, 'broken.mini'), 'let x = ;\n');
      },
    });
  }, 120_000);
  afterAll(async () => {
    await editor.close();
    rmSync(home, { recursive: true, force: true });
  });

  type Message = Readonly<{
    event?: string;
    command?: string;
    success?: boolean;
    body?: Record<string, unknown>;
  }>;
  const since = (begin: number): readonly Message[] =>
    editor
      .messages()
      .slice(begin)
      .map(({ message }: TracedMessage) => message as Message);
  const events = (begin: number, name: string): readonly Message[] =>
    since(begin).filter(({ event }) => event === name);
  const popUps = (): Promise<string[]> =>
    editor.page.locator('.notification-toast, .monaco-dialog-box').allInnerTexts();

  async function pressF5(file: string): Promise<number> {
    await editor.open(file);
    const begin = editor.messages().length;
    await editor.page.keyboard.press('F5');
    return begin;
  }

  const waited = (read: () => unknown, what: string): Promise<unknown> =>
    pollUntil(read, Boolean, { what, timeoutMs: 60_000, intervalMs: 100 });

  it('F5 on a file without a launch.json debugs it: it stops where an error is thrown', async () => {
    const begin = await pressF5('errors.mini');
    await waited(() => events(begin, 'stopped').length > 0, 'a stop');
    expect(events(begin, 'stopped')[0]!.body?.['reason']).toBe('exception');
    await editor.page.waitForSelector('.debug-call-stack .monaco-list-row');
    await editor.page.waitForSelector('.debug-variables .monaco-list-row');
    // Only the exceptions of the language.
    const boxes = await editor.page.locator('.debug-breakpoints .monaco-list-row').allInnerTexts();
    expect(boxes).toHaveLength(2);
    expect(await popUps()).toEqual([]);
    await editor.page.keyboard.press('Shift+F5');
    await editor.page.waitForSelector('.debug-toolbar', { state: 'hidden' });
  });

  it('a program that ends by itself ends its session, without a word', async () => {
    const begin = await pressF5('end.mini');
    await waited(
      () => since(begin).some(({ command, success }) => command === 'disconnect' && success),
      'the end',
    );
    expect(events(begin, 'stopped')).toEqual([]);
    await editor.page.waitForSelector('.repl .monaco-list-row:has-text("42")');
    expect(await popUps()).toEqual([]);
  });

  it('a program that cannot be built is told in a dialog that leads to the problems', async () => {
    await pressF5('broken.mini');
    await editor.page.waitForSelector('.monaco-dialog-box:has-text("could not be built")');
    await editor.page.click('.monaco-dialog-box .monaco-button:has-text("Show Problems")');
    await editor.page.waitForSelector('.markers-panel .monaco-list-row:has-text("expected a name")');
  });
});
