// Checks of scopes and variables.
import type { Variable } from '@sonde/dap';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, unstyled, wanted } from '../../expected.js';
import { childrenOf, during, findVariable, listed, scopesOf } from '../../looking.js';
import type { Subject } from '../../subject.js';

export const variableChecks: readonly Check[] = [
  {
    id: 'values/scopes',
    title: 'Every scope has a reference by which its variables are read',
    reference: { in: 'specification', page: 'Types_Scope' },
    why: 'Clients show a scope that cannot be opened.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const scopes = await scopesOf(client, frame);
      expectThat(scopes.length > 0, 'the frame, which has a variable, has no scopes');
      for (const { name, variablesReference, expensive } of scopes) {
        expectThat(variablesReference > 0, `the scope "${name}" has no variablesReference`);
        // Nobody reads what is expensive without being asked to.
        if (expensive) continue;
        await during(`reading the scope "${name}"`, client.request('variables', { variablesReference }));
      }
    },
  },
  {
    id: 'values/variable',
    title: 'A variable is shown with its value',
    reference: { in: 'specification', page: 'Types_Variable' },
    why: 'It is what debuggers are for.',
    async run(subject) {
      const { at, variable: expected } = subject.profile.stop;
      const { client, frame } = await subject.stoppedAt(at, 'stop');
      const { variable } = await findVariable(client, frame, expected.name);
      expectThat(
        fits(variable.value, expected.value),
        `${expected.name} is shown as "${variable.value}", expected ${wanted(expected.value)}`,
      );
      expectThat(
        expected.type === undefined || variable.type === undefined || fits(variable.type, expected.type),
        `${expected.name} has the type "${variable.type ?? ''}", expected ${wanted(expected.type ?? '')}`,
      );
    },
  },
  {
    id: 'values/fresh',
    title: 'After the program has run on, values are read anew',
    reference: { in: 'overview', page: 'Lifetime of Objects References' },
    why: 'Users look at the past and take it for the present.',
    needs: { section: 'loop' },
    async run(subject) {
      const { at, hitCondition } = subject.section('loop');
      const { expression, value } = hitCondition.shows;
      const { client, ...first } = await subject.stoppedAt(at, 'loop');
      let { stop, frame } = first;
      const seen: string[] = [];
      for (let turn = 0; turn < mostTurns; turn++) {
        const { result } = await client.evaluate(expression, { frameId: frame.id, context: 'watch' });
        seen.push(result);
        if (fits(result, value)) {
          if (turn === 0) throw new CheckSkipped(`${expression} is ${wanted(value)} from the first turn on`);
          return;
        }
        stop = await during(
          `in a loop ${expression} was ${listed(seen)} and never ${wanted(value)}`,
          client.continue(stop.threadId),
        );
        frame = await client.topFrame(stop.threadId);
      }
      throw new CheckSkipped(`${expression} does not become ${wanted(value)} in ${mostTurns} turns`);
    },
  },
  {
    id: 'values/members',
    title: 'A structured variable can be opened, and shows its members',
    reference: { in: 'specification', page: 'Requests_Variables' },
    why: 'Structures, lists and objects stay closed.',
    needs: { section: 'members' },
    async run(subject) {
      const { member: name, value, variable: parent } = subject.section('members');
      const children = await openedMembers(subject);
      const member = children.find(each => each.name === name);
      expectThat(
        member !== undefined,
        `${parent} has no member "${name}", but ${listed(children.map(each => each.name))}`,
      );
      expectThat(
        fits(member.value, value),
        `${name} of ${parent} is shown as "${member.value}", expected ${wanted(value)}`,
      );
    },
  },
  {
    id: 'values/evaluate-name',
    title: 'The `evaluateName` of a variable evaluates to that variable',
    reference: { in: 'specification', page: 'Types_Variable' },
    why: '"Add to watch" and "copy value" give something else.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { container } = await findVariable(client, frame, subject.profile.stop.variable.name);
      const variables = await childrenOf(client, container);
      const named = variables.filter(({ evaluateName }) => (evaluateName ?? '') !== '').slice(0, mostNames);
      if (named.length === 0) throw new CheckSkipped('no variable has an evaluateName');
      for (const { name, evaluateName, value } of named) {
        const text = evaluateName ?? '';
        const { result } = await during(
          `evaluating ${JSON.stringify(text)}, the evaluateName of "${name}",`,
          client.evaluate(text, { frameId: frame.id, context: 'variables' }),
        );
        expectThat(
          unstyled(result) === unstyled(value),
          `"${name}" is shown as "${value}", but its evaluateName ${JSON.stringify(text)} gives "${result}"`,
        );
      }
    },
  },
  {
    id: 'values/lazy',
    title: 'A lazy variable has a reference that leads to its value',
    reference: { in: 'specification', page: 'Types_VariablePresentationHint' },
    why: 'Clients show a button in place of the value, and it does nothing.',
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const scopes = (await scopesOf(client, frame)).filter(({ expensive }) => !expensive);
      const found: Variable[] = [];
      for (const { variablesReference } of scopes)
        found.push(...(await childrenOf(client, variablesReference)));
      const lazy = found.filter(({ presentationHint }) => presentationHint?.lazy === true);
      if (lazy.length === 0) throw new CheckSkipped('no variable at the stop is lazy');
      for (const { name, variablesReference } of lazy) {
        expectThat(variablesReference > 0, `"${name}" is lazy, but has no variablesReference`);
        const { variables } = await during(
          `reading the lazy variable "${name}"`,
          client.request('variables', { variablesReference }),
        );
        expectThat(
          variables.length === 1,
          `"${name}" is lazy; its reference leads to ${variables.length} variables instead of its value`,
        );
      }
    },
  },
  {
    id: 'values/hex',
    title: 'With the format `hex` numbers are shown in hexadecimal',
    reference: { in: 'specification', page: 'Types_ValueFormat' },
    why: 'The choice that clients offer does nothing.',
    needs: [{ capability: 'supportsValueFormattingOptions' }, { section: 'hex' }],
    async run(subject) {
      const { at, variable: name, value } = subject.section('hex');
      const { client, frame } = await subject.stoppedAt(at, 'hex');
      const { container: variablesReference } = await findVariable(client, frame, name);
      const format = { hex: true };
      const { variables } = await client.request('variables', { variablesReference, format });
      const shown = variables.find(each => each.name === name)?.value;
      expectThat(
        fits(shown, value),
        `with the format hex \`variables\` shows ${name} as "${shown ?? ''}", expected ${wanted(value)}`,
      );
      const evaluated = await client.evaluate(name, { frameId: frame.id, context: 'watch', format });
      expectThat(
        fits(evaluated.result, value),
        `with the format hex \`evaluate\` shows ${name} as "${evaluated.result}", expected ${wanted(value)}`,
      );
    },
  },
];

/** A loop of a profile runs at least five times; some run for long. */
const mostTurns = 25;
const mostNames = 10;

async function openedMembers(subject: Subject): Promise<readonly Variable[]> {
  const { at, variable: name } = subject.section('members');
  const { client, frame } = await subject.stoppedAt(at, 'members');
  const { variable } = await findVariable(client, frame, name);
  const { variablesReference } = variable;
  expectThat(variablesReference > 0, `${name} is structured, but has no variablesReference`);
  return (await during(`opening ${name}`, client.request('variables', { variablesReference }))).variables;
}
