// A task that is killed is gone, with all that it had.

import type { Executive } from './executive.js';
import type { LoadedTask } from './machine/loaded-task.js';

export function killTask(executive: Executive, task: LoadedTask): void {
  const before = task.stateName;
  task.cancelStep?.();
  executive.system.remove(task.state);
  executive.tasks.delete(task.pid);
  executive.teller.killed(task, before);
  executive.runner.wake();
}
