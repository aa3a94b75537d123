import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResponseFailure, type RequestName } from '@sonde/dap';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';

const program = fixture('scenario.mini');
let folder: string;
const server = tcpServer();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-bad-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Why a request was refused. */
async function refusal(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ResponseFailure);
  return (error as ResponseFailure).explanation;
}

async function stopped(options = {}): Promise<TestClient> {
  const client = closeAfterTest(await connect(await server()));
  await client.launch({ program, ...options }, each => each.setBreakpoints(program, ['#line']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

describe('a launch', () => {
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it.each([
    ['of a file that is not there', () => ({ program: join(folder, 'missing.mini') }), /missing\.mini/],
    ['of a folder', () => ({ program: folder, language: 'mini' }), /folder|directory/i],
    [
      'of a program with a mistake',
      () => ({ program: file('mistake.mini', 'let x = ;\n') }),
      /mistake\.mini:1:9/,
    ],
    [
      'of bytes that are no text',
      () => ({ program: file('noise.mini', Uint8Array.of(0xff, 0xfe, 0, 0x80)) }),
      /noise\.mini/,
    ],
    ['without a program', () => ({}), /launch\.program/],
    ['with an argument of the wrong type', () => ({ program, args: 'a b' }), /launch\.args/],
    ['in an unknown language', () => ({ program, language: 'klingon' }), /klingon.*mini/],
    ['of a file nobody knows', () => ({ program: file('notes.txt', 'hello') }), /language/],
    ['with input from a missing file', () => ({ program, stdin: { file: 'nowhere' } }), /nowhere/],
    ['in a folder that is not there', () => ({ program, cwd: join(folder, 'void') }), /void/],
  ])('%s is refused with the reason', async (_title, configuration, reason) => {
    const client = closeAfterTest(await connect(await server()));
    await client.initialize();
    expect(await refusal(client.request('launch', configuration()))).toMatch(reason);
    // The adapter is still there to be asked.
    expect(await client.customRequest('sonde/sessions', {})).toEqual({ sessions: [] });
  });

  it('a second time on the same connection is refused', async () => {
    const client = await stopped();
    expect(await refusal(client.request('launch', { program }))).toMatch(/already/);
  });
});

describe('requests out of order', () => {
  it('before initialize are refused', async () => {
    const client = closeAfterTest(await connect(await server()));
    expect(await refusal(client.request('threads'))).toMatch(/initialize/);
    await client.initialize();
    expect(await refusal(client.customRequest('initialize', { adapterID: 'x' }))).toMatch(/already/);
  });

  it.each(['threads', 'continue', 'stackTrace', 'evaluate', 'terminate', 'restart'] satisfies RequestName[])(
    '%s before a launch is refused',
    async command => {
      const client = closeAfterTest(await connect(await server()));
      await client.initialize();
      const args = { threadId: 1, expression: '1' };
      expect(await refusal(client.customRequest(command, args))).toMatch(/needs a program|launch/i);
    },
  );

  it('breakpoints before a launch are pending, with the reason, and work afterwards', async () => {
    const client = closeAfterTest(await connect(await server()));
    await client.initialize();
    const line = lineOf(program, '#loop');
    const { breakpoints } = await client.request('setBreakpoints', {
      source: { path: program },
      breakpoints: [{ line }],
    });
    expect(breakpoints[0]).toMatchObject({ verified: false, reason: 'pending' });
    expect(breakpoints[0]!.message).toMatch(/not loaded/);
    await client.launch({ program });
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.hitBreakpointIds).toEqual([breakpoints[0]!.id]);
    const [verified] = client.timeline.events('breakpoint');
    expect(verified!.body.breakpoint).toMatchObject({ id: breakpoints[0]!.id, verified: true, line });
  });

  it('looking while the program runs is refused as "notStopped"', async () => {
    const client = closeAfterTest(await connect(await server()));
    await client.launch({ program: fixture('endless.mini') });
    await client.waitForOutput('spinning');
    const error = await client.request('stackTrace', { threadId: 1 }).catch((reason: unknown) => reason);
    expect((error as ResponseFailure).message).toBe('notStopped');
  });
});

describe('bad requests at a stop', () => {
  it('unknown ones, and ones of the protocol that the program does not have, get an answer', async () => {
    const client = await stopped({ record: false });
    expect(await refusal(client.customRequest('flyToTheMoon', {}))).toMatch(/flyToTheMoon/);
    expect(await refusal(client.request('stepBack', { threadId: 1 }))).toMatch(/stepBack.*not supported/);
    expect((await client.evaluate('x')).result).toBe('1');
  });

  it('wrong arguments name the argument', async () => {
    const client = await stopped();
    client.expectViolation(/threadId/);
    expect(await refusal(client.customRequest('stackTrace', { threadId: 'one' }))).toMatch(/threadId/);
  });

  it.each([
    ['scopes', { frameId: 4711 }, /no frame 4711/],
    ['variables', { variablesReference: 4711 }, /no variables reference 4711/],
    ['readMemory', { memoryReference: 'moon', count: 4 }, /moon/],
    ['writeMemory', { memoryReference: '0x0', data: '***' }, /base64/],
    ['evaluate', { expression: 'x +' }, /./],
    ['evaluate', { expression: 'x = 3', context: 'hover' }, /change/],
    ['setVariable', { variablesReference: 4711, name: 'x', value: '1' }, /4711/],
    ['exceptionInfo', { threadId: 1 }, /exception/],
    ['goto', { threadId: 1, targetId: 99 }, /99/],
    ['source', { source: { path: '/nowhere/at/all' }, sourceReference: 0 }, /not available/],
  ] satisfies [RequestName, object, RegExp][])(
    '%s with %j is refused with the reason',
    async (command, args, reason) => {
      const client = await stopped();
      expect(await refusal(client.customRequest(command, args))).toMatch(reason);
    },
  );

  it('handles of an earlier stop are refused as stale', async () => {
    const client = closeAfterTest(await connect(await server(), { staleHandles: 'allow' }));
    await client.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await client.waitForStop({ reason: 'breakpoint' });
    const frame = await client.topFrame();
    const reference = await client.localsReference(frame);
    await client.next();
    expect(await refusal(client.request('scopes', { frameId: frame.id }))).toMatch(/earlier stop/);
    expect(await refusal(client.request('variables', { variablesReference: reference }))).toMatch(
      /earlier stop/,
    );
  });

  it('breakpoints with texts that cannot be read are unverified, with the reason, and the others are set', async () => {
    const client = await stopped();
    const line = lineOf(program, '#loop');
    const { breakpoints } = await client.request('setBreakpoints', {
      source: { path: program },
      breakpoints: [
        { line, condition: 'i ==' },
        { line, hitCondition: 'often' },
        { line },
        { line: 100_000 },
      ],
    });
    expect(breakpoints.map(b => b.verified)).toEqual([false, false, true, false]);
    expect(breakpoints[0]!.message).toMatch(/./);
    expect(breakpoints[1]!.message).toMatch(/often|hit/i);
    expect(breakpoints[3]!.message).toMatch(/./);
  });

  it('a condition that fails while the program runs stops it, with the reason', async () => {
    const client = await stopped();
    await client.setBreakpoints(program, [{ at: '#loop', condition: 'i / 0 == 1' }]);
    const stop = await client.continue();
    expect(stop.reason).toBe('breakpoint');
    expect(stop.body.text).toMatch(/zero/);
  });
});

describe('a socket', () => {
  it('that closes in the middle of a message does no harm', async () => {
    const client = await connect(await server());
    await client.initialize();
    client.sendBytes(new TextEncoder().encode('Content-Length: 100\r\n\r\n{"seq":'));
    client.drop();
    const next = closeAfterTest(await connect(await server()));
    await next.initialize();
  });

  it('that sends noise is told why and hung up on', async () => {
    const client = await connect(await server());
    client.sendBytes(new TextEncoder().encode('Content-Length: banana\r\n\r\n'));
    await client.waitForOutput(/Content-Length/);
    client.drop();
  });
});
