// Rules of beginning and end: nothing of a program before it is asked for, nothing of it after the session is over.
import type { Event } from '@sonde/dap';
import { fieldsOf } from './rule.js';
import type { SeenByJudge, SessionJudge } from './rule.js';

const ofPrograms = new Set(['stopped', 'continued', 'thread', 'exited', 'process', 'terminated']);

export const nothingBeforeLaunch = (): SessionJudge => ({
  event: ({ event }: Event, { isLaunched }: SeenByJudge) =>
    !isLaunched && ofPrograms.has(event) ? 'tells of a program before one was asked for' : undefined,
});

export const exitedBeforeTerminated = (): SessionJudge => ({
  event: ({ event }: Event, { hasEnded }: SeenByJudge) =>
    event === 'exited' && hasEnded ? 'comes after `terminated`' : undefined,
});

export const outputBeforeTerminated = (): SessionJudge => ({
  event({ event, body }: Event, { hasEnded }: SeenByJudge) {
    const { category } = fieldsOf(body);
    const isOfProgram = category === 'stdout' || category === 'stderr';
    return event === 'output' && isOfProgram && hasEnded ? 'comes after `terminated`' : undefined;
  },
});

export function exitedOnce(): SessionJudge {
  let exited = false;
  return {
    event({ event }: Event) {
      // A process that is run anew exits anew.
      if (event === 'process') exited = false;
      if (event !== 'exited') return undefined;
      const isSecond = exited;
      exited = true;
      return isSecond ? 'tells the exit code a second time' : undefined;
    },
  };
}
