// Frames in every cut, and every kind of input that is not one.
import { describe, expect, it } from 'vitest';
import { FrameReader, FrameSplitter, encodeMessage } from './framing.js';
import type { DecodedFrame } from './decode-message.js';
import type { FramingErrorKind } from './framing-error.js';
import { seededRandom } from './test/seeded-random.js';

const encoder = new TextEncoder();
const bytes = (text: string): Uint8Array => encoder.encode(text);
const frame = (body: string, header = ''): Uint8Array =>
  bytes(`${header}Content-Length: ${bytes(body).length}\r\n\r\n${body}`);
const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
};

const summary = (frames: readonly DecodedFrame[]): readonly unknown[] =>
  frames.map(frame => (frame.ok ? frame.message : frame.error.kind));
const readAll = (input: Uint8Array): readonly unknown[] => summary(new FrameReader().push(input));

const messages = [
  { seq: 1, type: 'request', command: 'threads' },
  {
    seq: 2,
    type: 'event',
    event: 'output',
    body: { output: 'größer ≥ 1 🐙\r\n\r\nContent-Length: 3\r\n\r\n' },
  },
  { seq: 3, type: 'response', request_seq: 1, success: true, command: 'threads', body: { threads: [] } },
] as const;
const stream = join(...messages.map(encodeMessage));

describe('whole and broken frames', () => {
  it('come out the same when cut in two at any byte', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new FrameReader();
      const frames = [...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))];
      expect(summary(frames), `cut at ${cut}`).toEqual(messages);
      expect(reader.end()).toBeUndefined();
    }
  });

  it('come out the same byte by byte, and all in one piece', () => {
    const reader = new FrameReader();
    const frames = [...stream].flatMap(byte => reader.push(Uint8Array.of(byte)));
    expect(summary(frames)).toEqual(messages);
    expect(readAll(stream)).toEqual(messages);
  });

  it('come out the same in random pieces', () => {
    const random = seededRandom(20_240_601);
    for (let round = 0; round < 200; round++) {
      const reader = new FrameReader();
      const frames: DecodedFrame[] = [];
      for (let position = 0; position < stream.length;) {
        const size = 1 + Math.floor(random() * 40);
        frames.push(...reader.push(stream.subarray(position, position + size)));
        position += size;
      }
      expect(summary(frames)).toEqual(messages);
    }
  });

  it('may have headers in any case, spacing and company', () => {
    const text = JSON.stringify(messages[0]);
    const length = text.length;
    expect(readAll(bytes(`content-LENGTH:${length}\r\n\r\n${text}`))).toEqual([messages[0]]);
    expect(readAll(bytes(`Content-Length \t:  ${length}  \r\n\r\n${text}`))).toEqual([messages[0]]);
    expect(readAll(bytes(`Content-Length: ${length}\n\n${text}`))).toEqual([messages[0]]);
    expect(readAll(frame(text, 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n'))).toEqual([
      messages[0],
    ]);
    expect(readAll(frame(text, `Content-Length: ${length}\r\n`))).toEqual([messages[0]]);
  });

  it('that stop in the middle are reported at the end of the stream', () => {
    for (const cut of [1, 10, 25, 40]) {
      const reader = new FrameReader();
      reader.push(stream.subarray(0, cut));
      expect(reader.end()?.kind).toBe('truncated');
    }
  });
});

describe('input that loses the boundary is fatal', () => {
  const cases: readonly (readonly [FramingErrorKind, string])[] = [
    ['http', 'GET / HTTP/1.1\r\n'],
    ['http', 'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}'],
    ['http', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['http', 'Content-Length: 2\r\nHost: localhost\r\n\r\n{}'],
    ['http', 'Content-Length: 2\r\norigin: https://evil.example\r\n\r\n{}'],
    ['http', 'User-Agent: Mozilla/5.0\r\n'],
    ['http', 'Sec-Fetch-Mode: no-cors\r\n'],
    ['bad-header', 'hello there\r\n'],
    ['bad-header', '\u0016\u0003\u0001'],
    ['bad-header', 'Content-Length: ٣\r\n'],
    ['missing-length', '\r\n'],
    ['missing-length', 'Content-Type: text/plain\r\n\r\n{}'],
    ['bad-length', 'Content-Length: -1\r\n'],
    ['bad-length', 'Content-Length: NaN\r\n'],
    ['bad-length', 'Content-Length: 0x10\r\n'],
    ['bad-length', 'Content-Length: 1e3\r\n'],
    ['bad-length', 'Content-Length: 1, 1\r\n'],
    ['bad-length', 'Content-Length:\r\n'],
    ['conflicting-length', 'Content-Length: 2\r\nContent-Length: 3\r\n'],
    ['body-too-large', 'Content-Length: 67108865\r\n'],
    ['body-too-large', `Content-Length: ${'9'.repeat(400)}\r\n`],
    ['header-too-large', `X: ${'x'.repeat(8192)}`],
    ['header-too-large', 'X: y\r\n'.repeat(2000)],
  ];

  it.each(cases)('%s: %j', (kind, text) => {
    const reader = new FrameReader();
    const frames = reader.push(bytes(text));
    expect(summary(frames)).toEqual([kind]);
    expect(frames[0]).toMatchObject({ error: { recoverable: false } });
    expect(reader.push(stream), 'nothing is read after it').toEqual([]);
  });

  it.each(cases)('%s byte by byte: %j', (kind, text) => {
    const reader = new FrameReader();
    const frames = [...bytes(text)].flatMap(byte => reader.push(Uint8Array.of(byte)));
    expect(summary(frames)).toEqual([kind]);
  });

  it('what came whole before it is still read', () => {
    expect(readAll(join(stream, bytes('GET / HTTP/1.1\r\n')))).toEqual([...messages, 'http']);
  });

  it('obeys a smaller limit', () => {
    expect(summary(new FrameReader(10).push(bytes('Content-Length: 11\r\n\r\n')))).toEqual([
      'body-too-large',
    ]);
  });
});

describe('a useless frame with known boundary is recoverable', () => {
  const cases: readonly (readonly [FramingErrorKind, Uint8Array])[] = [
    ['bad-utf8', join(bytes('Content-Length: 2\r\n\r\n'), Uint8Array.of(0xc3, 0x28))],
    ['bad-json', frame('{"seq":1,')],
    ['bad-json', frame('')],
    ['not-an-object', frame('[]')],
    ['not-an-object', frame('null')],
    ['not-an-object', frame('"text"')],
    ['bad-envelope', frame('{}')],
    ['bad-envelope', frame('{"seq":1,"type":"telegram"}')],
    ['bad-envelope', frame('{"seq":"one","type":"request","command":"next"}')],
    ['bad-envelope', frame('{"seq":1,"type":"request","command":5}')],
    ['bad-envelope', frame('{"seq":1,"type":"response","success":true}')],
    ['bad-envelope', frame('{"seq":1,"type":"response","request_seq":1,"success":"yes"}')],
    ['bad-envelope', frame('{"seq":1,"type":"event"}')],
  ];

  it.each(cases)('%s', (kind, input) => {
    const frames = new FrameReader().push(join(input, stream));
    expect(summary(frames)).toEqual([kind, ...messages]);
    expect(frames[0]).toMatchObject({ error: { recoverable: true } });
  });

  const salvageOf = (text: string): unknown => {
    const [first] = new FrameReader().push(frame(text));
    return first?.ok === false ? first.error.salvage : 'no error';
  };

  it('keeps what is needed to answer it', () => {
    expect(salvageOf('{"seq": 7, "type":"request", "command":"next", "arguments": {"x": }}')).toEqual({
      seq: 7,
      command: 'next',
    });
    expect(salvageOf('{"seq":8,"type":"request"}')).toEqual({ seq: 8, command: '' });
    expect(salvageOf('{"seq":"9","type":"request","command":"next"}')).toEqual({ seq: 9, command: 'next' });
  });

  it('guesses nothing: not from responses, not from two numbers, not without one', () => {
    expect(salvageOf('{"seq":1,"type":"response","request_seq":1}')).toBeUndefined();
    expect(salvageOf('{"seq":1,"type":"event"}')).toBeUndefined();
    expect(salvageOf('{"seq":1,"type":"request","arguments":{"seq":2}')).toBeUndefined();
    expect(salvageOf('{"type":"request","command":"next"}')).toBeUndefined();
  });

  it('is lenient where nobody looks: a first seq of 0, a seq that is text in an event', () => {
    expect(readAll(frame('{"seq":0,"type":"request","command":"initialize"}'))).toMatchObject([{ seq: 0 }]);
    expect(readAll(frame('{"seq":"3","type":"event","event":"stopped"}'))).toMatchObject([
      { event: 'stopped' },
    ]);
  });
});

describe('work and memory', () => {
  const size = 16 * 1024 * 1024;
  const chunk = new Uint8Array(1024).fill(0x20);

  it('a frame of 16 MB in pieces of 1 KiB is copied a bounded number of times', () => {
    const splitter = new FrameSplitter();
    splitter.push(bytes(`Content-Length: ${size}\r\n\r\n`));
    for (let sent = chunk.length; sent < size; sent += chunk.length) {
      expect(splitter.push(chunk).length).toBe(0);
    }
    const [last] = splitter.push(chunk);
    expect(last?.ok === true && last.body.length).toBe(size);
    expect(splitter.copiedBytes).toBeLessThanOrEqual(3 * size);
  });

  it('a frame that comes whole is not copied at all', () => {
    const splitter = new FrameSplitter();
    expect(splitter.push(stream)).toHaveLength(messages.length);
    expect(splitter.copiedBytes).toBe(0);
  });
});

describe('garbage', () => {
  it('never throws, never yields a message, and is reported at most once after the boundary is lost', () => {
    const random = seededRandom(7);
    const alphabet = bytes('Content-Length: 0123456789\r\n\r\n{}":,abcHTTP/1.1\u0000ÿ');
    for (let round = 0; round < 2000; round++) {
      const reader = new FrameReader();
      const fatal: DecodedFrame[] = [];
      for (let piece = 0; piece < 4; piece++) {
        const noise = Uint8Array.from({ length: Math.floor(random() * 60) }, () =>
          random() < 0.5 ? alphabet[Math.floor(random() * alphabet.length)]! : Math.floor(random() * 256),
        );
        const frames = reader.push(noise);
        expect(frames.some(frame => frame.ok)).toBe(false);
        fatal.push(...frames.filter(frame => !frame.ok && !frame.error.recoverable));
      }
      expect(fatal.length).toBeLessThanOrEqual(1);
    }
  });

  it('in place of single bytes of good frames never throws or hangs', () => {
    const random = seededRandom(99);
    for (let position = 0; position < stream.length; position++) {
      const damaged = stream.slice();
      damaged[position] = Math.floor(random() * 256);
      const frames = new FrameReader().push(damaged);
      expect(frames.length).toBeLessThanOrEqual(messages.length + 1);
    }
  });
});
