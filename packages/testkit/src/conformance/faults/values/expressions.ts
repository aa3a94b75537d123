// Faults of expressions: evaluated, set, completed.
import type {
  CompletionsArguments,
  CompletionsResponseBody,
  EvaluateArguments,
  EvaluateResponseBody,
  InitializeRequestArguments,
  SetExpressionArguments,
  SetVariableArguments,
} from '@sonde/dap';
import { declaring } from '../declaring.js';
import type { Fault, FaultyLine } from '../fault.js';
import {
  changedBodies,
  changedResponses,
  eventOf,
  failureOf,
  pretendedSuccess,
  successOf,
} from '../seeds.js';
import { changedWhen } from '../seen-session.js';
import { topFrameFor } from './stack.js';

export const expressionFaults: readonly Fault[] = [
  {
    check: 'values/fresh',
    does: 'evaluates an expression once after the program went on, and remembers the result for ever',
    seed: rememberedResults,
  },
  {
    check: 'values/set-variable',
    does: 'says that variables were set, and sets none',
    seed: pretendedSetVariable,
  },
  {
    check: 'values/set-expression',
    does: 'says that expressions were set, and sets none',
    seed: pretendedSuccess('setExpression', ({ arguments: args }) => ({
      value: (args as SetExpressionArguments).value,
    })),
  },
  {
    check: 'values/evaluate-frame',
    does: 'evaluates everything in the top frame',
    seed: topFrameFor('evaluate'),
  },
  {
    check: 'values/clipboard',
    does: 'cuts long texts for the clipboard too',
    seed: changedBodies<EvaluateResponseBody>('evaluate', (body, request) =>
      (request.arguments as EvaluateArguments).context === 'clipboard' && body.result.length > 200
        ? { ...body, result: `${body.result.slice(0, 200)}…` }
        : body,
    ),
  },
  {
    check: 'values/completions',
    does: 'completes nothing',
    seed: changedBodies<CompletionsResponseBody>('completions', () => ({ targets: [] })),
  },
  {
    check: 'values/completion-range',
    does: 'replaces more text than there is',
    seed: changedBodies<CompletionsResponseBody>('completions', ({ targets }) => ({
      targets: targets.map(each => ({ ...each, length: 1000 })),
    })),
  },
  {
    check: 'values/completion-triggers',
    does: 'declares a character that triggers completion, and refuses to complete behind it',
    seed: declaring(
      { completionTriggerCharacters: ['.'] },
      changedResponses('completions', (response, request) =>
        response.success && (request.arguments as CompletionsArguments).text.endsWith('.')
          ? failureOf(request, 'there is nothing behind the dot')
          : response,
      ),
    ),
  },
];

/** From the first `continue` on. */
/** Tells those who want to hear it that values changed, as an adapter that sets them would: only the value is wrong. */
function pretendedSetVariable(): FaultyLine {
  let hears = false;
  return {
    fromClient(message, line) {
      if (message.type !== 'request') return line.toAdapter(message);
      if (message.command === 'initialize')
        hears = (message.arguments as InitializeRequestArguments).supportsInvalidatedEvent === true;
      if (message.command !== 'setVariable') return line.toAdapter(message);
      line.toClient(successOf(message, { value: (message.arguments as SetVariableArguments).value }));
      if (hears) line.toClient(eventOf('invalidated', { areas: ['variables'] }));
    },
  };
}

function rememberedResults(): FaultyLine {
  const results = new Map<string, unknown>();
  return changedWhen('evaluate', (response, request, seen) => {
    if (!response.success || !seen.has('continue')) return response;
    const { expression } = request.arguments as EvaluateArguments;
    const body = results.get(expression) ?? response.body;
    results.set(expression, body);
    return { ...response, body };
  })();
}
