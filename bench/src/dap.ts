// A debug adapter on stdio, asked the way editors ask.
import { performance } from 'node:perf_hooks';
import type { Debugger, Place, Program, Session } from './debuggers.js';
import { Child, type Framing } from './frames.js';
import { lineOf } from './markers.js';

export type Message = Readonly<Record<string, unknown>>;

const separator = Buffer.from('\r\n\r\n');

/** Of the protocol: a header with the length, and JSON. */
export const framing: Framing = {
  size(bytes) {
    const end = bytes.indexOf(separator);
    if (end < 0) return undefined;
    const length = Number(/Content-Length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]);
    return end + separator.length + length;
  },
  said: message =>
    JSON.parse(message.toString('utf8', message.indexOf(separator) + separator.length)) as unknown,
};

export const dapDebugger = (
  name: string,
  version: string,
  command: string,
  args: readonly string[],
): Debugger => ({
  name,
  version,
  async open(program, marker, programArgs) {
    const session = new DapSession(new Child(command, args, framing), program);
    await session.start(marker, programArgs);
    return session;
  },
});

class DapSession implements Session {
  #sequence = 1;
  #thread = 0;
  #frame: unknown;
  readonly #lists = new Map<string, unknown>();

  constructor(
    private readonly child: Child,
    private readonly program: Program,
  ) {}

  async start(marker: string, args: readonly string[]): Promise<void> {
    await this.#ask('initialize', {
      adapterID: 'bench',
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
      supportsVariableType: true,
      supportsVariablePaging: true,
      supportsMemoryReferences: true,
    });
    const launched = this.#ask('launch', { program: this.program.binary, args });
    await this.#event('initialized');
    await this.breakpoints([{ marker }]);
    await this.#ask('configurationDone', {});
    await launched;
    await this.#stopped();
  }

  async firstScreen(): Promise<void> {
    await this.#ask('threads', {});
    const stack = await this.#ask('stackTrace', { threadId: this.#thread, startFrame: 0, levels: 20 });
    this.#frame = (stack['stackFrames'] as Message[])[0]!['id'];
    const scopes = (await this.#ask('scopes', { frameId: this.#frame }))['scopes'] as Message[];
    const locals = scopes.find(scope => scope['expensive'] !== true) ?? scopes[0]!;
    await this.#ask('variables', { variablesReference: locals['variablesReference'] });
  }

  async step(): Promise<void> {
    await this.#ask('next', { threadId: this.#thread });
    await this.#stopped();
  }

  async evaluate(expression: string): Promise<void> {
    await this.#evaluated(expression);
  }

  async elements(expression: string, start: number, count: number): Promise<number> {
    if (!this.#lists.has(expression))
      this.#lists.set(expression, (await this.#evaluated(expression))['variablesReference']);
    const variablesReference = this.#lists.get(expression);
    const page = { variablesReference, filter: 'indexed', start, count };
    const began = performance.now();
    const { length } = (await this.#ask('variables', page))['variables'] as Message[];
    if (length !== count) throw new Error(`asked for ${count} elements, got ${length}`);
    return this.child.arrived - began;
  }

  async breakpoints(places: readonly Place[]): Promise<void> {
    const { source } = this.program;
    const breakpoints = places.map(({ marker, condition, passes }) => ({
      line: lineOf(source, marker),
      ...(condition === undefined ? {} : { condition }),
      ...(passes === undefined ? {} : { hitCondition: String(passes) }),
    }));
    await this.#ask('setBreakpoints', { source: { path: source }, breakpoints });
  }

  async resume(): Promise<void> {
    await this.#ask('continue', { threadId: this.#thread });
    await this.#stopped();
  }

  async close(): Promise<void> {
    await this.#ask('disconnect', { terminateDebuggee: true });
    await this.child.end();
  }

  async #evaluated(expression: string): Promise<Message> {
    if (this.#frame === undefined) await this.firstScreen();
    return this.#ask('evaluate', { expression, frameId: this.#frame, context: 'watch' });
  }

  async #stopped(): Promise<void> {
    const { threadId } = (await this.#event('stopped'))['body'] as Message;
    this.#thread = threadId as number;
  }

  #event(name: string): Promise<Message> {
    return this.child.wait(
      (said): said is Message => (said as Message)['type'] === 'event' && (said as Message)['event'] === name,
    );
  }

  async #ask(command: string, args: unknown): Promise<Message> {
    const seq = this.#sequence++;
    const body = JSON.stringify({ seq, type: 'request', command, arguments: args });
    this.child.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const answer = await this.child.wait(
      (said): said is Message =>
        (said as Message)['type'] === 'response' && (said as Message)['request_seq'] === seq,
    );
    if (answer['success'] !== true) throw new Error(`${command}: ${String(answer['message'])}`);
    return (answer['body'] ?? {}) as Message;
  }
}
