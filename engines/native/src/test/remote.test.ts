// Programs behind a debug server: the same as here, and an end with a reason when the server goes.

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../reaper.js';
import { gdbserver, lldbServer, serve, serveByGdbserver } from './debug-server.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

if (lldbServer === undefined)
  process.stderr.write('\nTESTS OF DEBUG SERVERS ARE SKIPPED: there is no lldb-server on the PATH\n');
if (gdbserver === undefined)
  process.stderr.write("\nA TEST OF GNU'S DEBUG SERVER IS SKIPPED: `apt-get install -y gdbserver`\n");

describe.skipIf(toolsMissing || lldbServer === undefined)('a native program behind a debug server', () => {
  const [answering, endless, streams] = useFixtures('answering.c', 'endless.c', 'streams.c');

  it('stops, shows its values, steps, prints, and is ended', async () => {
    const server = await serve(answering.program, 'there');
    const session = await TestSession.attach({ gdbRemote: server.address, program: answering.program });
    expect(session.engine.process).toMatchObject({ name: 'answering', isLocal: false });
    const resolved = await session.breakAt({ kind: 'function', name: 'main' }, { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ kind: 'breakpoint', hits: [resolved.id] });
    expect(intOf(variable(stop, 'argc'))).toBe(2);
    const over = await session.step(await session.step(stop, 'over'), 'over');
    expect(lineOf(over)).toBe(answering.line('read'));
    expect(session.text('stdout')).toContain('ready there');
    await session.go(over, { kind: 'continue' });
    await expect(session.engine.input('x\n')).rejects.toMatchObject({
      message: 'the server of the program takes no input for it;',
    });
    await session.engine.terminate();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
    expect((await session.ended()).trouble).toBeUndefined();
  });

  it.skipIf(gdbserver === undefined)('may be behind the server of GNU', async () => {
    const server = await serveByGdbserver(answering.program);
    const session = await TestSession.attach({ gdbRemote: server.address, program: answering.program });
    const resolved = await session.breakAtMarker(answering, 'read');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ kind: 'breakpoint', hits: [resolved.id] });
    expect(intOf(variable(stop, 'argc'))).toBe(1);
    await expect(
      session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, 'answer("x")', undefined, 'any'),
    ).rejects.toMatchObject({
      message: 'it needs memory in the program, of which its debug server gives LLDB none;',
    });
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 7 });
  });

  it.skipIf(gdbserver === undefined)(
    'is not known where neither the server nor anybody tells it',
    async () => {
      const server = await serveByGdbserver(answering.program);
      const session = await TestSession.attach({ gdbRemote: server.address });
      const pending = await session.breakAtMarker(answering, 'read');
      expect(pending.state).toBe('pending');
      await session.engine.begin();
      expect(await session.next('notice')).toMatchObject({
        message:
          'The debug server does not tell which program it runs: there are no names, lines and variables, and no breakpoint is found. Name the file of the program in the configuration, as "program".',
        important: true,
      });
    },
  );

  it('needs no program named where the server tells it, and stops where it is when asked to', async () => {
    const server = await serve(streams.program);
    const session = await TestSession.attach({ gdbRemote: server.address, stopOnEntry: true });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'pause' });
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 3 });
    expect(session.text('stdout')).toContain('19999 bottles of beer on the wall');
    expect(session.text('stdout').match(/bottles/g)).toHaveLength(20_000);
  });

  it('goes on there after detaching', async () => {
    const server = await serve(endless.program);
    const program = await server.program();
    const session = await TestSession.attach({ gdbRemote: server.address, program: endless.program });
    await session.breakAtMarker(endless, 'turn');
    await session.engine.begin();
    await session.stopped();
    await expect(session.engine.detach(true)).rejects.toMatchObject({ code: 'not-supported' });
    await session.engine.detach(false);
    expect((await session.ended()).trouble).toBeUndefined();
    expect(await isAlive(program)).toBe(true);
  });

  it('is lost with a reason when its server goes while it runs', async () => {
    const server = await serve(endless.program);
    await server.program();
    const session = await TestSession.attach({ gdbRemote: server.address, program: endless.program });
    await session.engine.begin();
    await session.next('output');
    server.child.kill('SIGKILL');
    const { trouble } = await session.ended();
    expect(trouble).toMatchObject({ blame: 'environment', next: 'Attach again.' });
    expect(trouble?.message).toContain('The connection to the debug server was lost');
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
  });

  it('is lost with a reason when its server went while it was stopped', async () => {
    const server = await serve(endless.program);
    await server.program();
    const session = await TestSession.attach({
      gdbRemote: server.address,
      program: endless.program,
      stopOnEntry: true,
    });
    await session.engine.begin();
    const stop = await session.stopped();
    const gone = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await gone;
    await session.go(stop, { kind: 'continue' }).catch(() => undefined);
    expect((await session.ended()).trouble?.message).toContain('The connection to the debug server was lost');
  });

  it('is refused where nobody serves, where somebody else does, and where there is no such host', async () => {
    const nobody = createServer();
    nobody.listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.on('connection', socket => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const refused = (gdbRemote: string, more: object): Promise<void> =>
      expect(TestSession.attach({ gdbRemote, program: endless.program })).rejects.toMatchObject(more);
    await refused(`127.0.0.1:${port}`, { code: 'wrong-state', blame: 'environment' });
    const closed = once(nobody, 'close');
    nobody.close();
    await closed;
    await refused(`127.0.0.1:${port}`, {
      code: 'wrong-state',
      blame: 'environment',
      message: `no debug server answers at 127.0.0.1:${port}: Failed to connect to 127.0.0.1:${port}.`,
    });
    await refused('no-such-host.invalid:1234', {
      code: 'not-found',
      blame: 'user',
      message: 'there is no host called no-such-host.invalid.',
    });
    for (const address of ['host', 'host:0', 'host:99999', 'a b:1', 'host:1:2'])
      await refused(address, { code: 'bad-arguments', blame: 'user' });
  });
});
