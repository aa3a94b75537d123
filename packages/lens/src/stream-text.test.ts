import { describe, expect, it } from 'vitest';
import { streamText } from './stream-text.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a stream of text', () => {
  const shown = (...pieces: readonly (string | Uint8Array)[]): readonly string[] => {
    const stream = streamText({ marker: '[x] ', shows: 'text' });
    return pieces.map(piece => stream.show(piece));
  };

  it('has a marker before each line', () => {
    expect(shown('one\ntwo\n', 'three\n')).toEqual(['[x] one\n[x] two\n', '[x] three\n']);
  });

  it('shows a line that is not whole at once, and goes on without a second marker', () => {
    expect(shown('on', 'e', '\n', 'two')).toEqual(['[x] on', 'e', '\n', '[x] two']);
  });

  it('marks empty lines too', () => {
    expect(shown('\n', '\n\na')).toEqual(['[x] \n', '[x] \n[x] \n[x] a']);
  });

  it('puts a character together that came in pieces', () => {
    const euro = bytes('€\n');
    expect(shown(euro.subarray(0, 1), euro.subarray(1, 2), euro.subarray(2))).toEqual(['', '', '[x] €\n']);
  });

  it('does not lose half a character at its end', () => {
    const stream = streamText({ marker: '[x] ', shows: 'text' });
    expect(stream.show(bytes('€').subarray(0, 2))).toBe('');
    expect(stream.end()).toBe('[x] \ufffd');
    expect(stream.end()).toBe('');
  });

  it('shows the same whatever the pieces are', () => {
    const text = 'first\n\nzwölf €\nlast';
    const all = bytes(text);
    for (let size = 1; size <= all.length; size++) {
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
        all.subarray(n * size, (n + 1) * size),
      );
      expect(shown(...pieces).join('')).toBe('[x] first\n[x] \n[x] zwölf €\n[x] last');
    }
  });
});

describe('a stream of bytes', () => {
  const shown = (...pieces: readonly Uint8Array[]): readonly string[] => {
    const stream = streamText({ marker: '[y] ', shows: 'hex' });
    return pieces.map(piece => stream.show(piece));
  };

  it('is a hex dump with characters beside it', () => {
    expect(shown(bytes('hello\n\x7f'))).toEqual([
      '[y] 00000000  68 65 6c 6c 6f 0a 7f                             |hello..|\n',
    ]);
  });

  it('counts on from piece to piece, and comes back to full rows', () => {
    expect(shown(bytes('abc'), new Uint8Array(18).fill(0xff), new Uint8Array())).toEqual([
      '[y] 00000000  61 62 63                                         |abc|\n',
      '[y] 00000003  ff ff ff ff ff ff ff ff ff ff ff ff ff           |.............|\n' +
        '[y] 00000010  ff ff ff ff ff                                   |.....|\n',
      '',
    ]);
  });
});
