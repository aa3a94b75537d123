// Own process: it starts an editor and a browser, which end after the tests.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { languageOfFile } from '@sonde/editor';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchLanguage, readLanguages } from '../languages.js';
import { missingForVsCode, openEditor } from './code-server.js';
import { breakpointScenarios } from './scenarios/breakpoints.js';
import { launchScenarios } from './scenarios/launches.js';
import { tourScenarios } from './scenarios/tours.js';
import { troubleScenarios } from './scenarios/trouble.js';
import { valueScenarios } from './scenarios/values.js';
import { viewScenarios } from './scenarios/views.js';
import { VsCodePage } from './vs-code-page.js';
import type { VsCode } from './vs-code.js';
import { packedExtension, repository } from './vsix.js';

/** Where screenshots go: always those of failures, and with SONDE_PICTURES=1 all. */
const pictures = join(repository, 'clients', 'vscode', 'dist', 'screenshots');
const takesAll = process.env['SONDE_PICTURES'] === '1';
const hookMs = 240_000;

const example = (language: string, name: string): string =>
  join(repository, 'languages', language, 'examples', name);

const isTour = (file: string): boolean => basename(file).startsWith('tour.');

/** Of every language the example that says itself where it is worth a look, and one of each other ending. */
const tours = readdirSync(join(repository, 'languages'))
  .filter(language => existsSync(example(language, '')))
  .flatMap(language => {
    const looks = readdirSync(example(language, ''), { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => example(language, name))
      .filter(file => readFileSync(file, 'utf8').includes('#look'));
    const toursFirst = looks.toSorted((a, b) => Number(isTour(b)) - Number(isTour(a)));
    return toursFirst.filter(
      (file, nth) => toursFirst.findIndex(other => extname(other) === extname(file)) === nth,
    );
  });

const others = [
  ...['errors.mini', 'parent.mini', 'child.mini', 'input.mini'].map(name => example('mini', name)),
  example('c', 'list.c'),
];

/** Written before the editor starts: later ones are not always found by their names at once. */
const drafts: Readonly<Record<string, string>> = {
  'draft.mini': 'print "old";\n',
  'unfinished.mini': 'print "old";\n',
  'again.mini': 'print "one";\n\n',
  'broken.c': 'int main(void) {\n  return misspelt;\n}\n',
  'part.c': 'int part(void) {\n  return 1;\n}\n',
  'wrong.osp': 'let answer = misspelt + 1\n',
};

// One editor for all: to start it takes longer than most tests do. Each test leaves no session and no breakpoint behind.
describeUnlessMissing('VS Code itself', missingForVsCode, () => {
  const code = {} as { -readonly [Part in keyof VsCode]: VsCode[Part] };
  let stage = '';
  const owned: (() => void | Promise<void>)[] = [];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    const extension = await packedExtension();
    stage = extension.stage;
    owned.push(() => extension.remove());
    const editor = await openEditor({
      vsix: extension.vsix,
      prepare: workspace => {
        for (const file of [...tours, ...others]) cpSync(file, join(workspace, basename(file)));
        for (const [name, text] of Object.entries(drafts)) writeFileSync(join(workspace, name), text);
      },
    });
    owned.push(() => editor.close());
    code.editor = editor;
    code.workspace = editor.workspace;
    code.window = new VsCodePage(editor.page);
    code.picture = async (name, page = editor.page) => {
      if (takesAll) await page.screenshot({ path: join(pictures, `${name}.png`) });
    };
    await code.window.showDebugView();
  }, hookMs);
  afterAll(async () => {
    for (const end of owned.toReversed()) await end();
  }, hookMs);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const path = join(pictures, `failed-${task.name.replaceAll(/\W+/g, '-')}.png`);
      await code.editor.page.screenshot({ path });
    }
    await code.window.dismissNotices();
    if (await code.window.isDebugging()) await code.window.stopDebugging();
    await code.window.removeBreakpoints();
  });

  tourScenarios(
    code,
    tours.map(file => basename(file)),
  );
  it('has debugged a file of every language that has sources', () => {
    const languages = readLanguages(stage).map(launchLanguage);
    const seen = new Set(tours.map(file => languageOfFile(file, languages)?.id));
    const expected = languages.filter(({ sources = [] }) => sources.length > 0).map(({ id }) => id);
    expect([...seen].toSorted()).toEqual(expected.toSorted());
  });
  breakpointScenarios(code);
  valueScenarios(code);
  launchScenarios(code);
  troubleScenarios(code);
  // Last, because views that were opened join every session from then on.
  viewScenarios(code);
});
