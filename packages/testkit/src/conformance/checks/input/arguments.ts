// Checks of requests that are well-formed but ask for what is not there, or do not say what they must.
import { ask } from '../../answers.js';
import type { ActiveCheck } from '../../check.js';
import { expectThat } from '../../check.js';
import type { Subject } from '../../subject.js';

const reference = { in: 'specification', page: 'Base Protocol_ErrorResponse' } as const;

export const argumentChecks: readonly ActiveCheck[] = [
  {
    id: 'input/unknown-command',
    title: 'An unknown command is refused',
    reference,
    why: 'Clients ask for extensions to see whether they are there; silence leaves them waiting, a yes misleads them.',
    run: subject => expectRefused(subject, [['conformance/unknown', {}]]),
  },
  {
    id: 'input/null-arguments',
    title: '`arguments: null` is taken like arguments that are left out',
    reference: { in: 'specification', page: 'Base Protocol_Request' },
    why: 'Clients written in languages with a null send it for requests that need no arguments.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { success, message } = await ask(client, 'threads', null);
      expectThat(
        success,
        `\`threads\` with \`arguments: null\` was refused with ${JSON.stringify(message)}, expected success`,
      );
    },
  },
  {
    id: 'input/missing-arguments',
    title: 'A request without an argument that it needs is refused',
    reference,
    why: 'A made-up answer hides the mistake of a client, and shows people values of something else.',
    run: subject =>
      expectRefused(subject, [
        ['scopes', {}],
        ['variables', {}],
        ['evaluate', {}],
        ['evaluate', undefined],
        ['setBreakpoints', {}],
      ]),
  },
  {
    id: 'input/wrong-types',
    title: 'A request with an argument of a wrong type is refused',
    reference,
    why: 'An adapter that takes whatever comes fails later and elsewhere, or ends with an exception.',
    run: subject =>
      expectRefused(subject, [
        ['scopes', { frameId: { not: 'a number' } }],
        ['variables', { variablesReference: ['not a number'] }],
        ['evaluate', { expression: { not: 'a text' } }],
        ['setBreakpoints', { source: 'not an object', breakpoints: 'not a list' }],
      ]),
  },
];

/** Each of them in a program that stands still, and the adapter must be there afterwards. */
async function expectRefused(
  subject: Subject,
  requests: readonly (readonly [command: string, args: unknown])[],
): Promise<void> {
  const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
  const accepted: string[] = [];
  for (const [command, args] of requests) {
    const { success, body } = await ask(client, command, args);
    const what = `\`${command}\` with ${shown(args, 'arguments')}`;
    if (success)
      accepted.push(`${what} was answered with success, ${shown(body, 'body')}, expected a refusal`);
  }
  expectThat(accepted.length === 0, accepted.join('\n'));
  await client.request('threads');
}

const shown = (value: unknown, what: string): string =>
  value === undefined ? `no ${what}` : JSON.stringify(value);
