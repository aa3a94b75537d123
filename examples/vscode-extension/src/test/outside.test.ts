import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
  // The types of Node and VS Code, which need no tarball of ours.
  symlinkSync(join(repository, 'node_modules', '@types'), join(home, 'node_modules', '@types'));

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
