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

  it('goes on in another line where one has no end, and cuts no letter', () => {
    const log = new OutputLog();
    const text = `a${'😀'.repeat(50_000)}`;
    for (let from = 0; from < text.length; from += 997) log.append(text.slice(from, from + 997), out);
    log.append('b\nc', out);
    const lines = log.lines.map(line => line.text);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(1 << 16);
    expect(lines.slice(0, -1).join('')).toBe(`${text}b`);
    expect(lines.at(-1)).toBe('c');
    expect(lines.every(line => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(line))).toBe(true);
    expect(log.lines.map(({ number }) => number)).toEqual(lines.map((_line, index) => index + 1));
  });

  it('is not filled by a line that is written over again and again', () => {
    const log = new OutputLog();
    for (let done = 0; done < 30_000; done++) log.append(`\rdone ${done}`, out);
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]!.text).toMatch(/done 29999$/);
    log.append('\r\nnext', out);
    expect(log.lines.map(({ text }) => text.endsWith('\r'))).toEqual([false, false]);
  });

  it('takes the return before the end of a line away, also when the line came in pieces', () => {
    const log = new OutputLog();
    log.append('a\r\nb', out);
    log.append('c\r\n', out);
    expect(texts(log)).toEqual(['stdout: a', 'stdout: bc']);
  });
});
