import { describe, expect, it } from 'vitest';
import { hexLines } from './hex-dump.js';

describe('memory', () => {
  it('is shown sixteen bytes a line, with characters', () => {
    const bytes = Buffer.from('Hello, memory!\u0000\u0001and');
    expect(hexLines(0x1000n, bytes)).toEqual([
      '0x1000  48 65 6c 6c 6f 2c 20 6d 65 6d 6f 72 79 21 00 01  Hello, memory!..',
      '0x1010  61 6e 64                                         and',
    ]);
    expect(hexLines(0n, new Uint8Array())).toEqual([]);
  });
});
