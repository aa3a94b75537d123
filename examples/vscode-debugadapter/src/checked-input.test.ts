import { describe, expect, it } from 'vitest';
import { CheckedInput } from './checked-input.js';

/** What comes out when this goes in, piece by piece. */
function passed(...pieces: readonly string[]): Promise<string> {
  const input = new CheckedInput();
  let text = '';
  input.on('data', (data: Buffer) => (text += data.toString('utf8')));
  return new Promise((resolve, reject) => {
    input.on('error', reject);
    input.on('end', () => resolve(text));
    for (const piece of pieces) input.write(Buffer.from(piece, 'latin1'));
    input.end();
  });
}

const frame = (body: string): string => `Content-Length: ${body.length}\r\n\r\n${body}`;

describe('checked input', () => {
  it('passes sound frames on, however they are cut', async () => {
    const two = frame('{"a":1}') + frame('{"b":2}');
    expect(await passed(two)).toBe(two);
    expect(await passed(...two.split(/(?:)/))).toBe(two);
  });

  it('spells the header as the library reads it', async () => {
    expect(await passed('Content-Type: x\r\ncontent-length:  2 \r\n\r\n{}')).toBe(frame('{}'));
  });

  it.each([
    ['no length', 'Content-Type: x\r\n\r\n{}'],
    ['a length that is no number', 'Content-Length: two\r\n\r\n{}'],
    ['a negative length', 'Content-Length: -2\r\n\r\n{}'],
    ['an absurd length', 'Content-Length: 99999999999999\r\n\r\n{}'],
    ['a header without an end', 'x'.repeat(5000)],
  ])('ends with a reason at %s', async (_, text) => {
    await expect(passed(text)).rejects.toThrow(/Content-Length|too long/);
  });
});
