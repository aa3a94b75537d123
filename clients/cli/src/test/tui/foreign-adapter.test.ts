// The screen on an adapter that is not Sonde and knows none of its extensions.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childProcessTransport } from '@sonde/dap/node';
import { OwnedProcess } from '@sonde/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launch, openScreen } from './screen-session.js';

const program = `#include <stdio.h>
struct point { int x, y; };
static int area(struct point p) {
  int result = p.x * p.y;
  return result;
}
int main(void) {
  struct point p = {3, 4};
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += area(p);
  printf("sum %d\\n", sum);
  return 0;
}
`;

/** Calls a function whose source will be gone, and reads. */
const reads = `#include <stdio.h>
int hidden(int n);
int main(void) {
  int sum = hidden(1);
  char line[80];
  if (fgets(line, sizeof line, stdin)) printf("got %d %s", sum, line);
  return 0;
}
`;

const hidden = `int hidden(int n) {
  int twice = n * 2;
  return twice;
}
`;

const adapter = 'lldb-dap-22';
const isThere = [adapter, 'clang-22'].every(tool => spawnSync(tool, ['--version']).status === 0);
if (!isThere)
  process.stderr.write(`SKIPPED: the screen on a foreign adapter needs ${adapter} and clang-22\n`);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-tui-'));
  writeFileSync(join(folder, 'p.c'), program);
  writeFileSync(join(folder, 'reads.c'), reads);
  writeFileSync(join(folder, 'hidden.c'), hidden);
  if (!isThere) return;
  spawnSync('clang-22', ['-g', '-O0', '-o', 'p', 'p.c'], { cwd: folder });
  spawnSync('clang-22', ['-g', '-O0', '-o', 'reads', 'reads.c', 'hidden.c'], { cwd: folder });
  rmSync(join(folder, 'hidden.c'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!isThere)('a foreign adapter', () => {
  it('steps, shows registers and instructions, opens a value and sets it', async () => {
    const { terminal, screen } = openScreen({
      start: launch(join(folder, 'p'), { stopOnEntry: false }),
      shelves: new Map([
        [
          'breakpoints',
          JSON.stringify([[join(folder, 'p'), JSON.stringify({ lines: {}, functions: [{ name: 'area' }] })]]),
        ],
      ]),
      size: [200, 52],
      connect: async () => {
        const child = await OwnedProcess.start(adapter);
        onTestFinished(async () => void (await child.end(1_000)));
        return childProcessTransport(child);
      },
    });
    await terminal.sees(/4▶ {3}int result/);
    await terminal.sees(/▶ area +p\.c:4/);
    await terminal.sees(/rsp = 0x/);
    terminal.type('n');
    await terminal.sees(/5▶ {3}return result/);
    await terminal.sees(/\*?result = 12/);
    terminal.type('2');
    const at = (name: string): number => {
      const { tree } = screen.model.frame;
      return Array.from({ length: tree.rowCount }, (_, row) => tree.row(row)!.variable.name).indexOf(name);
    };
    terminal.type('\u001b[B'.repeat(at('p')));
    terminal.type('\r');
    await terminal.sees(/ x = 3/);
    terminal.type('\u001b[B=\u00159\r');
    await terminal.sees(/ x = 9/);
    terminal.type('f');
    await terminal.sees(/▶ main +p\.c:10/);
    expect(screen.model.info.get()).toBeUndefined();
    // The next call of it has the value of its own again.
    terminal.type('c');
    await terminal.sees(/4▶ {3}int result/);
    await terminal.sees(/ x = 3/);
  });

  it('leaves start-up code for main, shows instructions where a source is not here, takes no input; one that dies is told in words, and the screen stays', async () => {
    let child!: OwnedProcess;
    const { terminal } = openScreen({
      start: launch(join(folder, 'reads')),
      passesStartUp: true,
      connect: async () => {
        child = await OwnedProcess.start(adapter);
        onTestFinished(async () => void (await child.end(1_000)));
        return childProcessTransport(child);
      },
    });
    await terminal.sees(/4▶ {3}int sum/);
    // It tells of no regions; a variable has its place all the same.
    terminal.type('9');
    await terminal.sees(/9 Memory sum/);
    terminal.type('1s');
    await terminal.sees(/▶ +0x[0-9A-F]+ +mov/);
    terminal.type('1');
    await terminal.sees('hidden.c is not here');
    terminal.type('fc6');
    await terminal.sees('Running');
    terminal.type('42\r');
    await terminal.sees('cannot be typed here');
    child.kill();
    await terminal.sees('The connection was lost');
  });
});
