import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { stubDocument, stubEditor, type StubbedEditor } from './testing/testing.js';

const folder = mkdtempSync(join(tmpdir(), 'sonde-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Example {
  start(given: object, around: object): Promise<{ configuration: object; adapter: string } | undefined>;
}

/** The code of the README as it stands, with the package's name led to this build. */
async function readExample(): Promise<Example> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, code] = /```js\n([^]*?)```/.exec(readme)!;
  const file = join(folder, 'example.mjs');
  writeFileSync(file, code!.replace('@sonde/editor', new URL('editor.js', import.meta.url).href));
  return (await import(pathToFileURL(file).href)) as Example;
}

describe('the example of the README', async () => {
  const { start } = await readExample();
  const activeFile = join(folder, 'tide.moon');
  const around = (editor: StubbedEditor, adapterPath: string): object => ({
    ...editor,
    activeFile,
    documents: [stubDocument(activeFile, { isDirty: true })],
    settings: { adapterPath },
  });

  it('leads from an empty configuration to the adapter', async () => {
    const editor = stubEditor();
    expect(await start({}, around(editor, process.execPath))).toEqual({
      configuration: { type: 'moon', request: 'launch', name: 'Debug tide.moon', program: activeFile },
      adapter: process.execPath,
    });
    expect(editor.shown).toEqual([]);
  });

  it('tells what is missing, with the command that installs it', async () => {
    const editor = stubEditor(['Run in terminal']);
    expect(await start({}, around(editor, ''))).toBeUndefined();
    expect(editor.shown[0]!.text).toContain('moon-dap');
    expect(editor.ran).toEqual(['npm install -g moon-dap']);
  });
});
