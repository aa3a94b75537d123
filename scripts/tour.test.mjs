import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/repository.mjs';
import { runTool } from './lib/run-tool.mjs';
import { consoleTour, example, isConsoleTour, pageExample, pageTour, script } from './lib/tour.mjs';

const sonde = args =>
  runTool(process.execPath, [path.join(root, 'clients/cli/bin/sonde.js'), ...args], {
    cwd: root,
    env: { NO_COLOR: '1' },
    limitSeconds: 25,
  });

it('the tour of the console stops, steps, shows values and comes to its end', async () => {
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

it('the tour of the console is announced to those who ask for it', () => {
  expect(pageTour).toContain(`npm start -- debug ${example}\n`);
  expect(isConsoleTour(['debug', '--plain', example])).toBe(true);
  expect(isConsoleTour(['debug', '--web', example])).toBe(false);
  expect(isConsoleTour(['debug', '--plain', 'other'])).toBe(false);
  expect(consoleTour).toContain('list journey');
});

it('what npm start opens is the example, with the line where it stops by itself', async () => {
  const child = spawn(
    process.execPath,
    [path.join(root, 'clients/cli/bin/sonde.js'), 'debug', '--web', '--no-open', pageExample],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('Ctrl+C')) break;
    }
    const [, origin, token] = /Serving at: (\S+)\/#token=(\S+)/.exec(said);
    const answer = await fetch(`${origin}/api/start`, { headers: { Authorization: `Bearer ${token}` } });
    const { open } = await answer.json();
    const lines = readFileSync(path.join(root, pageExample), 'utf8').split('\n');
    expect(open.program).toBe(path.join(root, pageExample));
    expect(open.lines.map(line => lines[line - 1])).toEqual([expect.stringContaining('#look')]);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
