// Checks of stops: what comes before them, what they name, and how breakpoints lead to them.
import type { RequestArguments, StackFrame } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { answerTo, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { during, refusalOf } from '../../looking.js';
import type { Subject } from '../../subject.js';

export const stopChecks: readonly Check[] = [
  {
    id: 'lifecycle/response-before-stopped',
    title: 'A request that moves the program is answered before the `stopped` event that comes of it',
    reference: { in: 'specification', page: 'Requests_Next' },
    why: 'A client that takes the late answer for the newer news shows a program that runs while it stands still.',
    async run(subject) {
      const findings: string[] = [];
      for (const motion of await motionsOf(subject)) findings.push(...(await motion()));
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'lifecycle/stopped-thread-listed',
    title: 'The thread of a `stopped` event is among those that `threads` lists',
    reference: { in: 'overview', page: 'Supporting threads' },
    why: 'A client cannot show the stop: the thread that it is about does not exist.',
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      if (stop.body.threadId === undefined)
        throw new CheckSkipped('the `stopped` events of this adapter name no thread');
      await expectListed(client, stop.body.threadId, 'at a breakpoint');
      const { body } = await client.next();
      if (body.threadId !== undefined) await expectListed(client, body.threadId, 'after `next`');
    },
  },
  {
    id: 'lifecycle/hit-breakpoint-ids',
    title: '`hitBreakpointIds` names breakpoints that the client knows',
    reference: { in: 'specification', page: 'Events_Stopped' },
    why: 'Clients mark another breakpoint as the one that was hit, or none.',
    async run(subject) {
      const known = new Set<number>();
      const client = await subject.launch('stop', async each => {
        const set = await each.setBreakpoints(subject.source('stop'), [subject.profile.stop.at]);
        for (const { id } of set) if (id !== undefined) known.add(id);
      });
      const { hitBreakpointIds = [] } = (await client.waitForStop()).body;
      if (hitBreakpointIds.length === 0)
        throw new CheckSkipped('the `stopped` events of this adapter have no `hitBreakpointIds`');
      for (const { body } of client.timeline.events('breakpoint'))
        if (body.reason === 'new' && body.breakpoint.id !== undefined) known.add(body.breakpoint.id);
      const strange = hitBreakpointIds.filter(id => !known.has(id));
      expectThat(
        strange.length === 0,
        `the stop names the breakpoints ${hitBreakpointIds.join(', ')}, but those that were answered have the ids ${[...known].join(', ')}`,
      );
    },
  },
  {
    id: 'lifecycle/breakpoint-while-running',
    title: 'A breakpoint that is verified while the program runs stops it',
    reference: { in: 'specification', page: 'Requests_SetBreakpoints' },
    why: 'A user clicks beside a line that is run again and again, sees the breakpoint as set, and nothing happens.',
    needs: { section: 'endless' },
    async run(subject) {
      const { client, frame } = await pausedInEndless(subject);
      const path = frame.source?.path;
      const breakpoints = [{ line: frame.line }];
      const resumed = await client.resume();
      const set = await refusalOf(
        client.request('setBreakpoints', {
          source: { ...(path === undefined ? {} : { path }) },
          breakpoints,
        }),
      );
      if (set.refused)
        throw new CheckSkipped(`the adapter refuses breakpoints while the program runs: ${set.reason}`);
      const [breakpoint] = set.answer.breakpoints;
      if (breakpoint?.verified !== true)
        throw new CheckSkipped(
          `the adapter does not verify a breakpoint while the program runs: ${breakpoint?.message ?? 'no message'}`,
        );
      await during(
        `a breakpoint in line ${frame.line}, which is run again and again, was set and verified while the program ran`,
        client.waitForStop({ after: resumed }),
      );
    },
  },
];

type Motion = 'next' | 'stepIn' | 'stepOut' | 'continue' | 'pause';

/** Whatever this profile lets us try, each on a program of its own; answers with what was wrong. */
async function motionsOf(subject: Subject): Promise<readonly (() => Promise<readonly string[]>)[]> {
  const { profile } = subject;
  const { stop, loop, steps, endless } = profile;
  const motions = [
    async () => {
      const { client } = await subject.stoppedAt(stop.at, 'stop');
      return [await misorder(client, 'next')];
    },
  ];
  if (loop !== undefined)
    motions.push(async () => {
      const { client } = await subject.stoppedAt(loop.at, 'loop');
      return [await misorder(client, 'continue')];
    });
  if (steps !== undefined)
    motions.push(async () => {
      const { client } = await subject.stoppedAt(steps.at, 'steps');
      return [await misorder(client, 'stepIn'), await misorder(client, 'stepOut')];
    });
  if (endless !== undefined)
    motions.push(async () => {
      const client = await subject.launch('endless');
      if (endless.announces !== undefined) await client.waitForOutput(endless.announces);
      return [await misorder(client, 'pause')];
    });
  return motions.map(motion => async () => (await motion()).flatMap(found => found ?? []));
}

async function misorder(client: TestClient, command: Motion): Promise<string | undefined> {
  const { threads } = await client.request('threads');
  const stopped = client.timeline.events('stopped').at(-1)?.body.threadId;
  const args: RequestArguments<Motion> = { threadId: stopped ?? threads[0]?.id ?? 1 };
  const sent = sendAny(client, command, args);
  const [answer, stop] = await Promise.all([
    answerTo(client, sent, `\`${command}\``),
    during(`after \`${command}\``, client.waitForStop({ after: sent })),
  ]);
  return stop.number < answer.number
    ? `the \`stopped\` event came before the response to the \`${command}\` that led to it`
    : undefined;
}

async function expectListed(client: TestClient, threadId: number, when: string): Promise<void> {
  const { threads } = await client.request('threads');
  expectThat(
    threads.some(({ id }) => id === threadId),
    `${when} the program stopped in thread ${threadId}, but \`threads\` lists ${threads.map(({ id }) => id).join(', ') || 'none'}`,
  );
}

/** In a frame of the program's own source, whose line is sure to be run again. */
async function pausedInEndless(
  subject: Subject,
): Promise<{ readonly client: TestClient; readonly frame: StackFrame }> {
  const client = await subject.launch('endless');
  const { announces } = subject.section('endless');
  if (announces !== undefined) await client.waitForOutput(announces);
  // Asked for once: a list of threads is not owed to anyone while they run.
  const { threads } = await client.request('threads');
  const { threadId } = await client.pause(threads[0]?.id);
  const own = subject.source('endless');
  const frame = (await client.stack(threadId)).find(({ source }) => source?.path === own);
  if (frame !== undefined) return { client, frame };
  throw new CheckSkipped('where the endless program was paused, no frame is in its source');
}
