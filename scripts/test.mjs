// `npm test`: the one gate. Sets up, runs every check, then all tests; each failure comes with the command that fixes it.
import path from 'node:path';
import { giveAccount } from './lib/account.mjs';
import { cpuSeconds } from './lib/cpu-use.mjs';
import { codeServerWarning, prepareCodeServer } from './lib/code-server.mjs';
import { browserWarning, prepareBrowserTools } from './lib/browser-tools.mjs';
import { editorWarning, prepareEditorTools } from './lib/editor-tools.mjs';
import { summarise } from './lib/gate.mjs';
import {
  cxxLibraryWarning,
  debugServerWarning,
  nativeWarning,
  prepareCxxLibrary,
  prepareDebugServer,
  prepareNativeTools,
} from './lib/native-tools.mjs';
import { requireNode } from './lib/node-version.mjs';
import { olderLldbWarning, prepareOlderLldb } from './lib/older-lldb.mjs';
import { heading, note, step } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { runTool } from './lib/run-tool.mjs';
import { compile, install, makeBundles, makeExtension, makePage, nodeTool } from './lib/setup.mjs';
import { filesToRunAgain, joinRuns, secondRunLines } from './lib/second-run.mjs';
import { removeStaleOutput } from './lib/stale-output.mjs';
import { filtersWithoutTest, hasTestsOf, testFiles } from './lib/test-files.mjs';
import { parseTestOptions, usage } from './lib/test-options.mjs';
import { runVitest } from './lib/vitest.mjs';
import { prepareTerminalTools, terminalWarning } from './lib/terminal-tools.mjs';

const lintMinutes = 10;

const { filters, quick, vitestArgs, help, problem } = parseTestOptions(process.argv.slice(2));
if (help === true) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
if (problem !== undefined) {
  process.stderr.write(`${problem}\n${usage}\n`);
  process.exit(2);
}
const strays = filtersWithoutTest(filters, testFiles(root));
if (strays.length > 0) {
  process.stderr.write(`no test matches ${strays.join(', ')}\n${usage}\n`);
  process.exit(2);
}
requireNode();
if (!(await install())) process.exit(1);

const checks = [];
const passed = title => checks.some(each => each.title === title && each.outcome === 'passed');
const leaveOut = (title, remark, more = {}) => checks.push({ title, outcome: 'left out', remark, ...more });

async function check(title, fix, work) {
  const { ok, seconds } = await step(title, work);
  checks.push({ title, outcome: ok ? 'passed' : 'failed', seconds, fix });
}

const script =
  (name, ...args) =>
  () =>
    runTool(process.execPath, [path.join(root, 'scripts', name), ...args], { cwd: root, limitSeconds: 120 });

heading('Checks');
await check('Layers', 'each finding says how; npm run layers checks again', script('layers.mjs'));
await check('Folders', 'each finding says how; npm run folders checks again', script('folders.mjs'));
await check('Docs', 'each finding says how; npm run docs checks again', script('docs.mjs'));
await check('Types and build', 'correct the errors above; npm run build checks again', () => {
  const removed = removeStaleOutput(root);
  if (removed.length > 0) note(`(removed ${removed.length} built files whose source is gone)`);
  return compile();
});
// After the build, because it reads the types of other workspaces from what was built.
const lint = () =>
  nodeTool('oxlint/bin/oxlint', ['--deny-warnings', '.'], { limitSeconds: lintMinutes * 60 });
if (quick) for (const title of ['Format', 'Lint']) leaveOut(title, '--quick');
else {
  await check('Format', 'npm run format', () =>
    nodeTool('oxfmt/bin/oxfmt', ['--check', '.'], { limitSeconds: 120 }),
  );
  if (passed('Types and build'))
    await check('Lint', 'npm run lint -- --fix, then correct what is left by hand', lint);
  else leaveOut('Lint', 'needs a build');
}
for (const [title, make] of [
  ['Bundle', makeBundles],
  ['Page', makePage],
]) {
  if (passed('Types and build')) await check(title, 'npm run build', make);
  else leaveOut(title, 'needs a build');
}
// Packed once for all tests that look into it or install it.
const testsExtension = hasTestsOf('clients/vscode', filters, testFiles(root));
if (testsExtension) {
  if (passed('Bundle') && passed('Page'))
    await check('Extension', 'npm run extension', async () => {
      const made = await makeExtension();
      if (made.ok) process.env.SONDE_VSIX = made.vsix;
      return made;
    });
  else leaveOut('Extension', 'needs a bundle and a page');
}
// After the build, because they are made from what was built.
const madeFromBuild = [
  ['Reference', 'reference.mjs', 'npm run reference'],
  ['Extension manifest', 'extension-manifest.mjs', 'npm run extension-manifest'],
  ['Conformance document', 'conformance-docs.mjs', 'npm run conformance-docs'],
  [
    'Protocol coverage',
    'coverage-table.mjs',
    'each finding says how; npm run coverage-table writes the table',
  ],
];
for (const [title, file, fix] of madeFromBuild) {
  if (passed('Types and build')) await check(title, fix, script(file, '--check'));
  else leaveOut(title, 'needs a build');
}
let tests;
const skips = [];
if (passed('Types and build')) {
  heading('Native tools');
  const native = await prepareNativeTools();
  note(native.ready ? 'lldb and clang are there' : nativeWarning(native.problem));
  if (!native.ready) skips.push(nativeWarning(native.problem));
  const server = await prepareDebugServer();
  note(server.ready ? "GNU's debug server is there" : debugServerWarning(server.problem));
  if (!server.ready) skips.push(debugServerWarning(server.problem));
  const cxxLibrary = await prepareCxxLibrary();
  note(cxxLibrary.ready ? "LLVM's C++ library is there" : cxxLibraryWarning(cxxLibrary.problem));
  if (!cxxLibrary.ready) skips.push(cxxLibraryWarning(cxxLibrary.problem));
  const older = await prepareOlderLldb(path.join(root, 'node_modules', '.cache', 'older-lldb'));
  note(older.lldb === undefined ? olderLldbWarning(older.problem) : 'an older lldb is there');
  if (older.lldb === undefined) skips.push(olderLldbWarning(older.problem));
  else process.env.SONDE_OLDER_LLDB = older.lldb;

  heading('Editors and terminals');
  const editors = await prepareEditorTools();
  note(editors.ready ? 'Emacs with dap-mode is there' : editorWarning(editors.problem));
  if (!editors.ready) skips.push(editorWarning(editors.problem));
  const terminal = await prepareTerminalTools();
  note(terminal.ready ? 'tmux is there' : terminalWarning(terminal.problem));
  if (!terminal.ready) skips.push(terminalWarning(terminal.problem));
  if (testsExtension) {
    const vsCode = await prepareCodeServer();
    note(vsCode.entry === undefined ? codeServerWarning(vsCode.problem) : 'VS Code (code-server) is there');
    if (vsCode.entry === undefined) skips.push(codeServerWarning(vsCode.problem));
  }

  heading('Browser');
  const browser = await prepareBrowserTools();
  note(browser.ready ? 'Chromium is there' : browserWarning(browser.problem));
  if (!browser.ready) skips.push(browserWarning(browser.problem));

  heading('Tests');
  tests = await runVitest(filters, { args: vitestArgs });
  // In a whole run only: who runs one file wants to see it fail.
  const again = filters.length === 0 && vitestArgs.length === 0 ? filesToRunAgain(tests.counts) : [];
  if (again.length > 0) {
    heading('What failed, again and alone');
    const first = tests;
    tests = joinRuns(first, await runVitest(again, { args: ['--maxWorkers=1'] }));
    skips.push(...secondRunLines(first, tests, root));
  }
}

const counts = tests?.counts;
if (tests === undefined) leaveOut('Tests', 'need a build', { tests: true });
else {
  checks.push({
    title: 'Tests',
    tests: true,
    outcome: tests.ok ? 'passed' : 'failed',
    seconds: tests.seconds,
    remark:
      counts === undefined
        ? undefined
        : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped`,
    fix: 'read the failures above; npm test -- --quick PATH runs one file; npm run accept PATH accepts new transcripts',
  });
  // With -t everything else counts as skipped; that is no news.
  const skipped = vitestArgs.length > 0 ? [] : (counts?.skipped ?? []);
  const shown = skipped.slice(0, 20);
  skips.push(...shown.map(({ file, title }) => `skipped: ${path.relative(root, file)}: ${title}`));
  if (skipped.length > shown.length) skips.push(`skipped: ${skipped.length - shown.length} more`);
}

if (tests !== undefined) {
  heading('Where the minutes went');
  const isWhole = filters.length === 0 && vitestArgs.length === 0 && tests.ok;
  const account = giveAccount(root, tests.use, { isWhole });
  for (const line of account.lines) note(line);
  if (isWhole)
    checks.push({
      title: 'Budgets',
      outcome: account.ok ? 'passed' : 'failed',
      fix: 'make those tests cheaper, or say in scripts/budgets.json why they need more',
    });
}

const minutes = seconds => (seconds / 60).toFixed(1);
heading('Summary');
note(`${minutes(performance.now() / 1000)} minutes, ${minutes(cpuSeconds())} of the processor`);
for (const line of [...skips, ...summarise(checks, counts)]) note(line);
process.exitCode = checks.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
