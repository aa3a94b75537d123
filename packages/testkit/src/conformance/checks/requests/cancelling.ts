// Checks of `cancel`: it ends what it is about, and nothing else.
import { answerTo, ask, isUnansweredAfter, reasonIn, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { expectThat } from '../../check.js';
import { fits, wanted } from '../../expected.js';

const reference = { in: 'specification', page: 'Base Protocol_Cancel' } as const;

export const cancelChecks: readonly Check[] = [
  {
    id: 'requests/cancel',
    title:
      '`cancel` ends a request that takes long, sooner than it would end by itself, and the adapter goes on',
    reference,
    why: 'One watch expression that never ends makes the whole session useless.',
    needs: [{ capability: 'supportsCancelRequest' }, { section: 'slow' }],
    async run(subject) {
      const { at, expression } = subject.section('slow');
      const { client, frame } = await subject.stoppedAt(at, 'slow');
      const began = performance.now();
      const slow = sendAny(client, 'evaluate', { expression, frameId: frame.id, context: 'repl' });
      // Whether it could be cancelled is told by the request itself.
      await ask(client, 'cancel', { requestId: slow.message.seq });
      const { response } = await answerTo(
        client,
        slow,
        `\`evaluate\` of ${expression}, which was cancelled,`,
      );
      expectThat(
        response.success || response.message === 'cancelled',
        `\`evaluate\` was cancelled and failed with the message ${JSON.stringify(response.message)}; expected "cancelled"`,
      );
      const { id } = await client.topFrame();
      const quick = subject.profile.stop.variable.name;
      const next = await ask(client, 'evaluate', { expression: quick, frameId: id, context: 'watch' });
      expectThat(
        next.success,
        `after a request was cancelled, \`evaluate\` of ${quick} was refused: ${reasonIn(next) ?? 'no reason'}`,
      );
      const freeAfterMs = Math.ceil(performance.now() - began);
      // An adapter with a limit of its own ends it too. Then it lasts as long when nobody cancels it.
      const again = sendAny(client, 'evaluate', { expression, frameId: id, context: 'repl' });
      expectThat(
        await isUnansweredAfter(client, again, 2 * freeAfterMs),
        `the adapter was free ${freeAfterMs} ms after \`evaluate\` of ${expression}, which was cancelled; when nobody cancelled it, it ended just as soon`,
      );
      await ask(client, 'cancel', { requestId: again.message.seq });
      await answerTo(client, again, `\`evaluate\` of ${expression}, which was cancelled,`);
    },
  },
  {
    id: 'requests/cancel-unknown',
    title: 'A `cancel` of a request that does not exist cancels nothing',
    reference,
    why: 'A cancel that comes too late takes down a request that somebody still waits for.',
    needs: { capability: 'supportsCancelRequest' },
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { expression, value } = subject.profile.stop.expression;
      // The protocol lets it succeed or fail.
      const cancel = sendAny(client, 'cancel', { requestId: 1_999_999_973 });
      const evaluate = sendAny(client, 'evaluate', { expression, frameId: frame.id, context: 'watch' });
      await answerTo(client, cancel, '`cancel` of a request that does not exist');
      const { response } = await answerTo(client, evaluate, '`evaluate` after a `cancel` of something else');
      expectThat(
        response.success,
        `\`cancel\` named a request that does not exist, and \`evaluate\` failed: ${reasonIn(response) ?? 'no reason'}`,
      );
      const { result } = response.body as { readonly result: string };
      expectThat(
        fits(result, value),
        `${expression} is ${JSON.stringify(result)}, expected ${wanted(value)}`,
      );
    },
  },
];
