// Faults of breakpoints with conditions and modes, and of those at functions and instructions.
import type { SetBreakpointsArguments, SetBreakpointsResponseBody, SourceBreakpoint } from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedBodies, changedRequests } from '../seeds.js';
import { elsewhereAfter, otherReason } from '../stops.js';
import { without } from '../without.js';
import { askedIn } from './asked.js';

export const kindFaults: readonly Fault[] = [
  {
    check: 'breakpoints/condition',
    does: 'ignores conditions',
    seed: withoutProperty('condition'),
  },
  {
    check: 'breakpoints/hit-condition',
    does: 'ignores hit conditions',
    seed: withoutProperty('hitCondition'),
  },
  {
    check: 'breakpoints/log',
    does: 'stops at log points',
    seed: withoutProperty('logMessage'),
  },
  {
    check: 'breakpoints/function',
    does: 'stops at function breakpoints a line too far down',
    seed: elsewhereAfter('function breakpoint', frame => ({ ...frame, line: frame.line + 1 })),
  },
  {
    check: 'breakpoints/function-reason',
    does: 'says `breakpoint` as the reason of a stop at a function breakpoint',
    seed: otherReason('function breakpoint', 'breakpoint'),
  },
  {
    check: 'breakpoints/instruction',
    does: 'stops at other instructions than those with a breakpoint',
    seed: elsewhereAfter('instruction breakpoint', frame => ({
      ...frame,
      instructionPointerReference: `${frame.instructionPointerReference ?? ''}0`,
    })),
  },
  {
    check: 'breakpoints/instruction-reason',
    does: 'says `breakpoint` as the reason of a stop at an instruction breakpoint',
    seed: otherReason('instruction breakpoint', 'breakpoint'),
  },
  {
    check: 'breakpoints/modes',
    does: 'says that breakpoints with a mode are not verified',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => ({
      breakpoints: breakpoints.map((each, index) =>
        askedIn(request)[index]?.mode === undefined
          ? each
          : { ...each, verified: false, message: 'there are no modes' },
      ),
    })),
  },
  {
    check: 'breakpoints/unknown-mode',
    does: 'takes any mode',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => ({
      breakpoints: breakpoints.map((each, index) =>
        askedIn(request)[index]?.mode === undefined ? each : { id: each.id, verified: true },
      ),
    })),
  },
];

/** Source breakpoints lose one of their properties on the way. */
function withoutProperty(name: keyof SourceBreakpoint): () => FaultyLine {
  return changedRequests('setBreakpoints', request => {
    const args = request.arguments as SetBreakpointsArguments;
    if (args.breakpoints === undefined) return request;
    const breakpoints = args.breakpoints.map(each => without(each, name));
    return { ...request, arguments: { ...args, breakpoints } };
  });
}
