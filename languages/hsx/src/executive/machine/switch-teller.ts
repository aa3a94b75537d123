// Events about turns: who ran before, who runs next and why. One event stands for all switches of a slice of time.

import type { TaskState } from '../../runtime/state.js';
import type { System } from '../../runtime/system.js';
import type { Events } from '../events.js';
import type { Clock } from './clock.js';

export class SwitchTeller {
  #count = 0;
  #last: { readonly from: TaskState; readonly to: TaskState; readonly reason: string } | undefined;
  #toldAt = 0;

  constructor(
    private readonly system: System,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {
    system.switched = (from, to) => {
      this.#count++;
      this.#last = { from, to, reason: this.#reason(from) };
    };
  }

  #reason({ finished, id, wait }: TaskState): string {
    if (finished) return 'returned';
    if (this.system.held.has(id)) return 'paused';
    if (wait === undefined) return 'quantum_expired';
    return wait.for === 'time' ? 'sleep' : 'wait_mbx';
  }

  flush(): void {
    const { system, events, clock } = this;
    const last = this.#last;
    if (last === undefined) return;
    const [switches, executed] = [this.#count, system.state.time - this.#toldAt];
    this.#last = undefined;
    this.#count = 0;
    this.#toldAt = system.state.time;
    if (!events.isWanted('scheduler')) return;
    const { from, to, reason } = last;
    events.publish('scheduler', to.id, {
      state: 'switch',
      prev_pid: from.id,
      next_pid: to.id,
      reason,
      quantum_remaining: system.state.turn,
      prev_state: 'running',
      next_state: 'running',
      post_state: reason === 'quantum_expired' ? 'ready' : reason,
      executed,
      source: clock.running ? 'auto' : 'manual',
      switches,
    });
  }
}
