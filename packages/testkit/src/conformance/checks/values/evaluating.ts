// Checks of expressions: in which frame, for the clipboard, and what completes them.
import type { CompletionItem, Variable } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { unstyled } from '../../expected.js';
import { stoppedInCallee } from '../../in-callee.js';
import { childrenOf, describeFrame, during, listed, scopesOf } from '../../looking.js';
import type { Subject } from '../../subject.js';

const completions = { in: 'specification', page: 'Requests_Completions' } as const;

export const evaluationChecks: readonly Check[] = [
  {
    id: 'values/evaluate-frame',
    title: 'An expression is evaluated in the frame that it is asked for',
    reference: { in: 'specification', page: 'Requests_Evaluate' },
    why: 'Watches show values of another function under the same name.',
    needs: { section: 'steps' },
    async run(subject) {
      let own: readonly Variable[] = [];
      const { client, frame } = await stoppedInCallee(subject, async calling => {
        own = await variablesOf(calling.client, calling.frame);
      });
      const [, caller] = await client.stack();
      expectThat(caller !== undefined, 'a function was called by another, but the stack has one frame');
      const hidden = new Set((await variablesOf(client, frame)).map(({ name }) => name));
      const variable = own.find(({ name }) => !hidden.has(name) && /^\w+$/.test(name));
      if (variable === undefined) throw new CheckSkipped('the caller has no variable that the callee lacks');
      const { result } = await during(
        `evaluating ${variable.name} in ${describeFrame(caller)}, which called ${describeFrame(frame)},`,
        client.evaluate(variable.name, { frameId: caller.id, context: 'watch' }),
      );
      expectThat(
        unstyled(result) === unstyled(variable.value),
        `${variable.name} of the caller is "${variable.value}", but evaluated in its frame it is "${result}"`,
      );
    },
  },
  {
    id: 'values/clipboard',
    title: 'In the context `clipboard` the whole value is given, not a preview',
    reference: { in: 'specification', page: 'Requests_Evaluate' },
    why: '"Copy value" copies a part of it, and nobody notices.',
    needs: [{ capability: 'supportsClipboardContext' }, { section: 'text' }],
    async run(subject) {
      const { at, variable, length } = subject.section('text');
      const { client, frame } = await subject.stoppedAt(at, 'text');
      const { result } = await during(
        `evaluating ${variable} for the clipboard`,
        client.evaluate(variable, { frameId: frame.id, context: 'clipboard' }),
      );
      expectThat(
        result.length >= length,
        `${variable} is ${length} characters long, for the clipboard it is ${result.length}: ` +
          `…${result.slice(-40)}`,
      );
    },
  },
  {
    id: 'values/completions',
    title: '`completions` offers the names that fit what was typed',
    reference: completions,
    why: 'The console completes nothing, or something else.',
    needs: [{ capability: 'supportsCompletionsRequest' }, { section: 'completions' }],
    async run(subject) {
      const { text, label } = subject.section('completions');
      const targets = await completed(subject);
      const labels = targets.map(each => each.label);
      expectThat(
        labels.includes(label),
        `completions of ${JSON.stringify(text)} are ${listed(labels)}; expected "${label}" among them`,
      );
    },
  },
  {
    id: 'values/completion-range',
    title: 'What a completion replaces lies inside the text that was typed',
    reference: { in: 'specification', page: 'Types_CompletionItem' },
    why: 'Accepting a completion spoils the line.',
    needs: [{ capability: 'supportsCompletionsRequest' }, { section: 'completions' }],
    async run(subject) {
      const { text } = subject.section('completions');
      for (const { label, start, length, selectionStart, selectionLength, text: own } of await completed(
        subject,
      )) {
        // Without a start it is what stands before the caret, to all clients that there are.
        const from = start ?? Math.max(0, text.length - (length ?? 0));
        expectThat(
          // Some count from 0 and some from 1; beyond the end lies neither.
          from + (length ?? 0) <= text.length + 1,
          `the completion "${label}" of ${JSON.stringify(text)} replaces ${length ?? 0} characters from ` +
            `${from} on, but there are ${text.length}`,
        );
        const inserted = (own ?? '') === '' ? label : (own ?? '');
        expectThat(
          (selectionStart ?? 0) + (selectionLength ?? 0) <= inserted.length,
          `the completion "${label}" selects beyond the end of what it inserts`,
        );
      }
    },
  },
  {
    id: 'values/completion-triggers',
    title: 'The characters that trigger completion are taken by `completions`',
    reference: completions,
    why: 'Each time such a character is typed the user sees an error.',
    needs: [{ capability: 'supportsCompletionsRequest' }, { capability: 'completionTriggerCharacters' }],
    async run(subject) {
      const { client, frame } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      for (const character of subject.capabilities.completionTriggerCharacters ?? []) {
        const text = subject.profile.stop.variable.name + character;
        await during(
          `completions of ${JSON.stringify(text)}`,
          client.request('completions', { text, column: text.length + 1, frameId: frame.id }),
        );
      }
    },
  },
];

/** Of all scopes that are cheap to read. */
async function variablesOf(client: TestClient, frame: { readonly id: number }): Promise<readonly Variable[]> {
  const scopes = (await scopesOf(client, frame)).filter(({ expensive }) => !expensive);
  const lists: (readonly Variable[])[] = [];
  for (const { variablesReference } of scopes) lists.push(await childrenOf(client, variablesReference));
  return lists.flat();
}

async function completed(subject: Subject): Promise<readonly CompletionItem[]> {
  const { at, text } = subject.section('completions');
  const { client, frame } = await subject.stoppedAt(at, 'completions');
  const { targets } = await during(
    `completions of ${JSON.stringify(text)}`,
    client.request('completions', { text, column: text.length + 1, frameId: frame.id }),
  );
  return targets;
}
