// Faults of stops and of the end.
import type { Capabilities, Response, WireMessage } from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedEvents, eventOf, failureOf, pretendedSuccess, successOf } from '../seeds.js';
import { argumentsOf, changedWhen, isEvent, isSuccess, listOf, seeing } from '../seen-session.js';

export const stopAndEndFaults: readonly Fault[] = [
  {
    check: 'lifecycle/response-before-stopped',
    does: 'answers `next` after the step is done',
    seed: answersNextLate,
  },
  {
    check: 'lifecycle/stopped-thread-listed',
    does: 'lists no threads after a step',
    seed: changedWhen('threads', (response, request, seen) =>
      seen.has('next') ? successOf(request, { threads: [] }) : response,
    ),
  },
  {
    check: 'lifecycle/hit-breakpoint-ids',
    does: 'names breakpoints by numbers that it never told',
    seed: changedEvents('stopped', event => {
      const body = event.body as { readonly hitBreakpointIds?: readonly number[] };
      const hitBreakpointIds = body.hitBreakpointIds?.map(id => id + 1000);
      return hitBreakpointIds === undefined ? event : { ...event, body: { ...body, hitBreakpointIds } };
    }),
  },
  {
    check: 'lifecycle/breakpoint-while-running',
    does: 'verifies breakpoints while the program runs, and does not set them',
    seed: seeing(seen => ({
      fromClient(message, line) {
        if (message.type !== 'request' || message.command !== 'setBreakpoints' || seen.state !== 'running')
          return line.toAdapter(message);
        const { breakpoints } = argumentsOf(message);
        line.toClient(
          successOf(message, { breakpoints: listOf(breakpoints).map(() => ({ verified: true })) }),
        );
      },
    })),
  },
  {
    check: 'lifecycle/terminated-once',
    does: 'sends `terminated` twice',
    seed: changedEvents('terminated', event => [event, event]),
  },
  {
    check: 'lifecycle/exit-code',
    does: 'tells another exit code',
    seed: changedEvents('exited', event => {
      const { exitCode } = event.body as { readonly exitCode: number };
      return { ...event, body: { exitCode: exitCode + 1 } };
    }),
  },
  {
    check: 'lifecycle/nothing-after-terminated',
    does: 'says after `terminated` that the program goes on',
    seed: changedEvents('terminated', event => [event, eventOf('continued', { threadId: 1 })]),
  },
  {
    check: 'lifecycle/output-complete',
    does: 'sends what the program prints twice',
    seed: changedEvents('output', event =>
      (event.body as { readonly category?: string }).category === 'stdout' ? [event, event] : event,
    ),
  },
  {
    check: 'lifecycle/disconnect',
    does: 'refuses `disconnect` before `launch`',
    seed: changedWhen('disconnect', (response, request, seen) =>
      seen.has('launch') ? response : failureOf(request, 'there is nothing to disconnect from'),
    ),
  },
  {
    check: 'lifecycle/terminate',
    does: 'answers `terminate` with success and does nothing',
    seed: pretendedSuccess('terminate'),
  },
  {
    check: 'lifecycle/terminate-debuggee',
    does: 'lets the program live that `disconnect` asks to end',
    seed: pretendedSuccess(
      'disconnect',
      undefined,
      request => argumentsOf(request)['terminateDebuggee'] === true,
    ),
  },
  {
    check: 'lifecycle/suspend-debuggee',
    does: 'declares that it can leave a program suspended, and refuses to',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
        if (isSuccess(message, 'initialize')) return line.toClient(declaringSuspension(message));
        const suspends = request !== undefined && argumentsOf(request)['suspendDebuggee'] === true;
        line.toClient(suspends ? failureOf(request, 'this cannot be done') : message);
      },
    })),
  },
];

function answersNextLate(): FaultyLine {
  const late: Response[] = [];
  return {
    fromAdapter(message, line) {
      if (message.type === 'response' && message.command === 'next' && message.success)
        return void late.push(message);
      line.toClient(message);
      if (!isEvent(message, 'stopped') && !isEvent(message, 'terminated')) return;
      for (const response of late.splice(0)) line.toClient(response);
    },
  };
}

const declaringSuspension = (message: WireMessage): WireMessage => {
  const { body } = message as Response;
  return {
    ...(message as Response),
    body: { ...(body as Capabilities | undefined), supportSuspendDebuggee: true },
  };
};
