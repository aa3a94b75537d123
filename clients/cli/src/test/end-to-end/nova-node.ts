// A node in a process of its own, what it is asked directly, and a wire tap between it and a debugger.

import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { OutputText, OwnedProcess } from '@sonde/testkit';
import { sondeScript } from './fixtures.js';

export interface Node {
  readonly process: OwnedProcess;
  readonly port: number;
  readonly token: string;
}

export async function startNode(...args: readonly string[]): Promise<Node> {
  const process_ = await OwnedProcess.start(process.execPath, [
    sondeScript,
    'nova',
    '--debug',
    '--port',
    '0',
    ...args,
  ]);
  const printed = new OutputText();
  process_.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  const [, port] = await printed.waitFor(/listening on 127\.0\.0\.1:(\d+)/, 20_000);
  const [, token] = await printed.waitFor(/token (\S+)/, 20_000);
  return { process: process_, port: Number(port), token: token! };
}

export async function endNode({ process: owned }: Node): Promise<void> {
  owned.kill('SIGTERM');
  await owned.end(5_000);
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Questions to the node one after the other, after the token; what it refuses is answered with its words. */
export async function askAll(
  node: Node,
  asked: readonly (readonly [method: string, params: object])[],
): Promise<readonly unknown[]> {
  const socket = connectSocket({ host: '127.0.0.1', port: node.port });
  try {
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const request = async (id: number, name: string, given: object): Promise<unknown> => {
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: name, params: given })}\n`);
      for (;;) {
        const next: IteratorResult<string, unknown> = await lines.next();
        const message = JSON.parse(String(next.value)) as Answer;
        if (message.id === id) return message.error?.message ?? message.result;
      }
    };
    await request(0, 'authenticate', { token: node.token });
    const answers: unknown[] = [];
    for (const [nth, [method, params]] of asked.entries())
      answers.push(await request(nth + 1, method, params));
    return answers;
  } finally {
    socket.destroy();
  }
}

export const ask = async (node: Node, method: string, params: object): Promise<unknown> =>
  (await askAll(node, [[method, params]]))[0];

export interface Tapped {
  readonly from: 'debugger' | 'node';
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Passes everything on, and keeps what was asked and told. */
export class WireTap {
  readonly messages: Tapped[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async before(node: Node): Promise<WireTap> {
    const server = createServer(near => tap.#connect(near, node.port));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const tap = new WireTap(server, typeof address === 'object' ? (address?.port ?? 0) : 0);
    return tap;
  }

  /** Names of operations that were asked for since. */
  operations(since = 0): readonly string[] {
    return this.messages.slice(since).flatMap(({ from, method }) => (from === 'debugger' ? [method] : []));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise(resolve => this.server.close(resolve));
  }

  #connect(near: Socket, port: number): void {
    const far = connectSocket({ host: '127.0.0.1', port });
    for (const [from, to, who] of [
      [near, far, 'debugger'],
      [far, near, 'node'],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.end());
      createInterface({ input: from }).on('line', line => {
        const { method, params = {} } = JSON.parse(line) as Partial<Tapped>;
        if (method !== undefined) this.messages.push({ from: who, method, params });
        to.write(`${line}\n`);
      });
    }
  }
}
