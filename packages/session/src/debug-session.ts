// A debug session: one program under an engine, whoever watches it.
//
// The session owns the engine, the stops, the breakpoints and the handles; clients come and go.

import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import {
  asFailure,
  Failure,
  sourceKey,
  StopReader,
  topOf,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type Frame,
  type FrameId,
  type MotionKind,
  type SourceLocation,
  type SourceRef,
  type Stop,
  type StopId,
  type ThreadId,
  type TimePosition,
} from '@sonde/engine';
import type { Diagnostic, Language } from '@sonde/language';
import type { Lens } from '@sonde/lens';
import type { ValueContainer } from './values/value-container.js';
import { Assignments } from './values/assignments.js';
import { BuiltSources } from './program/built-sources.js';
import type { Client } from './clients/client.js';
import { ClientCircle, type Departure } from './clients/client-circle.js';
import { BreakpointLife } from './breakpoint-life.js';
import { BreakpointNews } from './breakpoints/breakpoint-news.js';
import { BreakpointTable } from './breakpoints/breakpoint-table.js';
import { BreakpointTexts } from './breakpoints/breakpoint-texts.js';
import { DataNames } from './breakpoints/data-names.js';
import type { SessionDirectory, SessionSummary } from './directory.js';
import { diagnosticText } from './program/diagnostics.js';
import { engineHost } from './engine-host.js';
import { EventGate } from './events/event-gate.js';
import { announce, clientSource, replayTo } from './events/event-translation.js';
import { ChildHandovers } from './waiting/child-handovers.js';
import { Evaluator } from './values/evaluator.js';
import { HandleTable, IdentityTable } from './values/handles.js';
import type { CheckedLaunch } from './launch-configuration.js';
import { ownWords, plainPaint, type Painted } from './clients/paint.js';
import { recordingOf, writeRecording } from './recording/save-recording.js';
import { ObjectGraphs } from './object-graph/object-graphs.js';
import { OutputText } from './clients/output-text.js';
import { OutputHistory } from './clients/output-history.js';
import { InputWait } from './run/input-wait.js';
import { Lingering } from './clients/lingering.js';
import { detailOf } from './stops/stop-detail.js';
import { StopScopes } from './stops/stop-scopes.js';
import { timeOf } from './time/recorded-time.js';
import { ProgramLife } from './run/program-life.js';
import type { ProgramRun } from './run/program-run.js';
import { WatchedTypes } from './breakpoints/watched-types.js';

export type SessionState = 'starting' | 'running' | 'stopped' | 'ended';

/** What becomes of the program when its session ends: it ends too, or it is let go, with a life of its own. */
export type ProgramAfter = 'ended' | { readonly suspended: boolean };

export interface FrameHandle {
  readonly thread: ThreadId;
  readonly frame: Frame;
  /** A caption between frames: nothing can be seen from there. */
  readonly label?: true;
}

export interface StopState {
  readonly stop: Stop;
  readonly reader: StopReader;
  /** More about its reason, for people. */
  readonly detail?: string;
}

const endedByItself = 'the program has ended';

export class DebugSession {
  readonly id = randomBytes(4).toString('hex');
  readonly startedAt = new Date().toISOString();
  /** The clients that watch. */
  readonly circle = new ClientCircle();
  readonly breakpointNews = new BreakpointNews(this.circle);
  readonly breakpoints = new BreakpointTable(this.breakpointNews.changed);
  readonly breakpointLife = new BreakpointLife(this);
  readonly history = new OutputHistory();
  readonly frames = new IdentityTable<FrameHandle>('frame', h => `${h.thread} ${h.frame.id}`);
  readonly containers = new HandleTable<ValueContainer>('variables reference');
  readonly sources = new IdentityTable<SourceRef>('source', sourceKey);
  /** Where variables were declared and functions written. */
  readonly locations = new IdentityTable<SourceLocation>('location reference', locationKey);
  readonly dataNames = new DataNames();
  readonly watchedTypes = new WatchedTypes();
  readonly gotoTargets = new HandleTable<MotionKind>('goto target');
  /** Paths that clients were told of: their text may be asked for. */
  readonly shownPaths = new Set<string>();
  readonly scopes = new StopScopes(this);
  readonly evaluator = new Evaluator(this);
  readonly assignments = new Assignments(this);
  readonly breakpointTexts = new BreakpointTexts(this);
  readonly objectGraphs = new ObjectGraphs(this);
  readonly builtSources = new BuiltSources(this);
  readonly gate: EventGate;
  readonly inputWait = new InputWait();
  readonly outputText = new OutputText();
  readonly life: ProgramLife;

  readonly #children = new ChildHandovers();
  readonly #lingering: Lingering;
  #state: SessionState = 'starting';
  #stop: StopState | undefined;
  /** Which run the engine's events must be of to count. */
  #runNumber = 0;
  #changes = 0;
  #departure: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;

  constructor(
    private launch: CheckedLaunch,
    private readonly directory: SessionDirectory,
    private readonly log: (line: string) => void,
  ) {
    this.#lingering = new Lingering(log);
    this.gate = new EventGate(event => this.#deliver(event));
    this.life = new ProgramLife(
      {
        host: () => this.#host(),
        loaded: run => this.#programLoaded(run),
        begins: run => this.#programBegins(run),
      },
      log,
    );
  }

  get language(): Language {
    return this.launch.language;
  }

  /** What came with a recording, where one is replayed. */
  get recorded(): CheckedLaunch['recorded'] {
    return this.launch.recorded;
  }

  get sourceMap(): Readonly<Record<string, string>> {
    return this.launch.sourceMap;
  }

  get settings(): CheckedLaunch['settings'] {
    return this.launch.settings;
  }

  /** How long building and loading may take. */
  get timeoutMs(): number {
    return this.launch.timeoutMs;
  }

  /** The program was there before the session and lives on after it. */
  get isAttached(): boolean {
    return this.launch.attach !== undefined;
  }

  get state(): SessionState {
    return this.#state;
  }

  summary(): SessionSummary {
    return {
      id: this.id,
      name: basename(this.loadedEngine?.process.name ?? this.settings.program),
      program: this.settings.program,
      language: this.language.id,
      state: this.#state,
      pid: process.pid,
      clients: this.circle.size,
      startedAt: this.startedAt,
    };
  }

  // --- clients ---------------------------------------------------------------------------------------------------

  /** Who comes late hears nothing of the program before it is shown where things are. */
  join(client: Client): void {
    if (this.circle.add(client).late) client.waitForReplay();
    if (this.circle.launcher !== undefined) this.#lingering.end();
    this.directory.changed();
  }

  /** The client has said all it wanted to say first: the program may run, if it is the client's to let go. */
  async configurationDone(client: Client): Promise<void> {
    client.configured = true;
    if (client.rights === 'full') await this.breakpointLife.dropOrphans(client);
    if (!this.circle.isGuest(client)) await this.life.configure();
  }

  /** Shows a client that came late where things are. */
  replayTo(client: Client): void {
    if (client.waitsForReplay) replayTo(this, client, this.#stop);
  }

  /** A client goes; the program goes with it or stays, as the circle decides. */
  async leave(client: Client, how: Departure): Promise<void> {
    const departure = this.circle.remove(client, how, this.isAttached);
    if (departure === undefined) return;
    this.directory.changed();
    if (departure.endsSession) {
      return this.end(departure.reason, departure.detaches ? { suspended: how.suspend ?? false } : 'ended');
    }
    if (departure.lingersMs !== undefined) {
      if (this.#ending !== undefined) return;
      this.breakpointLife.orphan(client);
      const after = departure.detaches ? { suspended: false } : 'ended';
      this.#lingering.begin(departure.lingersMs, () =>
        this.end(`${departure.reason} and did not come back`, after),
      );
      return;
    }
    await this.breakpointLife.dropThoseOf(client.id);
    // Whoever took over may have been ready for long.
    if (this.circle.launcher?.configured === true) await this.life.configure();
  }

  broadcast(send: (client: Client) => void, except?: Client): void {
    for (const client of this.circle) if (client !== except) send(client);
  }

  // --- the program -------------------------------------------------------------------------------------------------

  /** Builds and loads the program. Answers when it could run. */
  load(progress: (message: string) => void, signal: AbortSignal): Promise<void> {
    const diagnostics = (found: readonly Diagnostic[]): void => {
      for (const diagnostic of found) this.say(paint => diagnosticText(diagnostic, paint), 'stderr');
    };
    const notice = (message: string): void => this.say(message);
    return this.life.load(this.launch, { progress, diagnostics, notice }, signal);
  }

  #host(): EngineHost {
    const number = ++this.#runNumber;
    return engineHost(this.breakpointTexts, this.circle, event => {
      // After a restart, what the old engine still says is not about this run any more.
      if (number === this.#runNumber) {
        // Now, whoever holds the gate: an engine keeps its recording only for those who ask in this event.
        if (event.kind === 'exited') this.#saving ??= this.#saveRecording();
        this.gate.push(event);
      } else if (event.kind === 'output') event.taken?.();
    });
  }

  async #programLoaded({ engine }: ProgramRun): Promise<void> {
    this.builtSources.begin(engine);
    await this.breakpointLife.programLoaded(engine);
    this.broadcast(client => announce.process(this, client, engine));
  }

  async #programBegins({ engine }: ProgramRun): Promise<void> {
    this.#setState('running');
    await this.breakpointLife.programBegins(engine);
  }

  /** The loaded engine; waits for a launch that is under way. */
  async engine(): Promise<Engine> {
    return (await this.life.loaded()).engine;
  }

  /** The engine if the program is loaded now. */
  get loadedEngine(): Engine | undefined {
    return this.life.run?.engine;
  }

  /** How values of a frame are shown; without one, those of the program as it was launched. */
  async lens(frame: FrameId | undefined): Promise<Lens> {
    return (await this.life.loaded()).frameLanguages.lensOf(frame);
  }

  /** The language that a frame's code was written in. */
  async languageOf(frame: FrameId | undefined): Promise<Language> {
    return (await this.life.loaded()).frameLanguages.languageOf(frame);
  }

  /** Clients were told of these frames. */
  sawFrames(frames: readonly Frame[]): void {
    this.life.run?.frameLanguages.see(frames);
  }

  /** The current stop, or a refusal that says what the program is doing instead. */
  stopped(): StopState {
    if (this.#stop !== undefined) return this.#stop;
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program has ended.');
    if (this.#state === 'starting') throw notStarted();
    throw new Failure('not-stopped', 'user', 'the program is running;', 'pause it first.');
  }

  /** The stop that clients know of, if the program is stopped. */
  get stopIfStopped(): Stop | undefined {
    return this.#stop?.stop;
  }

  /** Over when the program goes that the latest motion was to set going, or was refused. */
  get departure(): Promise<void> {
    return this.#departure;
  }

  async move(
    thread: ThreadId,
    motion: MotionKind,
    options: { readonly singleThread?: boolean; readonly back?: boolean; readonly by: Client },
  ): Promise<boolean> {
    const { traits } = await this.engine();
    const scope = options.singleThread === true && traits.singleThread ? 'thread' : 'all';
    const how = { thread, scope, direction: options.back === true ? 'back' : 'forward', motion } as const;
    await this.#depart((engine, stop) => engine.resume({ stop, ...how }));
    this.broadcast(
      client => client.event('continued', { threadId: thread, allThreadsContinued: scope === 'all' }),
      options.by,
    );
    return scope === 'all';
  }

  /** To another moment of the run; a stop follows. */
  async goToTime(position: TimePosition, by: Client): Promise<void> {
    const time = timeOf(await this.engine());
    await this.#depart((_engine, stop) => time.goTo(stop, position));
    this.broadcast(client => announce.continued(client, 'all'), by);
  }

  /** Leaves the stop, unless the engine refuses. */
  async #depart(go: (engine: Engine, stop: StopId) => Promise<void>): Promise<void> {
    const engine = await this.engine();
    if (this.#state === 'running')
      throw new Failure('running', 'user', 'the program is running already;', 'pause it first.');
    const { stop } = this.stopped();
    // Running from here on, so that a second motion that comes meanwhile is refused.
    this.#setState('running');
    const resumed = go(engine, stop.id);
    this.#departure = resumed.catch(() => undefined);
    try {
      await resumed;
    } catch (error) {
      // The program may have ended meanwhile; a refused motion leaves it where it was.
      if (this.#stop !== undefined) this.#setState('stopped');
      throw error;
    }
    this.#forgetStop();
  }

  /** Something in the debuggee was changed at a stop: cached reads are void. */
  written(): void {
    this.#changes++;
    this.#stop?.reader.forget();
    this.scopes.forget();
  }

  /** How often the debuggee was changed by hand; what was read before the latest change may be wrong. */
  get changes(): number {
    return this.#changes;
  }

  /** The other clients show values that are out of date now. */
  valuesChanged(by: Client): void {
    this.broadcast(client => client.valuesChanged(), by);
  }

  async restart(
    launch: CheckedLaunch | undefined,
    progress: (message: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.life.isLoading) throw new Failure('wrong-state', 'user', 'the program is being loaded already.');
    if (this.#state === 'ended') throw new Failure('wrong-state', 'user', 'the program has ended.');
    if (launch !== undefined) this.launch = launch;
    // From here on events of the old engine do not count, so what it held back is dropped.
    this.#runNumber++;
    this.#saving = undefined;
    this.gate.clear();
    if (this.#stop !== undefined) this.broadcast(client => announce.continued(client, 'all'));
    this.#forgetStop();
    this.inputWait.set(false);
    this.breakpoints.unload('The program is being started again.');
    this.history.clear();
    this.outputText.finish();
    this.#setState('starting');
    try {
      await this.load(progress, signal);
    } catch (error) {
      // The old program is gone and the new one did not come: nothing is left to debug.
      await this.end('the restart failed');
      throw error;
    }
  }

  async input(text: string | undefined): Promise<void> {
    await (await this.engine()).input(text);
  }

  /**
   * Ends the session for everyone, and with it the program, unless it was there before the session. `asker` is told by
   * the answer to what it asked for.
   */
  end(
    reason: string,
    program: ProgramAfter = this.isAttached ? { suspended: false } : 'ended',
    asker?: Client,
  ): Promise<void> {
    this.#ending ??= this.#end(reason, program, asker);
    return this.#ending;
  }

  async #end(reason: string, program: ProgramAfter, asker: Client | undefined): Promise<void> {
    this.log(`session ${this.id} ends: ${reason}`);
    this.#lingering.end();
    // Whoever still watches must not be left to guess.
    if (reason !== endedByItself) this.say(`The session ends: ${reason}.`, 'console', asker);
    await (this.#saving ??= this.#saveRecording());
    const closing = this.objectGraphs.close();
    await this.life.end(program === 'ended' ? undefined : program);
    this.gate.open();
    this.#finish(asker);
    await closing;
  }

  /** The run so far, for a file. */
  recording(signal?: AbortSignal): Promise<Buffer> {
    const { engine, image } = this.life.present();
    const { language, settings, sourceMap } = this;
    return recordingOf({ language, settings, sourceMap, engine, image }, signal);
  }

  #saving: Promise<void> | undefined;

  /** As the launch asked for. */
  async #saveRecording(): Promise<void> {
    const { recordingFile } = this.launch;
    if (recordingFile === undefined || this.life.run === undefined) return;
    try {
      await writeRecording(recordingFile, await this.recording(AbortSignal.timeout(this.timeoutMs)));
      this.say(`The recording is in ${recordingFile}`);
    } catch (error) {
      this.say(asFailure(error).text, 'important');
    }
  }

  /**
   * The last words to every client, once. A client whose own launch failed has that answer, and may launch again: where
   * "terminated" came as well, Helix showed that in place of what the compiler had said.
   */
  #finish(refused?: Client): void {
    if (this.#state === 'ended') return;
    this.#forgetStop();
    this.inputWait.set(false);
    this.#setState('ended');
    this.breakpoints.unload('The program has ended; start it again.');
    this.breakpointNews.flush();
    this.directory.remove(this);
    this.broadcast(client => client.event('terminated', {}), refused);
  }

  // --- what the engine says ----------------------------------------------------------------------------------------

  #deliver(event: EngineEvent): void {
    switch (event.kind) {
      case 'stopped':
        void this.#stopped(event.stop);
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
      case 'source':
        if (event.change !== 'removed') this.builtSources.add(event.source);
        this.broadcast(client =>
          client.event('loadedSource', {
            reason: event.change,
            source: clientSource(this, client, event.source),
          }),
        );
        return;
      case 'breakpoints':
        this.breakpointLife.tell(event.resolutions);
        return;
      case 'waiting-for-input':
        this.inputWait.set(event.waiting);
        this.broadcast(client => client.waitingForInput(event.waiting));
        return;
      case 'child':
        this.#children.add(announce.child(this, event.child, this.log));
        return;
      case 'notice':
        this.say(event.message, event.important ? 'important' : 'console');
        return;
      case 'exited':
        announce.exited(this, event.status);
        return;
      case 'ended':
        if (event.trouble !== undefined) {
          const { message, next, trace } = event.trouble;
          if (trace !== undefined) this.say(trace, 'console');
          this.say(next === undefined ? message : `${message} ${next}`, 'important');
        }
        void this.#endByItself();
        return;
    }
  }

  async #endByItself(): Promise<void> {
    const run = this.#runNumber;
    await this.#children.over();
    if (run === this.#runNumber) await this.end(endedByItself);
  }

  /**
   * A watched value is told with its stop, and what a runtime says of an exception: the stop waits for the text, in
   * bounds; so does all that the engine says meanwhile.
   */
  async #stopped(stop: Stop): Promise<void> {
    const { run } = this.life;
    // The end may have overtaken it.
    if (run === undefined) return;
    const reader = new StopReader(run.engine, stop.id);
    const telling = detailOf(stop, run, this.watchedTypes, reader);
    if (telling === undefined) return this.#announceStop({ stop, reader });
    this.gate.hold();
    const detail = await telling;
    if (this.life.run === run) this.#announceStop({ stop, reader, ...(detail === '' ? {} : { detail }) });
    this.gate.release();
  }

  #announceStop(state: StopState): void {
    this.#forgetStop();
    this.#stop = state;
    this.scopes.begin();
    this.#setState('stopped');
    this.broadcast(client => announce.stopped(this, client, state));
    this.breakpointLife.restAfter(state.stop);
    void this.#seeTop(state);
  }

  async #seeTop(state: StopState): Promise<void> {
    const top = await topOf(state.stop);
    if (top === undefined || this.#stop !== state) return;
    this.sawFrames(top.frames);
    const source = top.frames[0]?.location?.source;
    if (source !== undefined) await this.builtSources.stoppedIn(source);
  }

  /** A line of our own for every client's console. */
  say(
    message: string | Painted,
    category: 'console' | 'important' | 'stderr' = 'console',
    except?: Client,
  ): void {
    const painted = ownWords(message, category);
    const record = { category, text: painted(plainPaint), painted };
    this.history.add(record);
    this.broadcast(client => void client.output(record), except);
  }

  #forgetStop(): void {
    this.#stop?.reader.expire();
    this.#stop = undefined;
    this.life.run?.frameLanguages.forget();
    this.frames.expire();
    this.containers.expire();
    this.locations.expire();
    this.gotoTargets.expire();
    this.scopes.forget();
  }

  #setState(state: SessionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.directory.changed();
  }
}

const locationKey = ({ source, line, column }: SourceLocation): string =>
  `${sourceKey(source)} ${line} ${column ?? ''}`;

const notStarted = (): Failure =>
  new Failure('wrong-state', 'user', 'the program has not started yet;', '"configurationDone" lets it go.');
