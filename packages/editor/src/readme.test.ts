import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'sonde-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Example {
  readonly launch: (given: object, activeFile?: string) => object;
  readonly adapter: (setting: string | undefined) => Promise<{ readonly path: string }>;
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
  const { launch, adapter } = await readExample();

  it('makes a launch of an F5 on a file', () => {
    expect(launch({}, '/w/tide.moon')).toEqual({
      type: 'moon',
      request: 'launch',
      name: 'Debug tide.moon',
      program: '/w/tide.moon',
    });
    expect(() => launch({})).toThrow('no file is shown');
  });

  it('finds the adapter that a setting names, and tells where it looked for it', async () => {
    expect(await adapter(process.execPath)).toMatchObject({ path: process.execPath, from: 'setting' });
    await expect(adapter('')).rejects.toThrow(/moon\.adapterPath \(empty\).*\.moon\/bin/);
  });
});
