// A node with a counter contract, and clients of it over TCP and in this process.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addressOfName } from '../../nova/chain/address.js';
import { defaultGasLimit } from '../../nova/chain/transaction.js';
import { connectInProcess } from '../../nova/debug/connection.js';
import { DebugNode, type NodeOptions } from '../../nova/debug/debug-node.js';
import { serveNode } from '../../nova/debug/server.js';
import { MemoryStore } from '../../nova/store/memory-store.js';
import { counterContract } from './counter-contract.js';

export const counter = counterContract();
export const alice = addressOfName('alice');
export const token = 'a token for tests';

export type Params = Readonly<Record<string, unknown>>;

export interface Notification {
  readonly method: string;
  readonly params: Params;
}

/** A client whose notifications are taken in their order. */
export abstract class TestClient {
  readonly #heard: Notification[] = [];
  #waiting: ((notification: Notification) => void) | undefined;

  abstract ask(method: string, params?: object): Promise<Params>;
  abstract close(): Promise<void>;

  protected hear(notification: Notification): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#heard.push(notification);
    else waiting(notification);
  }

  next(): Promise<Notification> {
    const first = this.#heard.shift();
    return first === undefined ? new Promise(resolve => (this.#waiting = resolve)) : Promise.resolve(first);
  }

  /** The next one of this name; others before it are left out. */
  async until(method: string): Promise<Params> {
    for (;;) {
      const heard = await this.next();
      if (heard.method === method) return heard.params;
      if (heard.method === 'terminated') throw new Error(`terminated: ${JSON.stringify(heard.params)}`);
    }
  }

  async refused(method: string, params?: object): Promise<string> {
    return this.ask(method, params).then(
      () => 'was not refused',
      (error: unknown) => (error as Error).message,
    );
  }
}

export class LocalClient extends TestClient {
  readonly #client;

  constructor(node: DebugNode) {
    super();
    this.#client = connectInProcess(node, (method, params) => this.hear({ method, params }));
  }

  async ask(method: string, params?: object): Promise<Params> {
    return (await this.#client.request(method, params)) as Params;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

interface Answer {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly code: number; readonly message: string };
}

export class WireClient extends TestClient {
  readonly #asked = new Map<number, (answer: Answer) => void>();
  readonly #loose: Answer[] = [];
  #looseWaiting: ((answer: Answer | undefined) => void) | undefined;
  #rest = '';
  #last = 0;

  private constructor(readonly socket: Socket) {
    super();
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) this.#take(JSON.parse(line) as Answer);
    });
    socket.on('close', () => this.#looseWaiting?.(undefined));
  }

  static async connect(port: number): Promise<WireClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new WireClient(socket);
  }

  async ask(method: string, params: object = {}): Promise<Params> {
    const id = ++this.#last;
    const answered = new Promise<Answer>(resolve => this.#asked.set(id, resolve));
    this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result ?? {};
  }

  /** The next answer that belongs to no request; undefined when the connection was closed. */
  loose(): Promise<Answer | undefined> {
    const first = this.#loose.shift();
    if (first !== undefined) return Promise.resolve(first);
    if (this.socket.closed) return Promise.resolve(undefined);
    return new Promise(resolve => (this.#looseWaiting = resolve));
  }

  async close(): Promise<void> {
    this.socket.end();
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  #take(answer: Answer): void {
    const asked = typeof answer.id === 'number' ? this.#asked.get(answer.id) : undefined;
    if (asked !== undefined) {
      this.#asked.delete(answer.id as number);
      return asked(answer);
    }
    if (answer.method !== undefined) return this.hear({ method: answer.method, params: answer.params ?? {} });
    const waiting = this.#looseWaiting;
    this.#looseWaiting = undefined;
    if (waiting === undefined) this.#loose.push(answer);
    else waiting(answer);
  }
}

export class NodeBench {
  contract = '';
  readonly node: DebugNode;
  readonly #clients: TestClient[] = [];
  #server: Awaited<ReturnType<typeof serveNode>> | undefined;

  private constructor(options: NodeOptions) {
    this.node = new DebugNode(new MemoryStore(), options);
  }

  static async start(options: NodeOptions = {}): Promise<NodeBench> {
    const bench = new NodeBench(options);
    const { to, done } = bench.node.submit(
      {
        kind: 'deploy',
        from: alice,
        code: counter.bytes,
        meta: undefined,
        arguments: [],
        value: 0n,
        gasLimit: defaultGasLimit,
        strictDomains: false,
      },
      false,
    );
    await done;
    bench.contract = to;
    return bench;
  }

  local(): LocalClient {
    return this.#owned(new LocalClient(this.node));
  }

  async wire(): Promise<WireClient> {
    const client = await this.stranger();
    await client.ask('authenticate', { token });
    return client;
  }

  /** Has not said the token. */
  async stranger(): Promise<WireClient> {
    return this.#owned(await WireClient.connect((await this.address()).port));
  }

  /** Where a debugger finds it. */
  async address(): Promise<{ readonly port: number; readonly token: string }> {
    this.#server ??= await serveNode(this.node, { host: '127.0.0.1', port: 0, token });
    return { port: this.#server.port, token };
  }

  /** A call that waits for somebody to attach. */
  async held(
    client: TestClient,
    name: string,
    given: readonly unknown[] = [],
    more: object = {},
  ): Promise<string> {
    const call = {
      from: alice,
      contract: this.contract,
      function: name,
      arguments: given,
      hold: true,
      ...more,
    };
    return (await client.ask('call', call))['transaction'] as string;
  }

  /** Attached, and standing at its entry. */
  async entered(
    client: TestClient,
    name: string,
    given: readonly unknown[] = [],
    more: object = {},
  ): Promise<{ readonly sessionId: string; readonly transaction: string }> {
    const transaction = await this.held(client, name, given, more);
    const { sessionId } = await client.ask('attach', { target: transaction });
    expectEntry(await client.until('stopped'));
    return { sessionId: sessionId as string, transaction };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.#server?.close();
    await this.node.close();
  }

  #owned<Client extends TestClient>(client: Client): Client {
    this.#clients.push(client);
    return client;
  }
}

function expectEntry(params: Params): void {
  if (params['reason'] !== 'entry') throw new Error(`stopped for ${JSON.stringify(params)}`);
}
