// A server of the remote protocol in the process of the test: it can be told to say something else, and to be cut off.

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeMachine, type FakeProgram } from './fake-machine.js';

interface Request {
  readonly id: number;
  readonly do: string;
  readonly [argument: string]: unknown;
}

/** What is said instead of the answer; undefined: the answer as it would be. Nothing is sent for `silence`. */
export type Override = (request: Request, server: FakeServer) => string | undefined;

export const silence = 'silence';

const perTurn = 1000;

export class FakeServer {
  readonly asked: Request[] = [];
  override: Override = () => undefined;
  machine: FakeMachine;
  can: readonly string[] = ['input', 'leave', 'write'];
  /** Sends `blocked` instead of waiting inside a step. */
  saysBlocked = false;
  #socket: Socket | undefined;
  #running = false;
  #left = 0;

  private constructor(
    private readonly listener: Server,
    program: FakeProgram,
  ) {
    this.machine = new FakeMachine(program, text => this.event('output', { text: `${text}\n` }));
    listener.on('connection', socket => this.#take(socket));
  }

  static async serve(program: FakeProgram): Promise<FakeServer> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new FakeServer(listener, program);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  get connected(): boolean {
    return this.#socket !== undefined;
  }

  /** Asked after each turn, in which anything may have come. */
  get #runs(): boolean {
    return this.#running;
  }

  /** Requests of a name, in the order they came. */
  requests(name: string): readonly Request[] {
    return this.asked.filter(request => request.do === name);
  }

  /** Another program runs now. */
  replace(program: FakeProgram): void {
    this.machine = new FakeMachine(program, text => this.event('output', { text: `${text}\n` }));
    this.#running = false;
  }

  raw(text: string): void {
    this.#socket?.write(text);
  }

  event(event: string, more: Readonly<Record<string, unknown>> = {}): void {
    this.raw(`${JSON.stringify({ event, ...more })}\n`);
  }

  cut(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async close(): Promise<void> {
    this.#running = false;
    this.cut();
    if (!this.listener.listening) return;
    this.listener.close();
    await once(this.listener, 'close');
  }

  #take(socket: Socket): void {
    this.#socket = socket.setNoDelay(true);
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', line => this.#hear(JSON.parse(line) as Request));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
  }

  #hear(request: Request): void {
    this.asked.push(request);
    const instead = this.override(request, this);
    if (instead === silence) return;
    if (instead !== undefined) return this.raw(`${instead}\n`);
    const { id, do: name } = request;
    try {
      this.raw(`${JSON.stringify({ id, ok: this.#answer(name, request) ?? {} })}\n`);
    } catch (error) {
      this.raw(`${JSON.stringify({ id, error: (error as Error).message })}\n`);
    }
  }

  #answer(name: string, request: Request): object | undefined {
    const { machine } = this;
    switch (name) {
      case 'hello': {
        const running = this.#running;
        this.#running = false;
        return { version: 1, name: 'Fake', can: this.can, modules: machine.modules, running };
      }
      case 'breakpoints':
        machine.armed = new Set(request['addresses'] as number[]);
        return undefined;
      case 'resume':
        return void this.#run((request['past'] as number[]).length > 0);
      case 'step':
        return void this.#step();
      case 'pause':
        this.#pause();
        return undefined;
      case 'stack': {
        const [start, count] = [request['start'] as number, request['count'] as number];
        const frames = machine.frames.slice(start, start + count).map(({ id, at }) => ({ id, at }));
        return { frames, total: machine.frames.length };
      }
      case 'scopes':
        return { scopes: [{ name: 'Locals', values: this.#values(request['frame'] as number) }] };
      case 'write': {
        const [frame, variable] = request['to'] as [number, string];
        const value = request['value'] as number;
        machine.frames.find(({ id }) => id === frame)!.variables.set(variable, value);
        return { value: { value } };
      }
      case 'input':
        machine.input.push(...String(request['text']).split('\n').filter(Boolean));
        return undefined;
      case 'end':
        this.#running = false;
        queueMicrotask(() => this.event('exited', { code: 0 }));
        return undefined;
      case 'leave':
        machine.armed = new Set();
        return undefined;
      default:
        throw new Error(`there is no ${name}`);
    }
  }

  #values(frame: number): readonly object[] {
    const { variables } = this.machine.frames.find(({ id }) => id === frame)!;
    return [...variables].map(([name, value]) => ({ name, value, to: [frame, name] }));
  }

  #stopped(reason: object): void {
    this.#running = false;
    const { frames, top, returned } = this.machine;
    const where = { at: top.at, frame: top.id, depth: frames.length };
    const more = returned === undefined ? {} : { returned: { value: returned } };
    this.event('stopped', { task: 1, ...where, ...more, ...reason });
  }

  #pause(): void {
    if (this.#running) this.#stopped({ reason: 'pause' });
  }

  async #run(past: boolean): Promise<void> {
    this.#running = true;
    let passes = past;
    // The answer goes first.
    await turn();
    const { machine } = this;
    while (this.#runs && machine === this.machine) {
      if (!passes && machine.armed.has(machine.top.at)) return this.#stopped({ reason: 'breakpoint' });
      if (await this.#waits()) continue;
      passes = false;
      const stop = machine.step();
      if (machine.exitCode !== undefined) return this.#exited();
      if (stop !== undefined) return this.#stopped(stop);
      if (++this.#left % perTurn === 0) await turn();
    }
  }

  async #step(): Promise<void> {
    this.#running = true;
    await turn();
    if (this.machine.waits && this.saysBlocked) return this.#stopped({ reason: 'blocked' });
    while (this.#runs && (await this.#waits()));
    if (!this.#runs) return;
    const stop = this.machine.step();
    if (this.machine.exitCode !== undefined) return this.#exited();
    this.#stopped(stop ?? { reason: 'step' });
  }

  /** Lets requests come in while the program waits for input. */
  async #waits(): Promise<boolean> {
    if (!this.machine.waits) return false;
    await turn();
    return true;
  }

  #exited(): void {
    this.#running = false;
    this.event('exited', { code: this.machine.exitCode });
  }
}
