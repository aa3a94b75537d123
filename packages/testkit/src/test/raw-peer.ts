// A scripted adapter that obeys no rules of its own: tests say message by message what it sends.
import { FrameReader, createTransportPair, encodeMessage } from '@sonde/dap';
import type { MemoryTransport, Request, Response, WireMessage } from '@sonde/dap';
import { connect } from '../client.js';
import type { TestClient } from '../client.js';
import type { ClientOptions } from '../wire-client.js';
import { overMemory } from '../endpoint.js';

export type Script = (request: Request, peer: RawPeer) => void;

export class RawPeer {
  readonly received: WireMessage[] = [];
  readonly #transport: MemoryTransport;
  #nextSeq = 1;

  constructor(transport: MemoryTransport, script: Script) {
    this.#transport = transport;
    const reader = new FrameReader();
    transport.start({
      data: bytes => {
        for (const frame of reader.push(bytes)) {
          if (!frame.ok) throw frame.error;
          this.received.push(frame.message);
          if (frame.message.type === 'request') script(frame.message, this);
        }
      },
      closed: () => undefined,
    });
  }

  /** Numbered properly unless the message brings its own seq. */
  send(message: Record<string, unknown>): void {
    const seq = this.#nextSeq++;
    this.#transport.send(encodeMessage({ seq, ...message }));
  }

  event(event: string, body?: unknown): void {
    this.send({ type: 'event', event, ...(body === undefined ? {} : { body }) });
  }

  respond({ seq, command }: Request, body?: unknown, more: Partial<Response> = {}): void {
    const answer = { type: 'response', request_seq: seq, success: true, command, ...more };
    this.send(body === undefined ? answer : { ...answer, body });
  }

  sendBytes(text: string): void {
    this.#transport.send(new TextEncoder().encode(text));
  }

  hangUp(): void {
    this.#transport.close();
  }
}

/** Answers what has no body of its own; the rest is the script's. */
export const obliging: Script = (request, peer) => peer.respond(request, bodies[request.command]);

const bodies: Readonly<Record<string, unknown>> = {
  initialize: {},
  threads: { threads: [{ id: 1, name: 'main' }] },
  continue: {},
};

/** A client and its scripted adapter; every connection that the client opens gets a peer of its own. */
export async function connectToPeer(
  script: Script,
  options: ClientOptions = {},
): Promise<{ readonly client: TestClient; readonly peer: RawPeer; readonly peers: readonly RawPeer[] }> {
  const peers: RawPeer[] = [];
  const endpoint = overMemory(() => {
    const [ours, theirs] = createTransportPair();
    peers.push(new RawPeer(theirs, script));
    return ours;
  });
  const client = await connect(endpoint, { timeoutMs: 30_000, ...options });
  return { client, peer: peers[0]!, peers };
}
