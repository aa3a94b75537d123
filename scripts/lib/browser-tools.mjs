// Chromium for the tests of the web debugger: looked for, and installed where that needs no password.
import { existsSync } from 'node:fs';
import { onPath, prepareTools, surroundings } from './apt.mjs';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

export const browserInstallCommand = 'apt-get install -y --no-install-recommends chromium';

const usualPlace = '/usr/bin/chromium';
const probeSeconds = 60;

/** `{ missing: [{ name, why }] }`; looks where the tests look. */
export async function findBrowserTools(env = process.env, usual = usualPlace) {
  const chromium = env.SONDE_CHROMIUM || (existsSync(usual) ? usual : onPath('chromium', env));
  if (chromium === undefined) return { missing: [{ name: 'chromium', why: 'not found' }] };
  const { ok } = await runTool(chromium, ['--version'], { limitSeconds: probeSeconds });
  return { missing: ok ? [] : [{ name: 'chromium', why: `${chromium} does not run` }] };
}

/** Answers `{ ready, problem }` and says on the way what it does. Never fails the run: the tests skip themselves. */
export const prepareBrowserTools = (around = surroundings(), say = note) =>
  prepareTools(findBrowserTools, browserInstallCommand, around, say);

/** What a person must read when the tests are left out. */
export const browserWarning = problem =>
  [
    '!! THE TESTS IN A BROWSER WILL BE SKIPPED (clients/web)',
    `!! ${problem}`,
    `!! to run them: sudo apt-get update && sudo ${browserInstallCommand}`,
    '!! or name a Chromium in SONDE_CHROMIUM',
  ].join('\n');
