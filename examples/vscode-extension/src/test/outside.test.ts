import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createVSIX, listFiles } from '@vscode/vsce';
import { afterAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const example = fileURLToPath(new URL('../../', import.meta.url));
const repository = join(example, '..', '..');
const outside = mkdtempSync(join(tmpdir(), 'sonde-outside-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** What somebody elsewhere has in a folder of their own: the sources, and a tsconfig that knows nothing of us. */
const tsconfig = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['node', 'vscode'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

/** Without what an npm that runs the tests, or vitest itself, would tell those that it starts. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|VITEST|INIT_CWD)/i.test(name)),
);

const npm = (args: readonly string[], cwd: string): Promise<{ readonly stdout: string }> => {
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  return run('npm', [...args, ...quiet], { cwd, env });
};

/** VS Code as far as a launch needs it: keeps what is registered and what is shown. */
const stubOfVsCode = `
const disposable = { dispose() {} };
export const providers = [], shown = [];
export const debug = {
  registerDebugConfigurationProvider: (type, provider) => (providers.push({ type, provider }), disposable),
  registerDebugAdapterDescriptorFactory: () => disposable,
};
export const languages = { createDiagnosticCollection: () => ({ ...disposable, clear() {}, set() {} }) };
export const window = { showErrorMessage: async (text, ...actions) => void shown.push({ text, actions }) };
export const workspace = {
  textDocuments: [],
  getConfiguration: () => ({ get: (_name, fallback) => fallback }),
};
export const env = {}, Uri = {}, ProgressLocation = {};
`;

/** What VS Code does with an extension: loads what its manifest names, and asks it about a launch. */
const host = (main: string): string => `
import { providers, shown } from 'vscode';
const { activate } = await import(${JSON.stringify(main)});
activate({ subscriptions: [] });
const [{ type, provider }] = providers;
const launch = { type, request: 'launch', name: 'Steps', program: '/p/add.steps' };
const started = await provider.resolveDebugConfigurationWithSubstitutedVariables(undefined, launch);
console.log(JSON.stringify({ type, started: started ?? null, shown }));
`;

it('[DEBUGGER-REUSE] the extension is built and tested outside of the workspace, against the packed tarball', async () => {
  await npm(['pack', '--pack-destination', outside], join(repository, 'packages', 'editor'));
  const tarball = join(outside, 'sonde-editor-0.1.0.tgz');
  expect(existsSync(tarball)).toBe(true);

  const home = join(outside, 'steps');
  cpSync(join(example, 'src'), join(home, 'src'), {
    recursive: true,
    filter: file => !file.endsWith('test'),
  });
  cpSync(join(example, 'bin'), join(home, 'bin'), { recursive: true });
  const { devDependencies: _, ...manifest } = JSON.parse(
    readFileSync(join(example, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const dependencies = { '@sonde/editor': `file:${tarball}` };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(tsconfig));
  await npm(['install'], home);
  // The types of Node and VS Code, which need no tarball of ours. Beside the extension: inside, they would be packed.
  mkdirSync(join(outside, 'node_modules'));
  symlinkSync(join(repository, 'node_modules', '@types'), join(outside, 'node_modules', '@types'));

  const installed = join(home, 'node_modules', '@sonde', 'editor');
  expect(existsSync(join(installed, 'README.md'))).toBe(true);
  expect(existsSync(join(installed, 'dist', 'report-failure.test.js'))).toBe(false);
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty(
    'dependencies',
  );

  const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '-p', home], { cwd: home });
  const adapter = join(dirname(example.replace(/\/$/, '')), 'vscode-debugadapter', 'bin', 'steps-dap.js');
  const { stdout } = await run(
    process.execPath,
    ['--test', '--test-reporter=tap', join(home, 'dist', 'steps.spec.js')],
    {
      cwd: home,
      env: { ...env, STEPS_DAP: adapter },
    },
  );
  expect(stdout).toMatch(/^# pass 6$/m);
  expect(stdout).toMatch(/^# fail 0$/m);

  cpSync(join(example, 'README.md'), join(home, 'README.md'));
  const vsix = join(outside, 'steps.vsix');
  await createVSIX({ cwd: home, packagePath: vsix, allowMissingRepository: true, skipLicense: true });
  expect(existsSync(vsix)).toBe(true);

  // As VS Code has it: the packed files alone, in a folder of another name, with its API beside them.
  const extensions = join(outside, 'extensions');
  const installedAs = join(extensions, 'example.steps-debug-0.1.0');
  for (const file of await listFiles({ cwd: home }))
    cpSync(join(home, file), join(installedAs, file), { recursive: true });
  const api = join(extensions, 'node_modules', 'vscode');
  mkdirSync(api, { recursive: true });
  writeFileSync(join(api, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }));
  writeFileSync(join(api, 'index.js'), stubOfVsCode);
  const { main } = JSON.parse(readFileSync(join(installedAs, 'package.json'), 'utf8')) as { main: string };
  const script = join(extensions, 'host.mjs');
  writeFileSync(script, host(`./${basename(installedAs)}/${main}`));
  const told = await run(process.execPath, [script], { env: { PATH: outside, HOME: outside } });
  expect(JSON.parse(told.stdout)).toMatchObject({
    type: 'steps',
    started: null,
    shown: [{ text: expect.stringMatching(/steps-dap was not found.*npm install -g steps-dap/s) as string }],
  });
});

describe('[DEBUGGER-REUSE] Compiler/native layer', () => {
  interface Workspace {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  }
  const workspacesIn = (folder: string): readonly Workspace[] =>
    readdirSync(join(repository, folder))
      .map(name => join(repository, folder, name, 'package.json'))
      .filter(file => existsSync(file))
      .map(file => JSON.parse(readFileSync(file, 'utf8')) as Workspace);
  const languages = workspacesIn('languages');
  const all = [...languages, ...['toolchains', 'engines', 'packages', 'clients'].flatMap(workspacesIn)];

  /** With all that it needs in turn. */
  function needsOf(name: string, seen = new Set<string>()): ReadonlySet<string> {
    for (const need of Object.keys(all.find(each => each.name === name)?.dependencies ?? {}))
      if (!seen.has(need)) needsOf(need, seen.add(need));
    return seen;
  }

  it.each(['@sonde/llvm-ir', '@sonde/dwarf', '@sonde/native-compiler'])(
    'Debug-build policy, debug source identity, and DWARF helpers are editor- and language-neutral: %s',
    name => {
      expect(all.map(each => each.name)).toContain(name);
      const foreign = [...languages.map(each => each.name), '@sonde/editor', 'vscode'];
      expect([...needsOf(name)].filter(need => foreign.includes(need))).toEqual([]);
    },
  );

  it('This layer only benefits other native-compiled languages: those that make native code share it', () => {
    const users = (name: string): readonly string[] =>
      languages.filter(each => each.dependencies?.[name] !== undefined).map(each => each.name);
    for (const name of ['@sonde/llvm-ir', '@sonde/native-compiler'])
      expect(users(name).length, name).toBeGreaterThan(1);
  });
});
