// The loop of the VM thread: runs the machine in slices, looks for messages in between, and decides when to stop.

import {
  asFailure,
  Failure,
  threadId,
  type BreakpointId,
  type StopReason,
  type SymbolIndex,
} from '@sonde/engine';
import type { Machine, Outcome } from '../machine.js';
import type { ArmedBreakpoint, Question, ToWorker, WaitingFor } from '../messages.js';
import type { OutputWriter } from '../shared/output-ring.js';
import { ArmedAddresses } from './armed-addresses.js';
import { conditionFails, type BreakpointTable, type Candidate } from './breakpoint-table.js';
import { EncounterInCourse, type Encounter } from './encounter.js';
import { RunToGoal, StepGoal, type Goal } from './goals.js';
import type { Inspector } from './inspector.js';
import type { Mailbox } from './mailbox.js';
import { parseFrameId } from './places.js';
import { ActivationAccess } from './programs.js';
import { answerInspection } from './questions.js';
import { Slice } from './slice.js';
import { StopMaker } from './stop-maker.js';
import { Watches, type Touch } from './watches.js';
import type { World } from './world.js';

/** Output that nobody waits for travels at most this often, so that many prints make few events. */
const outputEveryMs = 10;

export interface RunnerParts {
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly inspector: Inspector;
  readonly world: World;
  readonly output: OutputWriter;
  readonly mailbox: Mailbox;
  readonly table: (addresses: ArmedAddresses) => BreakpointTable;
  readonly noDebug: boolean;
}

type Mode = 'loaded' | 'running' | 'stopped' | 'deciding' | 'binding' | 'flushing' | 'ended';

export class Runner {
  #mode: Mode = 'loaded';
  #pass = false;
  #goal: Goal | undefined;
  #restricted = false;
  #pause: { readonly task: number | undefined } | undefined;
  #waiting: WaitingFor | undefined;
  #waitingSince = -1;
  #encounter: EncounterInCourse | undefined;
  #exitCode = 0;
  #toldOutputAt = 0;
  /** Per task: where it stopped. The breakpoints there had their say, and must not have it again on leaving. */
  readonly #seen = new Map<number, number>();
  /** A task that is over is no longer listed by the machine. */
  readonly #taskNames = new Map<number, string>();
  readonly #slice = new Slice();
  readonly #addresses: ArmedAddresses;
  readonly #table: BreakpointTable;
  readonly #watches: Watches;
  readonly #access: ActivationAccess;
  readonly #stops: StopMaker;

  constructor(private readonly parts: RunnerParts) {
    this.#addresses = new ArmedAddresses(parts.machine);
    this.#table = parts.table(this.#addresses);
    this.#watches = new Watches(parts.machine, parts.inspector);
    this.#access = new ActivationAccess(parts.machine);
    this.#stops = new StopMaker(parts.machine, parts.inspector);
    parts.world.watch = this.#watches;
    for (const task of parts.machine.tasks()) this.#taskNames.set(task.id, task.name);
  }

  /** Returns when the program is over. */
  run(): void {
    const { mailbox, output } = this.parts;
    while (this.#goOn()) {
      mailbox.receive(message => this.#handle(message));
      output.pump();
    }
  }

  /** One round of the loop; false when there will be no other. */
  #goOn(): boolean {
    switch (this.#mode) {
      case 'ended':
        return false;
      case 'running':
        this.#advance();
        return true;
      case 'flushing':
        if (this.parts.output.settled) this.#end();
        else this.#sleep();
        return true;
      case 'loaded':
      case 'stopped':
      case 'deciding':
      case 'binding':
        this.#sleep();
        return true;
    }
  }

  #advance(): void {
    if (this.#pause !== undefined) return this.#pauseNow(this.#pause.task);
    const { machine } = this.parts;
    const single = this.#goal?.prepare() ?? false;
    const began = performance.now();
    const until = machine.time + (single ? 1 : this.#slice.instructions);
    let outcome = machine.run(until, this.#pass);
    while (outcome.kind === 'site' && this.#isPassed(outcome.task, outcome.address))
      outcome = machine.run(until, true);
    this.#pass = false;
    const now = performance.now();
    if (!single && outcome.kind === 'time') this.#slice.took(now - began);
    if (outcome.kind !== 'waiting') this.#setWaiting(undefined);
    if (this.#watches.active && !single) this.#endWatches();
    if (now - this.#toldOutputAt > outputEveryMs) this.#tellOutput();
    this.#react(outcome);
  }

  /** The short way for the commonest case by far: all breakpoints at the site have conditions, and none holds. */
  #isPassed(task: number, address: number): boolean {
    if (this.#goal !== undefined || this.#seen.size > 0) return false;
    this.#access.enter(task);
    return this.#table.at(address).every(candidate => conditionFails(candidate, this.#access));
  }

  #react(outcome: Outcome): void {
    const touches = this.#watches.takeTouches();
    switch (outcome.kind) {
      case 'time':
        return this.#afterInstruction(touches);
      case 'site':
        return this.#atSite(outcome.task, outcome.address);
      case 'waiting':
        return this.#wait(outcome.for, outcome.until);
      case 'thrown':
        return this.#atThrow(outcome);
      case 'module':
        this.#mode = 'binding';
        // The task stands at the instruction that loads, and has met its site.
        this.#pass = true;
        return this.parts.mailbox.say({ say: 'module', module: outcome.module });
      case 'task':
        return this.#taskChanged(outcome.task, outcome.change, touches);
      case 'trap':
        // Breakpoints there had their say before the trap ran.
        if (!this.parts.noDebug) this.#stop(outcome.task, [{ kind: 'program' }]);
        return;
      case 'exited':
        this.#exitCode = outcome.code;
        this.#mode = 'flushing';
    }
  }

  /** An instruction was retired: a step may be over, or something watched was touched. */
  #afterInstruction(touches: readonly Touch[]): void {
    const carried = this.#goal?.afterRun() === true ? [this.#stops.stepReason(this.#goal)] : [];
    if (touches.length > 0) return this.#atTouch(touches, carried);
    if (carried.length > 0 && this.#goal !== undefined) this.#arrive(this.#goal.task, carried);
  }

  #atSite(task: number, address: number): void {
    if (this.#seen.get(task) === address) {
      this.#seen.delete(task);
      this.#pass = true;
      return;
    }
    const reached = this.#goal?.task === task && this.#goal.atSite(address);
    this.#arrive(task, reached ? [this.#stops.stepReason(this.#goal)] : []);
  }

  /** The task stands somewhere with reasons to stop or breakpoints, or both. */
  #arrive(task: number, carried: readonly StopReason[]): void {
    const address = this.parts.machine.frames(task, 0, 1)[0]?.pc;
    const candidates = address === undefined ? [] : this.#table.at(address);
    const logs = candidates.some(c => c.programs.log !== undefined);
    if (logs && carried.length === 0 && !this.parts.output.settled) return this.#wait('output');
    this.#meet({
      task,
      carried,
      site: true,
      candidates: this.#seen.get(task) === address ? [] : candidates,
      reasons: (hits, problem) => [
        { kind: 'breakpoint', hits: hits.map(idOf), ...(problem === undefined ? {} : { problem }) },
      ],
    });
  }

  #atThrow(outcome: Outcome & { kind: 'thrown' }): void {
    const { task, thrown } = outcome;
    if (this.#goal?.task === task) this.#goal.thrown();
    const { word, ...told } = thrown;
    const value = word === undefined ? {} : { value: this.parts.inspector.describeAny(word) };
    this.#meet({
      task,
      carried: [],
      site: false,
      candidates: this.#table.forException(thrown.name, thrown.caught),
      reasons: (hits, problem) => {
        if (problem !== undefined) this.parts.mailbox.say({ say: 'notice', message: problem });
        return [{ kind: 'exception', thrown: { ...told, ...value }, hits: hits.map(idOf) }];
      },
    });
  }

  #atTouch(touches: readonly Touch[], carried: readonly StopReason[]): void {
    this.#meet({
      task: touches[0]!.task,
      carried,
      site: false,
      candidates: touches.map(t => t.watch.candidate),
      reasons: hits =>
        touches
          .filter(t => hits.includes(t.watch.candidate))
          .map(t => ({
            kind: 'data',
            hits: [idOf(t.watch.candidate)],
            place: t.watch.named,
            access: t.access,
            ...(t.access === 'write' ? { before: t.before } : {}),
            after: this.#watches.valueOf(t.watch),
          })),
    });
  }

  #meet(encounter: Encounter): void {
    if (encounter.candidates.length === 0 && encounter.carried.length === 0) {
      this.#pass = encounter.site;
      return;
    }
    this.#encounter = new EncounterInCourse(encounter);
    this.#access.enter(encounter.task);
    this.#proceed();
  }

  #proceed(): void {
    const current = this.#encounter;
    if (current === undefined) return;
    const { task } = current.encounter;
    const end = current.proceed(this.#access, (candidate, text) => this.#log(candidate, task, text));
    if (end.kind === 'ask') {
      this.#mode = 'deciding';
      const id = idOf(end.candidate);
      const shown = this.#stops.make(task, [{ kind: 'breakpoint', hits: [id] }]);
      this.parts.mailbox.say({ say: 'decide', breakpoint: id, ...shown });
      return;
    }
    this.#encounter = undefined;
    if (end.reasons.length > 0) return this.#stop(task, end.reasons);
    this.#mode = 'running';
    this.#pass = current.encounter.site;
  }

  #log(candidate: Candidate, task: number, text: string): void {
    const address = this.parts.machine.frames(task, 0, 1)[0]?.pc ?? 0;
    this.parts.output.add(`log ${idOf(candidate)} ${address}`, `${text}\n`);
  }

  #stop(task: number, reasons: readonly StopReason[]): void {
    const { machine, mailbox } = this.parts;
    this.#endGoal();
    this.#pause = undefined;
    this.#mode = 'stopped';
    const address = machine.frames(task, 0, 1)[0]?.pc;
    if (address !== undefined) this.#seen.set(task, address);
    const hits = reasons.flatMap(r => ('hits' in r ? r.hits : []));
    const spent = hits.filter(id => this.#table.isTemporary(id));
    for (const id of spent) this.#removeBreakpoint(id);
    this.#tellOutput();
    mailbox.say({ say: 'stopped', spent, ...this.#stops.make(task, reasons) });
  }

  #pauseNow(wanted: number | undefined): void {
    const { machine } = this.parts;
    const alive = machine.tasks().filter(t => t.state !== 'finished');
    const task =
      alive.find(t => t.id === wanted) ?? alive.find(t => t.id === machine.currentTask) ?? alive[0];
    this.#pause = undefined;
    if (task === undefined) return;
    this.#arrive(task.id, [{ kind: 'pause' }]);
  }

  #taskChanged(task: number, change: 'started' | 'exited', touches: readonly Touch[]): void {
    this.#announce(task, change);
    this.#afterInstruction(touches);
  }

  #announce(task: number, change: 'started' | 'exited'): void {
    const found = this.parts.machine.tasks().find(t => t.id === task)?.name;
    const name = found ?? this.#taskNames.get(task) ?? `task ${task}`;
    this.#taskNames.set(task, name);
    const state = change === 'started' ? 'running' : 'finished';
    this.parts.mailbox.say({
      say: 'task',
      change,
      thread: { id: threadId(task), name, kind: 'task', state },
    });
    if (change !== 'exited') return;
    this.#seen.delete(task);
    if (this.#goal?.task === task) this.#endGoal();
  }

  #wait(reason: WaitingFor, until?: number): void {
    const { machine, world } = this.parts;
    if (reason === 'task' && this.#restricted) {
      this.#lift();
      this.#notice('The thread waits for another one, so all of them run again.');
      return;
    }
    if (reason === 'task' && this.#waiting !== 'task') {
      const names = machine.tasks().filter(t => t.state === 'waiting');
      this.#notice(`Deadlock: ${names.map(t => t.name).join(', ')} wait for one another.`);
    }
    // It went on in between, only to wait again within the same slice.
    if (machine.time !== this.#waitingSince) this.#setWaiting(undefined);
    this.#waitingSince = machine.time;
    this.#setWaiting(reason);
    this.#sleep(until === undefined ? Infinity : Math.max(0, until - world.now()));
  }

  #setWaiting(reason: WaitingFor | undefined): void {
    if (reason === this.#waiting) return;
    this.#waiting = reason;
    this.parts.mailbox.say({ say: 'waiting', for: reason, threads: this.parts.inspector.threads(true) });
  }

  #sleep(milliseconds = Infinity): void {
    this.#tellOutput();
    this.parts.mailbox.sleep(milliseconds);
  }

  #tellOutput(): void {
    this.#toldOutputAt = performance.now();
    if (this.parts.output.mustTell()) this.parts.mailbox.say({ say: 'output' });
  }

  #notice(message: string): void {
    this.parts.mailbox.say({ say: 'notice', message });
  }

  #end(): void {
    this.#mode = 'ended';
    this.#tellOutput();
    this.parts.mailbox.say({ say: 'exited', code: this.#exitCode });
  }

  #endGoal(): void {
    this.#goal?.finish();
    this.#goal = undefined;
    this.#lift();
  }

  #lift(): void {
    if (this.#restricted) this.parts.machine.restrictTo?.(undefined);
    this.#restricted = false;
  }

  #endWatches(): void {
    const ids = this.#watches.takeEnded();
    if (ids.length === 0) return;
    for (const id of ids) this.#table.remove(id);
    this.parts.mailbox.say({ say: 'watchesEnded', ids, why: 'the call it belonged to has returned' });
  }

  #handle(message: ToWorker): void {
    switch (message.tell) {
      case 'begin':
        this.#mode = 'running';
        if (message.stopOnEntry) this.#arrive(this.parts.machine.currentTask, [{ kind: 'entry' }]);
        return;
      case 'input':
        return this.parts.world.addInput(message.text);
      case 'decided':
        this.#encounter?.decided(message.stop, message.problem);
        this.#mode = 'running';
        return this.#proceed();
      case 'bound':
        this.#mode = 'running';
        return;
      case 'end':
        this.#mode = 'ended';
        return this.#tellOutput();
      case 'question':
        return this.#answer(message.number, message.question);
    }
  }

  #answer(number: number, question: Question): void {
    const { mailbox } = this.parts;
    try {
      const { value, then } = this.#reply(question);
      mailbox.say({ say: 'answer', number, value });
      then?.();
    } catch (error) {
      const { code, blame, message, next } = asFailure(error);
      mailbox.say({
        say: 'refusal',
        number,
        failure: { code, blame, message, ...(next === undefined ? {} : { next }) },
      });
    }
  }

  /** The answer, and what is to be done once it is on its way. */
  #reply(question: Question): { readonly value: unknown; readonly then?: () => void } {
    switch (question.name) {
      case 'pause':
        if (this.#mode !== 'stopped') this.#pause = { task: question.task };
        return { value: undefined };
      case 'breakpoints':
        return { value: this.#changeBreakpoints(question.set, question.remove) };
      case 'endTasks':
        for (const task of question.tasks) this.parts.inspector.checkTask(task);
        return { value: undefined, then: () => question.tasks.forEach(task => this.#endTask(task)) };
      case 'resume':
        this.#checkStop(question.stop);
        return { value: undefined, then: this.#motion(question) };
      default:
        if ('stop' in question) this.#checkStop(question.stop);
        return {
          value: answerInspection(question, this.parts.inspector, this.parts.machine, this.parts.symbols),
        };
    }
  }

  #endTask(task: number): void {
    this.parts.machine.endTask?.(task);
    this.parts.inspector.forget();
    this.#announce(task, 'exited');
  }

  #checkStop(stop: number): void {
    const halted = this.#mode === 'stopped' || this.#mode === 'deciding';
    if (!halted || stop !== this.#stops.latest)
      throw new Failure(
        'stale',
        'user',
        'this value belongs to an earlier stop;',
        'ask again for the current one.',
      );
  }

  /** Checks the motion at once, and answers with what sets it going. */
  #motion(question: Question & { name: 'resume' }): () => void {
    const { machine, symbols, inspector } = this.parts;
    const { task, motion } = question;
    if (motion.kind !== 'continue') inspector.checkTask(task);
    const goOn = (makeGoal?: () => Goal) => (): void => {
      inspector.forget();
      this.#goal = makeGoal?.();
      this.#restricted = question.alone && machine.restrictTo !== undefined;
      if (this.#restricted) machine.restrictTo?.(task);
      this.#forgetUnarmed();
      // An instruction that is passed does not meet its site again.
      if (this.#pass) this.#seen.delete(machine.currentTask);
      this.#mode = 'running';
    };
    const moved = (reason: StopReason) => (): void => {
      this.#seen.clear();
      this.#pass = false;
      this.#stop(task, [reason]);
    };
    switch (motion.kind) {
      case 'continue':
        return goOn();
      case 'step':
        return goOn(() => new StepGoal(machine, symbols, this.#addresses, task, motion));
      case 'run-to':
        return goOn(() => new RunToGoal(this.#addresses, task, motion.addresses));
      case 'goto': {
        const here = machine.frames(task, 0, 1)[0]?.pc ?? 0;
        if (symbols.functionAt(here) !== symbols.functionAt(motion.address))
          throw new Failure('bad-arguments', 'user', 'the next statement must be in the function that runs.');
        machine.goto?.(task, motion.address);
        return moved({ kind: 'goto' });
      }
      case 'restart-frame':
        inspector.frameAddress(motion.frame);
        machine.restartFrame?.(task, parseFrameId(motion.frame).serial);
        return moved({ kind: 'restart-frame' });
    }
  }

  #changeBreakpoints(
    set: readonly ArmedBreakpoint[],
    remove: readonly BreakpointId[],
  ): readonly { readonly id: BreakpointId; readonly why: string }[] {
    for (const id of remove) this.#removeBreakpoint(id);
    const refused: { id: BreakpointId; why: string }[] = [];
    for (const spec of set) {
      try {
        this.#watches.remove(spec.id);
        const candidate = this.#table.set(spec);
        if (candidate !== undefined && spec.where.kind === 'data') this.#watches.add(candidate, spec.where);
      } catch (error) {
        this.#table.remove(spec.id);
        refused.push({ id: spec.id, why: asFailure(error).message });
      }
    }
    if (this.#mode === 'running') this.#forgetUnarmed();
    return refused;
  }

  #removeBreakpoint(id: BreakpointId): void {
    this.#watches.remove(id);
    this.#table.remove(id);
  }

  /** A task that leaves a place where nothing is armed does so unseen; what was noted about it would be wrong later. */
  #forgetUnarmed(): void {
    for (const [task, address] of this.#seen) if (!this.#addresses.has(address)) this.#seen.delete(task);
  }
}

const idOf = (candidate: Candidate): BreakpointId => candidate.breakpoint.spec.id;
