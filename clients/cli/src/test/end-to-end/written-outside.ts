// A C program that answers what it reads, compiled and started by the test as a user would outside of any debugger.

import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { clangTool, findTool } from '@sonde/engine-native';
import { onTestFinished } from 'vitest';
import type { ScratchFolder } from './scratch-folder.js';

const run = promisify(execFile);

const text = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int answered;
static void answer(const char *line) {
  int length = (int)strlen(line);
  answered++; // #answer
  printf("%d: %d\\n", answered, length);
  fflush(stdout);
}
int main(void) {
  char line[256];
  puts("ready");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\\n")] = 0;
    if (strcmp(line, "abort") == 0) abort(); // #abort
    answer(line);
  }
  return 7;
}
`;

export interface Written {
  readonly source: string;
  readonly program: string;
}

export async function writeOutside(folder: ScratchFolder, name = 'outside'): Promise<Written> {
  const source = folder.file(`${name}.c`, text);
  const program = join(folder.path, name);
  await run(await findTool(clangTool()), ['-g', '-O0', '-fno-omit-frame-pointer', source, '-o', program]);
  return { source, program };
}

export class Outside {
  readonly #lines: AsyncIterator<string>;
  readonly exited: Promise<[number | null, string | null]>;

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    this.exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await this.exited;
    });
  }

  static async start(program: string): Promise<Outside> {
    const outside = new Outside(spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] }));
    await outside.line();
    return outside;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async line(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) throw new Error('the program prints no more');
    return next.value;
  }

  say(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** What it answers to a line: proof that it runs. */
  ask(line: string): Promise<string> {
    this.say(line);
    return this.line();
  }
}
