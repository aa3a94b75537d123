// Launching: the order of the protocol is kept, with adapters of either habit.
import { expect, test } from 'vitest';
import { closeAfterTest } from '../vitest.js';
import { connectToPeer, obliging } from './raw-peer.js';
import type { RawPeer, Script } from './raw-peer.js';
import type { Request } from '@sonde/dap';
import { toyProgram } from './toy-programs.js';

const commandsOf = (peer: RawPeer): readonly string[] =>
  peer.received.map(message => (message.type === 'request' ? message.command : message.type));

/** `initialized` after the launch request; the launch is answered only when the configuration is done. */
function answersLaunchLast(): Script {
  let launch: Request | undefined;
  return (request, peer) => {
    if (request.command === 'initialize') {
      return peer.respond(request, { supportsConfigurationDoneRequest: true });
    }
    if (request.command === 'setBreakpoints') return peer.respond(request, { breakpoints: [] });
    if (request.command !== 'launch') obliging(request, peer);
    else {
      launch = request;
      peer.event('initialized');
    }
    if (request.command === 'configurationDone' && launch !== undefined) peer.respond(launch);
  };
}

test('breakpoints are set between initialized and configurationDone', async () => {
  const { client, peer } = await connectToPeer(answersLaunchLast());
  closeAfterTest(client);
  const program = toyProgram('sum');
  await client.launch({ program }, () =>
    client.setBreakpoints(program, ['#call', 3, { at: '#print', condition: 'i == 2' }]),
  );
  expect(commandsOf(peer)).toEqual(['initialize', 'launch', 'setBreakpoints', 'configurationDone']);
  expect(peer.received[2]).toMatchObject({
    arguments: {
      source: { path: program },
      breakpoints: [{ line: 5 }, { line: 3 }, { line: 8, condition: 'i == 2' }],
    },
  });
});

test('an adapter that is initialized early, answers early and has no configurationDone is served too', async () => {
  const { client, peer } = await connectToPeer((request, raw) => {
    obliging(request, raw);
    if (request.command === 'initialize') raw.event('initialized');
  });
  closeAfterTest(client);
  await client.launch({ program: 'x' });
  expect(commandsOf(peer)).toEqual(['initialize', 'launch']);
});

test('a launch that is refused fails with the adapter’s words, without waiting for initialized', async () => {
  const { client } = await connectToPeer((request, peer) => {
    if (request.command !== 'launch') return obliging(request, peer);
    peer.respond(request, undefined, { success: false, message: 'no such program' });
  });
  closeAfterTest(client);
  await expect(client.launch({ program: 'x' })).rejects.toThrow('no such program');
});

test('a launch that fails after the configuration fails too', async () => {
  const { client } = await connectToPeer((request, peer) => {
    if (request.command === 'initialize') peer.event('initialized');
    if (request.command !== 'launch') return obliging(request, peer);
    peer.respond(request, undefined, { success: false, message: 'it crashed' });
  });
  closeAfterTest(client);
  await expect(client.launch({ program: 'x' })).rejects.toThrow('it crashed');
});

test('capabilities are those of initialize and of the events since', async () => {
  const { client, peer } = await connectToPeer((request, raw) =>
    raw.respond(request, { supportsRestartRequest: true, supportsLogPoints: false }),
  );
  closeAfterTest(client);
  await client.initialize();
  await client.initialize();
  peer.event('capabilities', { capabilities: { supportsLogPoints: true } });
  await client.waitFor('capabilities');
  expect(client.capabilities).toEqual({ supportsRestartRequest: true, supportsLogPoints: true });
  expect(commandsOf(peer)).toEqual(['initialize']);
});

test('motions go to the thread that stopped last, or else to the first', async () => {
  const { client, peer } = await connectToPeer((request, raw) => {
    obliging(request, raw);
    if (request.command === 'next') raw.event('stopped', { reason: 'step', threadId: 42 });
    if (request.command === 'pause') raw.event('stopped', { reason: 'pause' });
  });
  closeAfterTest(client);
  const pause = await client.pause();
  expect(pause).toMatchObject({ threadId: 1, reason: 'pause' });
  const step = await client.next();
  expect(step.threadId).toBe(42);
  await client.next({ granularity: 'instruction' });
  expect(peer.received.at(-1)).toMatchObject({
    command: 'next',
    arguments: { threadId: 42, granularity: 'instruction' },
  });
});
