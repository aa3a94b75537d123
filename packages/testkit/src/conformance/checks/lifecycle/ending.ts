// Checks of the end: what is told of it, in which order, and what `disconnect` and `terminate` do.
import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../../client.js';
import { answerTo, ask, reasonIn, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { unstyled } from '../../expected.js';
import { during, refusalOf } from '../../looking.js';
import { isAlive, isGoneWithin, isSuspendedWithin } from '../../processes.js';
import type { Subject } from '../../subject.js';
import { describeEntry } from '../../../timeline-text.js';
import { wholeRun } from './whole-run.js';

export const endingChecks: readonly Check[] = [
  {
    id: 'lifecycle/terminated-once',
    title: '`terminated` tells the end of the session, once',
    reference: { in: 'overview', page: 'Debug session end' },
    why: 'A client that is never told keeps a dead session open; one that is told twice ends, or restarts, the next one.',
    async run(subject) {
      const client = await wholeRun(subject);
      const { length } = client.timeline.events('terminated');
      expectThat(length === 1, `the event \`terminated\` came ${length} times, expected once`);
    },
  },
  {
    id: 'lifecycle/exit-code',
    title: '`exited` tells the exit code of the program',
    reference: { in: 'specification', page: 'Events_Exited' },
    why: 'Users and scripts take a failed run for a good one, or the other way round.',
    async run(subject) {
      const { exitCode } = subject.profile;
      if (exitCode === undefined) throw new CheckSkipped('the profile does not say how the program exits');
      const client = await wholeRun(subject);
      const exits = client.timeline.events('exited');
      if (exits.length === 0)
        throw new CheckSkipped('the adapter sends no `exited` event, which is optional');
      const codes = exits.map(({ body }) => body.exitCode);
      expectThat(
        codes.length === 1 && codes[0] === exitCode,
        `the program exits with code ${exitCode}, but \`exited\` said ${codes.join(', then ')}`,
      );
    },
  },
  {
    id: 'lifecycle/nothing-after-terminated',
    title: 'After `terminated` no event says that the program goes on',
    reference: { in: 'specification', page: 'Events_Terminated' },
    why: 'A session that is over comes back to life in the client, without an adapter that could serve it.',
    async run(subject) {
      const client = await wholeRun(subject);
      const [end] = client.timeline.events('terminated');
      const late = client.timeline
        .between(end)
        .filter(
          entry =>
            entry.kind === 'message' && entry.message.type === 'event' && alive.has(entry.message.event),
        );
      expectThat(late.length === 0, `after \`terminated\` came:\n${late.map(describeEntry).join('\n')}`);
    },
  },
  {
    id: 'lifecycle/output-complete',
    title: 'What the program prints arrives whole, once and in order, before the session is over',
    reference: { in: 'specification', page: 'Events_Output' },
    why: 'The last lines, often those that tell what went wrong, are lost or come twice.',
    async run(subject) {
      const { output } = subject.profile;
      if (output === undefined) throw new CheckSkipped('the profile does not say what the program prints');
      const client = await wholeRun(subject);
      const printed = printedBy(client);
      const times = printed.split(output).length - 1;
      expectThat(
        times === 1,
        `the program prints ${JSON.stringify(output)}; by the response to \`disconnect\` that had come ${times} times, expected once, in ${JSON.stringify(printed)}`,
      );
    },
  },
  {
    id: 'lifecycle/disconnect',
    title: '`disconnect` succeeds in every state of the session',
    reference: { in: 'specification', page: 'Requests_Disconnect' },
    why: 'The client cannot leave in good order: it waits, or kills the adapter and leaves a program behind.',
    async run(subject) {
      const findings: string[] = [];
      for (const [state, open] of statesOf(subject)) {
        const client = await open();
        const response = await ask(client, 'disconnect', {});
        if (!response.success)
          findings.push(`\`disconnect\` ${state} was refused: ${reasonIn(response) ?? 'without a reason'}`);
      }
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'lifecycle/terminate',
    title: '`terminate` ends a program that does not resist',
    reference: { in: 'specification', page: 'Requests_Terminate' },
    why: 'The stop button does nothing when it is pressed for the first time.',
    needs: [{ capability: 'supportsTerminateRequest' }, { section: 'endless' }],
    async run(subject) {
      const client = await running(subject);
      const sent = sendAny(client, 'terminate', {});
      const { response } = await answerTo(client, sent, '`terminate`');
      expectThat(
        response.success,
        `\`terminate\` of a running program was refused: ${reasonIn(response) ?? 'without a reason'}`,
      );
      await during('after `terminate` succeeded', client.waitFor('terminated', { after: sent }));
    },
  },
  {
    id: 'lifecycle/terminate-debuggee',
    title: '`disconnect` ends the program or lets it live, as `terminateDebuggee` says',
    reference: { in: 'specification', page: 'Requests_Disconnect' },
    why: 'Programs go on in the background for ever, or a server that was to go on is killed.',
    needs: [{ capability: 'supportTerminateDebuggee' }, { section: 'endless' }],
    async run(subject) {
      const { pid } = await expectEnds(subject);
      // Only a program with a process of its own can outlive what it was started by.
      if (pid !== undefined) await expectLives(subject);
    },
  },
  {
    id: 'lifecycle/suspend-debuggee',
    title: '`disconnect` with `suspendDebuggee` leaves the program suspended',
    reference: { in: 'specification', page: 'Requests_Disconnect' },
    why: 'What was to be looked at with another tool, in the state that it is in, has run away or is gone.',
    needs: [{ capability: 'supportSuspendDebuggee' }, { section: 'endless' }],
    async run(subject) {
      const client = await running(subject);
      const pid = processOf(subject, client);
      // Nobody could end what is left suspended on another machine.
      if (pid === undefined && toldProcess(client) !== undefined)
        throw new CheckSkipped('the process of the program cannot be looked at from here');
      try {
        const response = await ask(client, 'disconnect', { suspendDebuggee: true });
        expectThat(
          response.success,
          `\`disconnect\` with \`suspendDebuggee: true\` was refused: ${reasonIn(response) ?? 'without a reason'}`,
        );
        if (pid === undefined) throw new CheckSkipped('the program has no process that could be looked at');
        await client.close();
        expectThat(isAlive(pid), 'after `disconnect` with `suspendDebuggee: true` the program was gone');
        const isSuspended = await isSuspendedWithin(pid, subject.timeoutMs);
        if (isSuspended === undefined)
          throw new CheckSkipped('this system does not tell whether a process is suspended');
        expectThat(isSuspended, 'after `disconnect` with `suspendDebuggee: true` the program went on');
      } finally {
        endByForce(pid);
      }
    },
  },
];

/** What says that the program is there and moves or stands still. */
const alive: ReadonlySet<string> = new Set(['initialized', 'stopped', 'continued', 'process']);

/** What adapters say themselves may come in between, unless they tell it apart. */
function printedBy(client: TestClient): string {
  const byProgram = client.output({ category: 'stdout' });
  return unstyled(byProgram === '' ? client.output() : byProgram).replaceAll('\r\n', '\n');
}

function statesOf(subject: Subject): readonly (readonly [string, () => Promise<TestClient>])[] {
  const initialized = async (): Promise<TestClient> => {
    const client = await subject.open();
    await client.initialize();
    return client;
  };
  const stopped = async (): Promise<TestClient> =>
    (await subject.stoppedAt(subject.profile.stop.at, 'stop')).client;
  return [
    ['before `launch`', initialized],
    ['while the program stands still', stopped],
    ...(subject.profile.endless === undefined
      ? []
      : [['while the program runs', () => running(subject)] as const]),
  ];
}

async function running(subject: Subject): Promise<TestClient> {
  const client = await subject.launch('endless');
  const { announces } = subject.section('endless');
  if (announces !== undefined) await client.waitForOutput(announces);
  return client;
}

/** Something that is there as long as the program runs. */
interface Life {
  readonly client: TestClient;
  /** Undefined where it is only the terminal that the program runs in. */
  readonly pid?: number;
  isGone(): Promise<boolean>;
}

async function expectEnds(subject: Subject): Promise<Life> {
  const life = await lifeOf(subject);
  const response = await ask(life.client, 'disconnect', { terminateDebuggee: true });
  expectThat(response.success, '`disconnect` with `terminateDebuggee: true` was refused');
  expectThat(
    await life.isGone(),
    `after \`disconnect\` with \`terminateDebuggee: true\` the program was still there ${subject.timeoutMs} ms later`,
  );
  return life;
}

/** In a terminal of the client's where there is one: other streams of the program may end with the adapter. */
async function expectLives(subject: Subject): Promise<void> {
  const client = await launchedInTerminal(subject);
  await client.waitFor('process');
  const pid = processOf(subject, client);
  if (pid === undefined) return;
  try {
    const response = await ask(client, 'disconnect', { terminateDebuggee: false });
    expectThat(response.success, '`disconnect` with `terminateDebuggee: false` was refused');
    expectThat(isAlive(pid), 'after `disconnect` with `terminateDebuggee: false` the program was gone');
  } finally {
    endByForce(pid);
  }
}

async function lifeOf(subject: Subject): Promise<Life> {
  const client = await running(subject);
  const pid = processOf(subject, client);
  if (pid === undefined) return lifeInTerminal(subject);
  return { client, pid, isGone: () => isGoneWithin(pid, subject.timeoutMs) };
}

/** Of the program alone: what lives inside of the adapter, or on another machine, is nothing that could be watched. */
function processOf({ endpoint }: Subject, client: TestClient): number | undefined {
  if (endpoint.line === 'tcp' || endpoint.line === 'websocket') return undefined;
  const pid = toldProcess(client);
  return pid === process.pid || pid === client.process?.pid ? undefined : pid;
}

const toldProcess = (client: TestClient): number | undefined =>
  client.timeline.events('process')[0]?.body.systemProcessId;

/** A program that was meant to stay has nobody else who would end it. */
function endByForce(pid: number | undefined): void {
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** A terminal is closed by the end of what runs in it. */
async function lifeInTerminal(subject: Subject): Promise<Life> {
  const client = await launchedInTerminal(subject);
  const [terminal] = client.terminals;
  if (terminal === undefined)
    throw new CheckSkipped('nothing outside of the adapter shows whether the program is still there');
  const ended = terminal.process.exited.then(() => true);
  const isGone = (): Promise<boolean> =>
    Promise.race([ended, delay(subject.timeoutMs, false, { ref: false })]);
  return { client, isGone };
}

/** Whether that works is for another check to say; where it does not, the program is launched as always. */
async function launchedInTerminal(subject: Subject): Promise<TestClient> {
  const { launch, terminal, endless } = subject.profile;
  if (terminal === undefined) return running(subject);
  const client = await subject.open();
  const launched = await refusalOf(client.launch({ ...launch, ...terminal.launch, ...endless?.launch }));
  return launched.refused ? running(subject) : client;
}
