import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserWarning, findBrowserTools, prepareBrowserTools } from './browser-tools.mjs';
import { scratchTree } from './scratch-tree.mjs';

/** As if nothing were at the usual place. */
const missingWith = async env =>
  (await findBrowserTools(env, '/no/such/chromium')).missing.map(({ name, why }) => `${name}: ${why}`);

/** A folder that is the whole path, with a Chromium that answers its probe like this. */
function chromiumThat(script) {
  const folder = scratchTree({ chromium: `#!/bin/sh\n${script}\n` });
  chmodSync(path.join(folder, 'chromium'), 0o755);
  return { PATH: folder };
}

describe.skipIf(process.platform === 'win32')('the search for Chromium', () => {
  it('says what is missing', async () => {
    expect(await missingWith({ PATH: '' })).toEqual(['chromium: not found']);
    const broken = chromiumThat('exit 1');
    expect(await missingWith(broken)).toEqual([`chromium: ${broken.PATH}/chromium does not run`]);
    expect(await missingWith(chromiumThat('exit 0'))).toEqual([]);
  });

  it('takes the one that is named before any other', async () => {
    const env = { ...chromiumThat('exit 0'), SONDE_CHROMIUM: '/no/such/browser' };
    expect(await missingWith(env)).toEqual(['chromium: /no/such/browser does not run']);
  });

  it('does not fail the run where nothing may be installed', async () => {
    const env = { PATH: '', SONDE_CHROMIUM: '/no/such/browser' };
    const around = { env, isRoot: false, hasApt: true, isDebian: true };
    const { ready, problem } = await prepareBrowserTools(around, () => undefined);
    expect(ready).toBe(false);
    expect(browserWarning(problem)).toContain('password');
    expect(browserWarning(problem)).toContain('sudo apt-get install -y');
  });
});
