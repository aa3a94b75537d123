// Behaviours: values can be changed and expressions evaluated, in every context that the adapter offers.
import { ResponseFailure } from '@sonde/dap';
import type { Capabilities } from '@sonde/dap';
import type { TestClient } from '../client.js';
import { expectAt, expectShows, expectThat, fits } from './expectations.js';
import { programOf, sectionOf } from './profile.js';
import type { Profile } from './profile.js';
import { finish, launchToBreakpoint } from './running.js';

/** The new value is shown, and the program goes on with it. */
export async function setsVariable(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'set');
  const { at, variable, value, shown, later } = section;
  const program = programOf(profile, section);
  await launchToBreakpoint(client, profile, section, [at, later.at]);
  await expectAt(client, program, [at]);
  const variablesReference = await client.localsReference(await client.topFrame());
  const answer = await client.request('setVariable', { variablesReference, name: variable, value });
  expectThat(
    client,
    fits(answer.value, shown),
    `setVariable answers ${answer.value}, expected ${String(shown)}`,
  );
  const read = (await client.locals()).get(variable)?.value;
  expectThat(client, fits(read, shown), `${variable} shows ${read ?? 'nothing'}, expected ${String(shown)}`);
  await client.continue();
  await expectAt(client, program, [later.at]);
  await expectShows(client, later);
  await finish(client, profile);
}

/** The same expressions with the same results everywhere; nonsense is refused with a reason and does no harm. */
export async function evaluatesInAllContexts(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'evaluate');
  await launchToBreakpoint(client, profile, section, [section.at]);
  const frameId = (await client.topFrame()).id;
  for (const context of section.contexts ?? contextsOf(client.capabilities)) {
    for (const { expression, value, type } of section.expressions) {
      const answer = await client.evaluate(expression, { frameId, context });
      const where = `${expression} in context ${context}`;
      expectThat(
        client,
        fits(answer.result, value),
        `${where} shows ${answer.result}, expected ${String(value)}`,
      );
      if (type === undefined) continue;
      const shown = answer.type ?? 'no type';
      expectThat(client, fits(answer.type, type), `${where} has ${shown}, expected ${String(type)}`);
    }
    for (const expression of section.nonsense) await expectRefused(client, expression, frameId, context);
  }
  const first = section.expressions[0];
  expectThat(client, first !== undefined, 'the profile names no expression to evaluate');
  await expectShows(client, first);
  await finish(client, profile);
}

/** `clipboard` and `hover` only where they are declared; the others are everyone's. */
function contextsOf(capabilities: Capabilities): readonly string[] {
  return [
    'watch',
    'repl',
    'variables',
    ...(capabilities.supportsEvaluateForHovers === true ? ['hover'] : []),
    ...(capabilities.supportsClipboardContext === true ? ['clipboard'] : []),
  ];
}

async function expectRefused(
  client: TestClient,
  expression: string,
  frameId: number,
  context: string,
): Promise<void> {
  const where = `${JSON.stringify(expression)} in context ${context}`;
  let shown: string;
  try {
    shown = (await client.evaluate(expression, { frameId, context })).result;
  } catch (error) {
    if (!(error instanceof ResponseFailure)) throw error;
    return expectThat(client, error.explanation.trim() !== '', `${where} is refused without a reason`);
  }
  expectThat(client, false, `${where} is answered with ${shown} instead of being refused`);
}
