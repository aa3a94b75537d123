// Own process: there is one LLDB ahead for all sessions of a process, and here it is a false one.
import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endAhead, startAhead, takeLldb } from '../head-start.js';
import { areGone, known } from '../reaper.js';

describe('a head start', () => {
  let folder = '';
  const taken: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-ahead-'));
    return () => rm(folder, { recursive: true });
  });
  afterEach(async () => {
    endAhead();
    await Promise.all(taken.splice(0).map(ended));
  });

  const ended = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'exit');
    child.kill('SIGKILL');
    await end;
  };
  const take = (path: string): ChildProcess => {
    const child = takeLldb(path);
    taken.push(child);
    return child;
  };

  /** Waits, whatever it is told, and says that it does. */
  const stub = async (name: string, script = 'echo waiting; exec cat <&3'): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };

  it('is taken by the first who wants that LLDB, and not twice', async () => {
    const lldb = await stub('one');
    await startAhead(lldb);
    await startAhead(lldb);
    const first = take(lldb);
    const [said] = (await once(first.stdout!, 'data')) as [Buffer];
    expect(String(said)).toBe('waiting\n');
    expect(take(lldb).pid).not.toBe(first.pid);
  });

  it('lets lsb_release end at once, which reads a file that the environment names', async () => {
    const lldb = await stub('asking', '(. "$LSB_OS_RELEASE"; echo went on); echo asked; exec cat <&3');
    const [said] = (await once(take(lldb).stdout!, 'data')) as [Buffer];
    expect(String(said)).toBe('asked\n');
  });

  it('of another LLDB is ended', async () => {
    const [wrong, right] = [await stub('wrong'), await stub('right')];
    await startAhead(wrong);
    expect(take(right).spawnfile).toBe(right);
  });

  it('that has ended meanwhile is replaced', async () => {
    const lldb = await stub('short', 'exit 3');
    await startAhead(lldb);
    const dead = take(lldb);
    await once(dead, 'exit');
    await startAhead(lldb);
    const lasting = await stub('lasting');
    await rm(lldb);
    await symlink(lasting, lldb);
    const [said] = (await once(take(lldb).stdout!, 'data')) as [Buffer];
    expect(String(said)).toBe('waiting\n');
  });

  it("of an LLDB that is not there is nobody's trouble", async () => {
    await startAhead(join(folder, 'nowhere'));
  });

  it('comes too late for who did not wait for it, and leaves nothing behind', async () => {
    const lldb = await stub('late');
    const starting = startAhead(lldb);
    const own = take(lldb);
    await starting;
    const next = take(lldb);
    expect(next.pid).not.toBe(own.pid);
  });

  it('does not keep a process alive, and ends with it', async () => {
    const lldb = await stub('kept', 'echo $$ >"$0.pid"; exec cat <&3');
    const module = fileURLToPath(new URL('../head-start.js', import.meta.url));
    const script = `
      import { startAhead } from ${JSON.stringify(module)};
      import { existsSync } from 'node:fs';
      await startAhead(${JSON.stringify(lldb)});
      while (!existsSync(${JSON.stringify(`${lldb}.pid`)})) await new Promise(setImmediate);
    `;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
    expect(String(run.stderr)).toBe('');
    expect(run.status).toBe(0);
    const id = Number(await readFile(`${lldb}.pid`, 'utf8'));
    expect(await areGone([await known(id)], 20_000)).toBe(true);
  });
});
