// The program under the debugger, as a client of the protocol sees it: what it does, and where it stands.

import { DapClient, type EventBody, type StackFrame, type Transport } from '@sonde/dap';
import { CommandError } from './command-error.js';

export type Phase = 'loading' | 'loaded' | 'running' | 'stopped' | 'ended';

/** How the program is reached: started by us, there before us, or joined in a session of someone else. */
export type Start =
  | {
      readonly kind: 'launch';
      readonly adapterName: string;
      readonly configuration: Readonly<Record<string, unknown>>;
      /** It is looked at as it was when it ended, and nothing is started. */
      readonly hasEnded?: boolean;
    }
  | { readonly kind: 'attach'; readonly configuration: Readonly<Record<string, unknown>> }
  | { readonly kind: 'join'; readonly session: string };

/** What the console hears, in the order in which it happened. */
export interface DebuggeeListener {
  /** `building`: the program is not there yet, so that only its build can have something to say. */
  output(body: EventBody<'output'>, building: boolean): void;
  /**
   * `others`: threads that have stopped for reasons of their own beside it. Answers when the person has been told; only
   * then the next command is read.
   */
  stopped(body: EventBody<'stopped'>, others: readonly EventBody<'stopped'>[]): Promise<void>;
  continued(): void;
  breakpointChanged(body: EventBody<'breakpoint'>): void;
  waitsForInput(): void;
  exited(code: number): void;
  ended(why: string | undefined): void;
}

/** How many frames are fetched at a time. */
const framePage = 20;

export class Debuggee {
  readonly client: DapClient;
  #phase: Phase = 'loading';
  #building = true;
  #waitsForInput = false;
  #inputEnded = false;
  #threadId = 0;
  #frames: StackFrame[] = [];
  #allFrames = false;
  #frameIndex = 0;
  #pausing = false;
  #others: EventBody<'stopped'>[] = [];
  #telling: Promise<void> = Promise.resolve();
  #settled: (() => void)[] = [];

  constructor(
    transport: Transport,
    private readonly start: Start,
    private readonly listener: DebuggeeListener,
    /** Whether styles in what the server says can be shown. */
    private readonly styled: boolean,
  ) {
    this.client = new DapClient(transport);
    this.#listen();
  }

  get phase(): Phase {
    return this.#phase;
  }

  get waitsForInput(): boolean {
    return this.#waitsForInput;
  }

  /** There is something to look at as soon as it is loaded, without a start. */
  get beginsAtOnce(): boolean {
    return this.joined || this.hasEnded;
  }

  /** What a program left is looked at. */
  get hasEnded(): boolean {
    return this.start.kind === 'launch' && this.start.hasEnded === true;
  }

  /** It was there before us, and it lives on when we leave. */
  get joined(): boolean {
    return this.start.kind !== 'launch';
  }

  /** Whether it can be started anew from here. */
  get restartable(): boolean {
    return this.start.kind !== 'attach';
  }

  /** A pause was asked for and has not come yet. */
  get pausing(): boolean {
    return this.#pausing;
  }

  /** Loads the program; breakpoints can be set when this answers. Fails with what the build or the server says. */
  async load(): Promise<void> {
    await this.client.initialize({
      adapterID: this.start.kind === 'launch' ? this.start.adapterName : 'sonde',
      clientID: 'sonde-console',
      clientName: 'Sonde console',
      supportsVariableType: true,
      supportsVariablePaging: true,
      supportsMemoryReferences: true,
      supportsANSIStyling: this.styled,
      ...{ supportsInputEvent: true },
    });
    await this.#arrive();
    this.#building = false;
    if (this.#phase === 'loading') this.#phase = 'loaded';
  }

  #arrive(): Promise<unknown> {
    switch (this.start.kind) {
      case 'launch':
        return this.client.request('launch', this.start.configuration);
      case 'attach':
        return this.client.request('attach', this.start.configuration);
      case 'join':
        return this.client.request('attach', { session: this.start.session });
    }
  }

  /** Lets the loaded program go, or begins to watch a joined one. */
  async begin(): Promise<void> {
    this.#phase = 'running';
    await this.client.request('configurationDone');
  }

  /** Starts the program anew in the same session. */
  async restart(): Promise<void> {
    const before = this.#phase;
    this.#phase = 'running';
    this.#waitsForInput = false;
    this.#inputEnded = false;
    const configuration = this.start.kind === 'launch' ? { arguments: this.start.configuration } : {};
    this.#building = true;
    try {
      await this.client.request('restart', configuration);
      this.#building = false;
    } catch (error) {
      if (this.#stillRunning()) this.#setPhase(before);
      throw error;
    }
  }

  /** Sends a motion; the stop comes later. */
  async move(send: (threadId: number) => Promise<unknown>): Promise<void> {
    this.requireStopped();
    this.#phase = 'running';
    try {
      await send(this.#threadId);
    } catch (error) {
      // It never started, so it still stands where it stood. (A stop may have come meanwhile, which is as good.)
      this.#setPhase(this.#stillRunning() ? 'stopped' : this.#phase);
      throw error;
    }
  }

  /** The phase may change while a request is under way, which the compiler cannot see. */
  #stillRunning(): boolean {
    return this.#phase === 'running';
  }

  /** Text for the program to read; undefined ends its input. */
  async type(text: string | undefined): Promise<void> {
    if (this.#phase === 'ended') this.requireStopped();
    // Whoever reads it waits no longer; a new wait is announced anew.
    this.#waitsForInput = false;
    this.#inputEnded = text === undefined;
    await this.client.customRequest('sonde/input', text === undefined ? {} : { text });
  }

  async pause(): Promise<void> {
    this.#pausing = true;
    await this.client.request('pause', { threadId: this.#threadId });
  }

  /** Resolves when a command makes sense again: the program stands, has ended, or waits for input. */
  settled(): Promise<void> {
    if (this.#phase !== 'running' || this.#waitsForInput) return this.#telling;
    return new Promise(resolve => this.#settled.push(resolve));
  }

  /** Everything that has happened so far has been told. */
  told(): Promise<void> {
    return this.#telling;
  }

  /** Refuses, with the next step, when the program does not stand still. */
  requireStopped(): void {
    switch (this.#phase) {
      case 'stopped':
        return;
      case 'loading':
      case 'loaded':
        throw new CommandError('The program has not started yet. Start it with: run');
      case 'running':
        throw new CommandError('The program is running. Press Ctrl+C to pause it.');
      case 'ended':
        throw new CommandError(
          this.joined ? 'The program has ended.' : 'The program has ended. Start it again with: run',
        );
    }
  }

  // --- where it stands ---------------------------------------------------------------------------------------------

  get threadId(): number {
    return this.#threadId;
  }

  get frameIndex(): number {
    return this.#frameIndex;
  }

  selectThread(threadId: number): void {
    this.#threadId = threadId;
    this.#forgetFrames();
  }

  /** The frame at a depth, 0 being the innermost; undefined beyond the outermost. */
  async frameAt(index: number): Promise<StackFrame | undefined> {
    this.requireStopped();
    while (!this.#allFrames && index >= this.#frames.length) await this.#fetchFrames();
    return this.#frames[index];
  }

  async selectFrame(index: number): Promise<StackFrame> {
    const frame = await this.frameAt(index);
    if (frame === undefined || index < 0) throw new CommandError(`There is no frame ${index}. See: stack`);
    this.#frameIndex = index;
    return frame;
  }

  /** The selected frame. A thread without any frame has nothing to show. */
  async frame(): Promise<StackFrame> {
    const frame = await this.frameAt(this.#frameIndex);
    if (frame === undefined) throw new CommandError('This thread has no stack to look at. See: threads');
    return frame;
  }

  async #fetchFrames(): Promise<void> {
    const startFrame = this.#frames.length;
    const { stackFrames } = await this.client.request('stackTrace', {
      threadId: this.#threadId,
      startFrame,
      levels: framePage,
    });
    this.#frames.push(...stackFrames);
    this.#allFrames = stackFrames.length < framePage;
  }

  #forgetFrames(): void {
    this.#frames = [];
    this.#allFrames = false;
    this.#frameIndex = 0;
  }

  /** Values were changed: what was read of the frames may be out of date, the selection is not. */
  refreshFrames(): void {
    this.#frames = [];
    this.#allFrames = false;
  }

  // --- what happens ------------------------------------------------------------------------------------------------

  #listen(): void {
    const { client, listener } = this;
    client.on('output', body => {
      // As it was when it was said: by the time it is told the program may be there, or gone.
      const building = this.#building;
      this.#tell(() => listener.output(body, building));
    });
    client.on('breakpoint', body => this.#tell(() => listener.breakpointChanged(body)));
    client.on('stopped', body => this.#stopped(body));
    client.on('continued', () => this.#continued());
    client.on('exited', body => this.#tell(() => listener.exited(body.exitCode)));
    client.on('terminated', () => this.#ended(undefined));
    client.onEveryEvent((event, body) => {
      if (event === 'sonde/input')
        this.#inputChanged((body as { readonly waiting?: unknown }).waiting === true);
    });
    void client.closed.then(reason => this.#ended(reason.kind === 'local' ? undefined : reason.message));
  }

  #stopped(body: EventBody<'stopped'>): void {
    if (body.preserveFocusHint === true) {
      // The one to look at comes behind it.
      this.#others.push(body);
      return;
    }
    const others = this.#others;
    this.#others = [];
    this.#forgetFrames();
    if (body.threadId !== undefined) this.#threadId = body.threadId;
    this.#phase = 'stopped';
    this.#pausing = false;
    this.#waitsForInput = false;
    this.#tell(() => this.listener.stopped(body, others));
    this.#settle();
  }

  #continued(): void {
    if (this.#phase !== 'stopped') return;
    this.#phase = 'running';
    this.#tell(() => this.listener.continued());
  }

  #inputChanged(waiting: boolean): void {
    // Behind the end of the input nobody waits for long; the announcement was on its way.
    if (this.#phase === 'ended' || this.#inputEnded) return;
    this.#waitsForInput = waiting;
    if (!waiting) return;
    this.#tell(() => this.listener.waitsForInput());
    this.#settle();
  }

  #ended(why: string | undefined): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#waitsForInput = false;
    this.#pausing = false;
    this.#tell(() => this.listener.ended(why));
    this.#settle();
  }

  #setPhase(phase: Phase): void {
    this.#phase = phase;
    this.#settle();
  }

  /** One after the other, so that output, stops and ends are shown in the order in which they came. */
  #tell(task: () => void | Promise<void>): void {
    this.#telling = this.#telling.then(task).catch(() => undefined);
  }

  #settle(): void {
    const waiting = this.#settled.splice(0);
    void this.#telling.then(() => {
      for (const resolve of waiting) resolve();
    });
  }
}
