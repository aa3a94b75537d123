// Reverse requests: a terminal really runs the program, a child session really is another session.
import { expect, test } from 'vitest';
import type { Request, WireMessage } from '@sonde/dap';
import type { TestClient } from '../client.js';
import { closeAfterTest } from '../vitest.js';
import { connectToPeer, obliging } from './raw-peer.js';
import type { RawPeer, Script } from './raw-peer.js';
import { toyProgram } from './toy-programs.js';

const node = process.execPath;

async function answerTo(client: TestClient, peer: RawPeer, command: string): Promise<WireMessage> {
  await client.timeline.waitFor(`our answer to ${command}`, { timeoutMs: 20_000 }, entry => {
    const isOurs = entry.kind === 'message' && entry.direction === 'sent';
    return isOurs && entry.message.type === 'response' ? entry : undefined;
  });
  // A request behind it has been answered, so the answer has arrived.
  await client.request('threads');
  return peer.received.find(message => message.type === 'response')!;
}

test('runInTerminal starts the program, which can be typed to, and closing hangs up', async () => {
  const { client, peer } = await connectToPeer(obliging);
  const script = 'process.stdin.on("data", t => console.log(`got ${t} in ${process.env.SONDE_TESTKIT_X}`))';
  const env = { SONDE_TESTKIT_X: 'x' };
  peer.send({
    type: 'request',
    command: 'runInTerminal',
    arguments: { cwd: '', args: [node, '-e', script], env },
  });
  const answer = await answerTo(client, peer, 'runInTerminal');
  const terminal = client.terminals[0]!;
  expect(answer).toMatchObject({ success: true, body: { processId: terminal.process.pid } });
  terminal.type('ping');
  await terminal.output.waitFor(/got ping in x/, 20_000);
  await client.close();
  expect(terminal.process.hasExited).toBe(true);
});

test('runInTerminal with a command that does not exist is answered with the reason', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.send({ type: 'request', command: 'runInTerminal', arguments: { cwd: '', args: ['no-such-program'] } });
  expect(await answerTo(client, peer, 'runInTerminal')).toMatchObject({
    success: false,
    message: expect.stringContaining('no-such-program could not be started') as string,
  });
});

test('a reverse request that nobody knows is refused', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.send({ type: 'request', command: 'makeCoffee' });
  expect(await answerTo(client, peer, 'makeCoffee')).toMatchObject({ success: false });
});

const launching: Script = (request, peer) => {
  if (request.command === 'setBreakpoints') return peer.respond(request, { breakpoints: [] });
  obliging(request, peer);
  if (request.command === 'launch') peer.event('initialized');
};

const startDebugging = {
  type: 'request',
  command: 'startDebugging',
  arguments: { request: 'launch', configuration: { program: 'child' } },
};

test('startDebugging opens another session with the same breakpoints, closed with its parent', async () => {
  const { client, peer, peers } = await connectToPeer(launching);
  const program = toyProgram('sum');
  await client.launch({ program }, () => client.setBreakpoints(program, ['#call']));
  peer.send(startDebugging);
  const child = await client.child();
  expect(await answerTo(client, peer, 'startDebugging')).toMatchObject({ success: true });
  expect(peers).toHaveLength(2);
  const requests = peers[1]!.received.filter((message): message is Request => message.type === 'request');
  expect(requests.map(({ command }) => command)).toEqual(['initialize', 'launch', 'setBreakpoints']);
  expect(requests[1]?.arguments).toEqual({ program: 'child' });
  expect(requests[2]?.arguments).toMatchObject({ source: { path: program }, breakpoints: [{ line: 5 }] });
  await client.close();
  expect(await child.closed).toContain('closed');
});

test('a rule that a child session breaks fails its parent', async () => {
  const { client, peer, peers } = await connectToPeer(launching);
  await client.initialize();
  peer.send(startDebugging);
  const child = await client.child();
  peers[1]!.send({ seq: 999, type: 'event', event: 'initialized' });
  await child.waitFor('initialized', { after: child.timeline.now });
  await expect(client.close()).rejects.toThrow(/child session 1: .*\n.*has seq 999/);
});

test('a child that cannot be launched fails its parent, unless the test has seen it', async () => {
  let refused = (): void => undefined;
  const refusing: Script = (request, peer) => {
    if (request.command !== 'launch') return obliging(request, peer);
    peer.respond(request, undefined, { success: false, message: 'no such child' });
    refused();
  };
  for (const look of [false, true]) {
    const refusal = new Promise<void>(resolve => (refused = resolve));
    const { client, peer } = await connectToPeer(refusing);
    peer.send(startDebugging);
    await answerTo(client, peer, 'startDebugging');
    await refusal;
    // Lines in memory deliver in microtasks: a turn of the loop later the child has got its refusal.
    await new Promise(setImmediate);
    if (look) await expect(client.child()).rejects.toThrow('no such child');
    const close = client.close();
    if (look) await close;
    else await expect(close).rejects.toThrow('child session 1: it could not be started: no such child');
  }
});

test('waiting for a child that is never asked for fails', async () => {
  const { client } = await connectToPeer(obliging, { timeoutMs: 20 });
  closeAfterTest(client);
  await expect(client.child()).rejects.toThrow('startDebugging request 1 did not come within 20 ms');
});
