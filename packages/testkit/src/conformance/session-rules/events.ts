// Rules of events: each tells something new, and nothing is told of what is not there any more.
import type { Event, Request } from '@sonde/dap';
import { fieldsOf, numberIn } from './rule.js';
import type { SessionJudge } from './rule.js';

/** Requests after which a program may come to stand in another place, or in the same one again. */
const moving = new Set([
  ...['launch', 'attach', 'restart', 'continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'reverseContinue'],
  ...['goto', 'restartFrame', 'evaluate', 'setVariable', 'setExpression', 'terminate', 'terminateThreads'],
]);

/** One stop for each time that a thread was let go. */
export function stoppedOnce(): SessionJudge {
  /** How many stops may still come, by thread; `undefined` stands for events that name none. */
  const due = new Map<number | undefined, number>();
  let dueForNew = 0;
  const letGo = (more: number): void => {
    const next = (now: number): number => (more > 0 ? now + more : Math.max(1, now));
    dueForNew = next(dueForNew);
    for (const [thread, now] of due) due.set(thread, next(now));
  };
  return {
    request({ command }: Request) {
      // A stop that was on its way already does not make the one of the pause superfluous.
      if (command === 'pause') letGo(1);
      else if (moving.has(command)) letGo(0);
    },
    event({ event, body }: Event) {
      if (event === 'continued') letGo(0);
      if (event !== 'stopped') return undefined;
      const thread = numberIn(body, 'threadId');
      const left = due.get(thread) ?? dueForNew;
      due.set(thread, Math.max(0, left - 1));
      if (left > 0) return undefined;
      return `tells of a stop of thread ${thread ?? '(none)'}, which stands still already and was not told to go on`;
    },
  };
}

/** Whoever runs is not said to run again. */
export function continuedOnce(): SessionJudge {
  const running = new Set<number>();
  return {
    event({ event, body }: Event) {
      if (event === 'stopped' || event === 'terminated') running.clear();
      if (event !== 'continued') return undefined;
      const thread = numberIn(body, 'threadId') ?? 0;
      if (!running.has(thread)) return void running.add(thread);
      return `says a second time that thread ${thread} runs, which has not stopped since`;
    },
  };
}

/** A thread starts before it exits, and does both once. */
export function threadOnce(): SessionJudge {
  const states = new Map<number, string>();
  return {
    event({ event, body }: Event) {
      if (event !== 'thread') return undefined;
      const { reason } = fieldsOf(body);
      const thread = numberIn(body, 'threadId');
      if (thread === undefined || (reason !== 'started' && reason !== 'exited')) return undefined;
      const before = states.get(thread);
      states.set(thread, reason);
      return before === reason ? `says a second time that thread ${thread} has ${reason}` : undefined;
    },
  };
}

/** A thread that has exited does not stop. What comes after the end of all is another matter. */
export function stoppedThreadLives(): SessionJudge {
  const gone = new Set<number>();
  return {
    event({ event, body }: Event) {
      const thread = numberIn(body, 'threadId');
      if (thread === undefined) return undefined;
      const { reason } = fieldsOf(body);
      if (event === 'thread' && reason === 'exited') gone.add(thread);
      if (event === 'thread' && reason === 'started') gone.delete(thread);
      return event === 'stopped' && gone.has(thread)
        ? `is about thread ${thread}, which has exited`
        : undefined;
    },
  };
}

/** What is announced as new was not there before. */
export function announcedOnce(): SessionJudge {
  const known = new Set<unknown>();
  return {
    request({ command }: Request) {
      // The program begins anew, and all that belongs to it.
      if (command === 'restart') known.clear();
    },
    event({ event, body }: Event) {
      if (event !== 'module') return undefined;
      const { reason, module } = fieldsOf(body);
      const { id } = fieldsOf(module);
      if (reason === 'removed') known.delete(id);
      if (reason !== 'new') return undefined;
      if (!known.has(id)) return void known.add(id);
      return `announces module ${String(id)} as new, which was announced before`;
    },
  };
}
