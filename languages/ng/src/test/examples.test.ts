// The example programs: each runs, says what its first line promises, and survives being compiled to a file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ng } from '../pack/ng.js';
import { build, example, run, temporaryFolder } from './harness.js';

const outputs: Readonly<Record<string, string>> = {
  tour: 'closed\nincome, 36\nleft, 0, worth, 0\n',
  folds: '[1, 4, 9, 16, 25, 36]\n[4, 16, 36]\n56, 56\nspan[2, 3, 4], 6, Range(0, 1, 2, 3)\n',
  generics: '7\n2.500000\n10\n2, two\n',
  shapes: 'a square, 16\na sturdy box, 15\ntogether, 31\n',
  references: '2, 1\n63\n[1, 2, 7], [9, 2, 3]\nonce\n',
  words: '7, quick\nTHE! QUICK! FOX! AND! THE! LAZY! DOG!\ntrue, true, the quick fox and the busy dog\n',
  sieve: '[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]\nprimes, 17\n',
  deep: '100000\n',
  errors: '6\nRuntime error: Division by zero at 0:0\n',
  greet: 'your name?\nhello Ada\nyour name?\n',
  leak: 'open for business\nlast seen:, 199\n',
  'modules/main': '12, 14\n1, 2\n',
};

describe('the examples', () => {
  const names = Object.keys(outputs);

  it('are all known here', () => {
    const files = readdirSync(fileURLToPath(ng.examples!)).filter(file => file.endsWith('.ng'));
    expect(names).toEqual(expect.arrayContaining(files.map(file => file.slice(0, -3))));
  });

  it.each(names)('%s begins by saying what it shows', name => {
    expect(readFileSync(example(name), 'utf8')).toMatch(/^\/\/ [A-Z].*[.:]/);
  });

  it.each(names)('%s prints what it should', async name => {
    const { stdout, code } = await run(example(name), { input: 'Ada\n' });
    expect({ stdout, code }).toEqual({ stdout: outputs[name], code: name === 'errors' ? 255 : 0 });
  });

  it.each(names)('%s prints the same from a file', async name => {
    // Without debug information nothing tells where the modules of a program are, unless they lie beside it.
    for (const debugInfo of name.includes('/') ? [true] : [true, false]) {
      const output = join(temporaryFolder(), 'program.ngo');
      expect((await build(example(name), { output, debugInfo })).target).toBeDefined();
      expect((await run(output, { input: 'Ada\n' })).stdout).toBe(outputs[name]);
    }
  });
});

describe('a runtime error without a debugger', () => {
  const twice = async (debugInfo: boolean) => {
    const output = join(temporaryFolder(), 'program.ngo');
    await build(example('errors'), { output, debugInfo });
    return (await run(output)).stderr;
  };

  it('names file, line, column and the calls', async () => {
    const stderr = await twice(true);
    expect(stderr).toMatch(/errors\.ng:4:12: Runtime error: Division by zero\n/);
    expect(stderr.match(/^ {4}at .*$/gm)).toEqual([
      expect.stringMatching(/^ {4}at ratio \(.*errors\.ng:4:12\)$/),
      expect.stringMatching(/^ {4}at average \(.*errors\.ng:15:12\)$/),
      expect.stringMatching(/^ {4}at __start__ \(.*errors\.ng:19:7\)$/),
    ]);
  });

  it('names functions and offsets where there is no source map', async () => {
    const stderr = await twice(false);
    expect(stderr).not.toContain('errors.ng');
    expect(stderr).toMatch(/Division by zero/);
    expect(stderr).toMatch(/at ratio/);
  });
});
