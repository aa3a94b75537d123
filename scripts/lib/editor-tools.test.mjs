import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorWarning, findEditorTools, prepareEditorTools } from './editor-tools.mjs';
import { scratchTree } from './scratch-tree.mjs';

const missingWith = async env =>
  (await findEditorTools(env)).missing.map(({ name, why }) => `${name}: ${why}`);

/** A folder that is the whole path, with an Emacs that answers its probe like this. */
function emacsThat(script) {
  const folder = scratchTree({ emacs: `#!/bin/sh\n${script}\n` });
  chmodSync(path.join(folder, 'emacs'), 0o755);
  return { PATH: folder };
}

describe.skipIf(process.platform === 'win32')('the search for Emacs', () => {
  it('says what is missing', async () => {
    expect(await missingWith({ PATH: '' })).toEqual(['emacs: not found']);
    const without = emacsThat('exit 255');
    expect(await missingWith(without)).toEqual([`dap-mode: ${without.PATH}/emacs cannot load it`]);
    expect(await missingWith(emacsThat('exit 0'))).toEqual([]);
  });

  it('does not fail the run where nothing may be installed', async () => {
    const around = { env: { PATH: '' }, isRoot: false, hasApt: true, isDebian: true };
    const { ready, problem } = await prepareEditorTools(around, () => undefined);
    expect(ready).toBe(false);
    expect(editorWarning(problem)).toContain('password');
    expect(editorWarning(problem)).toContain('sudo apt-get install -y');
  });
});
