// Faults of exception breakpoints.
import type {
  ExceptionInfoResponseBody,
  SetExceptionBreakpointsArguments,
  SetExceptionBreakpointsResponseBody,
} from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedBodies, changedRequests } from '../seeds.js';
import { elsewhereAfter, otherReason } from '../stops.js';
import { without } from '../without.js';

export const exceptionFaults: readonly Fault[] = [
  {
    check: 'breakpoints/exception-filter',
    does: 'stops for an exception filter where nothing is thrown',
    seed: elsewhereByFilter,
  },
  {
    check: 'breakpoints/exception-reason',
    does: 'says `breakpoint` as the reason of a stop at an exception',
    seed: otherReason('exception', 'breakpoint'),
  },
  {
    check: 'breakpoints/exception-answers',
    does: 'answers one exception filter fewer than were set, where there are several',
    seed: changedBodies<SetExceptionBreakpointsResponseBody>('setExceptionBreakpoints', body =>
      (body.breakpoints?.length ?? 0) > 1 ? { ...body, breakpoints: body.breakpoints?.slice(1) } : body,
    ),
  },
  {
    check: 'breakpoints/exception-filter-options',
    does: 'ignores filterOptions that have neither a condition nor a mode',
    seed: changedExceptions(({ filterOptions, ...rest }) =>
      filterOptions === undefined
        ? rest
        : {
            ...rest,
            filterOptions: filterOptions.filter(
              ({ condition, mode }) => condition !== undefined || mode !== undefined,
            ),
          },
    ),
  },
  {
    check: 'breakpoints/exception-condition',
    does: 'ignores the conditions of exception filters',
    seed: changedExceptions(({ filterOptions, ...rest }) =>
      filterOptions === undefined
        ? rest
        : { ...rest, filterOptions: filterOptions.map(option => without(option, 'condition')) },
    ),
  },
  {
    check: 'breakpoints/exception-options',
    does: 'ignores exceptionOptions',
    seed: changedExceptions(args => without(args, 'exceptionOptions')),
  },
  {
    check: 'breakpoints/exception-info',
    does: 'does not tell which exception was thrown',
    seed: changedBodies<ExceptionInfoResponseBody>('exceptionInfo', ({ breakMode }) => ({
      exceptionId: '',
      breakMode,
    })),
  },
];

function changedExceptions(
  change: (args: SetExceptionBreakpointsArguments) => SetExceptionBreakpointsArguments,
): () => FaultyLine {
  return changedRequests('setExceptionBreakpoints', request => ({
    ...request,
    arguments: change(request.arguments as SetExceptionBreakpointsArguments),
  }));
}

/** Not for filters among the options. */
function elsewhereByFilter(): FaultyLine {
  const inner = elsewhereAfter('exception', frame => ({ ...frame, line: 1 }))();
  let isByFilter = false;
  return {
    ...inner,
    fromClient(message, line) {
      if (message.type === 'request' && message.command === 'setExceptionBreakpoints')
        isByFilter = (message.arguments as SetExceptionBreakpointsArguments).filters.length > 0;
      inner.fromClient?.(message, line);
    },
    fromAdapter(message, line) {
      if (isByFilter) inner.fromAdapter?.(message, line);
      else line.toClient(message);
    },
  };
}
