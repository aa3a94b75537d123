// Runs the machine until something happens that matters outside, and decides what becomes of it: a stop, an event, nothing.

import type { Outcome } from '@sonde/engine-vm';
import type { System } from '../../runtime/system.js';
import type { BreakOn, Session, Sessions } from '../sessions.js';
import type { LoadedTask, Stop } from './loaded-task.js';
import type { StopTeller } from './stop-teller.js';
import { watchUpdate, type WatchNews } from './watches.js';

export type Happening =
  | { readonly kind: 'time' }
  | { readonly kind: 'stop'; readonly task: LoadedTask; readonly stop: Stop }
  /** The task came to where a step over a call goes on. */
  | { readonly kind: 'arrived'; readonly task: LoadedTask }
  | { readonly kind: 'ended'; readonly task: LoadedTask }
  | Extract<Outcome, { kind: 'waiting' }>
  /** There is no task that could run. */
  | { readonly kind: 'idle' };

/** How often it looks at the clock while breakpoints and watches interrupt it. */
const interruptions = 16;

export class Control {
  /** Faults that ended tasks: each counts as an instruction for the machine, and is none. */
  unwound = 0;
  #deadline = Infinity;
  #isLate = false;
  /** Memory was changed from outside; watches are told when the machine runs next. */
  poked = false;
  #sinceLook = 0;

  constructor(
    private readonly system: System,
    private readonly tasks: ReadonlyMap<number, LoadedTask>,
    private readonly sessions: Sessions,
    private readonly teller: StopTeller,
  ) {}

  /** Runs who may run until the machine has retired so many instructions in all. */
  advance(until: number, phase: 'pre' | 'post'): Happening {
    const { system } = this;
    if (this.poked) this.#tellPoked();
    const began = system.state.time;
    let pass = false;
    for (;;) {
      const outcome = system.run(until, pass);
      pass = false;
      const now = system.state.time === began ? phase : 'post';
      const happening = this.#about(outcome, now);
      if (happening === 'pass') pass = true;
      else if (happening !== 'go on') return happening;
      if (system.state.time >= until || this.isLate()) return { kind: 'time' };
    }
  }

  /** On the clock of `performance.now`: the slice is over then, also in the middle of a trace. */
  set deadline(milliseconds: number) {
    this.#deadline = milliseconds;
    this.#isLate = false;
  }

  get deadline(): number {
    return this.#deadline;
  }

  /** Asked for each interruption and each traced instruction. */
  isLate(): boolean {
    if (this.#isLate || ++this.#sinceLook < interruptions) return this.#isLate;
    this.#sinceLook = 0;
    this.#isLate = performance.now() >= this.#deadline;
    return this.#isLate;
  }

  #about(outcome: Outcome, phase: 'pre' | 'post'): Happening | 'go on' | 'pass' {
    switch (outcome.kind) {
      case 'time':
        return this.#watched() ?? 'go on';
      case 'site':
        return this.#atSite(this.#task(outcome.task), phase);
      case 'trap':
        return this.#trapped(this.#task(outcome.task));
      case 'thrown':
        return this.#thrown(this.#task(outcome.task));
      case 'task':
        return this.#ended(this.#task(outcome.task));
      case 'waiting':
        return outcome;
      case 'exited':
        return { kind: 'idle' };
      case 'module':
        return 'go on';
    }
  }

  #task(pid: number): LoadedTask {
    return this.tasks.get(pid)!;
  }

  #atSite(task: LoadedTask, phase: 'pre' | 'post'): Happening | 'pass' {
    const { state, heard, breakpoints } = task;
    const { pc, steps } = state;
    if (heard?.pc === pc && heard.steps === steps) return 'pass';
    if (breakpoints.internal === pc && task.depth <= task.stepDepth) return { kind: 'arrived', task };
    const stop = this.judge(task, phase);
    return stop === undefined ? 'pass' : this.#stop(task, stop);
  }

  /** Hears the breakpoints where the task stands. */
  judge(task: LoadedTask, phase: 'pre' | 'post'): Stop | undefined {
    const { pc, steps } = task.state;
    task.heard = { pc, steps };
    const hit = task.breakpoints.judge(pc, task.depth);
    if (hit === undefined) return undefined;
    const { addr, condition, hits } = hit.breakpoint;
    return {
      reason: 'breakpoint',
      pc,
      phase,
      breakpoint: { addr, ...(condition === undefined ? {} : { condition }) },
      ...(hit.conditionError === undefined ? {} : { conditionError: hit.conditionError }),
      hits,
    };
  }

  #trapped(task: LoadedTask): Happening {
    const { state } = task;
    const { pc } = state;
    const code = this.system.code[state.program]!.image[pc >> 2]! & 0xff;
    // Without a debugger that asked for it, the task stops behind the BRK, as upstream has it.
    if (!task.stepping && !this.#breaks(task, 'brk')) this.system.run(this.system.state.time + 1, true);
    return this.#stop(task, { reason: 'brk', pc, nextPc: pc + 4, code });
  }

  #thrown(task: LoadedTask): Happening | 'go on' {
    const fault = task.state.fault!;
    task.failing = fault;
    const stop: Stop = { reason: 'fault', pc: task.state.pc, fault };
    if (task.stepping || this.#breaks(task, 'fault')) return this.#stop(task, stop);
    this.teller.fault(task, stop, false);
    return 'go on';
  }

  #ended(task: LoadedTask): Happening {
    if (task.failing !== undefined) this.unwound++;
    task.stop = undefined;
    this.teller.ended(task);
    const owner = this.sessions.ownerOf(task.pid);
    if (owner?.terms.breakOn.has('exit') === true) this.#holdGroup(task, owner);
    return { kind: 'ended', task };
  }

  #breaks(task: LoadedTask, what: BreakOn): boolean {
    return this.sessions.ownerOf(task.pid)?.terms.breakOn.has(what) === true;
  }

  /** Watches that were touched by the instruction that ran last, or from outside. */
  #watched(): Happening | undefined {
    for (const task of this.tasks.values()) {
      if (!task.watches.wasTouched) continue;
      let breaking: Stop | undefined;
      for (const news of task.watches.news()) {
        const { pc } = task.state;
        const update = watchUpdate(news, pc);
        if (news.removed) this.teller.watchRemoved(task, news.watch);
        else if (news.changed) this.teller.watchUpdate(task, update);
        if (!news.removed && breaks(news)) breaking ??= { reason: 'watch', pc, watch: update };
      }
      if (task.watches.size === 0) task.refreshWatcher();
      if (breaking !== undefined && !task.state.finished) return this.#stop(task, breaking);
    }
    return undefined;
  }

  /** What was changed from outside stops nobody. */
  #tellPoked(): void {
    this.poked = false;
    for (const task of this.tasks.values())
      if (task.watches.wasTouched)
        for (const news of task.watches.news())
          if (news.changed && !news.removed) this.teller.watchUpdate(task, watchUpdate(news, task.state.pc));
  }

  #stop(task: LoadedTask, stop: Stop): Happening {
    this.hold(task, stop);
    return { kind: 'stop', task, stop };
  }

  /** The task runs no instruction any more, nor does its group. */
  hold(task: LoadedTask, stop: Stop): void {
    const before = task.stateName;
    this.system.held.add(task.pid);
    task.stop = stop;
    this.teller.stopped(task, stop, before);
    const owner = this.sessions.ownerOf(task.pid);
    if (owner?.terms.stopGroup === true && stop.reason !== 'group') this.#holdGroup(task, owner);
  }

  #holdGroup(stopped: LoadedTask, owner: Session): void {
    for (const pid of owner.locks) {
      const other = this.tasks.get(pid);
      if (other === undefined || other === stopped || other.state.finished || this.system.held.has(pid))
        continue;
      this.hold(other, { reason: 'group', pc: other.state.pc });
    }
  }

  /** It may run again. */
  release(task: LoadedTask): void {
    if (!this.system.held.delete(task.pid)) return;
    task.stop = undefined;
    this.teller.resumed(task);
  }
}

/** A write counts for those who watch writes, also one that changes nothing unless only changes are wanted. */
function breaks({ watch, access, changed }: WatchNews): boolean {
  if (!watch.break || (access === 'write' ? watch.access === 'read' : watch.access === 'write')) return false;
  return changed || !watch.onlyChanges;
}
