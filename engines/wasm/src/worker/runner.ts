// The life of a program: runs it, stops it, serves the debugger while it stands, and runs it again where that is needed.

import { Failure, type ThrownInfo } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import type { HostContext, HostStop, WasmHost } from '../host.js';
import type { Site } from '../instrument/sites.js';
import { functionName } from '../instrument/code-limits.js';
import type { Questions, RunMotion, RunOutcome, StopData, ThreadSetup } from '../messages.js';
import { Activations } from './activations.js';
import { ArmedBreakpoints } from './armed-breakpoints.js';
import { isStackOverflow, isTrap } from './call-stack.js';
import { crossing } from './crossing.js';
import { DataWatches } from './data-watches.js';
import { Execution, type ExecutionListener, type Standing } from './execution.js';
import { FrameList } from './frame-list.js';
import {
  CallContext,
  endings,
  HostCalls,
  importedFunctions,
  ProgramExit,
  type ImportedFunction,
} from './host-calls.js';
import { Inbox } from './inbox.js';
import { Inspection, waitsInHost } from './inspection.js';
import type { Mailbox } from './mailbox.js';
import { MotionCourse } from './motion.js';
import { Recording, type RunPoint } from './recording.js';
import { applyEdit, Replay } from './replay.js';
import { ProgramFailed, Restart, type RunOutcomeMaker } from './restart.js';
import { withReserve } from './stack-reserve.js';
import { instructionAt, trapPoint } from './trap-point.js';
import { outOfFuel, thrownBy, unreachable } from './traps.js';
import { costTable, Variants, type Variant } from './variants.js';

/** A step by instruction out of a call that waits ends behind it. */
const overStatement: RunMotion = { kind: 'advance', until: { kind: 'statement', into: false } };

export class Runner implements ExecutionListener {
  readonly #recording: Recording;
  readonly #variants: Variants;
  readonly #context = new CallContext();
  readonly #host: WasmHost;
  readonly #functions: readonly ImportedFunction[];
  readonly #frames: FrameList;
  readonly #costOf;
  readonly #inbox: Inbox;
  #activations = new Activations();
  readonly #breakpoints: ArmedBreakpoints;
  readonly #watches = new DataWatches();
  readonly #noted = new Set<string>();
  #course: MotionCourse;
  #execution: Execution;
  #motion: RunMotion = { kind: 'run', past: false };
  #standing: Standing | undefined;
  #returned: StopData['returned'];
  /** Where a frame that is begun again was entered. */
  #back: RunPoint | undefined;
  #travels = false;
  /** The position of a trap that was told. */
  #told: bigint | undefined;

  constructor(
    private readonly module: WasmModule,
    private readonly setup: ThreadSetup,
    private readonly mailbox: Mailbox,
    createHost: (context: HostContext) => WasmHost,
  ) {
    this.#inbox = new Inbox(mailbox);
    this.#recording = new Recording({
      mostBytes: setup.mostRecordedBytes,
      full: () => this.#host.rewindsNoMore?.(),
    });
    this.#breakpoints = new ArmedBreakpoints(mailbox, () => this.#inbox.receive());
    this.#costOf = costTable(setup.costs);
    this.#variants = Variants.of(module, setup, this.#costOf);
    this.#host = createHost(this.#hostContext());
    this.#functions = importedFunctions(module, this.#host);
    this.#frames = new FrameList(module);
    this.#course = new MotionCourse(setup.limit, this.#activations);
    this.#execution = this.#execute(this.#variants.get(), this, false);
    this.#tellTooLarge();
    this.mailbox.say({ say: 'ready', placed: [...this.#execution.variant.probes.keys()] });
  }

  /** Breakpoints in these functions would be missed without a word. */
  #tellTooLarge(): void {
    for (const index of this.#execution.variant.tooLarge.toProbe)
      this.#note(
        `${functionName(this.module, index)} is too large to be stopped at its lines: it runs without stops.`,
      );
  }

  /** From the first motion to the end of the program. */
  run(): void {
    this.#start(this.#serve());
    for (;;) {
      try {
        const execution = this.#execution;
        // What was overflowed once is run again with all of the stack.
        const reserve = execution.calls.replaying || !this.setup.stopsAtTraps ? 0 : this.setup.stackReserve;
        const results = withReserve(reserve, () => execution.run(this.setup.calls));
        return this.#over({ kind: 'exited', code: 0, results });
      } catch (error) {
        if (error instanceof ProgramExit)
          return this.#over({ kind: 'exited', code: error.code, results: [] });
        if (error instanceof ProgramFailed) return this.#over({ kind: 'failed', thrown: error.thrown });
        const restart = error instanceof Restart ? error : this.#afterTrap(error);
        if (!(restart instanceof Restart))
          return this.#over(
            { kind: 'failed', thrown: restart },
            this.#execution.stack(error as Error)[0]?.offset,
          );
        this.#restart(restart);
      }
    }
  }

  reached(execution: Execution, standing: Standing): void {
    this.#activations.apply(standing);
    const { request } = execution;
    if (request !== undefined && standing.site.kind === 'return') {
      execution.request = undefined;
      if (request.kind === 'failed') this.#fail(execution, standing, request.thrown);
      const { stop } = request;
      return this.#stop(execution, standing, at =>
        stop.kind === 'thrown' ? { kind: 'thrown', thrown: stop.thrown, at } : { kind: 'host', stop, at },
      );
    }
    if (standing.site.kind === 'trap') return this.#stopAtTrap(execution, standing, unreachable);
    if (this.#course.isExhausted(execution)) this.#fail(execution, standing, outOfFuel);
    if (standing.site.kind === 'probe' && this.#stopIfTouched(execution, standing)) return;
    const meaning = this.#course.at(execution, standing);
    if (meaning === 'breakpoint') return this.#stop(execution, standing, at => ({ kind: 'site', at }));
    if (meaning !== undefined) return this.#stop(execution, standing, at => ({ kind: meaning, at }));
    if (standing.site.kind === 'block' || standing.site.kind === 'return') this.#look(execution, standing);
    this.#course.goOn(execution);
  }

  touched(execution: Execution, standing: Standing): void {
    this.#stopIfTouched(execution, standing);
  }

  #stopIfTouched(execution: Execution, standing: Standing): boolean {
    if (this.#watches.isEmpty) return false;
    const touched = this.#watches.take(execution, standing);
    if (touched.length === 0) return false;
    this.#stop(execution, standing, at => ({ kind: 'watch', touched, at }));
    return true;
  }

  left(execution: Execution, result: number | bigint | undefined): void {
    const top = this.#frames.all[this.#activations.gone];
    const isWritten = this.#activations.left();
    this.#endWatches(execution);
    if (top !== undefined && result !== undefined) this.#returned = { function: top.function, bits: result };
    if (isWritten || this.#course.left()) execution.limit = -1n;
  }

  /** Of activations that have returned. */
  #endWatches(execution: Execution): void {
    const ids = this.#watches.isEmpty ? [] : this.#watches.left(this.#activations.alive);
    if (ids.length === 0) return;
    this.mailbox.say({ say: 'watchesEnded', ids });
    execution.probes.setWatching(this.#watches.handlers(execution));
  }

  /** What the program failed with is told while its stack is still there. */
  #fail(execution: Execution, standing: Standing, thrown: ThrownInfo): never {
    if (this.setup.stopsAtTraps) {
      const { call } = standing.site;
      const there: Standing = call === undefined ? standing : { ...standing, shown: call };
      this.#stop(execution, there, at => ({ kind: 'thrown', thrown, at }));
    }
    throw new ProgramFailed(thrown);
  }

  #stopAtTrap(execution: Execution, standing: Standing, thrown: ThrownInfo): void {
    if (!this.setup.stopsAtTraps) return;
    this.#told = standing.position;
    this.#stop(execution, standing, at => ({ kind: 'thrown', thrown, at }));
  }

  /** Answers with a way back to the instruction that trapped, or with what the program ends by. */
  #afterTrap(error: unknown): Restart | ThrownInfo {
    if (!isTrap(error)) throw error;
    const thrown = thrownBy(error);
    if (!this.setup.stopsAtTraps) return thrown;
    try {
      this.#recording.check();
      const point = this.#pointOf(this.#execution, error) ?? this.#findTrap(error);
      if (point === undefined || point.position === this.#told) return thrown;
      this.#told = point.position;
      const variant = this.#variants.get([...this.#breakpoints.offsets, point.offset]);
      const fatal = isStackOverflow(error) ? thrown : undefined;
      return new Restart(variant, point, at => ({ kind: 'thrown', thrown, at }), fatal);
    } catch (trouble) {
      // Without a way back the end is told as it is.
      if (trouble instanceof Failure || isTrap(trouble)) return thrown;
      throw trouble;
    }
  }

  #pointOf(execution: Execution, error: Error): RunPoint | undefined {
    return trapPoint(this.module, this.#costOf, execution, error);
  }

  /** Runs again in the variant that writes its position back in front of everything that may trap. */
  #findTrap(error: Error): RunPoint | undefined {
    const offset = this.#execution.stack(error)[0]?.offset;
    const variant = this.#variants.get([], true);
    const replay = new Replay({
      recording: this.#recording,
      activations: new Activations(),
      goal: undefined,
      arrived: () => undefined,
      look: () => this.#inbox.receive(),
    });
    const execution = this.#execute(variant, replay, true);
    replay.begin(execution);
    try {
      execution.run(this.setup.calls);
    } catch (again) {
      if (!isTrap(again)) throw again;
      const point = this.#pointOf(execution, again);
      return point?.offset === offset ? point : undefined;
    }
    return undefined;
  }

  /** Another execution takes the place of the one that stood at the point. */
  #restart({ variant, point, next, fatal }: Restart): void {
    const activations = new Activations();
    const replay = new Replay({
      recording: this.#recording,
      activations,
      goal: point,
      arrived: (execution, standing) => {
        this.#arrived(execution, standing, next);
        if (fatal !== undefined) throw new ProgramFailed(fatal);
      },
      look: () => this.#inbox.receive(),
    });
    // What the replay reaches before the goal is its own affair, what comes after is ours.
    const listener: ExecutionListener = {
      reached: (execution, standing) =>
        execution.calls.replaying ? replay.reached(execution, standing) : this.reached(execution, standing),
      left: (execution, result) =>
        execution.calls.replaying ? replay.left(execution) : this.left(execution, result),
      touched: (execution, standing) => this.touched(execution, standing),
    };
    this.#activations = activations;
    this.#course = new MotionCourse(this.setup.limit, activations);
    this.#execution = this.#execute(variant, listener, true);
    replay.begin(this.#execution);
  }

  #arrived(execution: Execution, standing: Standing, next: RunMotion | RunOutcomeMaker): void {
    execution.calls.replaying = false;
    const { request } = execution;
    execution.request = undefined;
    if (this.#back !== undefined) this.#branch(execution, standing.position);
    this.#back = undefined;
    // It stands where the last one stood, with the same activations.
    const stack = execution.stack();
    this.#activations.mark(execution, stack.length);
    this.#frames.update(stack, standing, stack.length);
    // Watches of activations that are not there at that time wait for them.
    if (!this.#travels) this.#endWatches(execution);
    this.#travels = false;
    if (typeof next === 'function') {
      this.#stop(execution, standing, next);
      // It stands in the call that it ends by.
      if (request?.kind === 'failed') throw new ProgramFailed(request.thrown);
      return;
    }
    this.#standing = standing;
    this.#move(execution, next);
  }

  /** From here on another way is gone than what is on record. */
  #branch({ calls }: Execution, position: bigint): void {
    this.#host.travel?.(this.#recording.calls.length);
    this.#recording.rewind(calls.made, position);
    this.#host.rewind?.(calls.made);
  }

  #stop(execution: Execution, standing: Standing, outcome: RunOutcomeMaker): void {
    this.#course.end(execution);
    const stack = execution.stack();
    this.#frames.update(stack, standing, Math.min(this.#activations.alive, stack.length));
    this.#activations.mark(execution, stack.length);
    this.#standing = standing;
    const returned = this.#returned;
    this.#returned = undefined;
    const {
      serial,
      function: index,
      offset,
    } = this.#frames.all[0] ?? { serial: 0, function: standing.site.function, offset: standing.site.offset };
    const { position } = standing;
    this.#host.travel?.(execution.calls.made);
    const at: StopData = {
      serial,
      function: index,
      offset,
      depth: stack.length,
      position,
      site: standing.site.offset,
      ...(returned === undefined ? {} : { returned }),
    };
    this.#tell(outcome(at));
    const motion = this.#serve();
    if (standing.inHost === true) this.#begin(motion.kind === 'instruction' ? overStatement : motion);
    else this.#move(execution, motion);
  }

  /** Goes on from where the program stands, in this execution or in another. */
  #move(execution: Execution, motion: RunMotion): void {
    const standing = this.#standing;
    if (motion.kind === 'restart' && this.#back !== undefined) {
      const point = this.#back;
      this.#told = undefined;
      throw new Restart(this.#variants.get([...this.#breakpoints.offsets, point.offset]), point, at => ({
        kind: 'step',
        at,
      }));
    }
    if (motion.kind === 'travel') {
      this.#told = undefined;
      this.#frames.forget();
      this.#travels = true;
      throw new Restart(
        this.#variants.get([...this.#breakpoints.offsets, motion.to.offset]),
        motion.to,
        at => {
          // What is watched has not changed from what it was in another time.
          if (this.#standing !== undefined) this.#watches.take(this.#execution, this.#standing);
          return { kind: 'step', at };
        },
      );
    }
    const wanted = this.#variantFor(execution, motion, standing);
    if (wanted !== undefined && standing !== undefined) {
      throw new Restart(wanted, { position: standing.position, offset: standing.site.offset }, motion);
    }
    this.#begin(motion);
  }

  #begin(motion: RunMotion): void {
    // What is changed on record behind this point cannot be changed on the way: it goes another one.
    const position = this.#standing?.position;
    if (position !== undefined && this.#recording.edits.some(edit => edit.position > position))
      this.#branch(this.#execution, position);
    this.#host.travel?.(this.#recording.calls.length);
    this.#watches.refresh(this.#execution);
    this.#course = new MotionCourse(this.setup.limit, this.#activations);
    this.#setBreakpoints();
    this.#motion = motion;
    this.#course.begin(this.#execution, motion, this.#standing, this.#frames.depth);
    this.#standing = undefined;
  }

  /** Throws a Failure where the motion cannot be made: the program goes on standing. */
  #prepare(motion: RunMotion, inspection: Inspection): void {
    if (motion.kind === 'restart') {
      const back = inspection.entryOf(motion.frame);
      this.#variants.get([...this.#breakpoints.offsets, back.offset]);
      this.#back = back;
    }
    const standing = this.#standing;
    if (motion.kind === 'travel') {
      if (standing?.inHost === true) throw waitsInHost();
      inspection.checkPoint(motion.to);
      this.#variants.get([...this.#breakpoints.offsets, motion.to.offset]);
    }
    if (motion.kind !== 'instruction' || standing === undefined || standing.inHost === true) return;
    const variant = this.#variantFor(this.#execution, motion, standing) ?? this.#execution.variant;
    if (!variant.isStepped(standing.site.offset))
      throw new Failure(
        'not-supported',
        'program',
        `${functionName(this.module, standing.site.function)} is too large to be stepped by instruction.`,
        'Step by line, or set a breakpoint at the instruction.',
      );
  }

  /** The first motion: nothing has run that would have to be run again. */
  #start(motion: RunMotion): void {
    const wanted = this.#variantFor(this.#execution, motion, undefined);
    if (wanted !== undefined) {
      this.#execution = this.#execute(wanted, this, false);
      for (const { edit } of this.#recording.edits) applyEdit(this.#execution, this.#activations, edit);
    }
    this.#begin(motion);
  }

  /** Undefined when the one that runs will do. */
  #variantFor(
    { variant }: Execution,
    motion: RunMotion,
    standing: Standing | undefined,
  ): Variant | undefined {
    const isMissing = this.#breakpoints.offsets.some(offset => !variant.wanted.has(offset));
    const isStep = motion.kind === 'instruction';
    if (isStep ? variant.steps && !isMissing : !isMissing && !(variant.steps && motion.kind === 'run'))
      return undefined;
    const here = isStep || standing === undefined ? [] : [standing.site.offset];
    try {
      if (standing !== undefined) this.#recording.check();
      return this.#variants.get([...this.#breakpoints.offsets, ...here], isStep);
    } catch (error) {
      if (isStep || !(error instanceof Failure)) throw error;
      // The program comes first: it goes on in the variant that it has.
      if (isMissing) this.#note(`Breakpoints between statements are not stopped at: ${error.message}`);
      return undefined;
    }
  }

  /** Tells the user something about the debugger, once. */
  #note(text: string): void {
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.mailbox.print('console', `${text}\n`, () => this.#inbox.receive());
  }

  #tell(outcome: RunOutcome): void {
    const { passed } = this.#breakpoints;
    this.mailbox.say({ say: 'outcome', outcome: passed === undefined ? outcome : { ...outcome, passed } });
  }

  /** Breakpoints and watches of the execution that runs. */
  #setBreakpoints(): void {
    this.#breakpoints.install(this.#execution);
    this.#execution.probes.setWatching(this.#watches.handlers(this.#execution));
  }

  /** Serves the debugger until it sets the program going. */
  #serve(): RunMotion {
    const inspection = new Inspection({
      module: this.module,
      execution: this.#execution,
      standing: this.#standing,
      frames: this.#frames,
      activations: this.#activations,
      recording: this.#recording,
      variants: this.#variants,
      calls: this.setup.calls,
      execute: (variant, listener) => this.#execute(variant, listener, true),
      ask: (name, given) => this.#askHost(name, given),
      branch: () => {
        const position = this.#standing?.position ?? -1n;
        if (this.#recording.goesBeyond(this.#execution.calls.made, position))
          this.#branch(this.#execution, position);
      },
      edited: edit => this.#watches.edited(edit),
      watched: () => this.#watches.places,
    });
    for (;;) {
      const next = this.#inbox.wait();
      const { question: first } = next;
      const isTaken = this.#inbox.answer(next, question => {
        if (question.name === 'move') this.#prepare(question.motion, inspection);
        if (question.name === 'arm') this.#breakpoints.arm(question);
        else if (question.name === 'watch') this.#watch(question, inspection);
        else if (question.name === 'unwatch') this.#watches.remove(question.id);
        else if (question.name !== 'halt' && question.name !== 'move') return inspection.answer(question);
        return undefined;
      });
      if (first.name === 'move' && isTaken) return first.motion;
    }
  }

  /** While the program runs. */
  #look(execution: Execution, standing?: Standing): void {
    this.mailbox.tellLogged();
    for (let next = this.#inbox.next(); next !== undefined; next = this.#inbox.next())
      this.#inbox.answer(next, question => {
        if (question.name === 'halt') this.#course.halt(execution);
        else if (question.name === 'arm') {
          this.#breakpoints.arm(question);
          this.#setBreakpoints();
        } else if (question.name === 'watch' || question.name === 'unwatch') {
          if (question.name === 'watch') this.#watch(question, undefined);
          else this.#watches.remove(question.id);
          execution.probes.setWatching(this.#watches.handlers(execution));
        } else if (question.name === 'host') return this.#askHost(question.about, question.given);
        else throw new Failure('running', 'user', 'the program runs.');
        return undefined;
      });
    // A breakpoint between statements, set while the program just runs: it goes on in a variant that has it.
    const wanted =
      standing === undefined || this.#motion.kind !== 'run'
        ? undefined
        : this.#variantFor(execution, this.#motion, standing);
    if (wanted !== undefined && standing !== undefined && !this.#course.isHalting)
      throw new Restart(wanted, { position: standing.position, offset: standing.site.offset }, this.#motion);
  }

  /** Locals can be named where the program stands only. */
  #watch({ id, place }: Questions['watch']['ask'], inspection: Inspection | undefined): void {
    if (this.#execution.variant.statements.size === 0)
      throw new Failure('not-supported', 'user', 'the code has no lines at which it could be compared.');
    if (place.kind === 'memory') return this.#watches.add(id, place, this.#execution, []);
    if (inspection === undefined) throw new Failure('running', 'user', 'the program runs.');
    const { place: local, locals } = inspection.watched(place.frame, place.local);
    this.#watches.add(id, local, this.#execution, locals);
  }

  #askHost(name: string, given: unknown): unknown {
    if (this.#host.ask === undefined)
      throw new Failure('not-supported', 'user', `the host answers no questions ('${name}').`);
    return this.#host.ask(name, given);
  }

  #execute(variant: Variant, listener: ExecutionListener, replaying: boolean): Execution {
    const wanted = (stop: HostStop): HostStop | undefined =>
      this.#host.wanted === undefined ? stop : this.#host.wanted(stop);
    const calls = new HostCalls(this.#recording, this.#context, replaying, wanted);
    return new Execution(variant, this.module, this.#host, this.#functions, calls, listener);
  }

  #hostContext(): HostContext {
    const context = this.#context;
    const { setup, mailbox } = this;
    return {
      ...endings,
      data: setup.host.data,
      memory: context,
      get used() {
        return context.used;
      },
      limit: setup.limit,
      global: name => context.global(name),
      output: (stream, text) => {
        // A block ends with a call, so that what is used is the position behind it.
        if (!this.#recording.hasPrintedEnough)
          this.#recording.print(context.used, this.#execution.stack()[0]?.offset ?? -1, stream, text);
        mailbox.print(stream, text, () => this.#inbox.receive());
        // A program that mostly prints uses little, so that its next slice may be far.
        if (this.#inbox.hasQuestions) this.#execution.limit = -1n;
      },
      tell: value => mailbox.say({ say: 'told', value }),
      readLine: () => this.#readLine(),
      charge: cost => void (context.charged += BigInt(cost)),
      stop: reason => void (context.stop = reason),
    };
  }

  #readLine(): string | undefined {
    if (!this.#inbox.hasInput) this.mailbox.say({ say: 'waiting', waiting: true });
    for (;;) {
      this.#look(this.#execution);
      if (this.#inbox.hasInput) break;
      if (this.#course.isHalting) this.#stopInHost(this.#execution);
      else this.mailbox.sleep();
    }
    this.mailbox.say({ say: 'waiting', waiting: false });
    return this.#inbox.takeInput();
  }

  /** The program waits in a call of its host: it stands at the call, and goes on waiting afterwards. */
  #stopInHost(execution: Execution): void {
    const [top] = execution.stack();
    if (top === undefined) return;
    const call = instructionAt(this.module, top.function, top.offset);
    if (call === undefined) return;
    const site: Site = {
      kind: 'block',
      offset: call.offset,
      function: top.function,
      correction: 0,
      rich: false,
    };
    const position = execution.used - BigInt(this.#costOf(call));
    const standing: Standing = { site, position, entry: undefined, locals: undefined, inHost: true };
    this.#stop(execution, standing, at => ({ kind: 'halted', at }));
  }

  #over(end: Parameters<NonNullable<WasmHost['over']>>[0], failedAt?: number): void {
    const usual = end.kind === 'exited' ? end.code : 1;
    this.#context.begin(this.#execution);
    const code = this.#host.over?.(end) ?? usual;
    this.#tell({
      kind: 'exited',
      code,
      results: end.kind === 'exited' ? end.results.map(crossing) : [],
      ...(end.kind === 'failed' ? { failure: end.thrown } : {}),
      ...(failedAt === undefined ? {} : { failedAt }),
    });
  }
}
