// A small client of the Debug Adapter Protocol for tests: it starts or reaches an adapter, asks, and waits for events.

import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { framed, MessageReader, type DapMessage } from './dap-messages.js';

export type DapBody = Readonly<Record<string, unknown>>;

export interface DapEvent {
  readonly event: string;
  readonly body: DapBody;
}

/** A place in the list of events: what is waited for comes after it. */
export type Moment = number;

interface Wire {
  readonly input: Readable;
  readonly output: Writable;
  /** What the adapter said elsewhere, for errors. */
  readonly complaints: () => string;
  readonly close: () => Promise<void>;
}

interface Pending {
  readonly command: string;
  readonly resolve: (body: DapBody) => void;
  readonly reject: (error: Error) => void;
}

const patienceMs = 30_000;

/** A request that the adapter refused; `body` is the whole error, as it came. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  constructor(
    readonly command: string,
    message: string,
    readonly body: unknown,
  ) {
    super(`${command}: ${message}`);
  }
}

export class DapClient {
  readonly events: DapEvent[] = [];
  readonly #wire: Wire;
  readonly #pending = new Map<number, Pending>();
  readonly #waiting = new Set<() => void>();
  readonly #reverse: Readonly<Record<string, (args: unknown) => unknown>>;
  #seq = 0;
  #over: Error | undefined;

  /** `reverse` answers requests of the adapter, such as `runInTerminal`; others are refused. */
  private constructor(wire: Wire, reverse: Readonly<Record<string, (args: unknown) => unknown>> = {}) {
    this.#wire = wire;
    this.#reverse = reverse;
    const reader = new MessageReader();
    wire.input.on('data', (chunk: Buffer) => {
      try {
        for (const message of reader.take(chunk)) this.#hear(message);
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
      }
    });
    wire.input.once('close', () => this.#end(new Error(`The adapter is gone. ${wire.complaints()}`.trim())));
    wire.output.on('error', error => this.#end(error));
  }

  /** Starts an adapter that speaks on its standard streams. */
  static start(
    command: string,
    args: readonly string[] = [],
    options: {
      readonly cwd?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly reverse?: Readonly<Record<string, (args: unknown) => unknown>>;
    } = {},
  ): DapClient {
    const child = spawn(command, [...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4000);
    });
    const ended = new Promise<void>(resolve => {
      child.once('close', () => resolve());
      child.once('error', error => {
        said += error.message;
        child.stdout.destroy();
        resolve();
      });
    });
    return new DapClient(
      {
        input: child.stdout,
        output: child.stdin,
        complaints: () => said.trim(),
        async close() {
          child.stdin.end();
          const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
          await ended;
          clearTimeout(timer);
        },
      },
      options.reverse,
    );
  }

  /** Reaches an adapter that listens on a port of this machine. */
  static async connect(port: number, host = '127.0.0.1'): Promise<DapClient> {
    const socket = createConnection({ port, host });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new DapClient({
      input: socket,
      output: socket,
      complaints: () => '',
      close: () =>
        new Promise(resolve => {
          if (socket.destroyed) return resolve();
          socket.once('close', () => resolve());
          socket.destroy();
        }),
    });
  }

  get now(): Moment {
    return this.events.length;
  }

  request(command: string, args: unknown = {}): Promise<DapBody> {
    if (this.#over !== undefined) return Promise.reject(this.#over);
    const seq = ++this.#seq;
    const answer = new Promise<DapBody>((resolve, reject) =>
      this.#pending.set(seq, { command, resolve, reject }),
    );
    this.#wire.output.write(framed({ seq, type: 'request', command, arguments: args }));
    return answer;
  }

  /** The first event of that name after the moment, which has come already or will come. */
  async waitFor(
    event: string,
    after: Moment = 0,
    accept: (body: DapBody) => boolean = () => true,
  ): Promise<DapBody> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = this.events.slice(after).find(each => each.event === event && accept(each.body));
      if (found !== undefined) return found.body;
      if (this.#over !== undefined) throw this.#over;
      const left = deadline - performance.now();
      if (left <= 0) {
        const came = this.events.slice(after).map(each => each.event);
        throw new Error(`Waited in vain for the event ${event}; there came ${came.join(', ') || 'none'}`);
      }
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, left);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  initialize(adapterID: string, more: DapBody = {}): Promise<DapBody> {
    return this.request('initialize', {
      clientID: 'test',
      adapterID,
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
      ...more,
    });
  }

  /** Launches or attaches, and sends what belongs between: `configure` sets breakpoints. */
  async begin(
    request: 'launch' | 'attach',
    configuration: DapBody,
    configure: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const started = this.request(request, configuration);
    // Adapters send `initialized` right after `initialize`, or after the launch; and some answer that after `configurationDone`.
    await Promise.race([this.waitFor('initialized'), started.then(() => this.waitFor('initialized'))]);
    await configure();
    await this.request('configurationDone');
    await started;
  }

  launch(configuration: DapBody, configure?: () => Promise<unknown>): Promise<void> {
    return this.begin('launch', configuration, configure);
  }

  attach(configuration: DapBody, configure?: () => Promise<unknown>): Promise<void> {
    return this.begin('attach', configuration, configure);
  }

  async setBreakpoints(file: string, lines: readonly (number | DapBody)[]): Promise<readonly DapBody[]> {
    const breakpoints = lines.map(line => (typeof line === 'number' ? { line } : line));
    const answer = await this.request('setBreakpoints', { source: { path: file }, breakpoints });
    return answer['breakpoints'] as readonly DapBody[];
  }

  /** Waits for the next stop, and gives it with its thread. */
  async stopped(after: Moment = 0): Promise<{ readonly reason: string; readonly threadId: number }> {
    const body = await this.waitFor('stopped', after);
    return { reason: String(body['reason']), threadId: Number(body['threadId']) };
  }

  continue(threadId: number): Promise<DapBody> {
    return this.request('continue', { threadId });
  }

  /** Each step waits for the stop that ends it. */
  async #step(command: string, threadId: number): Promise<string> {
    const after = this.now;
    await this.request(command, { threadId });
    return (await this.stopped(after)).reason;
  }

  stepOver(threadId: number): Promise<string> {
    return this.#step('next', threadId);
  }

  stepIn(threadId: number): Promise<string> {
    return this.#step('stepIn', threadId);
  }

  stepOut(threadId: number): Promise<string> {
    return this.#step('stepOut', threadId);
  }

  async stackTrace(threadId: number): Promise<readonly DapBody[]> {
    return (await this.request('stackTrace', { threadId }))['stackFrames'] as readonly DapBody[];
  }

  async scopes(frameId: number): Promise<readonly DapBody[]> {
    return (await this.request('scopes', { frameId }))['scopes'] as readonly DapBody[];
  }

  async variables(variablesReference: number): Promise<readonly DapBody[]> {
    return (await this.request('variables', { variablesReference }))['variables'] as readonly DapBody[];
  }

  async evaluate(expression: string, frameId?: number, context = 'repl'): Promise<string> {
    const frame = frameId === undefined ? {} : { frameId };
    return String((await this.request('evaluate', { expression, context, ...frame }))['result']);
  }

  /** Ends the session and all that was started for it. */
  async disconnect(): Promise<void> {
    if (this.#over === undefined)
      await this.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    await this.#wire.close();
  }

  #hear(message: DapMessage): void {
    if (message.type === 'event') {
      this.events.push({ event: message.event ?? '', body: (message.body ?? {}) as DapBody });
      this.#wake();
      return;
    }
    if (message.type === 'request') return this.#answer(message);
    const pending = this.#pending.get(message.request_seq ?? -1);
    if (pending === undefined)
      return this.#end(
        new Error(`The adapter answered a request that nobody made: ${JSON.stringify(message)}`),
      );
    this.#pending.delete(message.request_seq ?? -1);
    if (message.success === true) pending.resolve((message.body ?? {}) as DapBody);
    else pending.reject(new RefusedRequest(pending.command, refusalText(message), message.body));
  }

  #answer({ seq, command = '', arguments: args }: DapMessage): void {
    const handler = this.#reverse[command];
    const base = { seq: ++this.#seq, type: 'response', request_seq: seq, command } as const;
    const answer =
      handler === undefined
        ? { ...base, success: false, message: `${command} is not supported by this client` }
        : { ...base, success: true, body: handler(args) ?? {} };
    this.#wire.output.write(framed(answer));
  }

  #end(error: Error): void {
    this.#over ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#over);
    this.#pending.clear();
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** The text that people read: the error's format with its variables, else the short message. */
function refusalText({ message = 'refused', body }: DapMessage): string {
  const error = (body as { error?: { format?: string; variables?: Record<string, string> } } | undefined)
    ?.error;
  return (
    error?.format?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => error.variables?.[name] ?? whole) ??
    message
  );
}
