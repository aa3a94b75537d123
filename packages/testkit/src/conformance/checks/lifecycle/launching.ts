// Checks of the launch: both orders of configuration and launch, launches that fail, launches without debugging.
import type { TestClient } from '../../../client.js';
import { TimelineFailure } from '../../../timeline.js';
import { answerOrEnd, answerTo, ask, reasonIn, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { during } from '../../looking.js';
import { isAlive } from '../../processes.js';
import type { Subject } from '../../subject.js';

export const launchChecks: readonly Check[] = [
  {
    id: 'lifecycle/launch-then-configure',
    title: 'A program that was launched does not run before `configurationDone`',
    reference: { in: 'overview', page: 'Configuring breakpoint and exception behavior' },
    why: 'Breakpoints at the beginning of the program are missed, now and then or always.',
    needs: { capability: 'supportsConfigurationDoneRequest' },
    async run(subject) {
      const { at } = subject.profile.stop;
      // Several round trips: time enough for a program that does not wait to be far ahead.
      const client = await subject.launch('stop', async each => {
        await each.setBreakpoints(subject.source('stop'), []);
        await ask(each, 'setExceptionBreakpoints', { filters: [] });
        await each.setBreakpoints(subject.source('stop'), [at]);
      });
      await expectStop(subject, client, 'a breakpoint that was set before `configurationDone`');
    },
  },
  {
    id: 'lifecycle/configure-then-launch',
    title: 'After `initialized` a client may configure first and launch then',
    reference: { in: 'specification', page: 'Events_Initialized' },
    why: 'Clients that answer `initialized` with their configuration at once lose it, or hang.',
    async run(subject) {
      const client = await subject.open();
      await client.initialize();
      await initializedBeforeLaunch(client);
      const { at } = subject.profile.stop;
      await during(
        'setting a breakpoint before `launch`',
        client.setBreakpoints(subject.source('stop'), [at]),
      );
      if (client.capabilities.supportsConfigurationDoneRequest === true)
        await during('`configurationDone` before `launch`', client.request('configurationDone'));
      await during(
        '`launch` after `configurationDone`',
        client.request('launch', subject.launchArguments('stop')),
      );
      await expectStop(subject, client, 'a breakpoint that was set before `launch`');
    },
  },
  {
    id: 'lifecycle/threads-while-launching',
    title: '`threads` is answered between `initialized` and `configurationDone`',
    reference: { in: 'overview', page: 'Supporting threads' },
    why: 'Clients ask for the threads as soon as they can; an adapter that keeps the request until the launch is done waits for them, and they for it.',
    async run(subject) {
      const client = await subject.launch('stop', async each => {
        await each.setBreakpoints(subject.source('stop'), [subject.profile.stop.at]);
        // Whether there are any yet is the adapter's to say.
        await answerTo(each, sendAny(each, 'threads'), '`threads` before `configurationDone`');
      });
      await expectStop(subject, client, 'a launch during which `threads` was asked for');
    },
  },
  {
    id: 'lifecycle/launch-error',
    title: 'A launch that cannot work is answered with an error that says why',
    reference: { in: 'specification', page: 'Requests_Launch' },
    why: 'Users see a session that ends at once, or one that never begins, and are not told what to mend.',
    needs: { section: 'broken' },
    async run(subject) {
      const client = await subject.open();
      await client.initialize();
      const sent = sendAny(client, 'launch', subject.launchArguments('broken'));
      configureWhenReady(client);
      const { response } = await answerTo(client, sent, 'a `launch` that cannot work');
      expectThat(
        !response.success,
        'a `launch` that cannot work was answered with success; expected an error',
      );
      const reason = reasonIn(response);
      expectThat(reason !== undefined, 'a `launch` that cannot work failed without saying why');
      const goodbye = await answerOrEnd(
        client,
        sendAny(client, 'disconnect', {}),
        '`disconnect` after a failed launch',
      );
      if (goodbye === undefined) client.drop();
    },
  },
  {
    id: 'lifecycle/second-launch',
    title: 'A second `launch` is refused and leaves the program where it is',
    reference: { in: 'overview', page: 'Launching and attaching' },
    why: 'The client has two programs in one session, of which it can see one, and the other is never ended.',
    async run(subject) {
      const { client, stop, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const second = sendAny(client, 'launch', subject.launchArguments('stop'));
      const { response } = await answerTo(client, second, 'a second `launch`');
      expectThat(
        !response.success,
        'while a program was being debugged, a second `launch` was answered with success; expected an error',
      );
      const now = await during(
        '`stackTrace` after a refused second `launch`',
        client.topFrame(stop.threadId),
      );
      expectThat(
        now.line === frame.line,
        `a second \`launch\` was refused, but the program went from line ${frame.line} to line ${now.line}`,
      );
    },
  },
  {
    id: 'lifecycle/no-debug',
    title: 'A program that is launched with `noDebug` does not stop at breakpoints',
    reference: { in: 'specification', page: 'Requests_Launch' },
    why: '"Run without debugging" stops in the debugger all the same.',
    async run(subject) {
      const client = await subject.open();
      const configuration = { ...subject.launchArguments('stop'), noDebug: true };
      await client.launch(configuration, async each => {
        // Refused or not: there is nothing that could stop there.
        const breakpoints = [{ line: subject.line(subject.profile.stop.at, 'stop') }];
        await ask(each, 'setBreakpoints', { source: { path: subject.source('stop') }, breakpoints });
      });
      await during('a program launched with `noDebug`', client.waitForEnd());
    },
  },
  {
    id: 'lifecycle/process-event',
    title: 'The `process` event of a launch tells of the program that was launched',
    reference: { in: 'specification', page: 'Events_Process' },
    why: 'Clients show, attach other tools to, or end a process that is not the program.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const [event] = client.timeline.events('process');
      if (event === undefined) throw new CheckSkipped('the adapter sends no `process` event');
      const { startMethod, systemProcessId, isLocalProcess } = event.body;
      expectThat(
        startMethod === undefined || startMethod === 'launch',
        `the program was launched, but the \`process\` event says startMethod "${String(startMethod)}"`,
      );
      // Over a network the adapter's machine is not ours.
      const here = subject.endpoint.line !== 'tcp' && subject.endpoint.line !== 'websocket';
      if (systemProcessId === undefined || isLocalProcess === false || !here) return;
      expectThat(
        isAlive(systemProcessId),
        `the \`process\` event says systemProcessId ${systemProcessId}, but there is no such process while the program stands still`,
      );
    },
  },
];

async function expectStop(subject: Subject, client: TestClient, after: string): Promise<void> {
  await during(`${after}: waiting for the stop`, client.waitForStop());
  const { line } = await client.topFrame();
  const expected = subject.line(subject.profile.stop.at, 'stop');
  expectThat(line === expected, `${after}: the program stopped at line ${line}, expected line ${expected}`);
}

async function initializedBeforeLaunch(client: TestClient): Promise<void> {
  try {
    await client.waitFor('initialized');
  } catch (error) {
    if (!(error instanceof TimelineFailure)) throw error;
    throw new CheckSkipped('the adapter sends `initialized` only once it has got `launch`');
  }
}

/** An adapter may find out that a launch cannot work before the configuration or after it. */
function configureWhenReady(client: TestClient): void {
  const configured = client
    .waitFor('initialized')
    .then(() =>
      client.capabilities.supportsConfigurationDoneRequest === true
        ? client.request('configurationDone')
        : undefined,
    );
  // A launch that has failed needs no configuration; then this never happens, or is refused.
  configured.catch(() => undefined);
}
