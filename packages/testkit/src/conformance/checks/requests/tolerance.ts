// Checks of tolerance: what an adapter does not know, because it is newer than the adapter, does not hurt.
import { answerTo, ask, reasonIn, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { expectThat } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import type { Stopped, Subject } from '../../subject.js';

/** Of a protocol to come; no adapter can know it. */
const future = { futureProperty: { deep: [1, { of: 'nothing' }] } };

export const toleranceChecks: readonly Check[] = [
  {
    id: 'requests/unknown-properties',
    title: 'Properties that the adapter does not know are ignored',
    reference: { in: 'overview', page: 'Initialization' },
    why: 'Every newer client breaks the adapter: the protocol grows by properties and has no versions.',
    async run(subject) {
      await expectWelcome(subject);
      const stopped = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const findings: string[] = [];
      for (const [command, args] of requestsOf(subject, stopped)) {
        const response = await ask(stopped.client, command, args);
        if (!response.success)
          findings.push(
            `\`${command}\` with a property from the future was refused: ${reasonIn(response) ?? 'no reason'}`,
          );
      }
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'requests/unknown-values',
    title: 'A value that is new in an open list is taken like none',
    reference: { in: 'specification', page: 'Requests_Evaluate' },
    why: 'A view that a client adds, with a context of its own, shows errors in place of values.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { expression, value } = subject.profile.stop.expression;
      const args = { expression, frameId: frame.id, context: 'futureContext' };
      const sent = sendAny(client, 'evaluate', args);
      const { response } = await answerTo(client, sent, '`evaluate` in a context that nobody knows');
      expectThat(
        response.success,
        `\`evaluate\` in the context "futureContext" was refused (${reasonIn(response) ?? 'no reason'}), though the list of contexts is open`,
      );
      const { result } = response.body as { readonly result: string };
      expectThat(
        fits(result, value),
        `in the context "futureContext" ${expression} is ${JSON.stringify(result)}, expected ${wanted(value)}`,
      );
    },
  },
];

/** The envelope may have more properties too. */
async function expectWelcome(subject: Subject): Promise<void> {
  const peer = await subject.openRaw();
  const { adapterID, initialize } = subject.profile;
  peer.sendMessage({
    ...{ seq: 1, type: 'request', command: 'initialize', ...future },
    arguments: { ...initialize, adapterID, ...future },
  });
  const response = await peer.response(1);
  expectThat(
    response?.['success'] === true,
    `\`initialize\` with properties from the future, in the message and in its arguments, was ${response === undefined ? 'not answered' : `refused: ${String(response['message'])}`}`,
  );
  peer.sendMessage({ seq: 2, type: 'request', command: 'disconnect', arguments: {} });
  await peer.response(2);
}

function requestsOf(subject: Subject, { stop, frame }: Stopped): readonly (readonly [string, unknown])[] {
  const { expression } = subject.profile.stop.expression;
  const path = subject.source('stop');
  const line = subject.line(subject.profile.stop.at, 'stop');
  return [
    ['threads', future],
    ['stackTrace', { threadId: stop.threadId, format: future, ...future }],
    ['scopes', { frameId: frame.id, ...future }],
    ['evaluate', { expression, frameId: frame.id, context: 'watch', format: future, ...future }],
    ['setBreakpoints', { source: { path, ...future }, breakpoints: [{ line, ...future }], ...future }],
  ];
}
