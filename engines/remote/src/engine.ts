// One program on a machine in another process, as the engine contract wants it.

import {
  asFailure,
  Failure,
  functionPage,
  functionsOf,
  notSupported,
  PassedLogs,
  SymbolIndex,
  type Address,
  type BreakpointId,
  type BreakpointSpec,
  type Engine,
  type EngineHost,
  type EngineRegion,
  type EngineTraits,
  type FrameId,
  type FunctionPage,
  type FunctionQuery,
  type GotoTarget,
  type Instruction,
  type MemoryRange,
  type MemoryRead,
  type ModuleId,
  type ModuleInfo,
  type Motion,
  type NamedValue,
  type NameScope,
  type ObjectRead,
  type Place,
  type RawValue,
  type Resolution,
  type Scope,
  type SourceLocation,
  type SourceRef,
  type Stack,
  type StepTarget,
  type StopId,
  type SymbolData,
  type Thread,
  type ThreadId,
  type TypeTable,
  type WantedPlace,
} from '@sonde/engine';
import {
  LoadedModules,
  notDebugged,
  onlyText,
  Resolver,
  stepTargetsAhead,
  type AskedText,
} from '@sonde/engine/machine';
import { RemoteBreakpoints } from './breakpoints.js';
import { tryAgain } from './connection/reconnecting.js';
import { codeRunnerOf, evaluatorOf } from './evaluation.js';
import type { RemoteEngineOptions } from './engine-options.js';
import { RemoteHeap } from './heap.js';
import { Inspector } from './inspector.js';
import { goalOf, type GoalParts } from './motion-goal.js';
import { Pilot, type Arrival } from './pilot.js';
import type { RemoteEvents, RemoteMachine } from './remote-machine.js';
import type { RemoteTime } from './remote-time.js';
import { StopMaker } from './stop-maker.js';
import { relocate, type Relocated, type RelocationParts } from './relocation.js';
import { RunToCourse } from './step-course.js';
import { TaskList } from './task-list.js';
import { EngineTime } from './time/engine-time.js';

/** How long a program may take to end when it is told to, or to be let go, before its connection is cut. */
const endMs = 2_000;

type State = 'loaded' | 'running' | 'stopped' | 'ended';

export class RemoteEngine implements Engine {
  readonly traits: EngineTraits;
  readonly process: Engine['process'];
  /** Absent where the far side evaluates nothing: the session takes its presence for the ability. */
  readonly evaluateText?: NonNullable<Engine['evaluateText']>;
  readonly runCode?: NonNullable<Engine['runCode']>;
  readonly heap: NonNullable<Engine['heap']>;
  readonly heapId: NonNullable<Engine['heapId']>;
  readonly time?: EngineTime['questions'];
  readonly #time: EngineTime | undefined;
  readonly #symbols: SymbolIndex;
  readonly #modules: LoadedModules;
  readonly #resolver: Resolver;
  readonly #breakpoints: RemoteBreakpoints;
  readonly #logs: PassedLogs;
  readonly #inspector: Inspector;
  readonly #tasks: TaskList;
  readonly #stops: StopMaker;
  #pilot: Pilot;
  readonly #goalParts: GoalParts;
  readonly #relocation: RelocationParts;
  readonly #over = new AbortController();
  #state: State = 'loaded';
  /** Grows when a connection is lost: what waits on the old one is void. */
  #connection = 0;
  #connected = true;
  #exited = false;
  #terminating = false;

  constructor(
    private readonly machine: RemoteMachine,
    readonly types: TypeTable,
    private readonly host: EngineHost,
    private readonly options: RemoteEngineOptions,
  ) {
    const { name, pointerSize, littleEndian, isLocal, processId, symbols, loaded } = machine;
    this.traits = options.traits;
    this.process = {
      name,
      pointerSize,
      isLocal,
      ...(processId === undefined ? {} : { id: processId }),
      ...(littleEndian === undefined ? {} : { littleEndian }),
    };
    this.#symbols = new SymbolIndex(symbols);
    this.#modules = new LoadedModules(this.#symbols, loaded);
    this.#resolver = new Resolver(this.#symbols, this.#modules.ids, host, {
      runsNear: () => false,
      judges: (texts, address) => machine.judges?.(texts, address) === true,
      byText: options.traits.evaluatesText,
    });
    this.#breakpoints = new RemoteBreakpoints(
      machine,
      this.#resolver,
      options.traits.breakpoints.dataPlaces ?? [],
      () => this.#state === 'running' && this.#connected,
    );
    this.#logs = new PassedLogs(host, id => this.#breakpoints.get(id));
    this.#inspector = new Inspector(machine, this.#symbols);
    const check = (stop: StopId): void => this.#check(stop);
    const evaluate = evaluatorOf(machine, this.#inspector, check);
    if (evaluate !== undefined) this.evaluateText = evaluate;
    const runCode = codeRunnerOf(machine, this.#inspector, check);
    if (runCode !== undefined) this.runCode = runCode;
    this.#tasks = new TaskList(machine);
    const objects = new RemoteHeap(this, machine, this.#symbols, check);
    [this.heap, this.heapId] = [objects.source, objects.idOf];
    this.#stops = new StopMaker(this.#inspector, () => this.time?.stopTime());
    const time = options.traits.time === 'full' ? machine.time : undefined;
    this.#time = time && this.#timeOf(time);
    if (this.#time !== undefined) this.time = this.#time.questions;
    this.#goalParts = {
      machine,
      symbols: this.#symbols,
      addresses: this.#breakpoints.addresses,
      resolver: this.#resolver,
    };
    this.#relocation = { machine, symbols: this.#symbols, inspector: this.#inspector };
    this.#pilot = this.#newPilot();
  }

  /** What the driver reports; it is made before the engine is. */
  get events(): RemoteEvents {
    return {
      output: (stream, data) => this.#logs.after(() => this.host.event({ kind: 'output', stream, data })),
      logged: (logs, taken) => {
        for (const log of logs) this.#logs.passed(log);
        this.#logs.after(taken);
      },
      watchesEnded: ids => void this.#watchesEnded(ids).catch(() => undefined),
      notice: message => this.#notice(message),
      waitingForInput: waiting => this.host.event({ kind: 'waiting-for-input', waiting }),
      tasksChanged: () => void this.#tellTasks().catch(() => undefined),
      resumed: () => this.#resumedElsewhere(),
      lost: why => void this.#lost(why),
    };
  }

  /** Answers when the first questions are answered. */
  async load(): Promise<void> {
    await this.#tasks.load();
  }

  async begin(): Promise<void> {
    if (this.#state !== 'loaded') throw new Failure('wrong-state', 'user', 'the program was begun before.');
    this.#setRunning();
    if (!this.options.stopOnEntry || this.options.noDebug) {
      await this.#pilot.start(undefined);
      return this.#follow(this.#pilot.arrival());
    }
    const { first } = this.#tasks;
    if (first === undefined)
      throw new Failure('wrong-state', 'program', 'the program has no task that could stop.');
    const { entry, isUnderWay } = this.machine;
    if (entry !== undefined) {
      await this.#pilot.start(
        new RunToCourse(this.#breakpoints.addresses, first, [entry], { kind: 'entry' }),
      );
      return this.#follow(this.#pilot.arrival());
    }
    const arrival = await this.#pilot.arriveAt(first, [{ kind: isUnderWay ? 'pause' : 'entry' }]);
    if (arrival !== undefined) await this.#arrived(arrival);
  }

  async threads(): Promise<readonly Thread[]> {
    return this.#tasks.threads(this.#state === 'running');
  }

  async resume(motion: Motion): Promise<void> {
    if (this.#state === 'running') throw new Failure('running', 'user', 'the program runs already.');
    this.#check(motion.stop);
    const task = this.#tasks.alive(motion.thread);
    if (motion.direction === 'back') {
      if (this.#time === undefined) throw notSupported('Going back in time');
      return this.#time.back(task, motion.motion);
    }
    const relocated = await relocate(this.#relocation, motion.motion, task);
    if (relocated !== undefined) return this.#relocated(task, relocated);
    const goal = await goalOf(this.#goalParts, motion.motion, task);
    const only = motion.scope === 'thread' && this.traits.singleThread ? task : undefined;
    const stop = this.#stops.current;
    this.#setRunning();
    try {
      await this.#pilot.start(goal, only);
    } catch (error) {
      this.#pilot.abandon();
      this.#standAgain(stop);
      throw error;
    }
    this.#follow(this.#pilot.arrival(only));
  }

  async pause(thread?: ThreadId): Promise<void> {
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program is over.');
    if (this.#state === 'running') await this.#pilot.pause(thread === undefined ? undefined : Number(thread));
  }

  async stack(stop: StopId, thread: ThreadId, start: number, count: number): Promise<Stack> {
    this.#check(stop);
    return this.#inspector.stack(this.#tasks.alive(thread), start, count);
  }

  async scopes(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    this.#check(stop);
    return this.#inspector.scopes(frame);
  }

  async names(stop: StopId, frame: FrameId | undefined): Promise<NameScope> {
    this.#check(stop);
    if (frame === undefined) return this.#resolver.globalNames();
    return this.#symbols.namesAt(await this.#inspector.address(frame));
  }

  spaceOf(frame: FrameId): string | undefined {
    return this.#tasks.memoryOf(frame);
  }

  async readMemory(stop: StopId, ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    this.#check(stop);
    if (this.machine.readMemory === undefined) throw notSupported('Reading memory');
    return this.machine.readMemory(ranges);
  }

  async regions(stop: StopId): Promise<readonly EngineRegion[]> {
    this.#check(stop);
    return (await this.machine.regions?.()) ?? [];
  }

  async readObjects(stop: StopId, reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]> {
    this.#check(stop);
    return (await this.machine.children?.(reads)) ?? reads.map(() => []);
  }

  async readPlaces(stop: StopId, wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    this.#check(stop);
    return this.machine.read(wanted);
  }

  async changeBreakpoints(
    set: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    if (this.options.noDebug) return notDebugged(set);
    return this.#breakpoints.change(set, remove);
  }

  async breakpointLocations(
    source: SourceRef,
    firstLine: number,
    lastLine: number,
  ): Promise<readonly SourceLocation[]> {
    return this.#resolver.places(source, firstLine, lastLine).map(entry => this.#symbols.locate(entry));
  }

  async write(stop: StopId, place: Place, value: RawValue): Promise<RawValue> {
    this.#check(stop);
    if (this.machine.write === undefined) throw notSupported('Changing values');
    this.#inspector.forget();
    const now = await this.machine.write(place, value);
    return now ?? (await this.machine.read([{ place, type: value.type }]))[0] ?? value;
  }

  async writeMemory(stop: StopId, address: Address, bytes: Uint8Array): Promise<number> {
    this.#check(stop);
    if (this.machine.writeMemory === undefined) throw notSupported('Changing memory');
    this.#inspector.forget();
    return this.machine.writeMemory(address, bytes);
  }

  async disassemble(
    _stop: StopId | undefined,
    from: Address,
    instructionOffset: number,
    count: number,
  ): Promise<readonly Instruction[]> {
    return this.#inspector.listing(from, instructionOffset, count);
  }

  async listFunctions(query: FunctionQuery): Promise<FunctionPage> {
    return functionPage(functionsOf(this.#symbols), query);
  }

  async modules(): Promise<readonly ModuleInfo[]> {
    return this.#modules.modules();
  }

  async loadedSources(): Promise<readonly SourceRef[]> {
    return this.#modules.sources();
  }

  async sourceText(source: SourceRef): Promise<string | undefined> {
    return source.contentKey === undefined ? undefined : this.machine.sourceText?.(source.contentKey);
  }

  async stepTargets(stop: StopId, frame: FrameId): Promise<readonly StepTarget[]> {
    this.#check(stop);
    if (!this.traits.stepTargets) throw notSupported('Choosing what to step into');
    const { index, pc } = await this.#inspector.find(frame);
    if (index !== 0) return [];
    return stepTargetsAhead(this.#symbols, pc);
  }

  async gotoTargets(stop: StopId, ...where: [SourceRef, number, number?]): Promise<readonly GotoTarget[]> {
    this.#check(stop);
    return this.#resolver.gotoTargets(...where);
  }

  async input(text: string | undefined): Promise<void> {
    await this.machine.input(text);
  }

  async terminateThreads(threads: readonly ThreadId[]): Promise<void> {
    if (this.machine.endTask === undefined) throw notSupported('Ending a thread');
    for (const thread of new Set(threads)) await this.machine.endTask(this.#tasks.alive(thread));
    await this.#tellTasks();
    // Without tasks nobody is left to be resumed: the program is over, and the machine says so.
    if (this.#tasks.first === undefined && this.#state !== 'running') {
      this.#setRunning();
      this.#follow(this.#pilot.arrival());
    }
  }

  async terminate(): Promise<void> {
    if (this.#state === 'ended') return;
    this.#terminating = true;
    const ended = new Promise<void>(resolve => this.#over.signal.addEventListener('abort', () => resolve()));
    const timer = setTimeout(() => void this.#end(undefined), endMs);
    // Whoever waits for the machine hears of its end there; one that stands is asked here.
    const stood = this.#state !== 'running';
    this.machine.end().then(
      () => (stood ? this.#follow(this.#pilot.arrival()) : undefined),
      // One that cannot be told is gone, or will be once its connection is cut.
      () => this.#end(undefined),
    );
    await ended;
    clearTimeout(timer);
  }

  async detach(suspended: boolean): Promise<void> {
    if (this.#state === 'ended') return;
    if (!this.options.attached) return this.terminate();
    this.#terminating = true;
    const timer = setTimeout(() => void this.#end(undefined), endMs);
    await this.machine.leave(suspended).catch(() => undefined);
    clearTimeout(timer);
    await this.#end(undefined);
  }

  async dispose(): Promise<void> {
    if (this.#state === 'ended') return this.machine.close();
    if (this.options.attached) await this.detach(false);
    else await this.terminate();
  }

  #setRunning(): void {
    this.#state = 'running';
    this.#stops.expire();
  }

  #newPilot(): Pilot {
    return new Pilot({
      machine: this.machine,
      arm: () => this.#breakpoints.flush(),
      table: this.#breakpoints.table,
      decide: (task, id, about) => this.#decide(task, id, about),
      notice: message => this.#notice(message),
      watched: this.#breakpoints.watches.find,
      loaded: (symbols, ids) => this.#loaded(symbols, ids),
    });
  }

  /** Hears what comes of a motion, unless the connection that it went over is gone. */
  #follow(course: Promise<Arrival>): void {
    const connection = this.#connection;
    course
      .then(async arrival => {
        if (connection === this.#connection) await this.#arrived(arrival);
      })
      .catch((error: unknown) => {
        if (connection !== this.#connection || this.#state === 'ended' || !this.#connected) return;
        this.#pilot.abandon();
        void this.#end({ message: asFailure(error).text });
      });
  }

  async #arrived(arrival: Arrival): Promise<void> {
    await this.#logs.written;
    if (arrival.kind === 'exited') {
      this.#exited = true;
      this.host.event({ kind: 'exited', status: arrival.status });
      return this.#end(undefined);
    }
    const { task, reasons } = arrival;
    await this.#breakpoints.spend(reasons.flatMap(r => ('hits' in r ? r.hits : [])));
    await this.#tellTasks();
    const stop = await this.#stops.make(task, reasons);
    this.#state = 'stopped';
    this.machine.announced?.();
    this.time?.stopped(stop);
    this.host.event({ kind: 'stopped', stop });
  }

  #timeOf(time: RemoteTime): EngineTime {
    return new EngineTime(time, {
      machine: this.machine,
      symbols: this.#symbols,
      breakpoints: this.#breakpoints,
      resolver: this.#resolver,
      decide: (...asked) => this.#decide(...asked),
      check: stop => this.#check(stop),
      firstTask: () => this.#tasks.first ?? 1,
      leave: () => {
        const stop = this.#stops.current;
        this.#setRunning();
        return () => this.#standAgain(stop);
      },
      arrived: async (task, arrival) => {
        await this.#pilot.placed(task);
        this.#follow(Promise.resolve(arrival));
      },
    });
  }

  /** A motion was refused, so everything stands where it stood, unless it is gone. */
  #standAgain(stop: StopId | undefined): void {
    if (!this.#connected || this.#isOver()) return;
    this.#state = 'stopped';
    this.#stops.revive(stop);
  }

  async #decide(
    task: number,
    id: BreakpointId,
    about: AskedText,
  ): Promise<{ readonly stop: boolean; readonly problem?: string }> {
    const spec = this.#breakpoints.get(id);
    if (spec === undefined) return { stop: false };
    const stop = await this.#stops.make(task, [{ kind: 'breakpoint', hits: [id] }]);
    try {
      return await this.host.decide(stop, onlyText(spec, about));
    } catch (error) {
      return { stop: true, problem: asFailure(error).text };
    } finally {
      if (this.#stops.current === stop.id) this.#stops.expire();
    }
  }

  /** Code came: breakpoints that waited for it are set before it runs. */
  async #loaded(symbols: SymbolData, ids: readonly ModuleId[]): Promise<void> {
    this.#symbols.extend(symbols);
    for (const id of ids) for (const event of this.#modules.add(id)) this.host.event(event);
    const changed = await this.#breakpoints.rebind();
    if (changed.length > 0) this.host.event({ kind: 'breakpoints', resolutions: changed });
  }

  /** The activation that they belonged to has returned. */
  async #watchesEnded(ids: readonly BreakpointId[]): Promise<void> {
    await this.#breakpoints.drop(ids);
    const message = 'the call it belonged to has returned';
    this.host.event({
      kind: 'breakpoints',
      resolutions: ids.map(id => ({ id, state: 'unresolved', sites: [], message })),
    });
  }

  /** What came and went among the tasks since the last time. */
  async #tellTasks(): Promise<void> {
    await this.#tasks.refresh(this.#state === 'running', event => this.host.event(event));
  }

  async #lost(why: string): Promise<void> {
    if (this.#state === 'ended' || !this.#connected) return;
    if (this.#terminating) return this.#end(undefined);
    this.#connected = false;
    const connection = ++this.#connection;
    this.#pilot.retire();
    if (this.machine.reconnect === undefined || this.options.reconnectMs <= 0)
      return this.#end({ message: `${this.process.name} is gone: ${why}.` });
    this.#notice(`The connection to ${this.process.name} was lost (${why}); trying to reach it again.`);
    try {
      const runs = await tryAgain(
        signal => this.machine.reconnect!(signal),
        this.options.reconnectMs,
        this.#over.signal,
      );
      await this.#reconnected(runs);
    } catch (error) {
      // One that was lost again meanwhile is sought by whoever heard of that.
      if (connection === this.#connection)
        await this.#end({ message: `${this.process.name} is gone: ${why}. ${asFailure(error).text}` });
    }
  }

  async #reconnected(runs: boolean): Promise<void> {
    if (this.#isOver()) return;
    this.#connected = true;
    this.#inspector.forget();
    // A step is not resumed half-way: the machine either runs on to a breakpoint or stands where it was left.
    this.#pilot = this.#newPilot();
    const lost = await this.#breakpoints.rearm();
    if (lost.length > 0) this.host.event({ kind: 'breakpoints', resolutions: lost });
    this.#notice(`${this.process.name} is there again.`);
    if (this.#state !== 'running') {
      if (!runs) return;
      this.#continued();
    }
    if (runs) return this.#follow(this.#pilot.arrival());
    await this.#tellTasks();
    const { first } = this.#tasks;
    const arrival = first === undefined ? undefined : await this.#pilot.arriveAt(first, [{ kind: 'pause' }]);
    if (arrival !== undefined) await this.#arrived(arrival);
  }

  #resumedElsewhere(): void {
    if (this.#state !== 'stopped') return;
    this.#continued();
    this.#follow(this.#pilot.arrival());
  }

  /** Somebody else set it going. */
  #continued(): void {
    this.#setRunning();
    this.host.event({ kind: 'continued', threads: 'all' });
  }

  #isOver(): boolean {
    return this.#state === 'ended';
  }

  async #end(trouble: { readonly message: string } | undefined): Promise<void> {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#stops.expire();
    this.#tasks.clear();
    if (!this.#exited && trouble === undefined && !this.options.attached)
      this.host.event({ kind: 'exited', status: { signal: 'SIGTERM' } });
    await this.machine.close();
    this.host.event({
      kind: 'ended',
      ...(trouble === undefined ? {} : { trouble: { blame: 'environment', ...trouble } }),
    });
    this.#over.abort();
  }

  #check(stop: StopId): void {
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program is over.');
    this.#stops.check(stop);
  }

  #notice(message: string): void {
    this.host.event({ kind: 'notice', message, important: true });
  }

  /** The task was moved, and stops where it is now for that reason and for what breakpoints there say. */
  async #relocated(task: number, { reason, runTo }: Relocated): Promise<void> {
    this.#setRunning();
    this.#pilot.moved(task);
    if (runTo !== undefined) {
      await this.#pilot.start(new RunToCourse(this.#breakpoints.addresses, task, [runTo], reason), task);
      return this.#follow(this.#pilot.arrival(task));
    }
    const arrival = this.#pilot.arriveAt(task, [reason]);
    this.#follow(arrival.then(found => found ?? { kind: 'stopped', task, reasons: [reason] }));
  }
}
