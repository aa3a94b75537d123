import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { JsonLinesChannel, type ChannelLimits } from './json-lines-channel.js';

function channel(limits: ChannelLimits = { line: 100, unsent: 100 }) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const messages: unknown[] = [];
  const ends: string[] = [];
  const ours = new JsonLinesChannel(
    { input, output, destroy: () => input.destroy() },
    {
      message: value => messages.push(value),
      closed: (why, byPeer) => ends.push(byPeer ? `peer: ${why}` : why),
    },
    limits,
  );
  return { ours, input, output, messages, ends };
}

describe('lines', () => {
  it('are taken whole, however they are cut', async () => {
    const { input, messages } = channel();
    const bytes = Buffer.from('{"a":"é"}\n[1]\r\n\n\r\n2\n');
    for (const byte of bytes) input.write(Buffer.from([byte]));
    await turn();
    expect(messages).toEqual([{ a: 'é' }, [1], 2]);
    input.write(bytes);
    await turn();
    expect(messages).toHaveLength(6);
  });

  it.each([
    ['{"a":\n', 'it sent what is no JSON: "{\\"a\\":"'],
    [`${'x'.repeat(80)}\n`, `it sent what is no JSON: "${'x'.repeat(60)}"…`],
    [Buffer.from([0x22, 0xff, 0x22, 0x0a]), 'it sent what is no JSON: "\\"ÿ\\""'],
    ['y'.repeat(101), 'a line was longer than 100 bytes'],
  ])('%j end it, once, with the reason', async (text, why) => {
    const { input, ends, ours, messages } = channel();
    input.write(text);
    input.write('{}\n');
    await turn();
    expect(ends).toEqual([why]);
    expect(messages).toEqual([]);
    expect(ours.open).toBe(false);
    expect(ours.send({})).toBe(false);
  });

  it.each([
    ['', 'peer: the connection was closed'],
    ['{"half', 'peer: it ended in the middle of a line'],
  ])('that end after %j are told so', async (text, why) => {
    const { input, ends } = channel();
    input.end(text);
    await turn();
    await turn();
    expect(ends).toEqual([why]);
  });

  it('to a peer that does not read are not kept for ever', () => {
    const { ours, output, ends } = channel({ line: 100, unsent: 1000 });
    output.cork();
    for (let sent = 0; sent < 100 && ours.send({ text: 'x'.repeat(50) }); sent++);
    expect(ends).toEqual(['the peer does not read what it is sent']);
  });

  it('of any bytes whatever never do more than end it', async () => {
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let time = 0; time < 2000; time++) {
      const { input, ends } = channel();
      const pieces = ['{', '}', '"', 'a', ':', '1', '\n', '\r', ',', '\\u00', '\u{1f600}', '\0'];
      for (let n = random(30); n > 0; n--) input.write(pieces[random(pieces.length)]!);
      input.end();
      await turn();
      await turn();
      expect(ends).toHaveLength(1);
    }
  });
});
