import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled, markInstalled } from './installation.mjs';
import { nodeProblem } from './node-version.mjs';
import { runTool } from './run-tool.mjs';
import { scratchTree } from './scratch-tree.mjs';
import { removeStaleOutput } from './stale-output.mjs';

describe('the version of Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s will do', version => {
    expect(nodeProblem('>=20.19', version)).toBeUndefined();
  });

  it.each(['v20.18.3', 'v18.20.0', 'v4.0.0'])('%s is refused in words', version => {
    expect(nodeProblem('>=20.19', version)).toContain(`needs Node 20.19 or newer; this is ${version}`);
  });
});

describe('the installation', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-a' };
  const lock = packages => ({ packages: { '': {}, ...packages } });
  const treeWith = (wanted, present) =>
    scratchTree({
      'package-lock.json': lock(wanted),
      ...(present === undefined ? {} : { 'node_modules/.package-lock.json': lock(present) }),
    });

  it('is missing without node_modules', () => {
    expect(isInstalled(treeWith({ 'node_modules/a': entry }))).toBe(false);
  });

  it('counts when npm recorded the same versions, and is remembered', () => {
    const base = treeWith({ 'node_modules/a': entry }, { 'node_modules/a': entry });
    expect(isInstalled(base)).toBe(true);
    expect(existsSync(path.join(base, 'node_modules/.sonde-installed'))).toBe(true);
  });

  it('does not count when a version differs or a package is missing', () => {
    const older = { ...entry, version: '0.9.0' };
    expect(isInstalled(treeWith({ 'node_modules/a': entry }, { 'node_modules/a': older }))).toBe(false);
    expect(isInstalled(treeWith({ 'node_modules/a': entry }, {}))).toBe(false);
  });

  it('does without optional packages of other platforms', () => {
    expect(isInstalled(treeWith({ 'node_modules/a': { ...entry, optional: true } }, {}))).toBe(true);
  });

  it('is stale once the lockfile changed', () => {
    const base = treeWith({ 'node_modules/a': entry }, { 'node_modules/a': entry });
    markInstalled(base);
    expect(isInstalled(base)).toBe(true);
    const changed = lock({ 'node_modules/a': { ...entry, version: '2.0.0' } });
    writeFileSync(path.join(base, 'package-lock.json'), JSON.stringify(changed));
    expect(isInstalled(base)).toBe(false);
  });

  it('is stale when it was made on another kind of machine', () => {
    const base = treeWith({ 'node_modules/a': entry }, { 'node_modules/a': entry });
    writeFileSync(path.join(base, 'node_modules/.sonde-installed'), 'abc otheros\n');
    expect(isInstalled(base)).toBe(false);
  });
});

it('removes built files whose source is gone, and only those', () => {
  const base = scratchTree({
    'packages/dap/package.json': {},
    'packages/dap/src/here.ts': '',
    'packages/dap/dist/here.js': '',
    'packages/dap/dist/here.d.ts.map': '',
    'packages/dap/dist/.tsbuildinfo': '',
    'packages/dap/dist/bundle/bundle.json': '',
    'packages/dap/dist/bundle/1/main.js': '',
    'packages/dap/dist/gone.test.js': '',
    'packages/dap/dist/gone.test.d.ts': '',
    'packages/dap/dist/old/gone.js.map': '',
  });
  expect(removeStaleOutput(base).sort()).toEqual([
    'packages/dap/dist/gone.test.d.ts',
    'packages/dap/dist/gone.test.js',
    'packages/dap/dist/old/gone.js.map',
  ]);
  expect(existsSync(path.join(base, 'packages/dap/dist/here.js'))).toBe(true);
  expect(existsSync(path.join(base, 'packages/dap/dist/.tsbuildinfo'))).toBe(true);
  expect(existsSync(path.join(base, 'packages/dap/dist/bundle/1/main.js'))).toBe(true);
  expect(existsSync(path.join(base, 'packages/dap/dist/old'))).toBe(false);
});

describe('a tool', () => {
  const node = (code, options) => runTool(process.execPath, ['-e', code], options);

  it('answers with its output and exit code', async () => {
    const result = await node(
      "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3;",
    );
    expect(result).toMatchObject({ ok: false, code: 3, timedOut: false });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
  });

  it('that cannot be started is a failure that says so', async () => {
    const result = await runTool('no-such-tool-anywhere', []);
    expect(result.ok).toBe(false);
    expect(result.output).toContain('no-such-tool-anywhere');
  });

  it.skipIf(process.platform === 'win32')('that hangs is ended with everything it started', async () => {
    const grandchild =
      "require('child_process').spawn(process.execPath, ['-e', 'setInterval(()=>{}, 1000)'], {stdio: 'inherit'})";
    const result = await node(`const c = ${grandchild}; console.log(c.pid); setInterval(() => {}, 1000);`, {
      limitSeconds: 1,
    });
    expect(result).toMatchObject({ ok: false, timedOut: true });
    // The answer comes only once nobody holds its output any more: the whole group is gone.
    expect(result.output).toMatch(/^\d+$/m);
  });
});
