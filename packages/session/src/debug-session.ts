// A debug session: one program under an engine, whoever watches it.
//
// The session owns the engine, the stops, the breakpoints and the handles; clients come and go.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { basename } from 'node:path';
import {
  asFailure,
  Failure,
  sourceKey,
  StopReader,
  type Engine,
  type EngineEvent,
  type Frame,
  type Motion,
  type MotionKind,
  type SourceRef,
  type Stop,
  type ThreadId,
  type TypeId,
} from '@sonde/engine';
import type { Diagnostic, Language } from '@sonde/language';
import type { Lens } from '@sonde/lens';
import type { ValueContainer } from './value-container.js';
import type { Client } from './client.js';
import { ClientCircle, type Departure } from './client-circle.js';
import { BreakpointTable } from './breakpoint-table.js';
import type { SessionDirectory, SessionSummary } from './directory.js';
import { diagnosticText } from './diagnostics.js';
import { engineHost } from './engine-host.js';
import { EventGate } from './event-gate.js';
import { announce, replayTo } from './event-translation.js';
import { Evaluator } from './evaluator.js';
import { HandleTable, IdentityTable } from './handles.js';
import type { CheckedLaunch } from './launch-configuration.js';
import { OutputHistory } from './output-history.js';
import { ProgramRun } from './program-run.js';

export type SessionState = 'starting' | 'running' | 'stopped' | 'ended';

export interface FrameHandle {
  readonly thread: ThreadId;
  readonly frame: Frame;
}

export interface StopState {
  readonly stop: Stop;
  readonly reader: StopReader;
}

/** Owner of the breakpoints that no client asked for; clients count from 1. */
const nobody = 0;
const endedByItself = 'the program has ended';

/** How long a request waits for a launch that is under way. */
const launchPatienceMs = 30_000;

export class DebugSession {
  readonly id = randomBytes(4).toString('hex');
  readonly startedAt = new Date().toISOString();
  readonly breakpoints = new BreakpointTable();
  readonly history = new OutputHistory();
  readonly frames = new IdentityTable<FrameHandle>('frame', h => `${h.thread} ${h.frame.id}`);
  readonly containers = new HandleTable<ValueContainer>('variables reference');
  readonly sources = new IdentityTable<SourceRef>('source', sourceKey);
  readonly gotoTargets = new HandleTable<MotionKind>('goto target');
  readonly evaluator: Evaluator;
  readonly gate: EventGate;
  /** The clients that watch. */
  readonly circle = new ClientCircle();

  #state: SessionState = 'starting';
  #stop: StopState | undefined;
  #run: ProgramRun | undefined;
  #runNumber = 0;
  #loading: Promise<ProgramRun> | undefined;
  #configured = false;
  #begun = false;
  #waitingForInput = false;
  readonly #inputWanted = new EventEmitter();
  #filtersChosen = false;
  #changes = 0;
  #ending: Promise<void> | undefined;

  constructor(
    private launch: CheckedLaunch,
    private readonly directory: SessionDirectory,
    private readonly log: (line: string) => void,
  ) {
    this.evaluator = new Evaluator(this);
    this.gate = new EventGate(event => this.#deliver(event));
  }

  get language(): Language {
    return this.launch.language;
  }

  get sourceMap(): Readonly<Record<string, string>> {
    return this.launch.sourceMap;
  }

  get settings(): CheckedLaunch['settings'] {
    return this.launch.settings;
  }

  get state(): SessionState {
    return this.#state;
  }

  get waitingForInput(): boolean {
    return this.#waitingForInput;
  }

  /** Whether the running program asks for a line now or within a moment: engines may notice it with a delay. */
  async wantsInput(patienceMs: number): Promise<boolean> {
    if (this.#state !== 'running') return false;
    if (this.#waitingForInput) return true;
    const signal = AbortSignal.timeout(patienceMs);
    await once(this.#inputWanted, 'wanted', { signal }).catch(() => undefined);
    return this.waitingForInput && this.#stop === undefined;
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      name: basename(this.settings.program),
      program: this.settings.program,
      language: this.language.id,
      state: this.#state,
      pid: process.pid,
      clients: this.circle.size,
      startedAt: this.startedAt,
    };
  }

  // --- clients ---------------------------------------------------------------------------------------------------

  join(client: Client): void {
    this.circle.add(client);
    this.directory.changed();
  }

  /** A client that joined late is shown where things are. */
  replay(client: Client): void {
    replayTo(this, client, this.#stop);
  }

  /** A client goes; the program goes with it or stays, as the circle decides. */
  async leave(client: Client, how: Departure): Promise<void> {
    const departure = this.circle.remove(client, how);
    if (departure === undefined) return;
    this.directory.changed();
    if (departure.endsSession) {
      return this.end(
        departure.reason,
        how.terminate === false ? { suspended: how.suspend ?? false } : undefined,
      );
    }
    const removed = this.breakpoints.removeOwner(client.id);
    if (removed.length > 0) await this.#run?.engine.changeBreakpoints([], removed);
  }

  broadcast(send: (client: Client) => void, except?: Client): void {
    for (const client of this.circle) if (client !== except) send(client);
  }

  // --- the program -------------------------------------------------------------------------------------------------

  /** Builds and loads the program. Answers when it could run. */
  async load(progress: (message: string) => void, signal: AbortSignal): Promise<void> {
    this.#loading = this.#start(progress, signal);
    // Others wait on it too; that nobody does must not look like an unhandled rejection.
    this.#loading.catch(() => undefined);
    await this.#loading;
    await this.#beginWhenReady();
  }

  async #start(progress: (message: string) => void, signal: AbortSignal): Promise<ProgramRun> {
    const number = ++this.#runNumber;
    const host = engineHost(this.evaluator, this.circle, event => {
      // After a restart, what the old engine still says is not about this run any more.
      if (number === this.#runNumber) this.gate.push(event);
      else if (event.kind === 'output') event.taken?.();
    });
    const diagnostics = (found: readonly Diagnostic[]): void => {
      for (const diagnostic of found) this.say(diagnosticText(diagnostic), 'stderr');
    };
    const run = await ProgramRun.start(this.launch, host, { progress, diagnostics }, signal);
    const { engine } = run;
    if (this.#ending !== undefined) {
      await run.dispose(this.log);
      throw new Failure('wrong-state', 'user', 'the session ended while the program was being loaded.');
    }
    this.#run = run;
    const specs = this.breakpoints.specs();
    if (specs.length > 0) {
      const changed = this.breakpoints.update(await engine.changeBreakpoints(specs, []));
      this.gate.push({ kind: 'breakpoints', resolutions: changed.map(entry => entry.resolution) });
    }
    this.broadcast(client => announce.process(client, engine));
    return run;
  }

  /** The client has said all it wanted to say before the program runs. */
  async configurationDone(): Promise<void> {
    this.#configured = true;
    await this.#beginWhenReady();
  }

  async #beginWhenReady(): Promise<void> {
    if (!this.#configured || this.#begun || this.#run === undefined) return;
    this.#begun = true;
    this.#setState('running');
    await this.#applyDefaultFilters(this.#run.engine);
    await this.#run.engine.begin();
  }

  /** A client has said which exceptions it wants; the language's own choice no longer counts. */
  async exceptionFiltersChosen(): Promise<void> {
    this.#filtersChosen = true;
    const removed = this.breakpoints.removeOwner(nobody);
    if (removed.length > 0) await this.#run?.engine.changeBreakpoints([], removed);
  }

  /** Clients that never speak of exceptions get what the language thinks sensible. */
  async #applyDefaultFilters(engine: Engine): Promise<void> {
    if (this.#filtersChosen) return;
    const wanted = this.language.exceptionFilters.filter(f => f.default);
    const specs = wanted.map(f => ({ where: { kind: 'exception' as const, filter: f.id } }));
    const { set } = this.breakpoints.replace(nobody, { kind: 'exception' }, specs);
    if (set.length > 0) this.breakpoints.update(await engine.changeBreakpoints(set, []));
  }

  /** The loaded engine; waits for a launch that is under way. */
  async engine(): Promise<Engine> {
    return (await this.#loaded()).engine;
  }

  /** The engine if the program is loaded now. */
  get loadedEngine(): Engine | undefined {
    return this.#run?.engine;
  }

  async lens(): Promise<Lens> {
    return (await this.#loaded()).lens;
  }

  get textType(): TypeId {
    if (this.#run === undefined) throw notLoaded();
    return this.#run.textType;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined && this.#run === undefined && this.#ending === undefined;
  }

  async #loaded(): Promise<ProgramRun> {
    if (this.#run !== undefined) return this.#run;
    if (this.#loading === undefined || this.#ending !== undefined) throw notLoaded();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Failure('deadline', 'sonde', 'the program is still being loaded.')),
        launchPatienceMs,
      );
    });
    try {
      return await Promise.race([this.#loading, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The current stop, or a refusal that says what the program is doing instead. */
  stopped(): StopState {
    if (this.#stop !== undefined) return this.#stop;
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program has ended.');
    throw new Failure('not-stopped', 'user', 'the program is running;', 'pause it first.');
  }

  async move(
    thread: ThreadId,
    motion: MotionKind,
    options: { readonly singleThread?: boolean; readonly back?: boolean; readonly by: Client },
  ): Promise<boolean> {
    const engine = await this.engine();
    if (this.#state === 'running')
      throw new Failure('running', 'user', 'the program is running already;', 'pause it first.');
    const { stop } = this.stopped();
    const scope = options.singleThread === true && engine.traits.singleThread ? 'thread' : 'all';
    const request: Motion = {
      stop: stop.id,
      thread,
      scope,
      direction: options.back === true ? 'back' : 'forward',
      motion,
    };
    // Running from here on, so that a second motion that comes meanwhile is refused.
    this.#setState('running');
    try {
      await engine.resume(request);
    } catch (error) {
      // The program may have ended meanwhile; a refused motion leaves it where it was.
      if (this.#stop !== undefined) this.#setState('stopped');
      throw error;
    }
    this.#forgetStop();
    this.broadcast(
      client => client.event('continued', { threadId: thread, allThreadsContinued: scope === 'all' }),
      options.by,
    );
    return scope === 'all';
  }

  /** Something in the debuggee was changed at a stop: cached reads are void. */
  written(): void {
    this.#changes++;
    this.#stop?.reader.forget();
    this.evaluator.forget();
  }

  /** How often the debuggee was changed by hand; what was read before the latest change may be wrong. */
  get changes(): number {
    return this.#changes;
  }

  /** The other clients show values that are out of date now. */
  valuesChanged(by: Client): void {
    this.broadcast(client => {
      if (client.initialize.supportsInvalidatedEvent === true)
        client.event('invalidated', { areas: ['variables'] });
    }, by);
  }

  async restart(
    launch: CheckedLaunch | undefined,
    progress: (message: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (launch !== undefined) this.launch = launch;
    const old = this.#run;
    // Events of the old engine are not about this run any more.
    this.#runNumber++;
    this.#run = undefined;
    this.#forgetStop();
    this.#begun = false;
    this.#waitingForInput = false;
    this.gate.clear();
    if (old !== undefined) await old.dispose(this.log);
    this.breakpoints.unload();
    this.history.clear();
    this.#setState('starting');
    await this.load(progress, signal);
  }

  async input(text: string | undefined): Promise<void> {
    await (await this.engine()).input(text);
  }

  /** Ends the session for everyone. `detach` leaves a program with a life of its own alone. */
  end(reason: string, detach?: { readonly suspended: boolean }): Promise<void> {
    this.#ending ??= this.#end(reason, detach);
    return this.#ending;
  }

  async #end(reason: string, detach?: { readonly suspended: boolean }): Promise<void> {
    this.log(`session ${this.id} ends: ${reason}`);
    // Whoever still watches must not be left to guess.
    if (reason !== endedByItself) this.say(`The session ends: ${reason}.`);
    const run = this.#run;
    if (run !== undefined) {
      await (detach === undefined ? run.engine.terminate() : run.engine.detach(detach.suspended)).catch(
        (error: unknown) => this.log(`session ${this.id}: ${asFailure(error).text}`),
      );
      await run.dispose(this.log);
    }
    this.gate.open();
    this.#finish();
  }

  /** The last words to every client, once. */
  #finish(): void {
    if (this.#state === 'ended') return;
    this.#forgetStop();
    this.#run = undefined;
    this.#setState('ended');
    this.breakpoints.unload();
    this.directory.remove(this);
    this.broadcast(client => client.event('terminated', {}));
  }

  // --- what the engine says ----------------------------------------------------------------------------------------

  #deliver(event: EngineEvent): void {
    switch (event.kind) {
      case 'stopped':
        this.#forgetStop();
        this.#stop = { stop: event.stop, reader: new StopReader(this.#run!.engine, event.stop.id) };
        this.evaluator.begin();
        this.#setState('stopped');
        this.broadcast(client => announce.stopped(this, client, event.stop));
        return;
      case 'continued':
        this.#forgetStop();
        this.#setState('running');
        this.broadcast(client => announce.continued(client, event.threads));
        return;
      case 'output':
        void announce.output(this, event);
        return;
      case 'thread':
        if (event.change !== 'renamed') {
          const reason = event.change;
          this.broadcast(client => client.event('thread', { reason, threadId: event.thread.id }));
        }
        return;
      case 'module':
        this.broadcast(client => announce.module(client, event.module, event.change));
        return;
      case 'breakpoints':
        this.#announceBreakpoints(event.resolutions);
        return;
      case 'waiting-for-input':
        this.#waitingForInput = event.waiting;
        if (event.waiting) this.#inputWanted.emit('wanted');
        this.broadcast(client => client.waitingForInput(event.waiting));
        return;
      case 'child':
        void announce.child(this, event.child, this.log);
        return;
      case 'notice':
        this.say(event.message, event.important ? 'important' : 'console');
        return;
      case 'exited':
        announce.exited(this, event.status);
        return;
      case 'ended':
        if (event.trouble !== undefined) {
          const { message, next } = event.trouble;
          this.say(next === undefined ? message : `${message} ${next}`, 'important');
        }
        void this.end(endedByItself);
        return;
    }
  }

  #announceBreakpoints(resolutions: Extract<EngineEvent, { kind: 'breakpoints' }>['resolutions']): void {
    this.breakpoints.update(resolutions);
    for (const { id } of resolutions) {
      const entry = this.breakpoints.get(id);
      if (entry === undefined) continue;
      for (const client of this.circle)
        if (client.id === entry.owner) announce.breakpoint(this, client, entry);
    }
  }

  /** A line of our own for every client's console. */
  say(message: string, category: 'console' | 'important' | 'stderr' = 'console'): void {
    const record = { category, text: message.endsWith('\n') ? message : `${message}\n`, extra: {} };
    this.history.add(record);
    this.broadcast(client => void client.output(record));
  }

  #forgetStop(): void {
    this.#stop?.reader.expire();
    this.#stop = undefined;
    this.frames.expire();
    this.containers.expire();
    this.gotoTargets.expire();
    this.evaluator.forget();
  }

  #setState(state: SessionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.directory.changed();
  }
}

const notLoaded = (): Failure =>
  new Failure('wrong-state', 'user', 'no program is loaded.', 'Launch one first.');
