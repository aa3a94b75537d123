import { createTransportPair, encodeMessage } from '@sonde/dap';
import type { WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { overMemory } from '../../endpoint.js';
import { RawPeer } from '../raw-peer.js';
import type { Fault, FaultyLine } from './fault.js';
import { recordingEndpoint } from './recording.js';
import type { Conversation } from './recording.js';
import { wouldChange } from './rehearsal.js';
import { changedEvents, changedRequests, changedResponses } from './seeds.js';

/** A client asks for threads, wrongly for scopes, and is told of a stop. */
async function conversation(): Promise<Conversation> {
  const answers: readonly WireMessage[] = [
    { seq: 1, type: 'response', request_seq: 1, success: true, command: 'threads', body: { threads: [] } },
    { seq: 2, type: 'response', request_seq: 2, success: false, command: 'scopes', message: 'which frame?' },
    { seq: 3, type: 'event', event: 'stopped', body: { reason: 'step' } },
  ];
  const conversations: Conversation[] = [];
  const endpoint = overMemory(() => {
    const [adapter, client] = createTransportPair();
    let asked = 0;
    adapter.start({
      data: () => {
        asked++;
        if (asked === 2) for (const each of answers) adapter.send(encodeMessage(each));
      },
      closed: () => undefined,
    });
    return client;
  });
  const peer = await RawPeer.open(recordingEndpoint(endpoint, conversations), 10_000);
  peer.sendMessage({ seq: 1, type: 'request', command: 'threads' });
  peer.sendMessage({ seq: 2, type: 'request', command: 'scopes' });
  expect(await peer.waitFor(({ event }) => event === 'stopped')).toBeDefined();
  await peer.close();
  expect(conversations).toHaveLength(1);
  return conversations[0]!;
}

const faultWith = (seed: () => FaultyLine): Fault => ({ check: 'some/check', does: 'is wrong', seed });

describe('a fault', () => {
  it.each<[string, () => FaultyLine]>([
    ['that has no hooks', () => ({})],
    ['that passes all bytes', () => ({ bytesFromClient: (bytes, line) => line.bytesToAdapter(bytes) })],
    ['of what is not said', changedResponses('variables', () => undefined)],
    ['that passes a copy', changedResponses('threads', response => ({ ...response }))],
    ['that encodes as it should be done', () => ({ encode: (message, frame) => frame(message) })],
    [
      'that stumbles over what is wrong on purpose',
      changedResponses('scopes', (_response, request) => {
        throw new Error(`no frame in ${JSON.stringify(request)}`);
      }),
    ],
  ])('%s would change nothing', async (_title, seed) => {
    expect(wouldChange(faultWith(seed), await conversation())).toBe(false);
  });

  it.each<[string, () => FaultyLine]>([
    ['that leaves out an answer', changedResponses('threads', () => undefined)],
    ['that answers twice', changedResponses('threads', response => [response, response])],
    ['that changes an answer', changedResponses('threads', response => ({ ...response, body: {} }))],
    ['that changes an event', changedEvents('stopped', event => ({ ...event, body: { reason: 'pause' } }))],
    ['that leaves out a request', changedRequests('threads', () => undefined)],
    [
      'that asks for itself',
      changedRequests('threads', (request, line) => {
        void line.ask('modules');
        return request;
      }),
    ],
    [
      'that hangs up',
      changedRequests('threads', (_request, line) => {
        line.end();
        return undefined;
      }),
    ],
    [
      'that loses bytes',
      () => ({ bytesFromClient: (bytes, line) => line.bytesToAdapter(bytes.subarray(1)) }),
    ],
    ['that encodes in its own way', () => ({ encode: () => Buffer.from('hello') })],
  ])('%s would change something', async (_title, seed) => {
    expect(wouldChange(faultWith(seed), await conversation())).toBe(true);
  });

  it('that stumbles over a good message is told so', async () => {
    const broken = changedResponses('threads', () => {
      throw new Error('a mistake in the fault');
    });
    const said = await conversation();
    expect(() => wouldChange(faultWith(broken), said)).toThrow('a mistake in the fault');
  });
});
