// Conversations as they were held, and an adapter that holds one again: the same answers, as long as it is asked the same.
import { createTransportPair } from '@sonde/dap';
import type { Request, Transport, TransportSink, WireMessage } from '@sonde/dap';
import type { Endpoint, LineKind, OpenEndpoint } from '../../endpoint.js';
import { Passage, encodeFor } from './passage.js';
import type { Framing, Passing } from './passage.js';

/** What was said on one connection, in the order in which it passed. */
export interface Conversation {
  readonly framing: Framing;
  readonly said: readonly Said[];
}

export type Said =
  | { readonly by: 'client'; readonly bytes: Uint8Array; readonly messages: readonly WireMessage[] }
  | { readonly by: 'adapter'; readonly message: WireMessage }
  | { readonly by: 'adapter'; readonly bytes: Uint8Array }
  | { readonly by: 'adapter'; readonly hangsUp: true };

/** A line that changes nothing and writes down what passes: each connection is a conversation of its own. */
export function recordingEndpoint(endpoint: Endpoint, conversations: Conversation[]): Endpoint {
  const recorded = ({ transport, process }: OpenEndpoint): OpenEndpoint => {
    const said: Said[] = [];
    conversations.push({ framing: transport.framing, said });
    return { transport: recording(transport, said), ...(process === undefined ? {} : { process }) };
  };
  const openFrom = endpoint.openFrom?.bind(endpoint);
  return {
    ...{ description: `${endpoint.description}, recorded`, line: endpoint.line },
    open: async () => recorded(await endpoint.open()),
    ...(openFrom === undefined ? {} : { openFrom: async origin => recorded(await openFrom(origin)) }),
  };
}

function recording(transport: Transport, said: Said[]): Transport {
  const fromClient = new Passage(transport.framing);
  const fromAdapter = new Passage(transport.framing);
  let isOver = false;
  const sinkFor = (sink: TransportSink): TransportSink => ({
    data: bytes => {
      for (const each of fromAdapter.cut(bytes))
        said.push(
          each.kind === 'message'
            ? { by: 'adapter', message: each.message }
            : { by: 'adapter', bytes: each.bytes.slice() },
        );
      sink.data(bytes);
    },
    closed: reason => {
      // Who hung up first: what comes after is the other one following.
      if (!isOver) said.push({ by: 'adapter', hangsUp: true });
      isOver = true;
      sink.closed(reason);
    },
  });
  const leave = (how: 'close' | 'destroy') => (): void => {
    isOver = true;
    transport[how]();
  };
  return {
    description: transport.description,
    framing: transport.framing,
    start: sink => transport.start(sinkFor(sink)),
    send: bytes => {
      const messages = fromClient.cut(bytes).flatMap(each => (each.kind === 'message' ? [each.message] : []));
      said.push({ by: 'client', bytes: bytes.slice(), messages });
      transport.send(bytes);
    },
    get bufferedBytes() {
      return transport.bufferedBytes;
    },
    whenDrained: () => transport.whenDrained(),
    close: leave('close'),
    destroy: leave('destroy'),
  };
}

/**
 * An adapter that holds these conversations again, one on each connection. It is asked something else than it was then:
 * it cannot know the answer, calls `departed` and hangs up. Only a goodbye is always understood.
 */
export function replayingEndpoint(
  conversations: readonly Conversation[],
  line: LineKind,
  departed: (why: string) => void,
): Endpoint {
  const left = [...conversations];
  return {
    ...{ description: 'a recorded adapter', line },
    open: async () => {
      const conversation = left.shift();
      if (conversation === undefined) departed('one more connection');
      const { framing, said } = conversation ?? { framing: 'stream', said: [] };
      const [adapter, client] = createTransportPair({ framing });
      new Replay(adapter, said, departed);
      return { transport: client };
    },
  };
}

type Line = Exclude<Said, { readonly by: 'client' }> | { readonly by: 'client'; readonly passing: Passing };

class Replay {
  readonly #script: readonly Line[];
  readonly #passage: Passage;
  readonly #heard = new Set<number>();
  #at = 0;

  constructor(
    private readonly transport: Transport,
    said: readonly Said[],
    private readonly departed: (why: string) => void,
  ) {
    this.#script = scriptOf(transport.framing, said);
    this.#passage = new Passage(transport.framing);
    transport.start({
      data: bytes => this.#hear(bytes),
      closed: () => {
        this.#checkAnswered();
        transport.close();
      },
    });
    this.#speak();
  }

  #hear(bytes: Uint8Array): void {
    for (const passing of this.#passage.cut(bytes)) {
      const expected = this.#script[this.#at];
      if (passing.kind === 'message') this.#heard.add(passing.message.seq);
      if (expected?.by === 'client' && isSame(expected.passing, passing)) this.#at++;
      else if (!this.#understandsGoodbye(passing)) {
        this.departed('something else was asked');
        this.#at = this.#script.length;
        return this.transport.close();
      }
      this.#speak();
    }
  }

  /** Up to what the client said next. */
  #speak(): void {
    for (;;) {
      const line = this.#script[this.#at];
      if (line === undefined || line.by === 'client') return;
      this.#at++;
      if ('hangsUp' in line) return this.transport.close();
      this.transport.send('bytes' in line ? line.bytes : encodeFor(this.transport.framing, line.message));
    }
  }

  /** Waited for what the client said next then, and did not say now: whoever is still owed an answer would have had it. */
  #checkAnswered(): void {
    const owed = this.#script.slice(this.#at).find(line => {
      const message = 'message' in line ? line.message : undefined;
      return message?.type === 'response' && this.#heard.has(message.request_seq);
    });
    if (owed !== undefined) this.departed('less was asked');
    this.#at = this.#script.length;
  }

  /** A check that has seen enough leaves early: it meets the end of the conversation. */
  #understandsGoodbye(passing: Passing): boolean {
    if (passing.kind !== 'message' || !isGoodbye(passing.message)) return false;
    this.#heard.delete(passing.message.seq);
    this.#checkAnswered();
    const { seq, command } = passing.message as Request;
    this.transport.send(
      encodeFor(this.transport.framing, {
        seq: 0,
        type: 'response',
        request_seq: seq,
        success: true,
        command,
      }),
    );
    this.transport.close();
    return true;
  }
}

const isGoodbye = (message: WireMessage): boolean =>
  message.type === 'request' && message.command === 'disconnect';

/** One message of the client after the other, however they were packed. */
function scriptOf(framing: Framing, said: readonly Said[]): readonly Line[] {
  const passage = new Passage(framing);
  return said.flatMap((each): readonly Line[] =>
    each.by === 'client' ? passage.cut(each.bytes).map(passing => ({ by: 'client', passing })) : [each],
  );
}

/** Whatever passes unchanged stays the same byte by byte; and a message may be nested deeper than can be compared. */
const isSame = (recorded: Passing, heard: Passing): boolean =>
  recorded.kind === heard.kind && Buffer.compare(recorded.bytes, heard.bytes) === 0;
