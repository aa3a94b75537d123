// Checks of requests that cannot be fulfilled: those for a moment, a frame or a value that is not there.
import type { TestClient } from '../../../client.js';
import { answerOrEnd, answerTo, ask, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { expectThat } from '../../check.js';
import type { Subject } from '../../subject.js';

/** Nothing that an adapter counts up to. */
const madeUp = 2_000_000_011;

export const wrongStateChecks: readonly Check[] = [
  {
    id: 'requests/stack-while-running',
    title: 'A running thread has no stack to show',
    reference: { in: 'specification', page: 'Requests_StackTrace' },
    why: 'Clients show a place where the program is not.',
    needs: { section: 'endless' },
    async run(subject) {
      const { client, threadId } = await runningAgain(subject);
      const sent = sendAny(client, 'stackTrace', { threadId });
      const { response } = await answerTo(client, sent, '`stackTrace` while the program runs');
      const frames = listIn(response.success ? response.body : undefined, 'stackFrames');
      expectThat(
        frames.length === 0,
        `\`stackTrace\` while the program runs was answered with ${frames.length} frames; expected an error or none`,
      );
    },
  },
  {
    id: 'requests/step-while-running',
    title: 'A step of a running thread is answered at once',
    reference: { in: 'specification', page: 'Base Protocol_Request' },
    why: 'A key that is pressed twice hangs the client until the program stops.',
    needs: { section: 'endless' },
    async run(subject) {
      const { client, threadId } = await runningAgain(subject);
      // Refused or not: the protocol does not say.
      for (const command of ['next', 'stepIn', 'stepOut', 'continue'])
        await answerTo(
          client,
          sendAny(client, command, { threadId }),
          `\`${command}\` while the program runs`,
        );
    },
  },
  {
    id: 'requests/after-the-end',
    title: 'Requests that come after the program has ended are answered',
    reference: { in: 'specification', page: 'Base Protocol_Request' },
    why: 'A client that had a request on its way when the program ended waits for it and does not close the session.',
    async run(subject) {
      const { client, stop, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop', {
        staleHandles: 'allow',
      });
      await client.runToEnd(stop.threadId);
      const { threadId } = stop;
      const late: readonly (readonly [string, unknown])[] = [
        ['threads', undefined],
        ['stackTrace', { threadId }],
        ['scopes', { frameId: frame.id }],
        ['evaluate', { expression: subject.profile.stop.expression.expression, frameId: frame.id }],
        ['setBreakpoints', { source: { path: subject.source('stop') }, breakpoints: [] }],
        ['pause', { threadId }],
        ['continue', { threadId }],
      ];
      for (const [command, args] of late) {
        const sent = trySend(client, command, args);
        const what = `\`${command}\` after the program has ended`;
        // Whoever has told the end of the session may also hang up.
        if (sent === undefined || (await answerOrEnd(client, sent, what)) === undefined) return client.drop();
      }
    },
  },
  {
    id: 'requests/unknown-reference',
    title: 'A variables reference that was never handed out has no variables',
    reference: { in: 'overview', page: 'Lifetime of Objects References' },
    why: 'Clients show values under a name that has nothing to do with them.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const response = await ask(client, 'variables', { variablesReference: madeUp });
      const variables = listIn(response.success ? response.body : undefined, 'variables');
      expectThat(
        variables.length === 0,
        `\`variables\` of the reference ${madeUp}, which was never handed out, was answered with ${variables.length} variables; expected an error`,
      );
    },
  },
  {
    id: 'requests/unknown-frame',
    title: 'A frame id that was never handed out has no scopes',
    reference: { in: 'overview', page: 'Lifetime of Objects References' },
    why: 'Clients show the variables of a frame that the user did not choose.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const response = await ask(client, 'scopes', { frameId: madeUp });
      const scopes = listIn(response.success ? response.body : undefined, 'scopes');
      expectThat(
        scopes.length === 0,
        `\`scopes\` of the frame ${madeUp}, which was never handed out, was answered with ${scopes.length} scopes; expected an error`,
      );
    },
  },
  {
    id: 'requests/unknown-thread',
    title: 'A thread that does not exist has no stack',
    reference: { in: 'specification', page: 'Requests_StackTrace' },
    why: 'A thread that has ended meanwhile seems to stand where another one stands.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const response = await ask(client, 'stackTrace', { threadId: madeUp });
      const frames = listIn(response.success ? response.body : undefined, 'stackFrames');
      expectThat(
        frames.length === 0,
        `\`stackTrace\` of the thread ${madeUp}, which does not exist, was answered with ${frames.length} frames; expected an error`,
      );
    },
  },
];

/** Seen to stand still before: an adapter need not know the threads of a program that never did. */
async function runningAgain(
  subject: Subject,
): Promise<{ readonly client: TestClient; readonly threadId: number }> {
  const client = await subject.launch('endless');
  const { announces } = subject.section('endless');
  if (announces !== undefined) await client.waitForOutput(announces);
  const { threads } = await client.request('threads');
  const { threadId } = await client.pause(threads[0]?.id);
  await client.resume(threadId);
  return { client, threadId };
}

function listIn(body: unknown, name: string): readonly unknown[] {
  const list = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return Array.isArray(list) ? list : [];
}

function trySend(client: TestClient, command: string, args: unknown): ReturnType<typeof sendAny> | undefined {
  try {
    return sendAny(client, command, args);
  } catch {
    return undefined;
  }
}
