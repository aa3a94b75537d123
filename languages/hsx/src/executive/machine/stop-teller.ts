// Events about tasks: that one stopped, went on, waits or is over.

import type { Events } from '../events.js';
import type { Answer } from '../request.js';
import type { Session } from '../sessions.js';
import type { LoadedTask, StateName, Stop } from './loaded-task.js';
import type { Watch } from './watches.js';

export class StopTeller {
  /** What a `debug.step` of this session meets is told in its answer. */
  quiet: Session | undefined;

  constructor(
    private readonly events: Events,
    /** What tasks wrote comes before what happened to them afterwards. */
    private readonly flushOutput: () => void,
  ) {}

  #publish(type: string, task: LoadedTask, data: Answer, except?: Session): void {
    this.flushOutput();
    this.events.publish(type, task.pid, data, except);
  }

  #state(task: LoadedTask, before: StateName, reason: string, details?: Answer): void {
    const now = task.stateName;
    task.told = now;
    task.toldWait = task.state.wait?.for;
    this.#publish('task_state', task, {
      prev_state: before,
      new_state: now,
      reason,
      ...(details === undefined ? {} : { details }),
      pc: task.state.pc,
      depth: task.depth,
      ...(task.state.finished ? { exit_status: task.state.exitStatus >>> 0 } : {}),
    });
  }

  loaded(task: LoadedTask): void {
    const now = task.stateName;
    task.told = now;
    const data = { prev_state: null, new_state: now, reason: 'loaded', pc: task.state.pc, depth: task.depth };
    this.#publish('task_state', task, data);
  }

  /** `before`: the state it had; a task that is stepped is paused all the time. */
  stopped(task: LoadedTask, stop: Stop, before: StateName): void {
    if (!task.stepping && !task.accompanies)
      if (stop.reason === 'breakpoint')
        this.#state(task, before, 'debug_break', { pc: stop.pc, phase: stop.phase });
      else this.#state(task, before, stop.reason);
    if (stop.reason === 'fault') this.fault(task, stop, true);
    const type = stop.reason === 'breakpoint' ? 'debug_break' : 'debug_stop';
    if (stop.reason === 'breakpoint' || stop.reason === 'brk' || stop.reason === 'watch')
      this.#publish(type, task, stopData(task, stop), this.quiet);
  }

  fault(task: LoadedTask, { pc, fault }: Extract<Stop, { reason: 'fault' }>, paused: boolean): void {
    if (fault.name === 'pc out of range')
      this.#publish(
        'vm_error',
        task,
        { error: 'pc_out_of_range', pc, code_len: task.program.image.code.length * 4 },
        this.quiet,
      );
    const { name, message, code } = fault;
    this.#publish('fault', task, { name, message, code, pc, depth: task.depth, paused }, this.quiet);
  }

  resumed(task: LoadedTask): void {
    this.#state(task, 'paused', 'resume');
  }

  ended(task: LoadedTask): void {
    this.#state(task, task.told, task.failing === undefined ? 'returned' : 'fault');
  }

  killed(task: LoadedTask, before: StateName): void {
    const data = {
      prev_state: before,
      new_state: 'terminated',
      reason: 'killed',
      pc: task.state.pc,
      depth: 0,
    };
    this.#publish('task_state', task, data);
  }

  watchUpdate(task: LoadedTask, update: Answer): void {
    this.#publish('watch_update', task, update);
  }

  watchRemoved(task: LoadedTask, { id, expr }: Watch): void {
    this.#publish('watch_removed', task, { watch_id: id, expr, reason: 'its function has returned' });
  }

  /** Waits that began or ended since it was asked last. */
  waits(task: LoadedTask): void {
    const [now, wait] = [task.stateName, task.state.wait];
    if (now === 'paused' || task.state.finished) return;
    if (now === task.told && wait?.for === task.toldWait) return;
    const reason = wait === undefined ? wakeReasons[task.toldWait ?? 'message'] : waitReasons[wait.for];
    this.#state(task, task.told, reason!);
  }
}

const waitReasons: Readonly<Record<string, string>> = {
  time: 'sleep',
  message: 'mailbox_wait',
  input: 'input_wait',
  output: 'output_wait',
};

const wakeReasons: Readonly<Record<string, string>> = {
  time: 'sleep_wake',
  message: 'mailbox_wake',
  input: 'input_wake',
  output: 'output_wake',
};

/** Data of the event that tells a stop, which is also what `ps` and steps say of it. */
export function stopData(task: LoadedTask, stop: Stop): Answer {
  const { steps } = task.state;
  const counts = { depth: task.depth, serial: task.serial, steps, cycles: steps };
  switch (stop.reason) {
    case 'breakpoint': {
      const { pc, phase, breakpoint, conditionError, hits } = stop;
      const error = conditionError === undefined ? {} : { condition_error: conditionError };
      return { pc, phase, reason: 'breakpoint', ...breakpoint, ...error, hits, ...counts };
    }
    case 'brk': {
      const opcode = task.program.image.code[stop.pc >> 2]!;
      return { reason: 'brk', pc: stop.pc, next_pc: stop.nextPc, opcode, code: stop.code, ...counts };
    }
    case 'watch':
      return { reason: 'watch', pc: stop.pc, next_pc: stop.pc, watch: stop.watch, ...counts };
    case 'fault': {
      const { name, message, code } = stop.fault;
      return { reason: 'fault', pc: stop.pc, next_pc: stop.pc, fault: { name, message, code }, ...counts };
    }
    default:
      return { reason: stop.reason, pc: stop.pc, next_pc: stop.pc, ...counts };
  }
}
