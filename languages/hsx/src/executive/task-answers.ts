// Tasks, their registers and what they wait for, as they go over the wire.

import { handleOf, mailboxOf, targetText } from '../runtime/services/mailboxes.js';
import type { TaskState } from '../runtime/state.js';
import type { System } from '../runtime/system.js';
import { stackSize } from '../toolchain/isa.js';
import type { LoadedTask } from './machine/loaded-task.js';
import { stopData } from './machine/stop-teller.js';
import type { Answer } from './request.js';
import type { Sessions } from './sessions.js';

/** Null when it waits for nothing. */
export function waitAnswer(system: System, { id, wait, registers }: TaskState): Answer | null {
  if (wait === undefined) return null;
  const { services } = system.state;
  const handle = wait.for === 'message' ? handleOf(services, id, registers[1]! & 0xffff) : undefined;
  return {
    for: wait.for,
    ...(handle === undefined ? {} : { target: targetText(mailboxOf(services, handle)) }),
    ...('until' in wait && Number.isFinite(wait.until) ? { until: wait.until / 1_000 } : {}),
  };
}

/** In upstream's words the base and the limit are one: the lowest address of the stack. */
const stackOf = ({ stackLimit }: TaskState): Answer => ({
  reg_base: 0,
  stack_base: stackLimit,
  stack_limit: stackLimit,
  stack_size: stackSize,
});

export function taskAnswer(system: System, sessions: Sessions, task: LoadedTask): Answer {
  const { state, program, symbols, stop } = task;
  const { wait } = state;
  const { values, commands, mailboxes } = program.image.metadata;
  const counts = [values.length, commands.length, mailboxes.length];
  const sleeps = wait?.for === 'time';
  return {
    pid: task.pid,
    program: program.path,
    state: task.stateName,
    app_name: task.name,
    app_name_base: task.appNameBase,
    pc: state.pc,
    priority: task.priority,
    quantum: system.quantum,
    accounted_steps: state.steps,
    accounted_cycles: state.steps,
    sleep_pending: sleeps,
    sleep_pending_ms: sleeps ? Math.max(0, Math.ceil(wait.until - system.host.now())) : null,
    sleep_deadline: sleeps ? wait.until / 1_000 : null,
    exit_status: state.finished ? state.exitStatus >>> 0 : null,
    trace: task.trace.enabled,
    metadata: {
      sections: counts.filter(count => count > 0).length,
      values: values.length,
      commands: commands.length,
      mailboxes: mailboxes.length,
    },
    ...stackOf(state),
    debug_state: false,
    single_step: task.stepping,
    ...(task.breakpoints.size === 0 ? {} : { breakpoints: task.breakpoints.addresses() }),
    ...(symbols === undefined ? {} : { symbols: { path: symbols.path, count: symbols.count } }),
    sp: state.sp,
    depth: task.depth,
    has_symbols: symbols !== undefined,
    crc: task.program.crc,
    wait: waitAnswer(system, state),
    stop: stop === undefined ? null : stopData(task, stop),
    fault: task.failing === undefined ? null : faultOf(task),
    locked_by: sessions.ownerOf(task.pid)?.terms.client ?? null,
  };
}

function faultOf({ failing }: LoadedTask): Answer {
  const { name, message, code } = failing!;
  return { name, message, code };
}

export function registersAnswer(system: System, task: LoadedTask): Answer {
  const { state } = task;
  const regs = [...state.registers].map(value => value >>> 0);
  const { pc, sp, psw, steps, wait } = state;
  return {
    pc,
    regs,
    sp,
    flags: psw,
    running: task.stateName === 'running',
    steps,
    cycles: steps,
    ...stackOf(state),
    sp_effective: sp,
    context: {
      regs,
      pc,
      sp,
      psw,
      ...stackOf(state),
      time_slice_steps: system.quantum,
      accounted_steps: steps,
      time_slice_cycles: system.quantum,
      accounted_cycles: steps,
      state: task.stateName,
      priority: task.priority,
      pid: task.pid,
      wait_kind: wait?.for === 'message' ? 'mailbox' : (wait?.for ?? null),
      wait_mailbox: waitAnswer(system, state)?.['target'] ?? null,
      wait_deadline: waitAnswer(system, state)?.['until'] ?? null,
      wait_handle: wait?.for === 'message' ? state.registers[1]! & 0xffff : null,
      fd_table: { 0: 1, 1: 2, 2: 3 },
      exit_status: state.finished ? state.exitStatus >>> 0 : null,
    },
  };
}
