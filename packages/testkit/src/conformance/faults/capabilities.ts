// Faults of capabilities, one for each check of them.
import type { Capabilities } from '@sonde/dap';
import type { Fault, FaultyLine } from './fault.js';
import { changedBodies, changedResponses } from './seeds.js';

export const capabilityFaults: readonly Fault[] = [
  {
    check: 'capabilities/undeclared-refused',
    does: 'answers `cancel` and does not declare it',
    hides: ['requests/cancel-unknown'],
    seed: declaring(() => ({ supportsCancelRequest: undefined })),
  },
  {
    check: 'capabilities/declared-known',
    does: 'refuses `exceptionInfo` without an exception as if it had never heard of it',
    seed: changedResponses('exceptionInfo', (response, _request, line) => {
      if (response.success) return response;
      const unheardOf = 'faults/noSuchRequest';
      void line.ask(unheardOf).then(refusal => {
        const text = JSON.stringify(refusal).replaceAll(unheardOf, response.command);
        line.toClient({ ...(JSON.parse(text) as typeof response), request_seq: response.request_seq });
      });
      return undefined;
    }),
  },
  {
    check: 'capabilities/spelling',
    does: 'declares "supportsSuspendDebuggee"',
    seed: declaring(() => ({ supportsSuspendDebuggee: true })),
  },
  {
    check: 'capabilities/exception-filters',
    does: 'declares an exception filter twice',
    seed: declaring(({ exceptionBreakpointFilters = [] }) => ({
      exceptionBreakpointFilters: [...exceptionBreakpointFilters, ...exceptionBreakpointFilters.slice(0, 1)],
    })),
  },
  {
    check: 'capabilities/breakpoint-modes',
    does: 'declares a breakpoint mode that applies to nothing',
    seed: declaring(({ breakpointModes = [] }) => ({
      breakpointModes: [...breakpointModes, { mode: 'idle', label: 'Idle', appliesTo: [] }],
    })),
  },
  {
    check: 'capabilities/trigger-characters',
    does: 'triggers completion by two characters together',
    seed: declaring(({ completionTriggerCharacters = [] }) => ({
      completionTriggerCharacters: [...completionTriggerCharacters, '->'],
    })),
  },
];

/** Declares this besides, at `initialize`. */
function declaring(more: (declared: Capabilities) => Readonly<Record<string, unknown>>): () => FaultyLine {
  return changedBodies<Capabilities | undefined>('initialize', (body = {}) => ({ ...body, ...more(body) }));
}
