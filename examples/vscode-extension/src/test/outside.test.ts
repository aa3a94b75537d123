import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

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

it('the extension is built and tested outside of the workspace, against the packed tarball', async () => {
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
