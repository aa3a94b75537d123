// Checks of motions that are no steps: pause, goto, a frame or the whole program begun again.
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { during, expectAt, expectReason, listed } from '../../looking.js';
import type { TestClient } from '../../../client.js';
import { asEvent } from '../../../timeline.js';
import type { Position } from '../../../timeline.js';

export const jumpChecks: readonly Check[] = [
  {
    id: 'motion/pause',
    title: '`pause` stops a running program, with the reason `pause`',
    reference: { in: 'specification', page: 'Requests_Pause' },
    why: 'A program that hangs cannot be looked at, which is when one wants to most.',
    needs: { section: 'endless' },
    async run(subject) {
      const { announces, function: name } = subject.section('endless');
      const client = await subject.launch('endless');
      if (announces !== undefined) await client.waitForOutput(announces);
      const after = 'after `pause`';
      expectReason(await during(after, client.pause()), 'pause', after);
      const names = (await client.stack()).map(frame => frame.name);
      expectThat(names.length > 0, `${after} the thread has no frames`);
      expectThat(
        name === undefined || names.some(each => fits(each, name)),
        `${after} the stack is ${listed(names)}; expected ${wanted(name ?? '')} on it`,
      );
    },
  },
  {
    id: 'motion/goto',
    title: '`goto` sets where the program goes on, and what lies between is not executed',
    reference: { in: 'specification', page: 'Requests_Goto' },
    why: 'Code runs that the user meant to skip.',
    needs: [{ capability: 'supportsGotoTargetsRequest' }, { section: 'goto' }],
    async run(subject) {
      const { at, to, skips } = subject.section('goto');
      const { client, stop } = await subject.stoppedAt(at, 'goto');
      const line = subject.line(to, 'goto');
      const source = { path: subject.source('goto') };
      const { targets } = await during(
        `asking for gotoTargets of line ${line}`,
        client.request('gotoTargets', { source, line }),
      );
      const target = targets.find(each => each.line === line);
      expectThat(
        target !== undefined,
        `gotoTargets of line ${line} are in lines ${listed(targets.map(each => String(each.line)))}`,
      );
      const { sent, answer } = client.send('goto', { threadId: stop.threadId, targetId: target.id });
      await during('goto', answer);
      const after = `after \`goto\` to line ${line}`;
      expectReason(await during(after, client.waitForStop({ after: sent })), 'goto', after);
      await expectAt(subject, client, [to], { after, section: 'goto' });
      await during(after, client.runToEnd(stop.threadId));
      expectThat(
        !client.output({ after: sent }).includes(skips),
        `${after} the program still printed ${JSON.stringify(skips)}, which lies between`,
      );
    },
  },
  {
    id: 'motion/restart-frame',
    title: '`restartFrame` begins the frame again, and the program stops at its first line',
    reference: { in: 'specification', page: 'Requests_RestartFrame' },
    why: 'What the user wants to see once more is gone.',
    needs: [{ capability: 'supportsRestartFrame' }, { section: 'restartFrame' }],
    async run(subject) {
      const { at, lands } = subject.section('restartFrame');
      const { client, frame } = await subject.stoppedAt(at, 'restartFrame');
      const { sent, answer } = client.send('restartFrame', { frameId: frame.id });
      await during('restartFrame', answer);
      const after = 'after `restartFrame`';
      await during(after, client.waitForStop({ after: sent }));
      await expectAt(subject, client, lands, { after, section: 'restartFrame' });
    },
  },
  {
    id: 'motion/restart',
    title: '`restart` runs the program anew, with its breakpoints',
    reference: { in: 'specification', page: 'Requests_Restart' },
    why: 'Clients send it in place of ending and launching, and users get neither.',
    needs: { capability: 'supportsRestartRequest' },
    async run(subject) {
      const { at } = subject.profile.stop;
      const { client, stop } = await subject.stoppedAt(at, 'stop');
      // Somewhere else, so that coming back to the breakpoint shows something.
      await client.next({ threadId: stop.threadId });
      const launch = subject.launchArguments('stop');
      const { sent, answer } = client.send('restart', { arguments: launch });
      const after = 'after `restart`';
      await during(after, answer);
      await during(
        after,
        stoppedAnew(client, sent, () => client.setBreakpoints(subject.source('stop'), [at])),
      );
      await expectAt(subject, client, [at], { after, section: 'stop' });
    },
  },
];

/** Some adapters want to be configured again after a restart and say so with another `initialized`. */
export async function stoppedAnew(
  client: TestClient,
  after: Position,
  configure: () => Promise<unknown>,
): Promise<void> {
  const timeoutMs = client.options.timeoutMs ?? 10_000;
  const first = await client.timeline.waitFor('event stopped', { after, timeoutMs }, entry =>
    asEvent(entry, 'stopped') === undefined ? asEvent(entry, 'initialized') && 'configure' : 'stopped',
  );
  if (first === 'configure') {
    await configure();
    if (client.capabilities.supportsConfigurationDoneRequest === true)
      await client.request('configurationDone');
  }
  await client.waitForStop({ after });
}
