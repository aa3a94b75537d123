// The tasks of a far machine as they were at its last halt, and what clients are told about those that came and went.

import { Failure, threadId, type EngineEvent, type FrameId, type Thread, type ThreadId } from '@sonde/engine';
import type { RemoteMachine, RemoteTask } from './remote-machine.js';

export class TaskList {
  #tasks: readonly RemoteTask[] = [];

  constructor(private readonly machine: Pick<RemoteMachine, 'tasks'>) {}

  /** Reads them without telling anyone. */
  async load(): Promise<void> {
    this.#tasks = await this.machine.tasks();
  }

  /** Reads them anew and tells what has changed since. */
  async refresh(running: boolean, tell: (event: EngineEvent) => void): Promise<void> {
    const before = new Map(this.#tasks.filter(isAlive).map(task => [task.id, task]));
    await this.load();
    for (const task of this.#tasks.filter(isAlive))
      if (!before.delete(task.id))
        tell({ kind: 'thread', thread: threadOf(task, running), change: 'started' });
    for (const task of before.values())
      tell({ kind: 'thread', thread: threadOf(task, running), change: 'exited' });
  }

  clear(): void {
    this.#tasks = [];
  }

  threads(running: boolean): readonly Thread[] {
    return this.#tasks.filter(isAlive).map(task => threadOf(task, running));
  }

  /** The first that could stop. */
  get first(): number | undefined {
    return this.#tasks.find(isAlive)?.id;
  }

  /** The task of a thread; throws a Failure when there is none any more. */
  alive(thread: ThreadId): number {
    const task = Number(thread);
    if (this.#tasks.some(known => known.id === task && isAlive(known))) return task;
    throw new Failure('not-found', 'user', `there is no thread ${task}.`);
  }

  memoryOf(frame: FrameId): string | undefined {
    const task = Number.parseInt(frame, 10);
    return this.#tasks.find(({ id }) => id === task)?.memory;
  }
}

export const isAlive = ({ state }: RemoteTask): boolean => state !== 'finished';

const threadOf = (
  { id, name, state, memory, waitReason, awaiting }: RemoteTask,
  running: boolean,
): Thread => ({
  id: threadId(id),
  name,
  kind: 'task',
  state: running ? (state === 'waiting' ? 'waiting' : 'running') : 'stopped',
  ...(memory === undefined ? {} : { memory }),
  ...(waitReason === undefined ? {} : { waitReason }),
  ...(awaiting === undefined ? {} : { awaiting }),
});
