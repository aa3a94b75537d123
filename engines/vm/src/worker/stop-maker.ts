// Makes stops: the reasons, and pushed along with them what a client will ask first.

import { stopId, threadId, type Stop, type StopReason, type StopTime } from '@sonde/engine';
import type { Machine } from '../machine.js';
import type { FromWorker } from '../messages.js';
import { StepGoal, type Goal } from './goals.js';
import type { Inspector } from './inspector.js';

type Shown = Pick<FromWorker & { readonly say: 'stopped' }, 'stop' | 'memory' | 'threads'>;

export class StopMaker {
  #number = 0;

  constructor(
    private readonly machine: Machine,
    private readonly inspector: Inspector,
    private readonly time: () => StopTime | undefined,
  ) {}

  /** The number of the latest stop. */
  get latest(): number {
    return this.#number;
  }

  make(task: number, reasons: readonly StopReason[]): Shown {
    const { machine, inspector } = this;
    const { returned } = inspector;
    inspector.forget();
    if (reasons.some(r => r.kind === 'step' && r.returned !== undefined)) inspector.returned = returned;
    const { frames, total = 0 } = inspector.stack(task, 0, 1);
    const scopes = frames[0] === undefined ? [] : inspector.scopes(frames[0].id);
    const time = this.time();
    const stop: Stop = {
      id: stopId(++this.#number),
      threads: [{ thread: threadId(task), reasons }],
      focus: threadId(task),
      allThreads: true,
      position: BigInt(machine.time),
      ...(time === undefined ? {} : { time }),
      top: { frames, total, scopes },
    };
    return { stop, memory: inspector.memorySizes(), threads: inspector.threads(false) };
  }

  /** That a step is over, with what the function it left gave back. */
  stepReason(goal: Goal | undefined): StopReason {
    const { machine, inspector } = this;
    if (!(goal instanceof StepGoal) || !goal.returned || machine.lastReturn === undefined)
      return { kind: 'step' };
    if (inspector.isNothing(goal.resultType)) return { kind: 'step' };
    const value = inspector.describe(machine.lastReturn(goal.task), goal.resultType);
    inspector.returned = { task: goal.task, function: goal.startFunction, value };
    return { kind: 'step', returned: value };
  }
}
