// Whole programs: children, compiled images, and that every example runs.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mini } from '../pack/mini.js';
import { build, example, load, run, temporaryFolder, written } from './harness.js';

describe('children', () => {
  it('are offered with what a session needs to launch them', async () => {
    const m = await load(example('parent'));
    await m.driver.engine.begin();
    const { child } = await m.driver.next('child');
    expect(child).toMatchObject({
      name: 'child.mini',
      request: 'launch',
      configuration: { program: example('child'), args: [] },
    });
    expect(await m.driver.finish()).toBe(0);
    await m.driver.dispose();
    await expect(child.leaveAlone()).rejects.toThrow('over');
  });

  it('run by themselves when nobody takes them, and the parent ends after them', async () => {
    const m = await load(
      written('start "child.mini";\nsleep(200);\n', { 'child.mini': readFileSync(example('child'), 'utf8') }),
    );
    await m.driver.engine.begin();
    const { child } = await m.driver.next('child');
    await child.leaveAlone();
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toContain('the child has the answer: 42\n');
  });

  it('that cannot be built say why', async () => {
    const m = await load(written('start "nowhere.mini";\nsleep(200);\n'));
    await m.driver.engine.begin();
    const { child } = await m.driver.next('child');
    await expect(child.leaveAlone()).rejects.toThrow('nowhere.mini');
  });

  it('are ended with their parent', async () => {
    const m = await load(written('start "loop.mini";\nwhile 1 { }\n', { 'loop.mini': 'while 1 { }\n' }));
    await m.driver.engine.begin();
    const { child } = await m.driver.next('child');
    await child.leaveAlone();
    await m.driver.engine.terminate();
    expect(await m.driver.finish()).toBe('SIGTERM');
  });
});

describe('compiled programs', () => {
  it('run and are debugged like their source', async () => {
    const output = join(temporaryFolder(), 'tour.minib');
    expect((await build(example('tour'), { output })).diagnostics).toEqual([]);
    const m = await load(output);
    await m.breakAt('total', {}, example('tour'));
    await m.driver.begin();
    expect(m.driver.top.function).toBe('(main)');
    await m.driver.engine.changeBreakpoints([], []);
    expect((await run(output)).stdout).toBe((await run(example('tour'))).stdout);
  });

  it('without debug information run, and show nothing', async () => {
    const output = join(temporaryFolder(), 'errors.minib');
    await build(example('errors'), { output, debugInfo: false });
    const { code, stderr } = await run(output);
    expect(code).toBe(1);
    expect(stderr).toBe('DivisionByZero: cannot divide by zero\n  in divide\n  in (main)\n');
  });

  it.each([
    ['not one at all', () => 'hello\n', 'not a compiled program'],
    ['of another version', (whole: string) => whole.replace('mini-image 1', 'mini-image 7'), 'version 7'],
    ['damaged', (whole: string) => whole.replace('"push"', '"pish"'), 'damaged'],
    ['cut off', (whole: string) => whole.slice(0, 200), 'damaged'],
    ['empty', () => '', 'not a compiled program'],
  ])('%s: a clear message', async (_name, spoil, message) => {
    const path = join(temporaryFolder(), 'spoilt.minib');
    await build(example('tour'), { output: path });
    writeFileSync(path, spoil(readFileSync(path, 'utf8')));
    const { target, diagnostics } = await build(path);
    expect(target).toBeUndefined();
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.message).toContain('Build it again');
  });
});

describe('the examples', () => {
  const names = readdirSync(fileURLToPath(mini.examples!)).filter(name => name !== 'endless.mini');

  it.each(names)('%s runs', async name => {
    const { code, stdout } = await run(join(fileURLToPath(mini.examples!), name), {
      stdin: { text: '1\n', closed: true },
      noDebug: true,
    });
    expect(code).toBe(name === 'errors.mini' ? 1 : 0);
    expect(stdout).not.toBe('');
  });
});
