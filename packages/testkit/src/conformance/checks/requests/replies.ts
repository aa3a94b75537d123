// Checks of replies: to many requests at once, and to those that fail.
import type { ErrorResponseBody, Response } from '@sonde/dap';
import { answerTo, ask, reasonIn, sendAny } from '../../answers.js';
import type { Check } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import type { Subject } from '../../subject.js';

const atOnce = 20;

export const replyChecks: readonly Check[] = [
  {
    id: 'requests/pipelined',
    title: `${atOnce} requests at once are all answered as one by one`,
    reference: { in: 'overview', page: 'Stopping and accessing debuggee state' },
    why: 'Editors ask for stacks, scopes and watches all together at each stop, and show errors or wrong values.',
    async run(subject) {
      const { client, stop, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { expression, value } = subject.profile.stop.expression;
      const kinds = [
        ['threads', undefined],
        ['stackTrace', { threadId: stop.threadId }],
        ['scopes', { frameId: frame.id }],
        ['evaluate', { expression, frameId: frame.id, context: 'watch' }],
      ] as const;
      const sent = Array.from({ length: atOnce }, (_, index) => {
        const [command, args] = kinds[index % kinds.length] ?? kinds[0];
        return { command, entry: sendAny(client, command, args) };
      });
      for (const { command, entry } of sent) {
        const { response } = await answerTo(
          client,
          entry,
          `\`${command}\`, one of ${atOnce} requests sent at once,`,
        );
        expectThat(
          response.success,
          `\`${command}\`, one of ${atOnce} requests sent at once, was refused: ${reasonIn(response) ?? 'no reason'}`,
        );
        if (command !== 'evaluate') continue;
        const { result } = response.body as { readonly result: string };
        expectThat(
          fits(result, value),
          `among ${atOnce} requests sent at once, ${expression} is ${JSON.stringify(result)}, expected ${wanted(value)}`,
        );
      }
    },
  },
  {
    id: 'requests/error-message',
    level: 'should',
    title: 'A failed response has a `message`',
    reference: { in: 'specification', page: 'Base Protocol_Response' },
    why: 'Users see "undefined", or that something failed and not what.',
    async run(subject) {
      const silent = (await failures(subject)).filter(
        ({ message }) => typeof message !== 'string' || message === '',
      );
      expectThat(
        silent.length === 0,
        `these requests failed without a \`message\`: ${silent.map(({ command }) => command).join(', ')}`,
      );
    },
  },
  {
    id: 'requests/error-format',
    title: 'Every variable in the format of an error is given',
    reference: { in: 'specification', page: 'Types_Message' },
    why: 'Users read "{path} not found".',
    async run(subject) {
      const errors = (await failures(subject)).flatMap(
        ({ body }) => (body as ErrorResponseBody | undefined)?.error ?? [],
      );
      if (errors.length === 0) throw new CheckSkipped('the errors of this adapter have no `body.error`');
      const findings = errors.flatMap(({ format, variables = {} }) =>
        [...format.matchAll(/\{(\w+)\}/g)]
          .filter(([, name]) => variables[name ?? ''] === undefined)
          .map(([variable]) => `the error ${JSON.stringify(format)} has no value for ${variable}`),
      );
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
];

/** What failed of several requests that no adapter can fulfil; which of them do fail is for other checks to say. */
async function failures(subject: Subject): Promise<readonly Response[]> {
  const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
  const impossible = 2_000_000_011;
  const { nonsense } = subject.profile.stop;
  const responses = [
    await ask(client, 'evaluate', { expression: nonsense, frameId: frame.id, context: 'watch' }),
    await ask(client, 'scopes', { frameId: impossible }),
    await ask(client, 'variables', { variablesReference: impossible }),
    await ask(client, 'conformance/noSuchRequest', {}),
  ];
  return responses.filter(({ success }) => !success);
}
