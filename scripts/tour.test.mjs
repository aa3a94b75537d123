import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/repository.mjs';
import { runTool } from './lib/run-tool.mjs';
import { example, script } from './lib/tour.mjs';

const sonde = args =>
  runTool(process.execPath, [path.join(root, 'clients/cli/bin/sonde.js'), ...args], {
    cwd: root,
    env: { NO_COLOR: '1' },
    limitSeconds: 25,
  });

it('the tour of npm start stops, steps, shows values and comes to its end', async () => {
  expect(existsSync(path.join(root, example))).toBe(true);
  const { code, output } = await sonde(['debug', '-x', script, example]);
  // The exit code says that every command did what it was asked.
  expect(code, output).toBe(0);
  const commands = readFileSync(path.join(root, script), 'utf8').trim().split('\n');
  for (const command of commands) expect(output).toContain(`(sonde) ${command}`);
  expect(output).toMatch(/Breakpoint \d+, in larger/);
  expect(output).toContain('1 of 10: 0');
  expect(output).toContain('in all 67 steps');
});

it('what the tour tells a newcomer to type exists in the program', () => {
  const program = readFileSync(path.join(root, example), 'utf8');
  for (const name of ['fn journey', 'fn larger(a, b)', 'total']) expect(program).toContain(name);
});
