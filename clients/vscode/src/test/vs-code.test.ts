// Debugging in VS Code itself: keys, menus and views as its users press, click and read them.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingForVsCode, openEditor, type OpenEditor } from './code-server.js';
import { eventually, VsCodePage } from './vs-code-page.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const vsix = join(repository, 'clients/vscode/dist/sonde-0.1.0.vsix');
const pictures = join(repository, 'clients/vscode/dist/screenshots');

/** The example of every language that says itself where it is worth a look. */
const tours = readdirSync(join(repository, 'languages'))
  .map(language => join(repository, 'languages', language, 'examples'))
  .filter(folder => existsSync(folder))
  .flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.startsWith('tour.'))
      .map(name => join(folder, name)),
  )
  .filter(file => readFileSync(file, 'utf8').includes('#look'));

const lineOf = (file: string, text: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex(line => line.includes(text)) + 1;

describeUnlessMissing('VS Code', missingForVsCode(), () => {
  let editor: OpenEditor;
  let code: VsCodePage;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    editor = await openEditor({
      vsix,
      prepare: workspace => {
        for (const file of tours) cpSync(file, join(workspace, file.slice(dirname(file).length + 1)));
      },
    });
    code = new VsCodePage(editor.page);
  }, 120_000);
  afterAll(() => editor?.close());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await editor.page.screenshot({
        path: join(pictures, `failed-${task.name.replaceAll(/\W+/g, '-')}.png`),
      });
    if (await code.isDebugging()) await code.stopDebugging();
    await code.command('Debug: Remove All Breakpoints');
  });

  describe('F5 without a launch.json', () => {
    it.each(tours.map(file => [file.slice(dirname(file).length + 1), file]))(
      'debugs %s and stops at a breakpoint',
      { timeout: 90_000 },
      async (name, file) => {
        await code.open(name);
        await code.toggleBreakpoint(lineOf(file, '#look'));
        await code.press('F5');
        await code.stoppedAt(name, lineOf(file, '#look'));
        await eventually(async () => (await code.variables()).length).toBeGreaterThan(1);
        expect(await code.notices()).toEqual([]);
        await editor.page.screenshot({ path: join(pictures, `${name}.png`) });
      },
    );
  });
});
