import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTransportPair, DapClient } from '@sonde/dap';
import { Adapter } from '@sonde/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listener } from '../listen.js';
import { pidOfSocket, register, socketName } from '../registry/register.js';
import { connectSession, findSession, listSessions } from '../registry/sessions.js';
import { launchIdle, testEnvironment } from './environment.js';
import { leaveStaleSocket } from './stale-socket.js';

let folder: string;
const registrations: Listener[] = [];

/** A server process in small: an environment, its registration, and one session. */
async function serverWithSession(program: string): Promise<DapClient> {
  const environment = testEnvironment();
  registrations.push(await register(environment, folder));
  const [ours, theirs] = createTransportPair();
  new Adapter(theirs, environment);
  return launchIdle(ours, program);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-registry-'));
  chmodSync(folder, 0o700);
});

afterEach(async () => {
  for (const registration of registrations.splice(0)) await registration.close('the test is over');
  rmSync(folder, { recursive: true });
});

describe('the register of sessions', () => {
  it('is a socket of this process for this user alone', async () => {
    registrations.push(await register(testEnvironment(), folder));
    const [name] = readdirSync(folder);
    expect(pidOfSocket(name!)).toBe(process.pid);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
  });

  it('lists the sessions of all servers', async () => {
    await serverWithSession('/a.idle');
    await serverWithSession('/b.idle');
    const { sessions, silent } = await listSessions({ folder });
    expect(silent).toEqual([]);
    expect(sessions.map(({ program, state, clients }) => ({ program, state, clients }))).toEqual([
      { program: '/a.idle', state: 'running', clients: 1 },
      { program: '/b.idle', state: 'running', clients: 1 },
    ]);
  });

  it('leads to the server that holds a session, which can then be joined', async () => {
    const owner = await serverWithSession('/a.idle');
    const { sessions } = await listSessions({ folder });
    const found = await findSession(sessions[0]!.id.slice(0, 5), { folder });
    const guest = new DapClient(await connectSession(found));
    await guest.initialize();
    await guest.request('attach', { session: found.id });
    expect((await listSessions({ folder })).sessions[0]).toMatchObject({ clients: 2 });
    const ended = guest.once('terminated');
    await owner.request('disconnect');
    await ended;
    guest.close();
  });

  it('asks for no token there: the socket is private', async () => {
    registrations.push(await register(testEnvironment({ token: 'sesame' }), folder));
    expect((await listSessions({ folder })).silent).toEqual([]);
  });

  it('says which sessions there are when one is not found or not clear', async () => {
    await expect(findSession('abc', { folder })).rejects.toThrow(/there is no session abc/);
    await serverWithSession('/a.idle');
    await serverWithSession('/b.idle');
    const ids = (await listSessions({ folder })).sessions.map(session => session.id);
    await expect(findSession('zzz', { folder })).rejects.toMatchObject({
      next: `Running: ${ids.join(', ')}.`,
    });
    await expect(findSession('', { folder })).rejects.toThrow(/could be any of/);
  });

  it('removes what dead servers left, and nothing else', async () => {
    const dead = join(folder, socketName(4_194_304 * 2));
    await leaveStaleSocket(dead);
    const foreign = join(folder, 'notes.txt');
    writeFileSync(foreign, '');
    registrations.push(await register(testEnvironment(), folder));
    expect(await listSessions({ folder })).toEqual({ sessions: [], silent: [] });
    expect(existsSync(dead)).toBe(false);
    expect(existsSync(foreign)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('leaves the socket of a live process that does not listen yet, but not for ever', async () => {
    const path = join(folder, socketName());
    await leaveStaleSocket(path);
    await listSessions({ folder });
    expect(existsSync(path)).toBe(true);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    await listSessions({ folder });
    expect(existsSync(path)).toBe(false);
  });

  it('goes on without a server that does not answer', async () => {
    const path = join(folder, socketName());
    const mute = createServer(socket => socket.resume());
    await new Promise<void>(resolve => mute.listen(path, resolve));
    await serverWithSession('/a.idle');
    const { sessions, silent } = await listSessions({ folder, timeoutMs: 200 });
    expect(sessions).toHaveLength(1);
    expect(silent).toEqual([{ kind: 'silent', socket: path, why: 'no answer within 200 ms' }]);
    await new Promise(resolve => mute.close(resolve));
    expect(basename(path)).toMatch(/^\d+-/);
  });

  it('says so when the server of a session is gone by the time it is joined', async () => {
    await serverWithSession('/a.idle');
    const { sessions } = await listSessions({ folder });
    await registrations.pop()?.close('gone');
    await expect(connectSession(sessions[0]!)).rejects.toMatchObject({
      blame: 'environment',
      message: `the server that holds session ${sessions[0]!.id} does not answer.`,
    });
  });
});
