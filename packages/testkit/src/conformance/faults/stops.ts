// Stops that are told otherwise than they are: for another reason, or in another place.
import type { StackFrame, StackTraceResponseBody, StoppedEventBody } from '@sonde/dap';
import type { FaultyLine } from './fault.js';
import { changedBodies, changedEvents } from './seeds.js';

/** A stop for one reason is told with another. */
export function otherReason(reason: string, instead: string): () => FaultyLine {
  return changedEvents('stopped', event => {
    const body = event.body as StoppedEventBody;
    return body.reason === reason ? { ...event, body: { ...body, reason: instead } } : event;
  });
}

/** After a stop for this reason, frames are said to be elsewhere. */
export function elsewhereAfter(reason: string, change: (frame: StackFrame) => StackFrame): () => FaultyLine {
  return () => {
    let isMeant = false;
    const inner = changedBodies<StackTraceResponseBody>('stackTrace', body =>
      isMeant ? { ...body, stackFrames: body.stackFrames.map(change) } : body,
    )();
    return {
      ...inner,
      fromAdapter(message, line) {
        if (message.type === 'event' && message.event === 'stopped')
          isMeant = (message.body as StoppedEventBody).reason === reason;
        inner.fromAdapter?.(message, line);
      },
    };
  };
}
