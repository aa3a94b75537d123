// A task that was loaded: the machine's own state of it, and what the executive keeps beside that.

import { activationsOf, depthOf } from '../../runtime/activations.js';
import type { Fault } from '../../runtime/faults.js';
import type { TaskState } from '../../runtime/state.js';
import type { System } from '../../runtime/system.js';
import { restartCall, standAt } from '../../runtime/task-position.js';
import { TaskStreams } from '../output.js';
import type { Answer } from '../request.js';
import type { ReadProgram } from '../symbols/read-program.js';
import { TaskExpressions } from '../symbols/task-expressions.js';
import type { TaskSymbols } from '../symbols/task-symbols.js';
import { Breakpoints } from './breakpoints.js';
import { TaskTrace } from './task-trace.js';
import { Watches } from './watches.js';

/** Why a task is paused. */
export type Stop =
  | { readonly reason: 'loaded' | 'user_pause' | 'group' | 'step'; readonly pc: number }
  | {
      readonly reason: 'breakpoint';
      readonly pc: number;
      readonly phase: 'pre' | 'post';
      readonly breakpoint: Answer;
      readonly conditionError?: string;
      readonly hits: number;
    }
  /** `pc` is that of the BRK, whether the task stands at it or behind it. */
  | { readonly reason: 'brk'; readonly pc: number; readonly nextPc: number; readonly code: number }
  | { readonly reason: 'watch'; readonly pc: number; readonly watch: Answer }
  | { readonly reason: 'fault'; readonly pc: number; readonly fault: Fault };

export type StateName = 'running' | 'waiting_mbx' | 'sleeping' | 'paused' | 'returned' | 'terminated';

export class LoadedTask {
  readonly streams = new TaskStreams();
  readonly breakpoints: Breakpoints;
  readonly watches: Watches;
  readonly trace: TaskTrace;
  priority = 10;
  /** Why it is paused. */
  stop: Stop | undefined;
  /** Its breakpoints at this pc were heard when it had made so many steps; passed when it goes on. */
  heard: { readonly pc: number; readonly steps: number } | undefined;
  /** The fault that ends it. */
  failing: Fault | undefined;
  /** A `debug.step` of it is under way. */
  stepping = false;
  /** Ends it. */
  cancelStep: (() => void) | undefined;
  /** It has turns while another task of its group is stepped, and counts as paused all the time. */
  accompanies = false;
  /** A step over a call is over at this depth or one nearer to the start. */
  stepDepth = 0;
  /** The state and wait that were told last. */
  told: StateName = 'running';
  toldWait: string | undefined;
  symbols: TaskSymbols | undefined;
  #expressions: TaskExpressions | undefined;

  constructor(
    private readonly system: System,
    readonly state: TaskState,
    readonly program: ReadProgram,
    readonly appNameBase: string,
    traceSize: number,
    traced: (data: Answer) => void,
  ) {
    this.symbols = program.symbols;
    this.breakpoints = new Breakpoints(system.code[state.program]!);
    this.watches = new Watches(state);
    this.trace = new TaskTrace(system, state, traced, traceSize);
  }

  get pid(): number {
    return this.state.id;
  }

  get name(): string {
    return this.state.name;
  }

  /** Calls that are open; 0 when it is over. */
  /** Of the call that it stands in; it stays the same while the call is open. */
  get serial(): number {
    return activationsOf(this.state, 0, 1)[0]!.serial;
  }

  get depth(): number {
    return this.state.finished ? 0 : depthOf(this.state);
  }

  get stateName(): StateName {
    const { finished, wait } = this.state;
    if (finished) return this.failing === undefined ? 'returned' : 'terminated';
    if (this.system.held.has(this.pid)) return 'paused';
    if (wait === undefined) return 'running';
    return wait.for === 'time' ? 'sleeping' : 'waiting_mbx';
  }

  get expressions(): TaskExpressions {
    if (this.#expressions === undefined) {
      const { system, state, program } = this;
      this.#expressions = new TaskExpressions(system, state, program.image.code, this.symbols?.sym);
      system.describe(state, this.#expressions.tables);
    }
    return this.#expressions;
  }

  useSymbols(symbols: TaskSymbols): void {
    this.symbols = symbols;
    this.#expressions = undefined;
  }

  /** The machine reports accesses only for tasks that somebody watches. */
  refreshWatcher(): void {
    const { system, pid, watches, trace } = this;
    if (watches.size === 0 && !trace.enabled) system.watchers.delete(pid);
    else
      system.watchers.set(pid, (access, address, width) => {
        if (trace.enabled) trace.access = { op: access, address, width };
        const wanted = watches.watcher(access, address, width);
        if (wanted) system.halt();
        return wanted;
      });
  }

  /** The next instruction is another one: what it was about to fail with or waited for is void. */
  standAt(pc: number): void {
    standAt(this.state, pc);
    this.#moved();
  }

  /** Back to where the call began. Throws a RangeError when there is no such call. */
  restart(serial: number): void {
    restartCall(this.state, serial);
    this.#moved();
  }

  #moved(): void {
    this.failing = undefined;
    this.heard = undefined;
  }
}
