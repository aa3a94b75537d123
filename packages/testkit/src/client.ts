// The test client: the vocabulary of debugging (launch, breakpoints, steps, values) over a wire that is checked.
import type {
  Breakpoint,
  Capabilities,
  EvaluateArguments,
  IncomingRequest,
  InitializeRequestArguments,
  LaunchRequestArguments,
  RequestArguments,
  ResponseBody,
  RunInTerminalRequestArguments,
  RunInTerminalResponseBody,
  SourceBreakpoint,
  StackFrame,
  StartDebuggingRequestArguments,
  Variable,
} from '@sonde/dap';
import { ResponseFailure } from '@sonde/dap';
import { sourceBreakpoint } from './breakpoint-places.js';
import type { BreakpointPlace } from './breakpoint-places.js';
import { ChildSessions } from './child-sessions.js';
import { announceClient } from './client-watch.js';
import type { Endpoint } from './endpoint.js';
import { TestTerminal } from './reverse-requests.js';
import { TimelineFailure, asEvent, start } from './timeline.js';
import type { EventEntry, Position } from './timeline.js';
import { textOr } from './timeline-text.js';
import { WireClient } from './wire-client.js';
import type { ClientOptions } from './wire-client.js';

/** A stop: where it is in the timeline, and the thread that it is about. */
export interface Stop extends EventEntry<'stopped'> {
  readonly threadId: number;
  readonly reason: string;
}

/** Sets up breakpoints and the like between `initialized` and `configurationDone`. */
export type Configure = (client: TestClient) => Promise<unknown>;

/** Opens a connection to the adapter; nothing is sent yet. */
export async function connect(endpoint: Endpoint, options: ClientOptions = {}): Promise<TestClient> {
  const client = new TestClient(endpoint, await endpoint.open(), options);
  announceClient(client);
  return client;
}

export class TestClient extends WireClient {
  /** What `runInTerminal` started, in order. */
  readonly terminals: TestTerminal[] = [];
  readonly #children = new ChildSessions(this);
  readonly #breakpoints = new Map<string, readonly SourceBreakpoint[]>();
  #initialize: Promise<Capabilities> | undefined;
  #lastMotion: Position = start;
  #threadId: number | undefined;

  /** Breakpoints that were set, by file, as a client would set them in a child session too. */
  get breakpoints(): ReadonlyMap<string, readonly SourceBreakpoint[]> {
    return this.#breakpoints;
  }

  get capabilities(): Capabilities {
    let all: Capabilities = {};
    for (const entry of this.timeline.entries) {
      const late = asEvent(entry, 'capabilities');
      if (late !== undefined) all = { ...all, ...late.body.capabilities };
      if (entry.kind !== 'message' || entry.message.type !== 'response') continue;
      const { command, success, body } = entry.message;
      if (command === 'initialize' && success) all = { ...all, ...(body as Capabilities | undefined) };
    }
    return all;
  }

  /** Says what this client can take (everything), once. */
  initialize(args: Partial<InitializeRequestArguments> = {}): Promise<Capabilities> {
    this.#initialize ??= this.request('initialize', {
      ...everything,
      ...this.options.initialize,
      ...args,
    }).then(capabilities => capabilities ?? {});
    return this.#initialize;
  }

  launch(configuration: LaunchRequestArguments, configure?: Configure): Promise<Position> {
    return this.start('launch', configuration, configure);
  }

  attach(configuration: RequestArguments<'attach'>, configure?: Configure): Promise<Position> {
    return this.start('attach', configuration, configure);
  }

  /**
   * The order of the protocol: initialize, launch is sent, `initialized` comes, breakpoints are set,
   * `configurationDone`, launch is answered. Resolves to the position of the launch request.
   */
  async start(
    command: 'launch' | 'attach',
    configuration: LaunchRequestArguments,
    configure?: Configure,
  ): Promise<Position> {
    await this.initialize();
    const { sent, answer } = this.send(command, configuration);
    this.#lastMotion = sent;
    // A launch that fails is answered without `initialized` ever coming; one that succeeds may be answered early.
    const refused = answer.then(() => new Promise<never>(() => undefined));
    await Promise.race([this.waitFor('initialized'), refused]);
    await configure?.(this);
    if (this.capabilities.supportsConfigurationDoneRequest === true) await this.request('configurationDone');
    await answer;
    return sent;
  }

  /** Places are lines, markers of that file, or either with a condition and the like. */
  async setBreakpoints(file: string, places: readonly BreakpointPlace[]): Promise<readonly Breakpoint[]> {
    const breakpoints = places.map(place => sourceBreakpoint(file, place));
    this.#breakpoints.set(file, breakpoints);
    const body = await this.request('setBreakpoints', { source: { path: file }, breakpoints });
    return body.breakpoints;
  }

  /** The first stop after the last launch or motion. The end of the program in its place is a failure. */
  async waitForStop(
    options: { readonly after?: Position; readonly reason?: string; readonly timeoutMs?: number } = {},
  ): Promise<Stop> {
    const waiting = this.waiting(options.after ?? this.#lastMotion, options.timeoutMs);
    const stopped = await this.timeline.waitFor('event stopped', waiting, entry => {
      if (asEvent(entry, 'terminated') !== undefined) {
        throw new TimelineFailure('the program ended instead of stopping', this.timeline);
      }
      const event = asEvent(entry, 'stopped');
      return event !== undefined && isBesideOther(event.body) ? undefined : event;
    });
    const reason = textOr(stopped.body.reason, 'none');
    if (options.reason !== undefined && reason !== options.reason) {
      throw new TimelineFailure(`stopped for reason ${reason}, expected ${options.reason}`, this.timeline);
    }
    this.#threadId = stopped.body.threadId ?? (await this.#firstThread());
    return { ...stopped, threadId: this.#threadId, reason };
  }

  /** Lets the program run, without waiting for what comes of it. */
  async resume(threadId?: number): Promise<Position> {
    const { sent, answer } = this.send('continue', { threadId: threadId ?? (await this.#thread()) });
    this.#lastMotion = sent;
    await answer;
    return sent;
  }

  async continue(threadId?: number): Promise<Stop> {
    return this.waitForStop({ after: await this.resume(threadId) });
  }

  next(args: Partial<RequestArguments<'next'>> = {}): Promise<Stop> {
    return this.#move('next', args);
  }

  stepIn(args: Partial<RequestArguments<'stepIn'>> = {}): Promise<Stop> {
    return this.#move('stepIn', args);
  }

  stepOut(args: Partial<RequestArguments<'stepOut'>> = {}): Promise<Stop> {
    return this.#move('stepOut', args);
  }

  pause(threadId?: number): Promise<Stop> {
    return this.#move('pause', threadId === undefined ? {} : { threadId });
  }

  async restart(args?: RequestArguments<'restart'>): Promise<Position> {
    const { sent, answer } = this.send('restart', args);
    this.#lastMotion = sent;
    await answer;
    return sent;
  }

  /** Lets the program run to its end; a stop on the way is a failure. */
  async runToEnd(threadId?: number): Promise<EventEntry<'terminated'>> {
    return this.waitForEnd({ after: await this.resume(threadId) });
  }

  waitForEnd(
    options: { readonly after?: Position; readonly timeoutMs?: number } = {},
  ): Promise<EventEntry<'terminated'>> {
    const waiting = this.waiting(options.after ?? this.#lastMotion, options.timeoutMs);
    return this.timeline.waitFor('event terminated', waiting, entry => {
      if (asEvent(entry, 'stopped') !== undefined) {
        throw new TimelineFailure('the program stopped instead of ending', this.timeline);
      }
      return asEvent(entry, 'terminated');
    });
  }

  async stack(threadId?: number): Promise<readonly StackFrame[]> {
    const body = await this.request('stackTrace', { threadId: threadId ?? (await this.#thread()) });
    return body.stackFrames;
  }

  async topFrame(threadId?: number): Promise<StackFrame> {
    const thread = threadId ?? (await this.#thread());
    const { stackFrames } = await this.request('stackTrace', { threadId: thread, startFrame: 0, levels: 1 });
    const [frame] = stackFrames;
    if (frame === undefined) throw new TimelineFailure(`thread ${thread} has no frames`, this.timeline);
    return frame;
  }

  /** The reference under which a frame keeps its local variables. */
  async localsReference(frame: { readonly id: number }): Promise<number> {
    const { scopes } = await this.request('scopes', { frameId: frame.id });
    const locals =
      scopes.find(scope => scope.presentationHint === 'locals') ??
      scopes.find(scope => /local/i.test(scope.name)) ??
      scopes.find(scope => !scope.expensive);
    if (locals === undefined) throw new TimelineFailure(`frame ${frame.id} has no scope`, this.timeline);
    return locals.variablesReference;
  }

  /** The local variables of a frame by name; of the top frame if none is given. */
  async locals(frame?: { readonly id: number }): Promise<ReadonlyMap<string, Variable>> {
    const variablesReference = await this.localsReference(frame ?? (await this.topFrame()));
    const { variables } = await this.request('variables', { variablesReference });
    return new Map(variables.map(variable => [variable.name, variable]));
  }

  evaluate(
    expression: string,
    args: Omit<EvaluateArguments, 'expression'> = {},
  ): Promise<ResponseBody<'evaluate'>> {
    return this.request('evaluate', { expression, ...args });
  }

  /** A second client on the same adapter. It is the caller's to close. */
  another(options: ClientOptions = this.options): Promise<TestClient> {
    return connect(this.endpoint, options);
  }

  /** The session that the adapter's nth `startDebugging` asked for, once it is launched. It is closed with this one. */
  async child(index = 0): Promise<TestClient> {
    // The request is in the timeline before it is worked on; at the latest our answer to it ends this wait.
    await this.timeline.waitFor(`startDebugging request ${index + 1}`, this.waiting(), entry =>
      this.#children.count > index ? entry : undefined,
    );
    return this.#children.get(index);
  }

  async disconnect(args: RequestArguments<'disconnect'> = {}): Promise<void> {
    await this.request('disconnect', args);
  }

  protected override async answer({ command, arguments: args }: IncomingRequest): Promise<unknown> {
    try {
      switch (command) {
        case 'runInTerminal':
          return await this.#runInTerminal(args as RunInTerminalRequestArguments);
        case 'startDebugging':
          return await this.#children.start(args as StartDebuggingRequestArguments);
      }
    } catch (error) {
      // What could not be started is for the adapter to cope with.
      throw new ResponseFailure(error instanceof Error ? error.message : String(error));
    }
    throw new ResponseFailure(`this client does not support ${JSON.stringify(command)}`);
  }

  protected override closeChildren(): Promise<readonly string[]> {
    return this.#children.close();
  }

  protected override async closeTerminals(deadlineMs: number): Promise<void> {
    await Promise.all(this.terminals.map(terminal => terminal.close(deadlineMs)));
  }

  async #runInTerminal(args: RunInTerminalRequestArguments): Promise<RunInTerminalResponseBody> {
    const terminal = await TestTerminal.run(args);
    this.terminals.push(terminal);
    return terminal.response;
  }

  async #move(
    command: 'next' | 'stepIn' | 'stepOut' | 'pause',
    args: { readonly threadId?: number },
  ): Promise<Stop> {
    const { sent, answer } = this.send(command, {
      ...args,
      threadId: args.threadId ?? (await this.#thread()),
    });
    this.#lastMotion = sent;
    await answer;
    return this.waitForStop({ after: sent });
  }

  async #thread(): Promise<number> {
    return this.#threadId ?? this.#firstThread();
  }

  async #firstThread(): Promise<number> {
    const { threads } = await this.request('threads');
    const [thread] = threads;
    if (thread === undefined) throw new TimelineFailure('the program has no thread', this.timeline);
    return thread.id;
  }
}

/**
 * One of several events of a stop, with the thread to look at in another one. A pause may be hinted so too, where an
 * adapter finds that there is nothing to look at.
 */
const isBesideOther = ({ preserveFocusHint, reason }: Stop['body']): boolean =>
  preserveFocusHint === true && reason !== 'pause';

const everything: InitializeRequestArguments = {
  clientID: 'sonde-testkit',
  clientName: 'Sonde test client',
  adapterID: 'sonde',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsRunInTerminalRequest: true,
  supportsMemoryReferences: true,
  supportsProgressReporting: true,
  supportsInvalidatedEvent: true,
  supportsMemoryEvent: true,
  supportsArgsCanBeInterpretedByShell: true,
  supportsStartDebuggingRequest: true,
  // Not supportsANSIStyling: values and output would come with escapes in them, which few tests are about.
};
