import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench, type Running } from './sonde.js';

let bench: Workbench;
let owner: Running;

/** A console that stands at line 9 of the program, driven through a pipe that stays open. */
beforeEach(async () => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  owner = bench.start(['debug', 'sum.mini']);
  owner.write('break 9\nrun\n');
  await owner.sees('Breakpoint 1, in (main) at sum.mini:9');
});

afterEach(() => bench.close());

async function sessionId(): Promise<string> {
  const { stdout } = await bench.run(['sessions', '--json']);
  return (JSON.parse(stdout) as { readonly id: string }[])[0]!.id;
}

describe('running sessions', () => {
  it('are listed for people and for programs', async () => {
    const { stdout } = await bench.run(['sessions']);
    expect(stdout).toMatch(
      /^SESSION +STATE +LANGUAGE +CLIENTS +PID +STARTED +PROGRAM\n[0-9a-f]{8} +stopped +mini +1 +\d+ .*sum\.mini\n$/,
    );
    const [session] = JSON.parse((await bench.run(['sessions', '--json'])).stdout) as Record<
      string,
      unknown
    >[];
    expect(session).toMatchObject({ state: 'stopped', language: 'mini', clients: 1, pid: owner.child.pid });
  });

  it('can be joined: the guest sees the state, both see each step, and breakpoints keep their owner', async () => {
    const guest = bench.start(['attach', (await sessionId()).slice(0, 6)]);
    await guest.sees('of another client, in (main) at sum.mini:9');
    guest.write('break 10\ncontinue\n');
    await guest.sees('Breakpoint 1, in (main) at sum.mini:10');
    await owner.sees(
      'The program goes on; another client moved it.\nBreakpoint of another client, in (main) at sum.mini:10',
    );
    owner.write('next\n');
    await owner.sees('Stepped to (main) at sum.mini:8');
    await guest.sees('at sum.mini:8');
    guest.write('quit\n');
    expect((await guest.finished()).code).toBe(0);
    // The guest took its breakpoint away with it; the owner's is still there.
    owner.write('continue\ndelete\ncontinue\n');
    const end = await owner.sees('The program ended with exit code 0.');
    expect(owner.stdout.slice(0, end)).toMatch(
      /\(sonde\) continue\nBreakpoint 1, in \(main\) at sum\.mini:9\n/,
    );
    expect(owner.stdout.match(/sum\.mini:10/g)).toHaveLength(1);
  });

  it('end for the guest when the owner leaves', async () => {
    const guest = bench.start(['attach', await sessionId()]);
    await guest.sees('at sum.mini:9');
    owner.child.stdin?.end('quit\n');
    expect((await owner.finished()).code).toBe(0);
    guest.write('stack\n');
    const told = await guest.sees('The program has ended.');
    guest.write('break 9\n');
    await guest.sees('The program has ended.', told);
    guest.child.stdin?.end();
    expect((await guest.finished()).stdout).toMatch(/has ended/);
    expect((await bench.run(['sessions'])).stdout).toBe('No session is running.\n');
  });

  it('are not found by a wrong id', async () => {
    expect(await bench.run(['attach', 'zzzz'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no session zzzz. Running: ${await sessionId()}.`) as string,
    });
  });

  it('are gone from the list when their server was killed', async () => {
    owner.child.kill('SIGKILL');
    await owner.finished();
    expect((await bench.run(['sessions'])).stdout).toBe('No session is running.\n');
  });
});
