// Checks of motion where there are several threads: one alone runs, one alone is ended.
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { describeFrame, during, listed, refusalOf } from '../../looking.js';

export const threadMotionChecks: readonly Check[] = [
  {
    id: 'motion/single-thread',
    title: 'With `singleThread` only that thread runs, and the answer says so',
    reference: { in: 'specification', page: 'Requests_Continue' },
    why: 'Other threads run away while the user looks at one.',
    needs: [{ capability: 'supportsSingleThreadExecutionRequests' }, { section: 'threads' }],
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('threads').at, 'threads');
      const { threads } = await client.request('threads');
      const names = listed(threads.map(({ name }) => name));
      const waits = threads.find(({ id }) => id === stop.threadId);
      const runs = threads.find(({ id }) => id !== stop.threadId);
      expectThat(
        runs !== undefined && waits !== undefined,
        `the profile promises two threads, but \`threads\` lists ${names}`,
      );
      const before = await client.topFrame(waits.id);
      const { allThreadsContinued } = await during(
        `\`continue\` of the thread "${runs.name}" with singleThread`,
        client.request('continue', { threadId: runs.id, singleThread: true }),
      );
      expectThat(
        allThreadsContinued === false,
        `of the threads ${names} one was resumed, but the answer to \`continue\` does not say ` +
          'allThreadsContinued: false',
      );
      const after = `after \`continue\` of "${runs.name}" with singleThread`;
      let look = await refusalOf(client.topFrame(waits.id));
      // Some can look at no thread while one runs.
      if (look.refused) {
        await during(`${after}, \`pause\``, client.pause(runs.id));
        look = await refusalOf(client.topFrame(waits.id));
      }
      expectThat(!look.refused, `${after} and \`pause\` the stack of "${waits.name}" cannot be read`);
      const now = look.answer;
      expectThat(
        now.line === before.line && now.instructionPointerReference === before.instructionPointerReference,
        `the thread "${waits.name}" was at ${describeFrame(before)}; ${after} it is at ${describeFrame(now)}`,
      );
    },
  },
  {
    id: 'motion/terminate-threads',
    title: '`terminateThreads` ends the thread, which `threads` then lists no more',
    reference: { in: 'specification', page: 'Requests_TerminateThreads' },
    why: 'The thread goes on doing what the user wanted it to stop doing.',
    needs: [{ capability: 'supportsTerminateThreadsRequest' }, { section: 'threads' }],
    async run(subject) {
      const { at, ends } = subject.section('threads');
      if (ends === undefined) throw new CheckSkipped('the profile names no thread that can be ended');
      const { client } = await subject.stoppedAt(at, 'threads');
      const { threads } = await client.request('threads');
      const victim = threads.find(({ name }) => fits(name, ends));
      expectThat(
        victim !== undefined,
        `no thread is called ${wanted(ends)}; there are ${listed(threads.map(({ name }) => name))}`,
      );
      const asked = client.timeline.now;
      await during(
        `terminateThreads of "${victim.name}"`,
        client.request('terminateThreads', { threadIds: [victim.id] }),
      );
      const isListed = async (): Promise<boolean> =>
        (await client.request('threads')).threads.some(({ id }) => id === victim.id);
      if (!(await isListed())) return;
      // It may take its time to end; an event tells when it has.
      const where = (body: { readonly reason: string; readonly threadId: number }): boolean =>
        body.reason === 'exited' && body.threadId === victim.id;
      await during(
        `terminateThreads of "${victim.name}" was answered, but it is still listed`,
        client.waitFor('thread', { after: asked, where }),
      );
      expectThat(!(await isListed()), `"${victim.name}" is said to have exited, but is still listed`);
    },
  },
];
