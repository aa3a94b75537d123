// The fuzzer notices what it is there for: silence, refusals without a reason, bytes that are no message.

import { createTransportPair, encodeMessage, FrameReader, type Request } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { Line } from './line.js';

const patienceMs = 150;

/** A line to a peer that answers requests as the script says, and says nothing of what is no request. */
function lineTo(script: (request: Request, send: (message: object) => void) => void): Line {
  const [peer, own] = createTransportPair();
  const reader = new FrameReader();
  peer.start({
    data: bytes => {
      for (const frame of reader.push(bytes)) {
        if (frame.ok && frame.message.type === 'request') {
          script(frame.message, message => peer.send(encodeMessage(message)));
        }
      }
    },
    closed: () => undefined,
  });
  return new Line(own);
}

const answer = ({ seq, command }: Request, rest: object = { success: true }): object => ({
  seq: 1,
  type: 'response',
  request_seq: seq,
  command,
  ...rest,
});

describe('the fuzzer', () => {
  it('is content with an answer to each request', async () => {
    const line = lineTo((request, send) => send(answer(request)));
    line.request('threads');
    line.request('modules');
    await line.settled(patienceMs);
    expect(line.sent).toBe(2);
    line.destroy();
  });

  it('notices a request that is never answered, and names it', async () => {
    const line = lineTo((request, send) => {
      if (request.command !== 'modules') send(answer(request));
    });
    line.request('threads');
    line.request('modules');
    await expect(line.settled(patienceMs)).rejects.toThrow(/unanswered: modules \(2\)/);
    line.destroy();
  });

  it('notices a refusal without a reason', async () => {
    const line = lineTo((request, send) => send(answer(request, { success: false, message: '' })));
    line.request('threads');
    await expect(line.settled(patienceMs)).rejects.toThrow(/threads was refused without a reason/);
    line.destroy();
  });

  it('notices an adapter that blames itself', async () => {
    const blame = { success: false, message: 'Internal error in Sonde: no such thing' };
    const line = lineTo((request, send) => send(answer(request, blame)));
    line.request('threads');
    await expect(line.settled(patienceMs)).rejects.toThrow(/threads failed inside of the adapter/);
    line.destroy();
  });

  it('wants a word about what is no message, and none about responses and events', async () => {
    const silent = lineTo(() => undefined);
    silent.json('{"type":"event","event":"x"}');
    await silent.settled(patienceMs);
    silent.json('{"type":');
    await expect(silent.settled(patienceMs)).rejects.toThrow(/did not come/);
    silent.destroy();
  });

  it('takes the end of the connection for an answer', async () => {
    const [peer, own] = createTransportPair();
    peer.start({ data: () => peer.close(), closed: () => undefined });
    const line = new Line(own);
    line.request('threads');
    await line.settled(patienceMs);
    expect(line.isClosed).toBe(true);
  });

  it('notices bytes that are no message', async () => {
    const [peer, own] = createTransportPair();
    peer.start({
      data: () => peer.send(Buffer.from('Content-Length: 3\r\n\r\nabc')),
      closed: () => undefined,
    });
    const line = new Line(own);
    line.request('threads');
    await expect(line.settled(patienceMs)).rejects.toThrow(/no message/);
    line.destroy();
  });
});
