// Debugs programs in editors at a terminal, with the configurations that `sonde editor` prints, and looks at the screens.
//
// Usage: node scripts/editors-check.mjs [FOLDER FOR THE SCREENS]

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath } from './lib/apt.mjs';
import { root } from './lib/repository.mjs';
import { prepareEditors } from './editors/debian-editors.mjs';
import { Screen } from './editors/screen.mjs';
import { broken, editors, programs } from './editors/sessions.mjs';

const [results = path.join(tmpdir(), 'sonde-editors')] = process.argv.slice(2);
const problem = onPath('tmux', process.env) === undefined ? 'tmux is not there' : undefined;
const { bin, problem: unfetched } = problem === undefined ? await prepareEditors(console.log) : {};
if (bin === undefined) {
  console.log(`!! SKIPPED: ${problem ?? unfetched}. See scripts/editors/README.md.`);
  process.exit(0);
}
mkdirSync(results, { recursive: true });
const failures = [];
for (const editor of editors) {
  const command = editor.command('')[0];
  const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
  if (onPath(command, { ...process.env, PATH }) === undefined) {
    console.log(`!! SKIPPED: ${editor.name}: ${command} is not there`);
    continue;
  }
  for (const program of programs)
    await attempt(editor, path.basename(program.file), PATH, step => debug(editor, program, step));
  await attempt(editor, broken.name, PATH, step => editor.fail(step, broken.error));
}
console.log(failures.length === 0 ? `in order; the screens are in ${results}` : `${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function debug(editor, { file, variable, expression, value }, step) {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const line = lines.findIndex(text => text.includes('#look')) + 1;
  return editor.debug(step, { line, variable: variable[editor.name] ?? variable.all, expression, value });
}

/** A home and a folder of its own for each session; every screen on the way is kept. */
async function attempt(editor, file, PATH, session) {
  const home = mkdtempSync(path.join(tmpdir(), 'sonde-editor-'));
  const name = `${editor.name}-${file}`;
  const screens = [];
  let screen;
  try {
    setUp(editor, home, PATH);
    const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), PATH, TERM: 'xterm-256color' };
    screen = new Screen(editor.name, editor.command(file), { cwd: home, env });
    await screen.shows(file);
    await session(async (what, keys, ...parts) => {
      screen.press(...keys);
      const text = await screen.shows(...parts);
      screens.push(`== ${what}: ${keys.join(' ')}\n${text}\n`);
    });
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name}: ${error.message}`);
  } finally {
    screen?.close();
    writeFileSync(path.join(results, `${name}.txt`), screens.join('\n'));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function setUp({ files, init }, home, PATH) {
  for (const [file, args] of Object.entries(files)) {
    const { status, stdout, stderr } = spawnSync('sonde', ['editor', ...args], {
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`sonde editor ${args.join(' ')}: ${stderr}`);
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), stdout);
  }
  if (init !== undefined) writeFileSync(path.join(home, '.emacs.d', 'init.el'), init);
  for (const { file } of programs) copyFileSync(path.join(root, file), path.join(home, path.basename(file)));
  writeFileSync(path.join(home, broken.name), broken.text);
}
