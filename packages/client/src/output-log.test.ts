import { describe, expect, it } from 'vitest';
import { OutputLog } from './output-log.js';

const out = { kind: 'output', stream: 'stdout' } as const;
const err = { kind: 'output', stream: 'stderr' } as const;
const texts = (log: OutputLog): readonly string[] =>
  log.lines.map(({ stream, text }) => `${stream}: ${text}`);

describe('the log', () => {
  it('makes lines of whatever pieces come', () => {
    const log = new OutputLog();
    for (const piece of ['one\ntw', 'o', '\n\nfour']) log.append(piece, out);
    expect(texts(log)).toEqual(['stdout: one', 'stdout: two', 'stdout: ', 'stdout: four']);
  });

  it('keeps streams apart where they meet in the middle of a line', () => {
    const log = new OutputLog();
    log.append('half ', out);
    log.append('problem\n', err);
    log.append('whole\n', out);
    expect(texts(log)).toEqual(['stdout: half ', 'stderr: problem', 'stdout: whole']);
  });

  it('drops the oldest lines of a flood and says how many', () => {
    const log = new OutputLog();
    for (let batch = 0; batch < 13; batch++) log.append('x\n'.repeat(10_000), out);
    expect(log.lines.length + log.lost).toBe(130_000);
    expect(log.lines.length).toBeLessThanOrEqual(110_000);
    expect(log.lines.at(-1)?.number).toBe(130_000);
  });

  it('takes the return before the end of a line away, also when the line came in pieces', () => {
    const log = new OutputLog();
    log.append('a\r\nb', out);
    log.append('c\r\n', out);
    expect(texts(log)).toEqual(['stdout: a', 'stdout: bc']);
  });
});
