// A large program comes from the thread that built it to the one that runs it as bytes: the thread that serves every session
// reads its symbols and never its code.

import { fieldsRead, type Target } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { written } from './written-programs.js';

/** More than is compiled between two requests of others. */
const lines = 3000;

describe.each([
  { language: mini, line: (n: number): string => `let a${n} = ${n};`, print: 'print a7;' },
  { language: ng, line: (n: number): string => `val a${n} = ${n};`, print: 'print(a7);' },
])('a large program of $language.id', ({ language, line, print }) => {
  it('is handed on without being read, and is debugged like any other', async () => {
    const text = [...Array.from({ length: lines }, (_, n) => line(n)), `${print} // #here`, ''].join('\n');
    const program = written(`large${language.extensions[0] ?? ''}`, text);
    const started: Target[] = [];
    const client = await clientFor(watching(language, started));
    await client.launch({ program }, () => client.setBreakpoints(program, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect(started.map(({ image }) => fieldsRead(image as object))).toEqual([['loaded', 'symbols']]);
    // To evaluate an expression, a language may have to see the program.
    expect((await client.evaluate('a2999')).result).toBe('2999');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('7\n');
  });
});

/** The language, whose engine tells what it is to start. */
const watching = (language: Language, started: Target[]): Language => ({
  ...language,
  engine: {
    ...language.engine,
    start: (target, ...rest) => {
      started.push(target);
      return language.engine.start(target, ...rest);
    },
  },
});
