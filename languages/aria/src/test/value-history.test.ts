// Debug information against the interpreter: every local, at every statement, as seen by stepping.

import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../toolchain/checker/check.js';
import { run } from './interpreter/interpreter.js';
import { examples, externs, programs, useCompiler } from './generated-programs.js';
import { toolsMissing } from './runtime-programs.js';
import { momentOf, stepThrough, type Account, type Moment } from './stepped-program.js';

const stdin = 'one\ntwo\n';
const stddati = Buffer.from([1, 2, 3, 0xfe]);

const programsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.aria'))
    .map(name => join(folder, name));

const conformance = fileURLToPath(new URL('../../conformance/', import.meta.url));

/**
 * Not those that put whole loops and calls on one line, whose rounds stepping by lines cannot tell apart, nor those that
 * have no end or only a bad one.
 */
const leftOut = new Set([
  ...['generated/collected', 'generated/control', 'generated/coroutines', 'generated/loaded'],
  ...['generated/many-roots', 'generated/traps'],
  ...['conformance/broken', 'conformance/crash', 'conformance/endless', 'conformance/main'],
]);
const nameOf = (path: string): string => `${basename(dirname(path))}/${basename(path, '.aria')}`;

async function momentsOf(path: string): Promise<readonly Moment[]> {
  const text = new SourceText({ name: basename(path), path }, await readFile(path, 'utf8'));
  const { program } = checkSource(text);
  if (program === undefined) throw new Error(`${path} is not a program`);
  const moments: Moment[] = [];
  run(program, { stdin, stddati, externs, visit: visit => moments.push(momentOf(visit)) });
  return moments;
}

describe.skipIf(toolsMissing)('the values that a debugger sees', () => {
  const compiler = useCompiler();

  async function accountOf(path: string): Promise<Account> {
    const moments = await momentsOf(path);
    const executable = await compiler.compile(path);
    return stepThrough({ executable, source: path, moments, stdin, stddati });
  }

  it.each(
    [examples, programs, conformance]
      .flatMap(programsIn)
      .map(path => [nameOf(path), path] as const)
      .filter(([name]) => !leftOut.has(name)),
  )("are the interpreter's in %s", async (_name, path) => {
    const account = await accountOf(path);
    expect(account.differences).toEqual([]);
    expect(account.stops).toBeGreaterThan(5);
  });

  it('would not be so if a variable were said to be where another one is', async () => {
    const { folder, compile: make } = compiler;
    const path = join(folder(), 'swapped.aria');
    await writeFile(
      path,
      'func:main = int32() {\n  int32:first = 1;\n  int32:other = 2;\n  first = first + other;\n  pass(0);\n};\n',
    );
    const executable = await make(path);
    const moments = await momentsOf(path);
    const right = await stepThrough({ executable, source: path, moments, stdin, stddati });
    expect(right.differences).toEqual([]);
    // Names of the same length: in debug information they change places.
    const names = { first: 'other', other: 'first' };
    const bytes = await readFile(executable, 'latin1');
    await writeFile(
      executable,
      // The end of one may be the beginning of the next.
      bytes.replaceAll(/(?<=\0)(first|other)(?=\0)/g, (name: string) => names[name as keyof typeof names]),
      'latin1',
    );
    const wrong = await stepThrough({ executable, source: path, moments, stdin, stddati });
    expect(wrong.differences).toContain('5 in main: first is seen as 2, and is 3');
  });
});
