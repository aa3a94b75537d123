// A machine behind a server of the remote protocol.

import {
  codeAddress,
  Failure,
  notSupported,
  type Instruction,
  type NamedValue,
  type ObjectRead,
  type Place,
  type RawValue,
  type Scope,
  type ScopeKind,
  type TextEffects,
  type WantedPlace,
} from '@sonde/engine';
import type {
  RemoteContext,
  RemoteFrame,
  RemoteFrameRef,
  RemoteMachine,
  RemoteOutcome,
  RemoteTask,
  RunRequest,
} from '../remote-machine.js';
import { OutcomeQueue } from '../outcome-queue.js';
import type { ServerLink } from './link.js';
import {
  answers,
  type Hello,
  type StoppedEvent,
  type WireEvent,
  type WireModule,
  type WireTask,
} from './messages.js';
import { modulesOf, type ServerModules } from './modules.js';
import { ValueReader, wirePlace, wireScalar } from './values.js';

const scopeKinds: readonly ScopeKind[] = ['arguments', 'locals', 'globals', 'registers', 'memory', 'other'];

export interface ServerConnection {
  readonly link: ServerLink;
  /** Ends what the connection stands on: the process, the socket. */
  close(): Promise<void>;
}

/** A server that has answered the hello. */
export interface Greeted {
  readonly hello: Hello;
  readonly connection: ServerConnection;
  /** From now on the machine hears its events; those that came before are kept for it. */
  readonly deliver: (machine: ServerMachine) => void;
}

export class ServerMachine implements RemoteMachine {
  readonly name: string;
  readonly pointerSize = 8;
  readonly processId?: number;
  readonly symbols: RemoteMachine['symbols'];
  readonly loaded: RemoteMachine['loaded'];
  readonly #texts = new Map<string, string>();
  readonly #can: ReadonlySet<string>;
  readonly #values: ValueReader;
  readonly #outcomes = new OutcomeQueue();
  /** All that the server has told of, as it did. */
  readonly #modules: WireModule[] = [];
  #tasks: readonly WireTask[];
  #connection: ServerConnection;
  /** It was let go, and has not said yet why it halted. */
  #isMoving = false;
  #isEnding = false;
  /** As they were sent last. */
  #armed: readonly number[] = [];
  /** Of the last halt. */
  #returned: RawValue | undefined;

  constructor(
    hello: Hello,
    connection: ServerConnection,
    readonly isLocal: boolean,
    private readonly context: RemoteContext,
    /** Connects anew; absent where nothing but the lost connection leads to the machine. */
    private readonly connectAgain?: (signal: AbortSignal) => Promise<Greeted>,
  ) {
    this.name = hello.name;
    // A process that the debugger owns has no life of its own, and nobody is to look for it.
    if (hello.process !== undefined && connectAgain !== undefined) this.processId = hello.process;
    const { symbols, loaded } = this.#take(hello.modules);
    this.symbols = symbols;
    this.loaded = loaded;
    this.#can = new Set(hello.can);
    this.#values = new ValueReader(context.types);
    this.#tasks = hello.tasks ?? [{ id: 1, name: 'main' }];
    this.#connection = connection;
    // What the server cannot do is no part of the machine: the engine's traits follow from that.
    if (this.#can.has('disassemble')) this.disassemble = (...asked) => this.#disassemble(...asked);
    if (this.#can.has('write')) this.write = (...asked) => this.#write(...asked);
    if (connectAgain !== undefined) this.reconnect = signal => this.#reconnect(signal);
  }

  readonly reconnect?: NonNullable<RemoteMachine['reconnect']>;
  readonly disassemble?: NonNullable<RemoteMachine['disassemble']>;
  readonly write?: NonNullable<RemoteMachine['write']>;

  /** What the server says by itself. */
  hear(event: WireEvent): void {
    switch (event.event) {
      case 'output':
        return this.context.events.output(event.stream ?? 'stdout', event.text);
      case 'waiting':
        return this.context.events.waitingForInput(event.waiting);
      case 'exited':
        if (!this.#isMoving && !this.#isEnding) return this.#connection.link.close('the program has ended');
        this.#isMoving = false;
        return this.#outcomes.add({ kind: 'exited', status: { code: event.code } });
      case 'stopped':
        if (!this.#isMoving) return this.#unexpected(event);
        this.#isMoving = false;
        if (event.tasks !== undefined) this.#tasks = event.tasks;
        this.#returned = event.returned && this.#values.read(event.returned);
        return this.#outcomes.add(this.#outcomeOf(event));
    }
  }

  async tasks(): Promise<readonly RemoteTask[]> {
    return this.#tasks.map(({ id, name, state = 'ready' }) => ({ id, name, state }));
  }

  async frames(
    task: number,
    start: number,
    count: number,
  ): Promise<{ readonly frames: readonly RemoteFrame[]; readonly total: number }> {
    const { frames, total } = await this.#ask('stack', { task, start, count }, answers.stack);
    const known = frames.map(({ id, at }) => ({ serial: id, pc: at }));
    // A server that does not count sends all of them, whatever was asked for.
    if (total === undefined) return { frames: known.slice(start, start + count), total: known.length };
    return { frames: known.slice(0, count), total };
  }

  async arm(addresses: readonly number[]): Promise<void> {
    this.#armed = addresses;
    await this.#ask('breakpoints', { addresses }, answers.nothing);
  }

  async run({ past, only }: RunRequest): Promise<void> {
    await this.#move('resume', { past, ...(only === undefined ? {} : { only }) });
  }

  async step(task: number): Promise<void> {
    await this.#move('step', { task });
  }

  async #move(how: 'resume' | 'step', args: Readonly<Record<string, unknown>>): Promise<void> {
    this.#values.forget();
    this.#isMoving = true;
    try {
      await this.#ask(how, args, answers.nothing);
    } catch (error) {
      this.#isMoving = false;
      throw error;
    }
  }

  async halt(task?: number): Promise<void> {
    await this.#ask('pause', task === undefined ? {} : { task }, answers.nothing);
  }

  outcome(): Promise<RemoteOutcome> {
    return this.#outcomes.next();
  }

  async scopes({ task, serial }: RemoteFrameRef): Promise<readonly Scope[]> {
    const { scopes } = await this.#ask('scopes', { task, frame: serial }, answers.scopes);
    return scopes.map(({ name, kind, values }) => ({
      name,
      kind: scopeKinds.find(known => known === (kind ?? name.toLowerCase())) ?? 'other',
      variables: values.map(value => this.#values.named(value)),
    }));
  }

  async read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    return wanted.map(({ type, place }) => ({
      type,
      place,
      content: { kind: 'unavailable', why: 'it is shown again at the next stop' },
    }));
  }

  async children(reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]> {
    return Promise.all(
      reads.map(async read => {
        const asked = this.#values.membersAsked(read);
        if (asked.count === 0) return [];
        const { values } = await this.#ask('children', asked, answers.children);
        return values.map(value => this.#values.named(value));
      }),
    );
  }

  async returned(): Promise<RawValue | undefined> {
    return this.#returned;
  }

  async #write(place: Place, value: RawValue): Promise<RawValue> {
    const asked = { to: wirePlace(place), ...wireScalar(value) };
    return this.#values.read((await this.#ask('write', asked, answers.value)).value);
  }

  async evaluate(frame: RemoteFrameRef | undefined, text: string, effects: TextEffects): Promise<RawValue> {
    if (!this.#can.has('evaluate')) return this.#named(frame, text);
    const at = frame === undefined ? {} : { task: frame.task, frame: frame.serial };
    const { value } = await this.#ask('evaluate', { text, effects: effects === 'any', ...at }, answers.value);
    return this.#values.read(value);
  }

  async #disassemble(from: number, offset: number, count: number): Promise<readonly Instruction[]> {
    const { instructions } = await this.#ask(
      'disassemble',
      { at: from, offset, count },
      answers.instructions,
    );
    return instructions.map(({ at, size, text, bytes }) => ({
      address: codeAddress(at),
      size,
      text,
      ...(bytes === undefined ? {} : { bytes: Uint8Array.from(Buffer.from(bytes, 'hex')) }),
    }));
  }

  async sourceText(key: string): Promise<string | undefined> {
    return this.#texts.get(key);
  }

  async input(text: string | undefined): Promise<void> {
    if (!this.#can.has('input')) throw notSupported('Input', 'the server takes none');
    await this.#ask('input', { text: text ?? null }, answers.nothing);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ask('end', {}, answers.nothing);
  }

  async leave(suspended: boolean): Promise<void> {
    if (this.#can.has('leave')) await this.#ask('leave', { suspended }, answers.nothing);
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #reconnect(signal: AbortSignal): Promise<boolean> {
    const { hello, connection, deliver } = await this.connectAgain!(signal);
    const known = this.#modules.length;
    if (JSON.stringify(hello.modules.slice(0, known)) !== JSON.stringify(this.#modules)) {
      await connection.close();
      throw new Failure('wrong-state', 'environment', 'another program runs there now.');
    }
    this.#connection = connection;
    this.#tasks = hello.tasks ?? this.#tasks;
    this.#outcomes.clear();
    this.#isMoving = false;
    deliver(this);
    const loaded = hello.modules.slice(known);
    // Code that came meanwhile is taken in before the machine goes on.
    if (loaded.length > 0) {
      this.#outcomes.add({ kind: 'module', task: this.#tasks[0]?.id ?? 1, ...this.#take(loaded) });
      return true;
    }
    if (hello.running !== true) return false;
    // It was halted for the new connection, and goes on as it did, with the breakpoints that a new server cannot know.
    await this.arm(this.#armed);
    await this.run({ past: [] });
    return true;
  }

  #take(modules: readonly WireModule[]): Pick<ServerModules, 'symbols' | 'loaded'> {
    const { symbols, loaded, texts } = modulesOf(modules, this.#modules.length);
    this.#modules.push(...modules);
    for (const [key, text] of texts) this.#texts.set(key, text);
    return { symbols, loaded };
  }

  #unexpected({ reason }: StoppedEvent): void {
    this.context.events.notice(
      `${this.name} said that it stopped (${reason}), although nothing had let it go: after a resume or a step there is one "stopped" or "exited".`,
    );
  }

  #ask: ServerLink['ask'] = (...asked) => this.#connection.link.ask(...asked);

  /** Without an evaluator of its own the server has names. */
  async #named(frame: RemoteFrameRef | undefined, text: string): Promise<RawValue> {
    const wanted = text.trim();
    const scopes = frame === undefined ? [] : await this.scopes(frame);
    const found = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === wanted);
    if (found !== undefined) return found.value;
    throw new Failure(
      'bad-expression',
      'user',
      `there is no variable ${JSON.stringify(wanted)} here.`,
      `${this.name} evaluates names only.`,
    );
  }

  #outcomeOf({ task, reason, at, frame, depth, ...more }: StoppedEvent): RemoteOutcome {
    const position =
      at === undefined || frame === undefined || depth === undefined
        ? {}
        : { at: { pc: at, serial: frame, depth } };
    switch (reason) {
      case 'breakpoint':
        return { kind: 'site', task, ...position };
      case 'step':
        return { kind: 'step', task, ...position };
      case 'pause':
        return { kind: 'halted', task, ...position };
      case 'blocked':
        return { kind: 'blocked', task };
      case 'trap':
        return { kind: 'trap', task, ...(more.message === undefined ? {} : { text: more.message }) };
      case 'exception': {
        const { name = 'exception', message = '', caught } = more;
        return {
          kind: 'thrown',
          task,
          thrown: { name, message, ...(caught === undefined ? {} : { caught }) },
          ...position,
        };
      }
      case 'module': {
        const modules = more.module === undefined ? [] : [more.module];
        return { kind: 'module', task, ...this.#take(modules) };
      }
    }
  }
}
