import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameReader } from './framing.js';

describe('frames of the bridge', () => {
  const messages = [{ id: 1 }, { text: 'ä → 🙂' }, {}];
  const stream = Buffer.concat(messages.map(encodeFrame));

  it('come out whole, however the stream is cut', () => {
    for (const size of [1, 2, 3, 5, 7, stream.length]) {
      const reader = new FrameReader();
      const found: unknown[] = [];
      for (let at = 0; at < stream.length; at += size)
        found.push(...reader.push(stream.subarray(at, at + size)));
      expect(found).toEqual(messages);
    }
  });

  it('carry no half of a character and no end mark, which LLDB could not take', () => {
    const [message] = new FrameReader().push(encodeFrame({ text: 'a\ud83db 🙂 x\0y' }));
    expect(message).toEqual({ text: 'a\uFFFDb 🙂 x\uFFFDy' });
  });

  it('are refused when they are none', () => {
    expect(() => new FrameReader().push(Buffer.from('HTTP/1.1 200 OK'))).toThrow(RangeError);
    expect(() => new FrameReader().push(Buffer.from([0, 0, 0, 3, 0x7b, 0x7b, 0x7b]))).toThrow(SyntaxError);
  });
});
