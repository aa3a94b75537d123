// The loop of the VM thread: runs the machine in slices, looks for messages in between, and decides when to stop.

import {
  asFailure,
  cancelled,
  Failure,
  type BreakpointId,
  type StopReason,
  type SymbolIndex,
  type TypeTable,
} from '@sonde/engine';
import {
  ArmedAddresses,
  conditionFails,
  EncounterInCourse,
  parseFrameId,
  PassedSites,
  type BreakpointTable,
  type Candidate as CandidateOf,
  type Encounter as EncounterOf,
} from '@sonde/engine/machine';
import type { Machine, Outcome } from '../machine.js';
import type { Question, ToWorker, WaitingFor } from '../messages.js';
import type { OutputWriter } from '../shared/output-ring.js';
import { ArmedBreakpoints } from './armed-breakpoints.js';
import { Evaluation } from './evaluation.js';
import { RunToGoal, StepGoal, type Goal } from './goals.js';
import type { Inspector } from './inspector.js';
import { InstructionTrace } from './instruction-trace.js';
import { machineFailure } from './machine-failure.js';
import type { Mailbox } from './mailbox.js';
import { passPrologue } from './prologue.js';
import { ActivationAccess } from './programs.js';
import { answerInspection } from './questions.js';
import { Slice } from './slice.js';
import { StopMaker } from './stop-maker.js';
import { TaskNames } from './task-names.js';
import { Watches, type Touch } from './watches.js';
import type { World } from './world.js';

type Candidate = CandidateOf<ActivationAccess>;
type Encounter = EncounterOf<ActivationAccess>;

/** Output that nobody waits for travels at most this often, so that many prints make few events. */
const outputEveryMs = 10;

export interface RunnerParts {
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly inspector: Inspector;
  readonly world: World;
  readonly output: OutputWriter;
  readonly mailbox: Mailbox;
  readonly types: TypeTable;
  readonly table: (addresses: ArmedAddresses) => BreakpointTable<ActivationAccess>;
  readonly noDebug: boolean;
}

type Mode = 'loaded' | 'running' | 'stopped' | 'deciding' | 'binding' | 'flushing' | 'ended';

export class Runner {
  #mode: Mode = 'loaded';
  #goal: Goal | undefined;
  #restricted = false;
  #pause: { readonly task: number | undefined } | undefined;
  #waiting: WaitingFor | undefined;
  #waitingSince = -1;
  #encounter: EncounterInCourse<ActivationAccess> | undefined;
  #exitCode = 0;
  /** Where the stop at the entry is still to come. */
  #entry: number | undefined;
  #toldOutputAt = 0;
  readonly #sites = new PassedSites();
  readonly #names: TaskNames;
  readonly #slice = new Slice();
  readonly #addresses: ArmedAddresses;
  readonly #table: BreakpointTable<ActivationAccess>;
  readonly #watches: Watches;
  readonly #breakpoints: ArmedBreakpoints;
  readonly #evaluation: Evaluation;
  readonly #access: ActivationAccess;
  readonly #stops: StopMaker;
  readonly #trace: InstructionTrace;

  constructor(private readonly parts: RunnerParts) {
    this.#addresses = new ArmedAddresses(parts.machine);
    this.#table = parts.table(this.#addresses);
    this.#watches = new Watches(parts.machine, parts.inspector);
    this.#evaluation = new Evaluation(parts.machine, parts.world);
    this.#access = new ActivationAccess(parts.machine, this.#evaluation);
    this.#stops = new StopMaker(parts.machine, parts.inspector);
    parts.world.watch = this.#watches;
    parts.world.printed = () => {
      if (performance.now() - this.#toldOutputAt > outputEveryMs) this.#tellOutput();
    };
    this.#breakpoints = new ArmedBreakpoints(this.#table, this.#watches);
    this.#names = new TaskNames(parts.machine);
    this.#trace = new InstructionTrace(parts.machine, parts.symbols, parts.inspector, this.#watches);
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
    const task = machine.currentTask;
    this.#sites.forgetUnless(address => this.#addresses.has(address));
    let outcome = this.#trace.run(
      until,
      this.#sites.leaves(task, () => this.#standsAt(task)),
    );
    while (outcome.kind === 'site' && this.#isPassed(outcome.task, outcome.address))
      outcome = this.#trace.run(until, true);
    const now = performance.now();
    if (!single && outcome.kind === 'time') this.#slice.took(now - began);
    if (outcome.kind !== 'waiting') this.#setWaiting(undefined);
    if (this.#watches.active && !single) this.#endWatches();
    if (now - this.#toldOutputAt > outputEveryMs) this.#tellOutput();
    this.#react(outcome);
  }

  /** The short way for the commonest case by far: all breakpoints at the site have conditions, and none holds. */
  #isPassed(task: number, address: number): boolean {
    if (this.#goal !== undefined || this.#sites.knows(task) || address === this.#entry) return false;
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
        this.#heard(this.parts.machine.currentTask);
        return this.parts.mailbox.say({ say: 'module', module: outcome.module });
      case 'task':
        this.#announce(outcome.task, outcome.change, outcome.name);
        return this.#afterInstruction(touches);
      case 'trap':
        // Breakpoints there had their say before the trap ran.
        this.#heard(outcome.task);
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
    if (this.#sites.meets(task, address)) return;
    const reached = this.#goal?.task === task && this.#goal.atSite(address);
    this.#arrive(task, reached ? [this.#stops.stepReason(this.#goal)] : []);
  }

  /** The task stands somewhere with reasons to stop or breakpoints, or both: all of them make one stop. */
  #arrive(task: number, brought: readonly StopReason[]): void {
    const address = this.#standsAt(task);
    const carried = [...this.#takeEntry(address), ...brought];
    if (address === undefined || this.#sites.heard(task, address)) return this.#stopFor(task, carried);
    const candidates = this.#table.at(address);
    const logs = candidates.some(c => c.programs.log !== undefined);
    if (logs && carried.length === 0 && !this.parts.output.settled) return this.#wait('output');
    this.#meet({
      task,
      carried,
      candidates,
      enter: () => this.#access.enter(task),
      reasons: (hits, problem) => [
        { kind: 'breakpoint', hits: hits.map(idOf), ...(problem === undefined ? {} : { problem }) },
      ],
      over: reasons => {
        this.#sites.judged(task, address);
        this.#stopFor(task, reasons);
      },
    });
  }

  /** The machine may have code to run first; breakpoints in it stop as ever, and the entry is not forgotten over them. */
  #stopOnEntry(): void {
    const { machine } = this.parts;
    this.#entry = machine.entry;
    if (this.#entry === undefined) this.#arrive(machine.currentTask, [{ kind: 'entry' }]);
    else this.#addresses.want(this.#entry);
  }

  #takeEntry(address: number | undefined): readonly StopReason[] {
    if (address === undefined || address !== this.#entry) return [];
    this.#addresses.release(address);
    this.#entry = undefined;
    return [{ kind: 'entry' }];
  }

  #standsAt(task: number): number | undefined {
    return this.parts.machine.frames(task, 0, 1)[0]?.pc;
  }

  /** Nobody asks the breakpoints where the task stands any more. */
  #heard(task: number): void {
    const address = this.#standsAt(task);
    if (address !== undefined) this.#sites.judged(task, address);
  }

  #atThrow(outcome: Outcome & { kind: 'thrown' }): void {
    const { task, thrown } = outcome;
    if (this.#goal?.task === task) this.#goal.thrown();
    const address = this.#standsAt(task);
    if (address !== undefined) this.#sites.begun(task, address);
    const { word, ...told } = thrown;
    const value = word === undefined ? {} : { value: this.parts.inspector.describe(word, undefined) };
    this.#meet({
      task,
      carried: [],
      candidates: this.#table.forException(thrown.name, thrown.caught),
      enter: () => this.#access.enter(task),
      reasons: (hits, problem) => {
        if (problem !== undefined) this.parts.mailbox.say({ say: 'notice', message: problem });
        return [{ kind: 'exception', thrown: { ...told, ...value }, hits: hits.map(idOf) }];
      },
      over: reasons => this.#stopFor(task, reasons),
    });
  }

  #atTouch(touches: readonly Touch[], carried: readonly StopReason[]): void {
    const { task } = touches[0]!;
    this.#meet({
      task,
      carried,
      candidates: touches.map(t => t.watch.candidate),
      enter: candidate =>
        this.#enterWatched(
          task,
          touches.find(t => t.watch.candidate === candidate),
        ),
      reasons: (hits, problem) =>
        touches
          .filter(t => hits.includes(t.watch.candidate))
          .map(t => ({
            kind: 'data',
            hits: [idOf(t.watch.candidate)],
            place: t.watch.named,
            access: t.access,
            ...(t.access === 'write' ? { before: t.before } : {}),
            after: this.#watches.valueOf(t.watch),
            ...(problem === undefined ? {} : { problem }),
          })),
      // The access is over, and the task stands at its next instruction, which may have breakpoints of its own.
      over: reasons => {
        if (reasons.length > 0) this.#arrive(task, reasons);
      },
    });
  }

  /** A condition on a variable of a call speaks of that call, whoever changed the variable. */
  #enterWatched(task: number, touch: Touch | undefined): void {
    const place = touch?.watch.place;
    if (place?.kind === 'slot') this.#access.enterFrame(place.task, place.frame);
    else this.#access.enter(task);
  }

  #meet(encounter: Encounter): void {
    this.#encounter = new EncounterInCourse(encounter);
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
      this.parts.mailbox.say({ say: 'decide', breakpoint: id, about: end.about, ...shown });
      return;
    }
    this.#encounter = undefined;
    this.#mode = 'running';
    current.encounter.over(end.reasons);
  }

  #log(candidate: Candidate, task: number, text: string): void {
    const address = this.#standsAt(task) ?? 0;
    this.parts.output.add(`log ${idOf(candidate)} ${address}`, `${text}\n`);
  }

  #stopFor(task: number, reasons: readonly StopReason[]): void {
    if (reasons.length > 0) this.#stop(task, reasons);
  }

  #stop(task: number, reasons: readonly StopReason[]): void {
    const { mailbox } = this.parts;
    this.#endGoal();
    this.#pause = undefined;
    this.#mode = 'stopped';
    const hits = reasons.flatMap(r => ('hits' in r ? r.hits : []));
    const spent = this.#breakpoints.takeSpent(hits);
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
    const address = this.#standsAt(task.id);
    // One that waits is in the middle of its instruction.
    if (task.state === 'waiting' && address !== undefined) this.#sites.begun(task.id, address);
    this.#arrive(task.id, [{ kind: 'pause' }]);
  }

  #announce(task: number, change: 'started' | 'exited', name?: string): void {
    this.parts.mailbox.say({ say: 'task', change, thread: this.#names.announced(task, change, name) });
    if (change !== 'exited') return;
    this.#sites.forget(task);
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
    if (!this.parts.output.mustTell()) return;
    this.#toldOutputAt = performance.now();
    this.parts.mailbox.say({ say: 'output' });
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
    const ids = this.#breakpoints.takeEnded();
    if (ids.length === 0) return;
    this.parts.mailbox.say({ say: 'watchesEnded', ids, why: 'the call it belonged to has returned' });
  }

  #handle(message: ToWorker): void {
    switch (message.tell) {
      case 'begin':
        this.#mode = 'running';
        if (message.stopOnEntry) this.#stopOnEntry();
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
    const { mailbox, world } = this.parts;
    world.answering = number;
    try {
      if (world.interrupted) throw cancelled();
      const { value, then } = this.#reply(question);
      // What an evaluation printed comes before its result.
      this.#tellOutput();
      mailbox.say({ say: 'answer', number, value });
      then?.();
    } catch (error) {
      const { code, blame, message, next } = asFailure(machineFailure(error));
      mailbox.say({
        say: 'refusal',
        number,
        failure: { code, blame, message, ...(next === undefined ? {} : { next }) },
      });
    } finally {
      world.answering = undefined;
    }
  }

  /** The answer, and what is to be done once it is on its way. */
  #reply(question: Question): { readonly value: unknown; readonly then?: () => void } {
    switch (question.name) {
      case 'pause':
        if (this.#mode !== 'stopped') this.#pause = { task: question.task };
        return { value: undefined };
      case 'recordTrace':
        this.#trace.record(question.on);
        return { value: undefined };
      case 'breakpoints':
        for (const [id, description] of question.types) this.parts.types.define(id, description);
        return { value: this.#breakpoints.change(question.set, question.remove) };
      case 'endTasks':
        for (const task of question.tasks) this.parts.inspector.checkTask(task);
        return { value: undefined, then: () => this.#endTasks(question.tasks) };
      case 'resume':
        this.#checkStop(question.stop);
        return { value: undefined, then: this.#motion(question) };
      default:
        if ('stop' in question) this.#checkStop(question.stop);
        return {
          value: answerInspection(question, {
            ...this.parts,
            evaluation: this.#evaluation,
            trace: this.#trace,
          }),
        };
    }
  }

  #endTasks(tasks: readonly number[]): void {
    const { machine, inspector } = this.parts;
    for (const task of new Set(tasks)) {
      machine.endTask?.(task);
      inspector.forget();
      this.#announce(task, 'exited');
    }
    // Without tasks nobody is left to be resumed: the program is over, and the machine says so.
    if (machine.tasks().every(t => t.state === 'finished')) this.#mode = 'running';
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

  #checkCall(task: number, call: number | undefined): void {
    const here = this.#standsAt(task) ?? 0;
    if (call === undefined || this.parts.symbols.callsAhead(here).some(c => c.address === call)) return;
    const why = 'the call to step into is not ahead on this line.';
    throw new Failure('bad-arguments', 'user', why, 'Ask for the targets of this stop.');
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
      this.#mode = 'running';
    };
    const moved = (reason: StopReason) => (): void => {
      this.#sites.forget(task);
      this.#arrive(task, [reason]);
    };
    switch (motion.kind) {
      case 'continue':
        return goOn();
      case 'step':
        this.#checkCall(task, motion.call);
        return goOn(() => new StepGoal(machine, symbols, this.#addresses, task, motion));
      case 'run-to':
        return goOn(() => new RunToGoal(this.#addresses, task, motion.addresses));
      case 'goto': {
        const here = machine.frames(task, 0, 1)[0]?.pc ?? 0;
        // Whoever names a place of the text means it as it was compiled into the function that runs.
        const address = symbols.sameStatementIn(symbols.functionAt(here), motion.address);
        if (address === undefined)
          throw new Failure('bad-arguments', 'user', 'the next statement must be in the function that runs.');
        machine.goto?.(task, address);
        return moved({ kind: 'goto' });
      }
      case 'restart-frame':
        if (symbols.functionAt(inspector.frameAddress(motion.frame))?.artificial === true)
          throw new Failure(
            'bad-arguments',
            'user',
            'the machine itself runs in this frame.',
            'Restart its caller.',
          );
        machine.restartFrame?.(task, parseFrameId(motion.frame).serial);
        passPrologue(machine, symbols, task);
        return moved({ kind: 'restart-frame' });
    }
  }
}

const idOf = (candidate: Candidate): BreakpointId => candidate.breakpoint.spec.id;
