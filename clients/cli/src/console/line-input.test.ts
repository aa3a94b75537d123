import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { pipedInput, scriptInput, type LineInput } from './line-input.js';

async function all(input: LineInput): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let line = await input.next(); line !== undefined; line = await input.next()) lines.push(line);
  return lines;
}

describe('lines', () => {
  it('of a script come in order and end', async () => {
    expect(await all(scriptInput('one\n\ntwo\r\nthree'))).toEqual(['one', '', 'two', 'three']);
    expect(await all(scriptInput('one\n'))).toEqual(['one']);
    expect(await all(scriptInput(''))).toEqual([]);
  });

  it('of a pipe may come before they are asked for, or after', async () => {
    const stream = new PassThrough();
    const input = pipedInput(stream);
    const first = input.next();
    stream.write('one\ntwo\nthr');
    expect(await first).toBe('one');
    stream.end('ee');
    expect(await all(input)).toEqual(['two', 'three']);
    expect(await input.next()).toBeUndefined();
  });
});
