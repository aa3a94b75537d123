// Emacs with dap-mode, for the test that debugs in it: looked for, and installed where that needs no password.
import { onPath, prepareTools, surroundings } from './apt.mjs';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

export const editorInstallCommand = 'apt-get install -y --no-install-recommends emacs-nox elpa-dap-mode';

const probeSeconds = 60;

/** `{ missing: [{ name, why }] }` */
export async function findEditorTools(env = process.env) {
  const emacs = onPath('emacs', env);
  if (emacs === undefined) return { missing: [{ name: 'emacs', why: 'not found' }] };
  const script = "(progn (package-initialize) (require 'dap-mode))";
  const args = ['--batch', '--no-init-file', '--eval', script];
  const { ok } = await runTool(emacs, args, { limitSeconds: probeSeconds });
  return { missing: ok ? [] : [{ name: 'dap-mode', why: `${emacs} cannot load it` }] };
}

/** Answers `{ ready, problem }` and says on the way what it does. Never fails the run: the test skips itself. */
export const prepareEditorTools = (around = surroundings(), say = note) =>
  prepareTools(findEditorTools, editorInstallCommand, around, say);

/** What a person must read when the test is left out. */
export const editorWarning = problem =>
  [
    '!! THE TEST IN EMACS WILL BE SKIPPED',
    `!! ${problem}`,
    `!! to run it: sudo apt-get update && sudo ${editorInstallCommand}`,
  ].join('\n');
