// What the executive reports of tasks, as halts of the machine.

import type { RemoteOutcome, RemotePosition, RemoteTouch } from '@sonde/engine-remote';
import { programSpan } from '../../runtime/image.js';
import type { ExecutiveEvent, StepResult } from './answers.js';
import type { MirroredTask } from './mirror.js';

export type Touched = (watch: unknown) => readonly RemoteTouch[];

const integer = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Where a task stands, as far as the executive told it along. */
export function positionIn(
  { program }: MirroredTask,
  told: Readonly<Record<string, unknown>>,
): { readonly at?: RemotePosition } {
  const [pc, depth, serial] = [integer(told['pc']), integer(told['depth']), integer(told['serial'])];
  if (pc === undefined || depth === undefined || serial === undefined) return {};
  return { at: { pc: program * programSpan + pc, depth, serial } };
}

/** Undefined for what is no halt. */
export function outcomeOfEvent(
  { type, data }: ExecutiveEvent,
  task: MirroredTask,
  touched: Touched,
): RemoteOutcome | undefined {
  const { pid } = task;
  switch (type) {
    case 'debug_break':
      return { kind: 'site', task: pid, ...positionIn(task, data) };
    case 'debug_stop':
      if (data['reason'] === 'watch') return { kind: 'watch', task: pid, touched: touched(data['watch']) };
      return data['reason'] === 'brk' ? { kind: 'trap', task: pid } : undefined;
    case 'fault':
      if (data['paused'] !== true) return undefined;
      return {
        kind: 'thrown',
        task: pid,
        thrown: { name: text(data['name'], 'fault'), message: text(data['message'], ''), caught: false },
      };
    case 'task_state':
      return data['new_state'] === 'paused' && data['reason'] === 'user_pause'
        ? { kind: 'halted', task: pid, ...positionIn(task, data) }
        : undefined;
    default:
      return undefined;
  }
}

/** What became of a step. Undefined: the task is over. */
export function outcomeOfStep(
  result: StepResult,
  task: MirroredTask,
  touched: Touched,
): RemoteOutcome | undefined {
  const { pid } = task;
  switch (result.reason) {
    case 'fault': {
      const { name = 'fault', message = '' } = result.fault ?? {};
      return { kind: 'thrown', task: pid, thrown: { name, message, caught: false } };
    }
    case 'brk':
      return { kind: 'trap', task: pid };
    case 'watch':
      return { kind: 'watch', task: pid, touched: touched(result.watch) };
    case 'waiting':
      return { kind: 'blocked', task: pid };
    case 'returned':
      return undefined;
    case 'cancelled':
      return { kind: 'halted', task: pid };
    default:
      return { kind: 'step', task: pid, ...positionIn(task, result) };
  }
}
