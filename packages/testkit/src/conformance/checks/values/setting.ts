// Checks of changes: the program goes on with the new value.
import type { TestClient } from '../../../client.js';
import { asEvent } from '../../../timeline.js';
import type { Position } from '../../../timeline.js';
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { during, findVariable } from '../../looking.js';

export const settingChecks: readonly Check[] = [
  {
    id: 'values/set-variable',
    title: '`setVariable` gives the variable a new value, with which the program goes on',
    reference: { in: 'specification', page: 'Requests_SetVariable' },
    why: 'Users try a repair that was never made.',
    needs: [{ capability: 'supportsSetVariable' }, { section: 'set' }],
    async run(subject) {
      const { at, variable: name, value, shown, prints } = subject.section('set');
      const { client, stop, frame } = await subject.stoppedAt(at, 'set');
      const { container: variablesReference } = await findVariable(client, frame, name);
      const after = `after \`setVariable\` of ${name} to ${value}`;
      const answer = await during(after, client.request('setVariable', { variablesReference, name, value }));
      expectThat(
        fits(answer.value, shown),
        `${after} the answer says "${answer.value}", expected ${wanted(shown)}`,
      );
      const { variable } = await findVariable(client, frame, name);
      expectThat(
        fits(variable.value, shown),
        `${after} \`variables\` shows "${variable.value}", expected ${wanted(shown)}`,
      );
      await expectPrints(client, prints, await client.resume(stop.threadId), after);
    },
  },
  {
    id: 'values/set-expression',
    title: '`setExpression` gives what the expression names a new value, with which the program goes on',
    reference: { in: 'specification', page: 'Requests_SetExpression' },
    why: 'Users try a repair that was never made.',
    needs: [{ capability: 'supportsSetExpression' }, { section: 'set' }],
    async run(subject) {
      const { at, variable: expression, value, shown, prints } = subject.section('set');
      const { client, stop, frame } = await subject.stoppedAt(at, 'set');
      const after = `after \`setExpression\` of ${expression} to ${value}`;
      const answer = await during(
        after,
        client.request('setExpression', { expression, value, frameId: frame.id }),
      );
      expectThat(
        fits(answer.value, shown),
        `${after} the answer says "${answer.value}", expected ${wanted(shown)}`,
      );
      await expectPrints(client, prints, await client.resume(stop.threadId), after);
    },
  },
];

/** What the program prints before it ends. */
async function expectPrints(client: TestClient, text: string, since: Position, after: string): Promise<void> {
  let printed = '';
  const timeoutMs = client.options.timeoutMs ?? 10_000;
  const outcome = await during(
    `${after}, waiting for the output ${JSON.stringify(text)}`,
    client.timeline.waitFor('output', { after: since, timeoutMs }, entry => {
      if (asEvent(entry, 'terminated') !== undefined) return 'ended';
      printed += asEvent(entry, 'output')?.body.output ?? '';
      return printed.includes(text) ? 'printed' : undefined;
    }),
  );
  expectThat(
    outcome === 'printed',
    `${after} the program prints ${JSON.stringify(printed)}, expected ${JSON.stringify(text)} in it`,
  );
}
