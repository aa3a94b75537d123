// tmux, for the tests of the terminal debugger in a real shell: looked for, and installed where that needs no password.
import { onPath, prepareTools, surroundings } from './apt.mjs';
import { note } from './progress.mjs';

export const terminalInstallCommand = 'apt-get install -y --no-install-recommends tmux';

/** `{ missing: [{ name, why }] }` */
export const findTerminalTools = async (env = process.env) => ({
  missing: onPath('tmux', env) === undefined ? [{ name: 'tmux', why: 'not found' }] : [],
});

/** Answers `{ ready, problem }` and says on the way what it does. Never fails the run: the tests skip themselves. */
export const prepareTerminalTools = (around = surroundings(), say = note) =>
  prepareTools(findTerminalTools, terminalInstallCommand, around, say);

/** What a person must read when the tests are left out. */
export const terminalWarning = problem =>
  [
    '!! THE TESTS OF THE TERMINAL DEBUGGER IN A SHELL WILL BE SKIPPED',
    `!! ${problem}`,
    `!! to run them: sudo apt-get update && sudo ${terminalInstallCommand}`,
  ].join('\n');
