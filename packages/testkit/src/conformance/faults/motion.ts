// Faults of motion, one for each check of the same name.
import type {
  ContinueResponseBody,
  NextArguments,
  Request,
  StackFrame,
  StackTraceResponseBody,
  StoppedEventBody,
} from '@sonde/dap';
import { declaring } from './declaring.js';
import type { Fault, FaultyLine } from './fault.js';
import { changedBodies, eventOf, pretendedSuccess, successOf } from './seeds.js';
import { argumentsOf, seeing } from './seen-session.js';
import { otherReason } from './stops.js';
import { withoutArgument } from './without.js';

export const motionFaults: readonly Fault[] = [
  {
    check: 'motion/continue',
    does: 'says that not all threads were resumed, although they were',
    seed: changedBodies<ContinueResponseBody>('continue', (body, request) =>
      argumentsOf(request)['singleThread'] === true ? body : { ...body, allThreadsContinued: false },
    ),
  },
  {
    check: 'motion/next',
    does: 'says after `next` that the program is a line further down than it is',
    seed: elsewhereAfter(isPlainNext, 1),
  },
  {
    check: 'motion/step-in',
    does: 'steps over calls, as `next` does',
    seed: nextForStepIn,
  },
  {
    check: 'motion/step-out',
    does: 'says after `stepOut` that the program is somewhere else',
    seed: elsewhereAfter(({ command }) => command === 'stepOut', 1000),
  },
  {
    check: 'motion/step-in-targets',
    does: 'ignores the target of `stepIn`',
    seed: withoutArgument('stepIn', 'targetId'),
  },
  {
    check: 'motion/granularity',
    does: 'ignores the granularity of steps',
    seed: withoutArgument('next', 'granularity'),
  },
  {
    check: 'motion/step-back',
    does: 'declares to step back, and stays where it is',
    seed: declaring(
      { supportsStepBack: true },
      pretendedMotion(['stepBack'], 'step', args => args['granularity'] === undefined),
    ),
  },
  {
    check: 'motion/step-back-granularity',
    does: 'stays where it is instead of undoing an instruction',
    seed: declaring(
      { supportsStepBack: true },
      pretendedMotion(['stepBack'], 'step', args => args['granularity'] !== undefined),
    ),
  },
  {
    check: 'motion/reverse-continue',
    does: 'stays where it is instead of running back',
    seed: declaring({ supportsStepBack: true }, pretendedMotion(['reverseContinue'], 'breakpoint')),
  },
  {
    check: 'motion/output-once',
    does: 'prints again what it passes on the way back',
    seed: declaring({ supportsStepBack: true }, printsOnTheWayBack),
  },
  {
    check: 'motion/pause',
    does: 'says `breakpoint` as the reason of a stop by `pause`',
    seed: otherReason('pause', 'breakpoint'),
  },
  {
    check: 'motion/goto',
    does: 'stays where it is instead of going where it was told to',
    seed: pretendedMotion(['goto'], 'goto'),
  },
  {
    check: 'motion/restart-frame',
    does: 'stays where it is instead of beginning the frame again',
    seed: pretendedMotion(['restartFrame'], 'restart'),
  },
  {
    check: 'motion/restart',
    does: 'stays where it is instead of running anew',
    seed: pretendedMotion(['restart'], 'entry'),
  },
  {
    check: 'motion/single-thread',
    does: 'lets all threads run where one alone was to',
    seed: withoutArgument('continue', 'singleThread'),
  },
  {
    check: 'motion/terminate-threads',
    does: 'says that threads were ended, and ends none',
    seed: pretendedSuccess('terminateThreads'),
  },
];

function nextForStepIn(): FaultyLine {
  const changed = new Set<number>();
  return {
    fromClient(message, line) {
      const isStep = message.type === 'request' && message.command === 'stepIn';
      if (!isStep || argumentsOf(message)['targetId'] !== undefined) return line.toAdapter(message);
      changed.add(message.seq);
      line.toAdapter({ ...message, command: 'next' });
    },
    fromAdapter(message, line) {
      const isAnswer = message.type === 'response' && changed.has(message.request_seq);
      line.toClient(isAnswer ? { ...message, command: 'stepIn' } : message);
    },
  };
}

/** Answered with success, and with a stop that never was. */
function pretendedMotion(
  commands: readonly string[],
  reason: string,
  isMeant: (args: Readonly<Record<string, unknown>>) => boolean = () => true,
): () => FaultyLine {
  return () => {
    let threadId = 1;
    return {
      fromClient(message, line) {
        if (
          message.type !== 'request' ||
          !commands.includes(message.command) ||
          !isMeant(argumentsOf(message))
        )
          return line.toAdapter(message);
        line.toClient(successOf(message));
        line.toClient(eventOf('stopped', { reason, threadId, allThreadsStopped: true }));
      },
      fromAdapter(message, line) {
        if (message.type === 'event' && message.event === 'stopped')
          threadId = (message.body as StoppedEventBody).threadId ?? threadId;
        line.toClient(message);
      },
    };
  };
}

function printsOnTheWayBack(): FaultyLine {
  return {
    fromClient(message, line) {
      line.toAdapter(message);
      if (message.type === 'request' && message.command === 'reverseContinue')
        line.toClient(eventOf('output', { category: 'stdout', output: 'once more\n' }));
    },
  };
}

/** So many lines too far down, until something else moves the program. */
function elsewhereAfter(isMeant: (request: Request) => boolean, lines: number): () => FaultyLine {
  return seeing(seen => {
    let isElsewhere = false;
    return {
      fromClient(message, line) {
        if (message.type === 'request') isElsewhere = isMeant(message) || (isElsewhere && !isMotion(message));
        line.toAdapter(message);
      },
      fromAdapter(message, line) {
        const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
        if (
          !isElsewhere ||
          message.type !== 'response' ||
          request?.command !== 'stackTrace' ||
          !message.success
        )
          return line.toClient(message);
        const body = message.body as StackTraceResponseBody;
        const stackFrames = body.stackFrames.map((frame: StackFrame) => ({
          ...frame,
          line: frame.line + lines,
        }));
        line.toClient({ ...message, body: { ...body, stackFrames } });
      },
    };
  });
}

function isPlainNext({ command, arguments: args }: Request): boolean {
  if (command !== 'next') return false;
  const { granularity, singleThread } = args as NextArguments;
  return granularity === undefined && singleThread === undefined;
}

const isMotion = ({ command }: Request): boolean =>
  /^(continue|next|step|restart|goto|reverse)/.test(command);
