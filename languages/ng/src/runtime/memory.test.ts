import { expect, test } from 'vitest';
import { bench, BenchHost, shown, toEnd } from '../test/runtime/bench-machine.js';

function ended(source: string, memoryLimit: number): BenchHost {
  const host = new BenchHost();
  host.memoryLimit = memoryLimit;
  expect(toEnd(bench(source, {}, host).machine)).toBe(255);
  return host;
}

test('endless recursion is an error sooner when there are many locals', () => {
  const endless = (slot: number): string =>
    `CALL down 0\nRETURN\nfun down/0\nPUSH_I32 1\nSTORE_LOCAL ${slot}\nPOP\nCALL down 0\nRETURN`;
  expect(ended(endless(3), 10_000_000).stdout).toBe(
    'Runtime error: Out of memory: 31250 calls deep at 0:0\n',
  );
  expect(ended(endless(999), 10_000_000).stdout).toBe(
    'Runtime error: Out of memory: 819 calls deep at 0:0\n',
  );
});

test('a list that has no room is refused before it is made', () => {
  const doubling =
    'PUSH_I32 1\nSTORE_LOCAL 0\nNEW_ARRAY 1\nSTORE_LOCAL 0\nPOP\nagain:\n' +
    'LOAD_LOCAL 0\nLOAD_LOCAL 0\nNEW_ARRAY_SPREAD 1 1\nSTORE_LOCAL 0\nPOP\nJUMP again';
  const { stdout } = ended(doubling, 4_000_000);
  const [, inUse] = /^Runtime error: Out of memory: (\d+) bytes in use, 4000000 allowed at 0:0\n$/.exec(
    stdout,
  )!;
  // What there is, and what it would have become.
  expect(Number(inUse)).toBeGreaterThan(4_000_000);
  expect(Number(inUse)).toBeLessThan(8_000_000);
});

test('a range that no text can hold is not printed', () => {
  expect(shown('PUSH_I32 0\nPUSH_I32 2000000000\nMAKE_RANGE 0')).toBe(
    'Runtime error: Out of memory: a range of 2000000000 at 0:0',
  );
  // Refused before it is written: 100 million numbers have 9 characters and more each.
  expect(shown('PUSH_I32 0\nPUSH_I32 100000000\nMAKE_RANGE 0')).toBe(
    'Runtime error: Out of memory: a range of 100000000 at 0:0',
  );
  const numbers = shown('PUSH_I32 0\nPUSH_I32 10000\nMAKE_RANGE 0');
  expect(numbers).toBe(`Range(${Array.from({ length: 10_000 }, (_, n) => n).join(', ')})`);
});

test('a text with a million blanks inside is trimmed at once', () => {
  const text = `x${' '.repeat(1_000_000)}x`;
  const host = new BenchHost();
  host.lines.push(`  ${text} `);
  const { machine } = bench(
    'NATIVE_CALL "readLine" 0\nNATIVE_CALL "trim" 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN',
    {},
    host,
  );
  expect(toEnd(machine)).toBe(0);
  expect(host.stdout).toBe(`${text}\n`);
});
