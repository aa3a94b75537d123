// One program on its VM thread, as the engine contract wants it. The thread does the work; this side asks and reports.

import {
  asFailure,
  cancelled,
  Failure,
  functionPage,
  functionsOf,
  notSupported,
  staleStop,
  SymbolIndex,
  threadId,
  TypeTable,
  type Address,
  type BreakpointId,
  type BreakpointSpec,
  type Engine,
  type EngineHost,
  type EngineRegion,
  type EngineTraits,
  type ExitStatus,
  type FrameId,
  type FunctionPage,
  type FunctionQuery,
  type GotoTarget,
  type Instruction,
  type LaunchSettings,
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
  type Stop,
  type StopId,
  type Target,
  type Thread,
  type ThreadId,
  type TracePage,
  type TypeId,
  type WantedPlace,
} from '@sonde/engine';
import {
  LoadedModules,
  LogicalBreakpoints,
  MemoryScope,
  notDebugged,
  Resolver,
  type AskedText,
  type MemorySizes,
} from '@sonde/engine/machine';
import type { MachineImage } from '../machine.js';
import { newSharedBuffer } from '../shared/shared-memory.js';
import { decided } from './deciding.js';
import type { EngineOptions } from './engine-options.js';
import { VmHeap } from './heap.js';
import { Children } from './children.js';
import { missingParts } from './claimed-parts.js';
import { ProgramConsole } from './console.js';
import { notStarted, troubleOf, type Ending, type Trouble } from './ending.js';
import { OutputPump } from './output-pump.js';
import { answeredInTime } from './patience.js';
import { pauseInTime } from './pausing.js';
import { runsInThread } from './runs-in-thread.js';
import { motionForThread } from './motion-for-thread.js';
import { TimeQuestions } from './time-travel.js';
import { TypeNews } from './type-news.js';
import { workerSetup } from './worker-setup.js';
import { WorkerLink, type News, type ThreadEnd } from './worker-link.js';

/** How long a person waits for an evaluation. */
const evaluationMs = 5_000;

/** How long a thread may take to come back before it is ended by force. */
const graceMs = 500;

type State = 'starting' | 'loaded' | 'running' | 'stopped' | 'ended';

export class VmEngine implements Engine {
  readonly traits: EngineTraits;
  readonly types = new TypeTable();
  readonly process: Engine['process'];
  readonly time?: TimeQuestions;
  readonly heap: NonNullable<Engine['heap']>;
  readonly heapId: NonNullable<Engine['heapId']>;
  readonly #symbols: SymbolIndex;
  readonly #news: TypeNews;
  readonly #modules: LoadedModules;
  readonly #link: WorkerLink;
  readonly #resolver: Resolver;
  readonly #breakpoints: LogicalBreakpoints;
  readonly #memory: MemoryScope;
  readonly #output: OutputPump;
  readonly #children: Children;
  readonly #console: ProgramConsole;
  readonly #replays: boolean;
  readonly #ready: Promise<void>;
  #settleReady: { resolve(): void; reject(error: Failure): void } | undefined;
  #state: State = 'starting';
  #stop: StopId | undefined;
  /** In the order in which they began. */
  #threads = new Map<ThreadId, Thread>();
  #waitsForInput = false;
  #terminating = false;
  #exited = false;
  #exitCode = 1;
  /** Settled once `ended` was announced. */
  #over: Promise<void> | undefined;
  #crash: Ending['crash'];

  constructor(
    target: Target,
    private readonly settings: LaunchSettings,
    private readonly host: EngineHost,
    private readonly options: EngineOptions,
  ) {
    const image = target.image as MachineImage;
    const { recording, traits } = options;
    this.traits = recording === undefined ? { ...traits, time: 'none' } : traits;
    this.process = { name: target.program, pointerSize: 4, isLocal: true };
    this.#symbols = new SymbolIndex(image.symbols);
    this.#news = new TypeNews(this.types, image.symbols.types);
    this.#memory = new MemoryScope(this.types);
    this.#modules = new LoadedModules(this.#symbols, image.loaded);
    const { ids } = this.#modules;
    this.#resolver = new Resolver(this.#symbols, ids, host, {
      runsNear: text => runsInThread(text, this.types, options),
    });
    this.#breakpoints = new LogicalBreakpoints(
      this.#resolver,
      (set, remove) => this.#link.ask('breakpoints', { set, remove, types: this.#news.take() }),
      spec => this.#namesForData(spec),
    );
    this.#ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    this.#ready.then(options.loaded, options.loaded);
    const shared = newSharedBuffer();
    this.#link = new WorkerLink(workerSetup(image, settings, options, shared), options.heapMegabytes, {
      news: news => this.#hear(news),
      gone: end => this.#gone(end),
    });
    if (recording !== undefined)
      this.time = new TimeQuestions({
        link: this.#link,
        check: stop => this.#check(stop),
        move: ask => this.#setMoving(ask),
      });
    this.#replays = recording?.replay !== undefined;
    const symbols = options.variablesInMemory ? this.#symbols : undefined;
    const objects = new VmHeap(this, this.#link, symbols, stop => this.#check(stop));
    [this.heap, this.heapId] = [objects.source, objects.idOf];
    this.#console = new ProgramConsole(host, settings, {
      input: text => this.#link.tell({ tell: 'input', text: text ?? null }),
      interrupt: () => {
        if (this.#state === 'running')
          void this.#link.ask('pause', { task: undefined }).catch(() => undefined);
      },
    });
    this.#output = new OutputPump(this.#link.shared, this.#symbols, event => this.#console.emit(event));
    this.#children = new Children({ program: target.program, settings }, options.childMaker, event =>
      event.kind === 'output' ? this.#console.emit(event) : host.event(event),
    );
  }

  /** Answers when the machine is made; ends everything when it cannot be. */
  async load(signal: AbortSignal): Promise<void> {
    const abort = (): void => this.#settleReady?.reject(cancelled());
    signal.addEventListener('abort', abort, { once: true });
    try {
      if (signal.aborted) abort();
      await this.#ready;
      await this.#console.open(signal);
    } catch (error) {
      await this.dispose();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
    const { stdin } = this.settings;
    if (this.#replays) return;
    if (stdin.text !== '') this.#link.tell({ tell: 'input', text: stdin.text });
    if (stdin.closed) this.#link.tell({ tell: 'input', text: null });
  }

  async begin(): Promise<void> {
    if (this.#state !== 'loaded') throw new Failure('wrong-state', 'user', 'the program was begun before.');
    this.#setRunning();
    this.#link.tell({ tell: 'begin', stopOnEntry: this.settings.stopOnEntry && !this.settings.noDebug });
  }

  async threads(): Promise<readonly Thread[]> {
    return [...this.#threads.values()];
  }

  async resume(motion: Motion): Promise<void> {
    if (this.#state === 'running') throw new Failure('running', 'user', 'the program runs already.');
    this.#check(motion.stop);
    const back = motion.direction === 'back';
    if (back && this.traits.time !== 'full') throw notSupported('Going back in time');
    if (!this.#threads.has(motion.thread))
      throw new Failure('not-found', 'user', `there is no thread ${motion.thread}.`);
    const inThread = motionForThread(motion, this.traits, this.#resolver);
    const question = {
      stop: motion.stop,
      task: Number(motion.thread),
      alone: motion.scope === 'thread',
      back,
      motion: inThread,
    };
    await this.#setMoving(() => this.#link.ask('resume', question));
  }

  async #setMoving(ask: () => Promise<unknown>): Promise<void> {
    const before = { stop: this.#stop, threads: this.#threads };
    this.#setRunning();
    try {
      await ask();
    } catch (error) {
      // The thread refused, so it still stands where it stood.
      if (this.#link.alive) {
        this.#state = 'stopped';
        this.#stop = before.stop;
        this.#threads = before.threads;
      }
      throw error;
    }
  }

  #setRunning(): void {
    this.#state = 'running';
    this.#stop = undefined;
    this.#threads = byId(
      [...this.#threads.values()].map(t => (t.state === 'stopped' ? { ...t, state: 'running' } : t)),
    );
  }

  async pause(thread?: ThreadId): Promise<void> {
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program is over.');
    const asked = this.#link.ask('pause', { task: thread === undefined ? undefined : Number(thread) });
    await pauseInTime(asked, message => {
      this.#output.drain();
      this.host.event({ kind: 'notice', message, important: true });
    });
  }

  async stack(stop: StopId, thread: ThreadId, start: number, count: number): Promise<Stack> {
    this.#check(stop);
    return this.#link.ask('stack', { stop, task: Number(thread), start, count });
  }

  async scopes(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    this.#check(stop);
    const { scopes, memory } = await this.#link.ask('scopes', { stop, frame });
    return this.#memory.addTo(scopes, memory);
  }

  async names(stop: StopId, frame: FrameId | undefined): Promise<NameScope> {
    this.#check(stop);
    if (frame === undefined) return this.#resolver.globalNames();
    return this.#symbols.namesAt(await this.#link.ask('frameAddress', { stop, frame }));
  }

  spaceOf(frame: FrameId): string | undefined {
    // The frame ids that the thread gives begin with the number of the task.
    return this.#threads.get(threadId(Number.parseInt(frame, 10)))?.memory;
  }

  async readMemory(stop: StopId, ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    this.#check(stop);
    return this.#link.ask('memory', { stop, ranges });
  }

  async regions(stop: StopId): Promise<readonly EngineRegion[]> {
    this.#check(stop);
    return this.#link.ask('regions', { stop });
  }

  async readObjects(stop: StopId, reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]> {
    this.#check(stop);
    return this.#link.ask('objects', { stop, reads });
  }

  async readPlaces(stop: StopId, wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    this.#check(stop);
    return this.#link.ask('places', { stop, wanted });
  }

  async changeBreakpoints(
    set: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    if (this.settings.noDebug) return notDebugged(set);
    return this.#breakpoints.change(set, remove);
  }

  async breakpointLocations(
    source: SourceRef,
    firstLine: number,
    lastLine: number,
  ): Promise<readonly SourceLocation[]> {
    return this.#resolver.places(source, firstLine, lastLine).map(entry => this.#symbols.locate(entry));
  }

  /** Who cancels or has waited long enough is answered at once, and the thread gives up as soon as it looks. */
  async runCode(
    stop: StopId,
    frame: FrameId | undefined,
    code: unknown,
    effects: boolean,
    signal?: AbortSignal,
    type?: TypeId,
  ): Promise<RawValue> {
    this.#check(stop);
    if (!this.traits.expressions.has('run')) throw notSupported('Evaluating code of the machine');
    signal?.throwIfAborted();
    const asked = this.#link.askFor('run', { stop, frame, code, effects, type });
    return answeredInTime(asked, evaluationMs, signal);
  }

  async write(stop: StopId, place: Place, value: RawValue): Promise<RawValue> {
    this.#check(stop);
    return this.#link.ask('write', { stop, place, value });
  }

  async writeMemory(stop: StopId, address: Address, bytes: Uint8Array): Promise<number> {
    this.#check(stop);
    return this.#link.ask('writeMemory', {
      stop,
      space: address.space,
      offset: Number(address.offset),
      bytes,
    });
  }

  async disassemble(
    _stop: StopId | undefined,
    from: Address,
    instructionOffset: number,
    count: number,
  ): Promise<readonly Instruction[]> {
    if (from.space !== 'code' && from.space !== '') return [];
    return this.#link.ask('disassemble', { from: Number(from.offset), offset: instructionOffset, count });
  }

  async trace(stop: StopId, thread: ThreadId, start: number, count: number): Promise<TracePage> {
    this.#check(stop);
    return this.#link.ask('trace', { stop, task: Number(thread), start, count });
  }

  async recordTrace(on: boolean): Promise<void> {
    await this.#link.ask('recordTrace', { on });
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

  async stepTargets(stop: StopId, frame: FrameId): Promise<readonly StepTarget[]> {
    this.#check(stop);
    if (!this.traits.stepTargets) throw notSupported('Choosing what to step into');
    return this.#link.ask('stepTargets', { stop, frame });
  }

  async gotoTargets(
    stop: StopId,
    source: SourceRef,
    line: number,
    column?: number,
  ): Promise<readonly GotoTarget[]> {
    this.#check(stop);
    return this.#resolver.gotoTargets(source, line, column);
  }

  async terminateThreads(threads: readonly ThreadId[]): Promise<void> {
    await this.#link.ask('endTasks', { tasks: threads.map(Number) });
  }

  async input(text: string | undefined): Promise<void> {
    if (this.#replays) throw new Failure('wrong-state', 'user', 'the recording has all its input.');
    this.#link.tell({ tell: 'input', text: text ?? null });
  }

  async terminate(): Promise<void> {
    if (this.#state === 'ended') return;
    this.#terminating = true;
    await this.#link.end(graceMs);
    await this.#children.end();
    await this.#over;
  }

  /** A program inside this process cannot live on without it. */
  async detach(): Promise<void> {
    await this.terminate();
  }

  async dispose(): Promise<void> {
    this.#terminating = true;
    if (this.#link.alive) await this.#link.end(graceMs);
    await this.#children.end();
    await this.#console.close(1);
  }

  #hear(news: News): void {
    switch (news.say) {
      case 'ready':
        this.#threads = byId(news.threads);
        return this.#loadedWith(news.lacks);
      case 'output':
        return this.#output.drain();
      case 'stopped':
        return this.#stopped(news);
      case 'decide':
        this.#threads = byId(news.threads);
        this.#stop = news.stop.id;
        return void this.#decide(this.#withMemory(news.stop, news.memory), news.breakpoint, news.about);
      case 'module':
        return void this.#moduleLoaded(news.module);
      case 'task':
        return this.#taskChanged(news.thread, news.change);
      case 'waiting':
        this.#threads = byId(news.threads);
        return this.#setWaitsForInput(news.for === 'input');
      case 'child':
        return this.host.event({ kind: 'child', child: this.#children.offer(news.program, news.args) });
      case 'watchesEnded':
        return this.#watchesEnded(news.ids, news.why);
      case 'notice':
        return this.host.event({ kind: 'notice', message: news.message, important: true });
      case 'exited':
        this.#programExited({ code: news.code });
        return void this.time?.finished().then(() => this.#link.tell({ tell: 'end' }));
      case 'crashed':
        this.#crash = news;
    }
  }

  #loadedWith(lacks: readonly string[]): void {
    const missing = missingParts(this.traits, lacks, this.options.moduleUrl);
    if (missing !== undefined) return this.#settleReady?.reject(missing);
    this.#state = 'loaded';
    this.#settleReady?.resolve();
  }

  #stopped(news: News & { say: 'stopped' }): void {
    for (const id of news.spent) this.#breakpoints.forget(id);
    this.#output.drain();
    this.#state = 'stopped';
    this.#stop = news.stop.id;
    this.#threads = byId(news.threads);
    this.host.event({ kind: 'stopped', stop: this.#withMemory(news.stop, news.memory) });
  }

  async #decide(stop: Stop, id: BreakpointId, about: AskedText): Promise<void> {
    this.#output.drain();
    const answer = await decided(this.host, stop, this.#breakpoints.get(id), about);
    if (this.#stop === stop.id && this.#state === 'running') this.#stop = undefined;
    this.#link.tell({ tell: 'decided', ...answer });
  }

  async #moduleLoaded(id: ModuleId): Promise<void> {
    for (const event of this.#modules.add(id)) this.host.event(event);
    try {
      const changed = await this.#breakpoints.rebind();
      if (changed.length > 0) this.host.event({ kind: 'breakpoints', resolutions: changed });
    } catch (error) {
      // Only a program that has ended meanwhile cannot be told.
      if (this.#link.alive) throw error;
    } finally {
      this.#link.tell({ tell: 'bound' });
    }
  }

  #taskChanged(thread: Thread, change: 'started' | 'exited'): void {
    if (change === 'started') this.#threads.set(thread.id, thread);
    else this.#threads.delete(thread.id);
    this.host.event({ kind: 'thread', thread, change });
  }

  #setWaitsForInput(waiting: boolean): void {
    if (waiting === this.#waitsForInput) return;
    this.#waitsForInput = waiting;
    this.#output.drain();
    this.host.event({ kind: 'waiting-for-input', waiting });
  }

  #watchesEnded(ids: readonly BreakpointId[], why: string): void {
    for (const id of ids) this.#breakpoints.forget(id);
    const resolutions = ids.map((id): Resolution => ({ id, state: 'unresolved', sites: [], message: why }));
    this.host.event({ kind: 'breakpoints', resolutions });
    this.host.event({ kind: 'notice', message: `A data breakpoint is over: ${why}.`, important: false });
  }

  #programExited(status: ExitStatus): void {
    if (this.#exited) return;
    this.#exited = true;
    if ('code' in status) this.#exitCode = status.code;
    this.#setWaitsForInput(false);
    this.#output.drain();
    this.host.event({ kind: 'exited', status });
  }

  #gone(end: ThreadEnd): void {
    this.#output.close();
    const started = this.#state !== 'starting';
    this.#state = 'ended';
    this.#stop = undefined;
    this.#threads.clear();
    const trouble = troubleOf({
      thread: end,
      crash: this.#crash,
      exited: this.#exited,
      terminated: this.#terminating,
      machine: this.options.moduleUrl,
      memoryLimit: this.options.memoryLimit,
    });
    if (!started) {
      if (trouble?.trace !== undefined)
        this.host.event({ kind: 'notice', message: trouble.trace, important: false });
      this.#settleReady?.reject(notStarted(trouble));
      return;
    }
    if (trouble === undefined || trouble.blame === 'program')
      this.#programExited(trouble === undefined ? { signal: 'SIGTERM' } : { code: 1 });
    this.#over = this.#end(trouble);
  }

  /** Children that nobody debugs belong to the program: it is over when they are. */
  async #end(trouble: Trouble | undefined): Promise<void> {
    if (!this.#children.idle) await this.#children.finished();
    await this.#console.close(this.#exitCode).catch((error: unknown) => {
      const message = `The terminal could not be closed: ${asFailure(error).message}`;
      this.host.event({ kind: 'notice', message, important: false });
    });
    this.host.event({ kind: 'ended', ...(trouble === undefined ? {} : { trouble }) });
  }

  #check(stop: StopId): void {
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program is over.');
    if (stop !== this.#stop) throw staleStop();
  }

  async #namesForData(spec: BreakpointSpec): Promise<NameScope | undefined> {
    if (spec.where.kind !== 'data' || spec.where.place.kind !== 'slot' || this.#stop === undefined)
      return undefined;
    return this.names(this.#stop, spec.where.place.frame);
  }

  #withMemory(stop: Stop, memory: MemorySizes): Stop {
    if (stop.top?.scopes === undefined) return stop;
    return { ...stop, top: { ...stop.top, scopes: this.#memory.addTo(stop.top.scopes, memory) } };
  }
}

const byId = (threads: readonly Thread[]): Map<ThreadId, Thread> => new Map(threads.map(t => [t.id, t]));
