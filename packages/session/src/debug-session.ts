// A debug session: one program under an engine, whoever watches it.
//
// The session owns the engine, the stops, the breakpoints and the handles; clients come and go.

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  asFailure,
  Failure,
  sourceKey,
  StopReader,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type Frame,
  type Motion,
  type MotionKind,
  type SourceRef,
  type Stop,
  type ThreadId,
  type TypeId,
} from '@sonde/engine';
import { Lens } from '@sonde/lens';
import type { Diagnostic, Language } from '@sonde/language';
import type { ValueContainer } from './value-container.js';
import type { Client } from './client.js';
import { BreakpointTable } from './breakpoint-table.js';
import type { SessionDirectory, SessionSummary } from './directory.js';
import { EventGate } from './event-gate.js';
import { announce, replayTo } from './event-translation.js';
import { Evaluator } from './evaluator.js';
import { HandleTable, IdentityTable } from './handles.js';
import type { CheckedLaunch } from './launch-configuration.js';
import { OutputHistory } from './output-history.js';

export type SessionState = 'starting' | 'running' | 'stopped' | 'ended';

export interface FrameHandle {
  readonly thread: ThreadId;
  readonly frame: Frame;
}

export interface StopState {
  readonly stop: Stop;
  readonly reader: StopReader;
}

/** What exists between the load of a program and its end. */
interface Run {
  readonly engine: Engine;
  readonly lens: Lens;
  readonly textType: TypeId;
  readonly temporary: readonly string[];
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

  readonly #clients = new Set<Client>();
  /** Whose end is the program's end. */
  #owner: Client | undefined;
  /** Whose `configurationDone` lets the program go. */
  #launcher: Client | undefined;
  #state: SessionState = 'starting';
  #stop: StopState | undefined;
  #run: Run | undefined;
  #runNumber = 0;
  #loading: Promise<Run> | undefined;
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

  get clients(): ReadonlySet<Client> {
    return this.#clients;
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
    return this.#waitingForInput && this.#stop === undefined;
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      name: basename(this.settings.program),
      program: this.settings.program,
      language: this.language.id,
      state: this.#state,
      pid: process.pid,
      clients: this.#clients.size,
      startedAt: this.startedAt,
    };
  }

  // --- clients ---------------------------------------------------------------------------------------------------

  join(client: Client): void {
    this.#clients.add(client);
    this.#owner ??= client;
    this.#launcher ??= client;
    this.directory.changed();
  }

  /** Whether the client came to a program that another one launched. */
  isJoined(client: Client): boolean {
    return client !== this.#launcher;
  }

  /** A client that joined late is shown where things are. */
  replay(client: Client): void {
    replayTo(this, client, this.#stop);
  }

  /**
   * A client goes. The owner's orderly goodbye ends the program it launched unless it says otherwise; when its
   * connection is lost while others watch, the eldest of them takes over.
   */
  async leave(
    client: Client,
    how: { readonly terminate: boolean | undefined; readonly lost: boolean; readonly suspend?: boolean },
  ): Promise<void> {
    if (!this.#clients.delete(client)) return;
    this.directory.changed();
    const owner = this.#owner === client;
    const last = this.#clients.size === 0;
    const ends = how.terminate ?? (owner && !(how.lost && !last));
    if (ends || last) {
      const reason = how.lost ? `${client.name} is gone` : `${client.name} ended the session`;
      return this.end(reason, how.terminate === false ? { suspended: how.suspend ?? false } : undefined);
    }
    if (owner) this.#owner = [...this.#clients][0];
    const removed = this.breakpoints.removeOwner(client.id);
    if (removed.length > 0) await this.#run?.engine.changeBreakpoints([], removed);
  }

  broadcast(send: (client: Client) => void, except?: Client): void {
    for (const client of this.#clients) if (client !== except) send(client);
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

  async #start(progress: (message: string) => void, signal: AbortSignal): Promise<Run> {
    const { language, settings } = this.launch;
    const number = ++this.#runNumber;
    progress(`Building ${basename(settings.program)}`);
    const built = await language.build({
      program: settings.program,
      cwd: settings.cwd,
      // Without a debugger too: an error of the program then names its line.
      debugInfo: true,
      extra: settings.extra,
      signal,
      progress,
    });
    this.#showDiagnostics(built.diagnostics);
    if (built.target === undefined) throw buildFailure(settings.program, built.diagnostics);
    progress(`Loading ${basename(settings.program)}`);
    const engine = await language.engine.start(built.target, settings, this.#host(number), signal);
    if (this.#ending !== undefined) {
      await engine.dispose();
      throw new Failure('wrong-state', 'user', 'the session ended while the program was being loaded.');
    }
    const run: Run = {
      engine,
      textType: engine.types.add({ kind: 'string', name: 'text' }),
      temporary: built.target.temporary,
      lens: new Lens({
        renderers: language.renderers ?? [],
        types: engine.types,
        pointerSize: engine.process.pointerSize,
        littleEndian: engine.process.littleEndian ?? true,
        ...(language.memberPath === undefined ? {} : { memberPath: language.memberPath.bind(language) }),
      }),
    };
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

  async #loaded(): Promise<Run> {
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
    if (old !== undefined) await this.#dispose(old);
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
      await this.#dispose(run);
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

  async #dispose(run: Run): Promise<void> {
    try {
      await run.engine.dispose();
    } catch (error) {
      this.log(`session ${this.id}: ${asFailure(error).text}`);
    }
    await Promise.all(run.temporary.map(path => rm(path, { recursive: true, force: true })));
  }

  // --- what the engine says ----------------------------------------------------------------------------------------

  #host(number: number): EngineHost {
    const current = (): boolean => number === this.#runNumber;
    const terminal = [...this.#clients].find(
      client => client.initialize.supportsRunInTerminalRequest === true,
    );
    return {
      event: event => {
        if (current()) this.gate.push(event);
        else if (event.kind === 'output') event.taken?.();
      },
      compileCondition: (text, names) => this.evaluator.compile(text, names),
      compileLog: (text, names) => this.evaluator.compileLog(text, names),
      decide: (stop, breakpoint) => this.evaluator.decide(stop, breakpoint),
      ...(terminal === undefined
        ? {}
        : {
            runInTerminal: async request => {
              const answer = await terminal.reverse('runInTerminal', {
                kind: request.kind,
                title: request.title,
                cwd: request.cwd,
                args: [...request.args],
                ...(request.env === undefined ? {} : { env: { ...request.env } }),
              });
              return {
                ...(answer.processId === undefined ? {} : { processId: answer.processId }),
                ...(answer.shellProcessId === undefined ? {} : { shellProcessId: answer.shellProcessId }),
              };
            },
          }),
    };
  }

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
      for (const client of this.#clients)
        if (client.id === entry.owner) announce.breakpoint(this, client, entry);
    }
  }

  /** A line of our own for every client's console. */
  say(message: string, category: 'console' | 'important' | 'stderr' = 'console'): void {
    const record = { category, text: message.endsWith('\n') ? message : `${message}\n`, extra: {} };
    this.history.add(record);
    this.broadcast(client => void client.output(record));
  }

  #showDiagnostics(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.say(diagnosticText(diagnostic), 'stderr');
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

function buildFailure(program: string, diagnostics: readonly Diagnostic[]): Failure {
  const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0];
  const why = first === undefined ? '' : ` ${diagnosticText(first).split('\n')[0] ?? ''}`;
  return new Failure('build-failed', 'user', `${basename(program)} could not be built.${why}`);
}

/** A diagnostic as a terminal shows it: where, what, the line, the hint. */
export function diagnosticText(diagnostic: Diagnostic): string {
  const { location } = diagnostic;
  const column = location?.column === undefined ? '' : `:${location.column}`;
  const where =
    location === undefined
      ? ''
      : `${location.source.path ?? location.source.name}:${location.line}${column}: `;
  const lines = [`${where}${diagnostic.severity}: ${diagnostic.message}`];
  if (diagnostic.sourceLine !== undefined) {
    lines.push(`  ${diagnostic.sourceLine}`);
    if (location?.column !== undefined) {
      // Tabs stay tabs, so that the mark stands under its character.
      lines.push(`  ${diagnostic.sourceLine.slice(0, location.column - 1).replace(/[^\t]/g, ' ')}^`);
    }
  }
  if (diagnostic.hint !== undefined) lines.push(`  hint: ${diagnostic.hint}`);
  return lines.join('\n');
}
