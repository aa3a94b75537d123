// Checks of `evaluate`: its contexts, what it says of nonsense, and what it must not do.
import { ask, reasonIn } from '../../answers.js';
import type { Check } from '../../check.js';
import { expectThat } from '../../check.js';
import { mentions, unstyled, wanted } from '../../expected.js';
import { findVariable } from '../../looking.js';
import type { Subject } from '../../subject.js';

const reference = { in: 'specification', page: 'Requests_Evaluate' } as const;

export const expressionChecks: readonly Check[] = [
  {
    id: 'requests/contexts',
    title: 'A value is shown in every context in which a client may ask for it',
    reference,
    why: 'What a watch shows, a hover or the console does not.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const findings: string[] = [];
      for (const { context, expression, value } of contextsOf(subject)) {
        const response = await ask(client, 'evaluate', { expression, frameId: frame.id, context });
        const { result } = (response.body ?? {}) as { readonly result?: string };
        if (!response.success)
          findings.push(
            `in the context "${context}" ${expression} was refused: ${reasonIn(response) ?? 'no reason'}`,
          );
        else if (!mentions(result, value))
          findings.push(
            `in the context "${context}" ${expression} is ${JSON.stringify(result)}, expected ${wanted(value)}`,
          );
      }
      expectThat(findings.length === 0, findings.join('\n'));
    },
  },
  {
    id: 'requests/nonsense',
    title: 'An expression that makes no sense is an error, not a value',
    reference,
    why: 'Clients show the text of the error as if it were the value, and copy, compare and log it.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { nonsense } = subject.profile.stop;
      const args = { expression: nonsense, frameId: frame.id, context: 'watch' };
      const { success, body } = await ask(client, 'evaluate', args);
      const { result } = (body ?? {}) as { readonly result?: string };
      expectThat(
        !success,
        `\`evaluate\` of ${JSON.stringify(nonsense)} succeeded with the result ${JSON.stringify(result)}; expected an error`,
      );
    },
  },
  {
    id: 'requests/hover-without-effect',
    title: 'A hover changes nothing in the program',
    reference: { in: 'specification', page: 'Types_Capabilities' },
    why: 'The program goes wrong because somebody moved the mouse over an assignment.',
    needs: [{ capability: 'supportsEvaluateForHovers' }, { section: 'set' }],
    async run(subject) {
      const { at, variable: name, value } = subject.section('set');
      const { client, frame } = await subject.stoppedAt(at, 'set');
      const { variable: before } = await findVariable(client, frame, name);
      const expression = `${name} = ${value}`;
      // It may be refused, or answered with what it would be.
      await ask(client, 'evaluate', { expression, frameId: frame.id, context: 'hover' });
      const { variable: after } = await findVariable(client, await client.topFrame(), name);
      expectThat(
        unstyled(after.value) === unstyled(before.value),
        `a hover over ${JSON.stringify(expression)} changed ${name} from ${before.value} to ${after.value}`,
      );
    },
  },
];

interface Question {
  readonly context: string;
  readonly expression: string;
  readonly value: string;
}

/** What is hovered over, or copied, is a name in the source; a console may say more than the value. */
function contextsOf({ profile, capabilities }: Subject): readonly Question[] {
  const { expression, variable } = profile.stop;
  const name = { expression: variable.name, value: variable.value };
  return [
    { context: 'watch', ...expression },
    { context: 'repl', ...expression },
    { context: 'variables', ...name },
    ...(capabilities.supportsEvaluateForHovers === true ? [{ context: 'hover', ...name }] : []),
    ...(capabilities.supportsClipboardContext === true ? [{ context: 'clipboard', ...name }] : []),
  ];
}
