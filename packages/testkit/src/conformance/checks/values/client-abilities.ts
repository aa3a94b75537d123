// Checks of what clients get that said they cannot take everything.
import type { ClientOptions } from '../../../wire-client.js';
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { childrenOf, scopesOf } from '../../looking.js';
import type { Subject } from '../../subject.js';
import type { EvaluateResponseBody, Variable } from '@sonde/dap';

const initialize = { in: 'specification', page: 'Requests_Initialize' } as const;

export const abilityChecks: readonly Check[] = [
  {
    id: 'values/no-types',
    title: 'A client that cannot show types gets none',
    reference: { in: 'specification', page: 'Types_Variable' },
    why: 'The protocol lets such a client rely on it.',
    async run(subject) {
      const { variables, evaluated } = await shownTo(subject, {
        initialize: { supportsVariableType: false },
      });
      const typed = [...variables, evaluated].find(({ type }) => type !== undefined);
      expectThat(
        typed === undefined,
        `a client without supportsVariableType gets the type "${typed?.type ?? ''}"`,
      );
    },
  },
  {
    id: 'values/no-styles',
    title: 'A client that does not show styles gets values and output without escape sequences',
    reference: initialize,
    why: 'Users see "\\u001b[31m" in the middle of their values.',
    async run(subject) {
      const options = { initialize: { supportsANSIStyling: false } };
      const { variables, evaluated, output } = await shownTo(subject, options);
      const texts = [...variables.map(({ value }) => value), evaluated.result, ...output];
      const styled = texts.find(text => text.includes('\u001b'));
      expectThat(
        styled === undefined,
        `a client without supportsANSIStyling is sent ${JSON.stringify(styled)}`,
      );
    },
  },
  {
    id: 'values/styles',
    title: 'Styles change the colours of a value, not its text',
    reference: { in: 'specification', page: 'Types_Capabilities' },
    why: 'What is shown depends on who looks.',
    needs: { capability: 'supportsANSIStyling' },
    async run(subject) {
      const texts = async (supportsANSIStyling: boolean): Promise<readonly string[]> => {
        const { variables, evaluated } = await shownTo(subject, { initialize: { supportsANSIStyling } });
        return [...variables.map(({ name, value }) => `${name} = ${value}`), evaluated.result].map(text =>
          text.replace(/\u001b\[[\d;]*[A-Za-z]/g, ''),
        );
      };
      const [plain, styled] = [await texts(false), await texts(true)];
      const differing = plain.findIndex((text, index) => text !== styled[index]);
      expectThat(
        differing < 0,
        `a value is "${plain[differing] ?? ''}", but for a client with supportsANSIStyling it is, without ` +
          `its styles, "${styled[differing] ?? ''}"`,
      );
    },
  },
];

interface Shown {
  readonly variables: readonly Variable[];
  readonly evaluated: EvaluateResponseBody;
  /** The adapter's own words: what the program prints is the program's. */
  readonly output: readonly string[];
}

async function shownTo(subject: Subject, options: ClientOptions): Promise<Shown> {
  const { at, expression } = subject.profile.stop;
  const { client, frame } = await subject.stoppedAt(at, 'stop', options);
  const variables: Variable[] = [];
  for (const { variablesReference, expensive } of await scopesOf(client, frame))
    if (!expensive) variables.push(...(await childrenOf(client, variablesReference)));
  const evaluated = await client.evaluate(expression.expression, { frameId: frame.id, context: 'watch' });
  const output = client.timeline
    .events('output', { where: ({ category = 'console' }) => !['stdout', 'stderr'].includes(category) })
    .map(({ body }) => body.output);
  return { variables, evaluated, output };
}
