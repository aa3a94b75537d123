import { expect, it } from 'vitest';
import { exitCodeOf } from './exit-code.js';

it.each([
  [{ code: 5 }, 5],
  [{ signal: 'SIGKILL' }, 137],
  [{ signal: 'SIGRTMIN' }, 162],
  [{ signal: 'SIGRTMIN+2' }, 164],
  [{ signal: 'SIGRTMAX-14' }, 178],
  [{ signal: 'SIGRTMAX' }, 192],
  [{ signal: 'signal 200' }, 128],
])('%j is told as %i', (status, code) => {
  expect(exitCodeOf(status)).toBe(code);
});
