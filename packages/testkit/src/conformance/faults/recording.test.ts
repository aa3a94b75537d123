import { createTransportPair, encodeMessage } from '@sonde/dap';
import type { WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { overMemory } from '../../endpoint.js';
import type { Endpoint } from '../../endpoint.js';
import { RawPeer } from '../raw-peer.js';
import type { RawMessage } from '../raw-peer.js';
import { recordingEndpoint, replayingEndpoint } from './recording.js';
import type { Conversation } from './recording.js';

const request = (seq: number, command: string): RawMessage => ({ seq, type: 'request', command });
const response = (seq: number, command: string): WireMessage => ({
  ...{ seq, type: 'response', request_seq: seq, success: true, command },
});

/** Answers the two requests of a client when it has both, and hangs up. */
const adapter: Endpoint = overMemory(() => {
  const [ours, client] = createTransportPair();
  let asked = 0;
  ours.start({
    data: () => {
      if (++asked < 2) return;
      for (const each of [response(1, 'threads'), response(2, 'modules')]) ours.send(encodeMessage(each));
      ours.close();
    },
    closed: () => undefined,
  });
  return client;
});

async function talk(endpoint: Endpoint, ...said: readonly RawMessage[]): Promise<readonly RawMessage[]> {
  const peer = await RawPeer.open(endpoint, 10_000);
  for (const each of said) peer.sendMessage(each);
  await peer.ends();
  await peer.close();
  return peer.messages;
}

async function recorded(): Promise<readonly Conversation[]> {
  const conversations: Conversation[] = [];
  await talk(recordingEndpoint(adapter, conversations), request(1, 'threads'), request(2, 'modules'));
  return conversations;
}

const replay = async (...said: readonly RawMessage[]) => {
  const departures: string[] = [];
  const endpoint = replayingEndpoint(await recorded(), 'memory', why => departures.push(why));
  return { answers: await talk(endpoint, ...said), departures, endpoint };
};

describe('a recorded adapter', () => {
  it('says the same to who asks the same, and hangs up as it did', async () => {
    const { answers, departures } = await replay(request(1, 'threads'), request(2, 'modules'));
    expect(answers).toEqual([response(1, 'threads'), response(2, 'modules')]);
    expect(departures).toEqual([]);
  });

  it('does not know what else to say, tells so and hangs up', async () => {
    const { answers, departures } = await replay(request(1, 'threads'), request(2, 'stackTrace'));
    expect(answers).toEqual([]);
    expect(departures).toEqual(['something else was asked']);
  });

  it('understands a goodbye at any time, and tells whose answer is still owed', async () => {
    const { answers, departures } = await replay(request(1, 'disconnect'));
    expect(answers).toMatchObject([{ command: 'disconnect', success: true }]);
    expect(departures).toEqual([]);
    const early = await replay(request(1, 'threads'), request(2, 'disconnect'));
    expect(early.departures).toEqual(['less was asked']);
  });

  it('tells of a connection that was not recorded', async () => {
    const { endpoint, departures } = await replay(request(1, 'threads'), request(2, 'modules'));
    const { transport } = await endpoint.open();
    transport.close();
    expect(departures).toEqual(['one more connection']);
  });
});
