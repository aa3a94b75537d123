// The loop of the VM thread: runs the machine in slices, looks for messages in between, and decides when to stop.

import {
  Failure,
  notSupported,
  staleStop,
  type ModuleId,
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
import { Encounters, idOf } from './encounters.js';
import { EntryStop } from './entry-stop.js';
import { Evaluation } from './evaluation.js';
import { checkCall, checkRestart, RunToGoal, StepGoal, type Goal } from './goals.js';
import type { Inspector } from './inspector.js';
import { InstructionTrace } from './instruction-trace.js';
import { LoopNews, type Reply } from './loop-news.js';
import type { Mailbox } from './mailbox.js';
import { ActivationAccess } from './programs.js';
import { answerInspection, type Inspected } from './questions.js';
import { Slice } from './slice.js';
import { StopMaker } from './stop-maker.js';
import { TaskNames } from './task-names.js';
import type { Edit } from '../recording/edits.js';
import { performEdit } from './time/perform-edit.js';
import type { Asked } from './time/scanner.js';
import { TimeControl, type TimeControlParts } from './time/time-control.js';
import { Watches, type Touch } from './watches.js';
import type { World } from './world.js';

type Candidate = CandidateOf<ActivationAccess>;
type Encounter = EncounterOf<ActivationAccess>;

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
  readonly recording: Pick<TimeControlParts, 'memoryBudget' | 'stopAtEnd' | 'seat' | 'replay'> | undefined;
  readonly program: Inspected['program'];
}

type Mode =
  | 'loaded'
  | 'running'
  | 'travelling'
  | 'stopped'
  | 'deciding'
  | 'binding'
  | 'flushing'
  | 'over'
  | 'ended';

export class Runner {
  #mode: Mode = 'loaded';
  #goal: Goal | undefined;
  #restricted = false;
  #pause: { readonly task: number | undefined } | undefined;
  #waitingSince = -1;
  #encounter: EncounterInCourse<ActivationAccess> | undefined;
  #exitCode = 0;
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
  readonly #encounters: Encounters;
  readonly #news: LoopNews;
  readonly #entry: EntryStop;
  /** Where the run is recorded. */
  readonly #time: TimeControl | undefined;
  readonly #announced = new Set<ModuleId>();
  readonly #trace: InstructionTrace;

  constructor(private readonly parts: RunnerParts) {
    this.#news = new LoopNews(parts.mailbox, parts.output, parts.inspector);
    this.#addresses = new ArmedAddresses(parts.machine);
    this.#table = parts.table(this.#addresses);
    this.#entry = new EntryStop(parts.machine, this.#addresses);
    this.#watches = new Watches(parts.machine, parts.inspector);
    this.#evaluation = new Evaluation(parts.machine, parts.world);
    this.#access = new ActivationAccess(parts.machine, this.#evaluation);
    this.#stops = new StopMaker(parts.machine, parts.inspector, () => this.#time?.stopTime);
    parts.world.watch = this.#watches;
    parts.world.printed = () => this.#news.tellOutputNowAndThen();
    this.#breakpoints = new ArmedBreakpoints(this.#table, this.#watches);
    this.#names = new TaskNames(parts.machine);
    this.#encounters = new Encounters({
      table: this.#table,
      access: this.#access,
      inspector: parts.inspector,
      watches: this.#watches,
      notice: message => this.#news.notice(message),
    });
    this.#time = parts.recording && this.#timeControl(parts.recording);
    this.#trace = new InstructionTrace(parts, this.#watches, this.#time ?? parts.machine);
  }

  #timeControl(recording: NonNullable<RunnerParts['recording']>): TimeControl {
    return new TimeControl({
      ...this.parts,
      ...recording,
      perform: edit => this.#perform(edit),
      table: this.#table,
      addresses: this.#addresses,
      sites: this.#sites,
      access: this.#access,
      watches: this.#watches,
      encounters: this.#encounters,
    });
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
      case 'travelling':
        // A replayed program does not wait for its reader, which took all that it printed then.
        if (this.#time?.closed === true && !this.parts.output.settled && this.#pause === undefined)
          this.#news.sleep();
        else this.#inTime(() => (this.#mode === 'running' ? this.#advance() : this.#travel()));
        return true;
      case 'flushing':
        if (this.parts.output.settled) this.#end();
        else this.#news.sleep();
        return true;
      case 'loaded':
      case 'stopped':
      case 'deciding':
      case 'binding':
      case 'over':
        this.#news.sleep();
        return true;
    }
  }

  #advance(): void {
    if (this.#pause !== undefined) return this.#pauseNow(this.#pause.task);
    if (this.#time?.atEnd === true) return this.#endRecording(this.#time, undefined);
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
    if (outcome.kind === 'time') {
      if (!single && machine.time === until) this.#slice.took(now - began);
      this.#time?.ran(now);
    }
    if (outcome.kind !== 'waiting') this.#news.waiting = undefined;
    if (this.#watches.active && !single && !this.#inPast) this.#endWatches();
    this.#news.tellOutputNowAndThen(now);
    this.#react(outcome);
  }

  get #inPast(): boolean {
    return this.#time?.past === true;
  }

  /** A program that does not do the same again is found out anywhere. */
  #inTime(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#time === undefined) throw error;
      const message = this.#time.diverged(error);
      this.#news.notice(message);
      this.#stop(this.parts.machine.currentTask, [{ kind: 'end-of-recording', text: message }]);
    }
  }

  #endRecording(time: TimeControl, exit: number | undefined): void {
    time.checkEnd(exit);
    this.#endGoal();
    time.toEnd(exit);
    this.#mode = 'travelling';
  }

  /** On the way back. Whoever pauses stays where the way has led so far. */
  #travel(): void {
    const time = this.#time!;
    if (this.#pause !== undefined) {
      time.giveUp();
      return this.#pauseNow(this.#pause.task);
    }
    const travelled = time.travel();
    if (travelled.kind === 'arrived') {
      this.#trace.forget();
      return this.#stop(travelled.task, travelled.reasons);
    }
    if (travelled.kind === 'ask') this.#ask(travelled.asked);
  }

  /** The short way for the commonest case by far: all breakpoints at the site have conditions, and none holds. */
  #isPassed(task: number, address: number): boolean {
    if (this.#goal !== undefined || this.#sites.knows(task) || this.#entry.expects(address)) return false;
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
        // The task stands at the instruction that loads, and has met its site.
        this.#heard(this.parts.machine.currentTask);
        if (this.#announced.has(outcome.module)) return;
        this.#announced.add(outcome.module);
        this.#mode = 'binding';
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
        if (this.#time?.stopsAtExit(outcome.code) === true)
          return this.#endRecording(this.#time, outcome.code);
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
    const carried = [...this.#entry.take(address), ...brought];
    if (address === undefined || this.#sites.heard(task, address)) return this.#stopFor(task, carried);
    const candidates = this.#table.at(address);
    const logs = candidates.some(c => c.programs.log !== undefined);
    if (logs && carried.length === 0 && !this.parts.output.settled) return this.#wait('output');
    this.#meet(
      this.#encounters.atSite(task, address, carried, reasons => {
        this.#sites.judged(task, address);
        this.#stopFor(task, reasons);
      }),
    );
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
    this.#time?.note({ kind: 'exception', task, name: thrown.name, message: thrown.message });
    if (this.#goal?.task === task) this.#goal.thrown();
    const address = this.#standsAt(task);
    if (address !== undefined) this.#sites.begun(task, address);
    this.#meet(this.#encounters.atThrow(outcome, reasons => this.#stopFor(task, reasons)));
  }

  #atTouch(touches: readonly Touch[], carried: readonly StopReason[]): void {
    // The access is over, and the task stands at its next instruction, which may have breakpoints of its own.
    const over = (reasons: readonly StopReason[]): void => {
      if (reasons.length > 0) this.#arrive(touches[0]!.task, reasons);
    };
    this.#meet(this.#encounters.atTouch(touches, carried, over));
  }

  #meet(encounter: Encounter): void {
    this.#encounter = new EncounterInCourse(encounter);
    this.#proceed();
  }

  #proceed(): void {
    const current = this.#encounter;
    if (current === undefined) return;
    const { task } = current.encounter;
    // What was said when the program ran is not said again.
    const said = (each: Candidate) => this.#time?.isFirstLog(idOf(each), task) === false;
    const log = (each: Candidate, text: string) => (said(each) ? undefined : this.#log(each, task, text));
    let end = current.proceed(this.#access, log);
    while (end.kind === 'ask' && end.about === 'log' && said(end.candidate))
      end = current.proceed(this.#access, log);
    if (end.kind === 'ask') return this.#ask({ ...end, task });
    this.#encounter = undefined;
    this.#mode = 'running';
    current.encounter.over(end.reasons);
  }

  #ask({ candidate, about, task }: Asked): void {
    this.#mode = 'deciding';
    const id = idOf(candidate);
    const shown = this.#stops.make(task, [{ kind: 'breakpoint', hits: [id] }]);
    this.parts.mailbox.say({ say: 'decide', breakpoint: id, about, ...shown });
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
    this.#time?.note({ kind: 'stop', task, reason: reasons[0]?.kind ?? 'pause' });
    this.#pause = undefined;
    this.#mode = 'stopped';
    const hits = reasons.flatMap(r => ('hits' in r ? r.hits : []));
    const spent = this.#breakpoints.takeSpent(hits);
    this.#news.tellOutput();
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
    // What it waited for then is there already.
    if (this.#inPast) return;
    const { machine, world } = this.parts;
    if (reason === 'task' && this.#restricted) {
      this.#lift();
      this.#news.notice('The thread waits for another one, so all of them run again.');
      return;
    }
    if (reason === 'task' && this.#news.waiting !== 'task') {
      const names = machine.tasks().filter(t => t.state === 'waiting');
      this.#news.notice(`Deadlock: ${names.map(t => t.name).join(', ')} wait for one another.`);
    }
    // It went on in between, only to wait again within the same slice.
    if (machine.time !== this.#waitingSince) this.#news.waiting = undefined;
    this.#waitingSince = machine.time;
    this.#news.waiting = reason;
    this.#news.sleep(until === undefined ? Infinity : Math.max(0, until - world.now()));
  }

  #end(): void {
    // What was recorded may still be asked for; the host says when that is over.
    this.#mode = this.#time === undefined ? 'ended' : 'over';
    this.#news.tellOutput();
    this.parts.mailbox.say({ say: 'exited', code: this.#exitCode });
  }

  #endGoal(): void {
    this.#goal?.finish();
    this.#goal = undefined;
    this.#lift();
  }

  #lift(): void {
    if (this.#restricted) this.#change({ kind: 'restrict', task: undefined });
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
        if (message.stopOnEntry && this.#entry.isHere())
          this.#arrive(this.parts.machine.currentTask, [{ kind: 'entry' }]);
        return;
      case 'input':
        return this.parts.world.addInput(message.text);
      case 'decided':
        if (this.#time?.travels === true) {
          this.#time.decided(message.stop, message.problem);
          this.#mode = 'travelling';
          return;
        }
        this.#encounter?.decided(message.stop, message.problem);
        this.#mode = 'running';
        return this.#proceed();
      case 'bound':
        this.#mode = 'running';
        return;
      case 'end':
        this.#mode = 'ended';
        return this.#news.tellOutput();
      case 'question':
        return this.#news.answer(message.number, this.parts.world, () => this.#reply(message.question));
    }
  }

  /** The answer, and what is to be done once it is on its way. */
  #reply(question: Question): Reply {
    switch (question.name) {
      case 'pause':
        if (this.#mode !== 'stopped') this.#pause = { task: question.task };
        return { value: undefined };
      case 'recordTrace':
        this.#trace.record(question.on);
        return { value: undefined };
      case 'breakpoints':
        for (const [id, description] of question.types) this.parts.types.define(id, description);
        return { value: this.#changeBreakpoints(question) };
      case 'endTasks':
        for (const task of question.tasks) this.parts.inspector.checkTask(task);
        return { value: undefined, then: () => this.#endTasks(question.tasks) };
      case 'resume':
        this.#checkStop(question.stop);
        return {
          value: undefined,
          then: question.back ? this.#motionBack(question) : this.#motion(question),
        };
      case 'goTo':
        this.#checkStop(question.stop);
        return { value: undefined, then: this.#setOut(time => time.goTo(question.position)) };
      default: {
        if ('stop' in question) this.#checkStop(question.stop);
        const change = (edit: Edit): unknown => this.#change(edit);
        const own = { evaluation: this.#evaluation, trace: this.#trace, time: this.#time, change };
        return { value: answerInspection(question, { ...this.parts, ...own }) };
      }
    }
  }

  #changeBreakpoints({ set, remove }: Question & { name: 'breakpoints' }): unknown {
    const refused = this.#breakpoints.change(set, remove);
    this.#time?.breakpointsChanged();
    return refused;
  }

  #change(edit: Edit): unknown {
    if (this.#time !== undefined) return this.#time.edit(edit);
    return this.#perform(edit);
  }

  #perform(edit: Edit): unknown {
    return performEdit(edit, { ...this.parts, evaluation: this.#evaluation });
  }

  #endTasks(tasks: readonly number[]): void {
    const { machine, inspector } = this.parts;
    for (const task of new Set(tasks)) {
      this.#change({ kind: 'end-task', task });
      inspector.forget();
      this.#announce(task, 'exited');
    }
    // Without tasks nobody is left to be resumed: the program is over, and the machine says so.
    if (machine.tasks().every(t => t.state === 'finished')) this.#mode = 'running';
  }

  #checkStop(stop: number): void {
    const halted = this.#mode === 'stopped' || this.#mode === 'deciding';
    if (!halted || stop !== this.#stops.latest) throw staleStop();
  }

  #motionBack({ task, motion }: Question & { name: 'resume' }): () => void {
    this.parts.inspector.checkTask(task);
    if (motion.kind === 'goto' || motion.kind === 'restart-frame')
      throw notSupported('This motion backwards');
    return this.#setOut(time => time.goBack(task, motion));
  }

  #setOut(start: (time: TimeControl) => void): () => void {
    const time = this.#time;
    if (time === undefined) throw notSupported('Going back in time');
    start(time);
    return () => {
      this.parts.inspector.forget();
      this.#mode = 'travelling';
    };
  }

  /** Checks the motion at once, and answers with what sets it going. */
  #motion(question: Question & { name: 'resume' }): () => void {
    const { machine, symbols, inspector } = this.parts;
    const { task, motion } = question;
    if (motion.kind !== 'continue') inspector.checkTask(task);
    const goOn = (makeGoal?: () => Goal) => (): void => {
      inspector.forget();
      this.#time?.goesOn();
      this.#goal = makeGoal?.();
      // What ran in the past ran as it did.
      this.#restricted = question.alone && machine.restrictTo !== undefined && !this.#inPast;
      if (this.#restricted) this.#change({ kind: 'restrict', task });
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
        checkCall(symbols, this.#standsAt(task) ?? 0, motion.call);
        return goOn(() => new StepGoal(machine, symbols, this.#addresses, task, motion));
      case 'run-to':
        return goOn(() => new RunToGoal(this.#addresses, task, motion.addresses));
      case 'goto': {
        const here = machine.frames(task, 0, 1)[0]?.pc ?? 0;
        // Whoever names a place of the text means it as it was compiled into the function that runs.
        const address = symbols.sameStatementIn(symbols.functionAt(here), motion.address);
        if (address === undefined)
          throw new Failure('bad-arguments', 'user', 'the next statement must be in the function that runs.');
        this.#change({ kind: 'goto', task, address });
        return moved({ kind: 'goto' });
      }
      case 'restart-frame':
        checkRestart(symbols, inspector.frameAddress(motion.frame));
        this.#change({ kind: 'restart-frame', task, serial: parseFrameId(motion.frame).serial });
        return moved({ kind: 'restart-frame' });
    }
  }
}
