import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveStaleSocket } from './test/stale-socket.js';
import { listenAtPath, somebodyListens } from './socket-file.js';

let folder: string;
const servers: Server[] = [];

const makeServer = (): Server => {
  const server = createServer(socket => socket.destroy());
  servers.push(server);
  return server;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-socket-'));
});

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise(resolve => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe('a socket file', () => {
  it('has mode 0600 and leaves the umask as it was', async () => {
    const before = process.umask(0o022);
    const path = join(folder, 's');
    await listenAtPath(makeServer(), path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(process.umask(before)).toBe(0o022);
    expect(await somebodyListens(path)).toBe(true);
  });

  it('left by a dead process is replaced', async () => {
    const path = join(folder, 's');
    await leaveStaleSocket(path);
    expect(await somebodyListens(path)).toBe(false);
    await listenAtPath(makeServer(), path);
    expect(await somebodyListens(path)).toBe(true);
  });

  it('of a live process is left alone', async () => {
    const path = join(folder, 's');
    await listenAtPath(makeServer(), path);
    await expect(listenAtPath(makeServer(), path)).rejects.toThrow(/another process listens/);
    expect(await somebodyListens(path)).toBe(true);
  });

  it('never replaces an ordinary file', async () => {
    const path = join(folder, 's');
    writeFileSync(path, 'precious');
    await expect(listenAtPath(makeServer(), path)).rejects.toThrow(/not a socket/);
    expect(statSync(path).isFile()).toBe(true);
  });

  it('with a path that is too long for the system is refused in words', async () => {
    await expect(listenAtPath(makeServer(), join(folder, 'x'.repeat(120)))).rejects.toThrow(/longer than/);
  });

  it('in a folder that does not exist is refused with the reason and the next step', async () => {
    await expect(listenAtPath(makeServer(), join(folder, 'none', 's'))).rejects.toMatchObject({
      blame: 'user',
      message: `there is no folder ${join(folder, 'none')} for the socket.`,
      next: expect.stringContaining('Make it first') as string,
    });
  });
});
