// Attaches to a task on upstream's executive: stops its clock, finds the task, takes it, reads its program.

import { Failure } from '@sonde/engine';
import { isLoopback, type RemoteContext, type RemoteMachine } from '@sonde/engine-remote';
import type { HsxImage } from '../../../runtime/image.js';
import { describedImage } from '../../image.js';
import type { AttachOptions } from '../attach-options.js';
import type { Peer } from '../connection.js';
import { upstreamAnswers, type UpstreamTask } from './answers.js';
import { FarClock } from './clock.js';
import { nameOf, readUpstreamProgram, type ProgramFiles } from './far-program.js';
import { UpstreamMachine } from './machine.js';
import { UpstreamSession } from './session.js';

export async function attachToUpstream(
  peer: Peer,
  wanted: AttachOptions['task'],
  files: ProgramFiles,
  context: RemoteContext,
): Promise<RemoteMachine> {
  const notice = (message: string): void => context.events.notice(message);
  const session = new UpstreamSession(peer, why => context.events.lost(why));
  await session.connect(context.signal);
  const clock = new FarClock(session);
  try {
    // Before anything that asks its machine.
    const ran = await clock.stop();
    const { tasks } = await session.ask('ps', {}, upstreamAnswers.tasks);
    const task = chosen(tasks.tasks, wanted);
    await session.open(task.pid);
    notice(
      ran
        ? 'This is an executive of upstream. Its clock was stopped and the debugger runs the task by hand: other tasks stand still until it leaves.'
        : 'This is an executive of upstream. The debugger runs the task by hand; others stand still.',
    );
    const { program, notes } = await readUpstreamProgram(session, task, files);
    for (const note of notes) notice(note);
    const { code, symbols } = describedImage([program], {});
    const name = nameOf(task);
    const far = {
      ...{ name, symbols },
      image: code as HsxImage,
      tasks: [{ pid: task.pid, name, program: 0 }],
    };
    const machine = new UpstreamMachine(far, session, clock, isLoopback(peer), context);
    await machine.begin();
    return machine;
  } catch (error) {
    await clock.restore().catch(() => undefined);
    await session.end();
    throw error;
  }
}

/** The one that is meant: it can only be one. */
function chosen(tasks: readonly UpstreamTask[], wanted: AttachOptions['task']): UpstreamTask {
  const alive = tasks.filter(({ state }) => !['returned', 'terminated', 'killed'].includes(state));
  const there = `Those that run there are ${alive.map(task => `${task.pid} (${nameOf(task)})`).join(', ')}.`;
  const found =
    wanted === undefined
      ? alive
      : alive.filter(task => task.pid === Number(wanted) || task.app_name === wanted);
  const [first, another] = found;
  if (first !== undefined && another === undefined) return first;
  if (alive.length === 0) throw new Failure('not-found', 'user', 'no task runs on the executive.');
  throw first === undefined
    ? new Failure('not-found', 'user', `the executive has no task ${wanted!}.`, there)
    : new Failure(
        'bad-arguments',
        'user',
        'on an executive of upstream one task is debugged at a time.',
        `Choose it with "task". ${there}`,
      );
}
