// Checks of the adapter's process: it ends with its client, in good order, and leaves nothing behind.
import type { TestClient } from '../../client.js';
import type { OwnedProcess } from '@sonde/dap/node';
import type { ActiveCheck } from '../check.js';
import { CheckSkipped, expectThat } from '../check.js';
import { descendants, isGoneWithin } from '../processes.js';
import type { Subject } from '../subject.js';
import { expectAnswer, initializeRequest } from './input/reaction.js';

const reference = { in: 'overview', page: 'Debug session end' } as const;
const needs = { line: 'process' } as const;
const lingers =
  'Editors crash and are killed. An adapter that does not notice stays for ever, holds files and ports, and eats ' +
  'memory; one that reports an error makes every restart look like a fault.';

export const processChecks: readonly ActiveCheck[] = [
  {
    id: 'process/end-before-start',
    title: 'When its input ends before anything was said, the adapter ends with code 0',
    reference,
    why: lingers,
    needs,
    async run(subject) {
      const { process } = await subject.openRaw();
      await expectEnd(subject, started(process), 'before anything was said');
    },
  },
  {
    id: 'process/end-while-stopped',
    title: 'When its input ends while the program stands still, the adapter ends with code 0',
    reference,
    why: lingers,
    needs,
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      await expectEndOf(subject, client, 'while the program stood still');
    },
  },
  {
    id: 'process/end-while-running',
    title: 'When its input ends while the program runs, the adapter ends with code 0',
    reference,
    why: lingers,
    needs: [needs, { section: 'endless' }],
    async run(subject) {
      await expectEndOf(subject, await running(subject), 'while the program ran');
    },
  },
  {
    id: 'process/no-orphan',
    title: 'When its input ends, no process that the adapter started is left',
    reference,
    why: 'Programs that nobody debugs any more go on running, hold ports and files, and fill the machine.',
    needs: [needs, { section: 'endless' }],
    async run(subject) {
      const client = await running(subject);
      const adapter = started(client.process);
      const children = descendants(adapter.pid);
      const pids = new Set([...processesOf(client), ...children]);
      pids.delete(adapter.pid);
      if (pids.size === 0) throw new CheckSkipped('the program runs in the process of the adapter');
      adapter.stdin.end();
      const gone = await Promise.all(
        [...pids].map(async pid => ({ pid, gone: await isGoneWithin(pid, subject.timeoutMs) })),
      );
      const left = gone.filter(each => !each.gone).map(({ pid }) => pid);
      // Only what was seen to be the adapter's: a process that it merely names may be anybody's.
      for (const pid of left.filter(each => children.includes(each))) endByForce(pid);
      client.drop();
      expectThat(
        left.length === 0,
        `the input of the adapter ended while the program ran: after ${subject.timeoutMs} ms these processes that ` +
          `it had started were still there: ${left.join(', ')}`,
      );
    },
  },
  {
    id: 'process/quiet-end',
    title: 'When its input ends, the adapter prints nothing but messages',
    reference: { in: 'overview', page: 'Base protocol' },
    why: 'A client that still reads takes the last words for a broken message, and reports a fault that there is not.',
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      peer.sendMessage(initializeRequest(subject, 1));
      await expectAnswer(subject, peer, 1, '`initialize`');
      started(peer.process).stdin.end();
      await peer.ends();
      expectThat(
        peer.problem === undefined,
        `after the end of its input the adapter printed what is no message: ${peer.problem ?? ''}`,
      );
    },
  },
  {
    id: 'process/sigterm',
    title: 'The adapter ends when it is told to by SIGTERM',
    reference,
    why: 'Clients, supervisors and containers end an adapter in this way, and have to kill one that does not listen.',
    needs,
    async run(subject) {
      if (process.platform === 'win32') throw new CheckSkipped('Windows has no SIGTERM');
      const peer = await subject.openRaw();
      peer.sendMessage(initializeRequest(subject, 1));
      await expectAnswer(subject, peer, 1, '`initialize`');
      const adapter = started(peer.process);
      adapter.kill('SIGTERM');
      expectThat(
        await endsWithin(adapter, subject.timeoutMs),
        `the adapter was still there ${subject.timeoutMs} ms after SIGTERM`,
      );
    },
  },
];

/** The program that does not end by itself, on its way. */
async function running(subject: Subject): Promise<TestClient> {
  const client = await subject.launch('endless');
  const { announces } = subject.section('endless');
  if (announces !== undefined) await client.waitForOutput(announces);
  return client;
}

async function expectEndOf(subject: Subject, client: TestClient, when: string): Promise<void> {
  try {
    await expectEnd(subject, started(client.process), when);
  } finally {
    // There is nobody left to say goodbye to.
    client.drop();
  }
}

/** Its output is read to the end meanwhile: an adapter may have last words. */
async function expectEnd(subject: Subject, adapter: OwnedProcess, when: string): Promise<void> {
  adapter.stdin.end();
  const what = `the input of the adapter ended ${when}`;
  expectThat(
    await endsWithin(adapter, subject.timeoutMs),
    `${what}: after ${subject.timeoutMs} ms it was still there`,
  );
  const { code, signal } = await adapter.exited;
  const how = signal === null ? `code ${String(code)}` : signal;
  expectThat(code === 0, `${what}: it ended with ${how}, expected code 0${complaints(adapter)}`);
}

const endsWithin = async (adapter: OwnedProcess, timeoutMs: number): Promise<boolean> =>
  (await adapter.exitWithin(timeoutMs)) !== undefined;

const processesOf = (client: TestClient): readonly number[] =>
  client.timeline.events('process').flatMap(({ body }) => body.systemProcessId ?? []);

function endByForce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in this moment.
  }
}

function complaints({ errors }: OwnedProcess): string {
  const text = errors.tail();
  return text === '' ? '' : `; on stderr: ${text}`;
}

function started(adapter: OwnedProcess | undefined): OwnedProcess {
  if (adapter === undefined) throw new CheckSkipped('the adapter was not started by this run');
  return adapter;
}
