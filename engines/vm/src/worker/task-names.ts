// The names of tasks: one that is over is no longer listed by the machine, and its end is told by its name.

import { threadId, type Thread } from '@sonde/engine';
import type { Machine } from '../machine.js';

export class TaskNames {
  readonly #names = new Map<number, string>();

  constructor(private readonly machine: Machine) {
    for (const task of machine.tasks()) this.#names.set(task.id, task.name);
  }

  /** The thread to announce; `told` is the name that came with the news. */
  announced(task: number, change: 'started' | 'exited', told: string | undefined): Thread {
    const name = told ?? this.#names.get(task) ?? this.#listed(task) ?? `task ${task}`;
    if (change === 'started') this.#names.set(task, name);
    else this.#names.delete(task);
    return { id: threadId(task), name, kind: 'task', state: change === 'started' ? 'running' : 'finished' };
  }

  #listed(task: number): string | undefined {
    return this.machine.tasks().find(t => t.id === task)?.name;
  }
}
