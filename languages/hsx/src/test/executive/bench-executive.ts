// An executive on the bench: programs in MVASM or C in a temporary folder, clients that ask and wait for events.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Client } from '../../executive/client.js';
import { respond } from '../../executive/commands/dispatch.js';
import { Executive, type ExecutiveOptions } from '../../executive/executive.js';
import { serve } from '../../executive/serve.js';
import type { Wire } from './wire-fields.js';
import { loadProgram } from '../../pack/load-program.js';
import { writeSym } from '../../toolchain/format/sym-reader.js';

const parsed = (line: string): Wire => JSON.parse(line) as Wire;

export interface Bench {
  readonly executive: Executive;
  readonly port: number;
  connect(): Promise<WireClient>;
}

export async function startExecutive(options: ExecutiveOptions = {}): Promise<Bench> {
  const executive = new Executive(options);
  const server = await serve(executive, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port } = server;
  return { executive, port, connect: () => WireClient.connect(port) };
}

/** Gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hsx-exec-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds `NAME.hxe` and `NAME.sym` of a text; the name of the file is that of the source without its ending. */
export async function built(
  fileName: string,
  source: string,
  { symbols = true, folder = temporaryFolder() } = {},
): Promise<string> {
  const path = join(folder, fileName);
  writeFileSync(path, source);
  const { bytes, sym } = await loadProgram({
    sources: [path],
    debugInfo: true,
    options: {},
    read: each => readFileSync(each),
    progress: () => undefined,
  });
  const stem = path.replace(/\.[^.]*$/, '');
  writeFileSync(`${stem}.hxe`, bytes);
  if (symbols && sym !== undefined) writeFileSync(`${stem}.sym`, writeSym(sym));
  return `${stem}.hxe`;
}

export class WireClient {
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  readonly #lines: string[] = [];
  #rest = '';
  closed = false;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const parts = (this.#rest + text).split('\n');
      this.#rest = parts.pop()!;
      for (const line of parts) this.#give(line);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      for (const waiting of this.#waiting.splice(0)) waiting(undefined);
    });
  }

  static async connect(port: number): Promise<WireClient> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return new WireClient(socket);
  }

  #give(line: string): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#lines.push(line);
    else waiting(line);
  }

  /** Undefined when the connection ends. */
  line(): Promise<string | undefined> {
    const next = this.#lines.shift();
    if (next !== undefined) return Promise.resolve(next);
    if (this.closed) return Promise.resolve(undefined);
    return new Promise(done => this.#waiting.push(done));
  }

  async next(): Promise<Wire | undefined> {
    const line = await this.line();
    return line === undefined ? undefined : parsed(line);
  }

  /** The last of all that is there; waits for one. */
  async newest(): Promise<Wire | undefined> {
    const rest = this.#lines.splice(0);
    return rest.length === 0 ? this.next() : parsed(rest.at(-1)!);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** The answer, whatever it is. */
  async ask(cmd: string, fields: object = {}): Promise<Wire | undefined> {
    this.write(`${JSON.stringify({ version: 1, cmd, ...fields })}\n`);
    return this.next();
  }

  /** The answer, which has to be a good one. */
  async ok(cmd: string, fields: object = {}): Promise<Wire> {
    return good(cmd, await this.ask(cmd, fields));
  }

  /** The text of the error. */
  async refused(cmd: string, fields: object = {}): Promise<string> {
    return bad(cmd, await this.ask(cmd, fields));
  }

  async session(fields: object = {}): Promise<string> {
    return (await this.ok('session.open', { client: 'test', ...fields })).session.id;
  }

  kill(): void {
    this.socket.resetAndDestroy();
  }
}

/** A client without a connection. */
export class DirectClient implements Client {
  authenticated = false;
  streaming = false;
  drained: (() => void) | undefined;
  closed = false;
  /** What came without being asked for. */
  readonly events: Wire[] = [];

  constructor(private readonly executive: Executive) {}

  send(line: string): boolean {
    this.events.push(parsed(line));
    return true;
  }

  close(): void {
    this.closed = true;
  }

  async line(text: string): Promise<string | undefined> {
    return respond(this.executive, text, this);
  }

  async ask(cmd: string, fields: object = {}): Promise<Wire | undefined> {
    const line = await this.line(JSON.stringify({ version: 1, cmd, ...fields }));
    return line === undefined ? undefined : parsed(line);
  }

  async ok(cmd: string, fields: object = {}): Promise<Wire> {
    return good(cmd, await this.ask(cmd, fields));
  }

  async refused(cmd: string, fields: object = {}): Promise<string> {
    return bad(cmd, await this.ask(cmd, fields));
  }

  /** What follows is in `events`, without the greeting. */
  async subscribe(session: string, filters: object = {}): Promise<void> {
    await this.ask('events.subscribe', { session, filters });
    this.events.shift();
  }
}

function good(cmd: string, answer: Wire | undefined): Wire {
  if (answer?.status !== 'ok') throw new Error(`${cmd}: ${JSON.stringify(answer)}`);
  return answer;
}

function bad(cmd: string, answer: Wire | undefined): string {
  if (answer?.status !== 'error') throw new Error(`${cmd} was not refused: ${JSON.stringify(answer)}`);
  return answer.error;
}

/** A stream of events; what was seen is kept. */
export class EventStream {
  readonly seen: Wire[] = [];

  private constructor(
    readonly client: WireClient,
    readonly greeting: Wire,
  ) {}

  static async open(bench: Bench, session: string, filters?: object): Promise<EventStream> {
    const client = await bench.connect();
    const greeting = await client.ok('events.subscribe', { session, ...(filters ? { filters } : {}) });
    return new EventStream(client, greeting.events);
  }

  /** The next event of that type for which the test holds. */
  async until(type: string, test: (data: Wire, event: Wire) => boolean = () => true): Promise<Wire> {
    for (;;) {
      const event = await this.client.next();
      if (event === undefined) throw new Error(`the stream ended before ${type}`);
      this.seen.push(event);
      if (event.type === type && test(event.data, event)) return event;
    }
  }
}
