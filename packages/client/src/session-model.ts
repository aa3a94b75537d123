// One debug session as the page shows it: a client of the protocol that keeps nothing the session could tell it.
import { ConnectionClosed, DapClient, ResponseFailure } from '@sonde/dap';
import type { Capabilities, EventBody, Transport } from '@sonde/dap';
import { BreakpointBook } from './breakpoint-book.js';
import { BreakpointSync } from './breakpoint-sync.js';
import { failureText, isMoot, NoSession } from './failure-text.js';
import { FrameView } from './frame-view.js';
import { Motions, type MotionCommand } from './motions.js';
import { OutputLog } from './output-log.js';
import { isAlive, whatWeCan, type Phase, type SessionInfo } from './phase.js';
import { ProgramShelves, type Shelf } from './program-shelf.js';
import { SourceShelf } from './source-shelf.js';
import { configurationOf, programOf, type StartRequest } from './start-request.js';
import { Store } from './store.js';
import { ThreadList } from './thread-list.js';
import { timeIn } from './time/time-requests.js';
import { WatchList } from './watch-list.js';

export interface ModelSurroundings {
  /** As which client it introduces itself. */
  readonly introduction: { readonly clientID: string; readonly clientName: string };
  /** A connection to the server, and through it to a session that runs elsewhere. */
  connect(session: string | undefined): Promise<Transport>;
  /** Where what is wanted in programs is kept. */
  shelf(name: string): Shelf;
  /** Whether the server is there that the session was on: not another one at the same address. `over`: it never comes back. */
  server(): Promise<'same' | 'another' | 'gone' | 'over'>;
  /** Text of a source before there is a session that could be asked. */
  fileText(path: string): Promise<string>;
  /** Waits before the connection is tried again. */
  pause(milliseconds: number): Promise<void>;
}

/** A problem with what a user did last; shown until it is dismissed or something else is done. */
export interface Notice {
  readonly number: number;
  readonly text: string;
}

const longestPauseMs = 2_000;

export class SessionModel {
  readonly phase = new Store<Phase>({ kind: 'idle' });
  readonly capabilities = new Store<Capabilities>({});
  readonly info = new Store<SessionInfo | undefined>(undefined);
  readonly waitsForInput = new Store(false);
  readonly notice = new Store<Notice | undefined>(undefined);
  readonly log = new OutputLog();
  readonly threads: ThreadList;
  readonly frame: FrameView;
  readonly watches: WatchList;
  readonly breakpoints: BreakpointSync;
  readonly sources: SourceShelf;
  readonly motions: Motions;
  /** What it is about: breakpoints, watches and output are those of this program. */
  readonly program = new Store<string | undefined>(undefined);
  /** Counts up when memory or values may have changed without a stop: a variable was set. */
  readonly changes = new Store(0);
  /** Bytes of an address in the program. */
  readonly pointerSize = new Store(8);
  #client: DapClient | undefined;
  #request: StartRequest | undefined;
  #stops = 0;
  /** Of the stop that is being told. */
  #others: number[] = [];
  #notices = 0;
  #leaving = false;

  constructor(private readonly surroundings: ModelSurroundings) {
    this.threads = new ThreadList(this);
    this.frame = new FrameView(this);
    this.motions = new Motions(this);
    const shelves = (name: string): ProgramShelves => new ProgramShelves(surroundings.shelf(name));
    this.watches = new WatchList(this, shelves('watches'));
    this.breakpoints = new BreakpointSync(this, new BreakpointBook(shelves('breakpoints')));
    this.sources = new SourceShelf(this, surroundings);
  }

  /** The connection; throws in words when there is none. */
  get client(): DapClient {
    if (this.#client === undefined) throw new NoSession();
    return this.#client;
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  get request(): StartRequest | undefined {
    return this.#request;
  }

  can(capability: keyof Capabilities): boolean {
    return this.capabilities.get()[capability] === true;
  }

  /** Another program does not inherit what was wanted in the one before, nor what that has printed. */
  about(program: string): void {
    if (this.program.get() === program) return;
    this.log.clear();
    this.program.set(program);
    this.breakpoints.book.open(program);
    this.watches.open(program);
  }

  /** `session`: it was begun before in the same way, and is there still. */
  async start(request: StartRequest, session?: string): Promise<void> {
    await this.leave();
    this.#leaving = false;
    this.#request = request;
    const program = programOf(request);
    if (program !== undefined) this.about(program);
    this.log.clear();
    this.phase.set({ kind: 'connecting' });
    try {
      await this.sources.readAgain();
      await this.#converse(request, session);
    } catch (error) {
      // Whoever left meanwhile does not want to hear of it.
      if (this.#request !== request || this.phase.get().kind === 'lost') return;
      // The end of the connection was told already, with its reason.
      if (error instanceof ConnectionClosed && this.phase.get().kind === 'failed') return;
      if (session !== undefined && !isMoot(error)) return this.#end({ kind: 'ended', why: sessionGone });
      this.#fail(failureText(error));
    }
  }

  /** Says goodbye; the program ends if it was started here and nobody else watches. */
  async leave(terminate?: boolean): Promise<void> {
    const client = this.#client;
    this.#leaving = true;
    this.#request = undefined;
    this.#forget();
    this.phase.set({ kind: 'idle' });
    if (client === undefined) return;
    await client
      .request('disconnect', terminate === undefined ? {} : { terminateDebuggee: terminate })
      .catch(() => undefined);
    client.close();
  }

  move(command: MotionCommand, granularity?: 'instruction'): Promise<void> {
    return this.motions.move(command, granularity);
  }

  /** Whether it can be started again once it is over: a session of others cannot. */
  get startsAgain(): boolean {
    return this.#request !== undefined && this.#request.kind !== 'join';
  }

  async restart(): Promise<void> {
    const request = this.#request;
    if (request === undefined) return;
    if (!isAlive(this.phase.get()) || !this.can('supportsRestartRequest')) return this.start(request);
    this.log.clear();
    this.#stops++;
    this.motions.settle();
    this.phase.set({ kind: 'starting' });
    try {
      await this.client.request('restart', {});
      await this.sources.readAgain();
      if (this.phase.get().kind === 'starting') this.phase.set({ kind: 'running' });
    } catch (error) {
      this.complain(error);
    }
  }

  async terminate(): Promise<void> {
    await this.attempt(() =>
      this.can('supportsTerminateRequest')
        ? this.client.request('terminate', {})
        : this.client.request('disconnect', { terminateDebuggee: true }),
    );
  }

  /** A line for the program's input; its end when there is no text. */
  async input(text: string | undefined): Promise<void> {
    if (text !== undefined) this.log.add({ kind: 'input', stream: 'stdin', text });
    await this.attempt(() =>
      this.client.customRequest('sonde/input', text === undefined ? {} : { text: `${text}\n` }),
    );
  }

  /** Does something that a user asked for; what goes wrong is shown. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error: unknown): void {
    if (!isMoot(error)) this.say(failureText(error));
  }

  say(text: string): void {
    this.notice.set({ number: ++this.#notices, text });
  }

  /** Something was written: all that is shown may be different. */
  async valuesChanged(): Promise<void> {
    this.changes.update(count => count + 1);
    await this.frame.refresh();
  }

  async #converse(request: StartRequest, again: string | undefined): Promise<void> {
    const session = request.kind === 'join' ? request.session : again;
    const transport = await this.surroundings.connect(session);
    const client = new DapClient(transport);
    if (this.#request !== request) return client.destroy();
    this.#client = client;
    this.#listen(client);
    this.capabilities.set(await client.initialize({ ...whatWeCan, ...this.surroundings.introduction }));
    if (session === undefined) this.phase.set({ kind: 'starting' });
    const command = request.kind === 'launch' && session === undefined ? 'launch' : 'attach';
    await client.customRequest(command, session === undefined ? configurationOf(request) : { session });
    if (this.phase.get().kind === 'starting' || this.phase.get().kind === 'connecting')
      this.phase.set({ kind: 'running' });
    // An adapter that is not Sonde does not tell.
    const told = await client.customRequest('sonde/session', {}).catch(ignoreRefusal);
    if (told !== undefined) this.info.set(told as SessionInfo);
    await this.breakpoints.refreshOthers();
  }

  #listen(client: DapClient): void {
    client.on('initialized', () => void this.#configure(client));
    client.on('capabilities', () => {
      this.capabilities.set(client.capabilities);
      void this.attempt(() => this.breakpoints.offerFilters());
    });
    client.on('stopped', body => this.#stopped(body));
    client.on('continued', () => this.#continued());
    client.on('exited', ({ exitCode }) => this.#ended({ kind: 'ended', exitCode }));
    client.on('terminated', () => this.#terminated(client));
    client.on('output', body => this.#output(body));
    client.on('process', ({ pointerSize = 64 }) => this.pointerSize.set(pointerSize / 8));
    client.on('thread', () => void this.threads.listAgain());
    client.on('breakpoint', body => this.breakpoints.heard(body));
    client.on('invalidated', () => void this.valuesChanged());
    client.on('memory', () => this.changes.update(count => count + 1));
    client.on('progressStart', ({ title, message }) => this.#progress(message ?? title));
    client.on('progressUpdate', ({ message, percentage }) => this.#progress(message, percentage));
    client.onEveryEvent((event, body) => {
      if (event === 'sonde/input') this.waitsForInput.set((body as { waiting?: unknown }).waiting === true);
      if (event === 'sonde/breakpoints') void this.breakpoints.refreshOthers();
    });
    void client.closed.then(reason => this.#closed(client, reason.message));
  }

  async #configure(client: DapClient): Promise<void> {
    try {
      await this.#knowProgram(client);
      await this.breakpoints.sendAll();
      await client.request('configurationDone', {});
    } catch (error) {
      this.complain(error);
    }
  }

  /** Whoever joins learns only now what it is about. */
  async #knowProgram(client: DapClient): Promise<void> {
    const request = this.#request;
    if (request?.kind !== 'join') return;
    const { program } = await client
      .customRequest('sonde/session', {})
      .then(body => body as SessionInfo)
      // An adapter that is not Sonde does not tell.
      .catch(() => ({ program: request.session }));
    this.about(program);
  }

  #stopped(body: EventBody<'stopped'>): void {
    const { reason, description, text, threadId, hitBreakpointIds = [], preserveFocusHint } = body;
    if (preserveFocusHint === true && threadId !== undefined) {
      // The event of the thread to look at comes behind it; nothing is painted before.
      this.#others.push(threadId);
      return;
    }
    const others = this.#others;
    this.#others = [];
    const number = ++this.#stops;
    const time = timeIn(body);
    const stop = {
      number,
      reason,
      ...(description === undefined ? {} : { description }),
      ...(text === undefined ? {} : { text }),
      threadId,
      hitBreakpointIds,
      others,
      ...(time === undefined ? {} : { time }),
    };
    this.motions.arrives();
    void this.breakpoints.endVisit();
    void this.threads.arrive(threadId, reason === 'step', () => {
      if (this.#stops !== number) return;
      this.motions.settle();
      // What is pressed before the stop is read means the thread that has stopped, not the one of before.
      if (threadId !== undefined) this.threads.selected.set(threadId);
      this.phase.set({ kind: 'stopped', stop });
      this.motions.goOn(reason);
    });
  }

  #continued(): void {
    // Whatever is still read of the stop is not told any more.
    this.#stops++;
    this.motions.settle();
    if (this.phase.get().kind === 'stopped') this.phase.set({ kind: 'running' });
  }

  #ended(phase: Phase): void {
    this.#stops++;
    this.motions.settle();
    this.phase.set(phase);
  }

  /** There is nobody to be asked any more. */
  #end(phase: Phase): void {
    const client = this.#client;
    this.#forget();
    this.phase.set(phase);
    client?.close();
  }

  #terminated(client: DapClient): void {
    this.waitsForInput.set(false);
    if (this.phase.get().kind !== 'ended') this.#ended({ kind: 'ended' });
    this.frame.clear();
    this.threads.clear();
    this.breakpoints.unbind();
    void client
      .request('disconnect', {})
      .catch(() => undefined)
      .then(() => client.close());
  }

  #output(body: EventBody<'output'>): void {
    const { output, category = 'console', source, line } = body;
    if (category === 'telemetry') return;
    const { stream } = body as { readonly stream?: string };
    const time = timeIn(body);
    const ours = category === 'console' || category === 'important';
    this.log.append(stream === undefined ? output : withoutMarker(output, stream), {
      kind: ours && stream === undefined ? (category === 'important' ? 'problem' : 'notice') : 'output',
      stream: stream ?? (ours ? '' : category),
      ...(source === undefined ? {} : { source }),
      ...(line === undefined ? {} : { line }),
      ...(time === undefined ? {} : { time }),
    });
  }

  #progress(doing: string | undefined, percent?: number): void {
    const phase = this.phase.get();
    if (phase.kind !== 'starting') return;
    this.phase.set({
      ...phase,
      ...(doing === undefined ? {} : { doing }),
      ...(percent === undefined ? {} : { percent }),
    });
  }

  #closed(client: DapClient, why: string): void {
    if (this.#client !== client || this.#leaving) return;
    this.#client = undefined;
    const { kind } = this.phase.get();
    if (kind === 'ended' || kind === 'failed' || kind === 'idle') return;
    this.#stops++;
    this.motions.settle();
    void this.#reconnect(why);
  }

  async #reconnect(why: string): Promise<void> {
    const session = this.info.get()?.id;
    const request = this.#request;
    if (request === undefined) return;
    if (session === undefined)
      return this.#fail(`The connection was lost: ${why}`, isAlive(this.phase.get()));
    for (let attempt = 1; this.#request === request; attempt++) {
      this.phase.set({ kind: 'lost', why, attempt });
      await this.surroundings.pause(Math.min(250 * 2 ** (attempt - 1), longestPauseMs));
      if (this.#request !== request || this.phase.get().kind !== 'lost') return;
      const server = await this.surroundings.server();
      if (server === 'another') return this.#end(serverIsAnother);
      if (server === 'over') return this.#end({ kind: 'ended', why: sessionGone });
      try {
        const transport = await this.surroundings.connect(session);
        return await this.#rejoin(transport, session);
      } catch (error) {
        if (error instanceof SessionGone) return this.#end({ kind: 'ended', why: sessionGone });
      }
    }
  }

  async #rejoin(transport: Transport, session: string): Promise<void> {
    const client = new DapClient(transport);
    this.#client = client;
    this.#listen(client);
    try {
      this.capabilities.set(await client.initialize({ ...whatWeCan, ...this.surroundings.introduction }));
      // The session tells anew all that it said.
      this.log.clear();
      await client.customRequest('attach', { session });
    } catch (error) {
      this.#client = undefined;
      client.destroy();
      throw isMoot(error) ? error : new SessionGone(failureText(error));
    }
    if (this.phase.get().kind === 'lost') this.phase.set({ kind: 'running' });
    await this.breakpoints.refreshOthers();
  }

  #fail(why: string, hadBegun = false): void {
    this.#end({ kind: 'failed', why, ...(hadBegun ? { hadBegun } : {}) });
  }

  #forget(): void {
    this.#stops++;
    this.motions.settle();
    this.#client = undefined;
    this.info.set(undefined);
    this.waitsForInput.set(false);
    this.notice.set(undefined);
    this.frame.clear();
    this.threads.clear();
    this.breakpoints.unbind();
    this.sources.forgetSession();
  }
}

/** Streams of a language's own are marked for clients that cannot tell them apart; here each line has a label. */
const withoutMarker = (text: string, stream: string): string =>
  text.replaceAll(new RegExp(`^\\[${stream.replaceAll(/[^\w]/g, '.')}\\] `, 'gm'), '');

/** A connection that breaks is another matter than a request that an adapter does not know. */
const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ResponseFailure)) throw error;
};

const sessionGone = 'The session is over: the debugger that held it is gone';

const serverIsAnother: Phase = {
  kind: 'ended',
  why: 'The debugger was started again',
  next: 'The debugger was ended and started again, and the session ended with it. Open the address that it prints now.',
};

/** The server answers, but the session is no more. */
class SessionGone extends Error {}
