// The stop generation: which frame ids and variable references are still good, as the protocol promises it.
import type { Event, Request, Response, WireMessage } from '@sonde/dap';
import type { MessageEntry } from './timeline.js';

/** A test used a handle of an earlier stop: its values would be wrong or an accident. */
export class StaleHandle extends Error {
  override readonly name = 'StaleHandle';
}

interface Handle {
  readonly generation: number;
  /** Unknown for what was evaluated without a frame. */
  readonly thread: number | undefined;
  readonly entry: number;
}

interface Motion {
  readonly command: string;
  readonly thread: number | undefined;
  readonly singleThread: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const motions: ReadonlySet<string> = new Set([
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'stepBack',
  'reverseContinue',
  'goto',
  'restartFrame',
  'restart',
]);

/**
 * A generation ends when threads resume: at the first sign of it (the response, or an event that overtakes it), never
 * at the mere request, which the adapter may refuse.
 */
export class StopGeneration {
  readonly #handles = new Map<string, Handle>();
  readonly #requests = new Map<number, Request>();
  readonly #motions = new Map<number, Motion>();
  readonly #resumedAt = new Map<number, number>();
  #allResumedAt = 0;
  #generation = 0;

  get current(): number {
    return this.#generation;
  }

  observe({ direction, message, number }: MessageEntry): void {
    if (direction === 'sent' && message.type === 'request') return this.#requestSent(message);
    if (direction !== 'received') return;
    if (message.type === 'response') return this.#responseReceived(message, number);
    if (message.type === 'event') this.#eventReceived(message, number);
  }

  /** Throws if the arguments name a handle that was handed out before the last resume of its thread. */
  refuseStale(command: string, args: unknown): void {
    const { frameId, variablesReference } = fieldsOf(args);
    this.#refuse(command, 'frameId', frameId);
    this.#refuse(command, 'variablesReference', variablesReference);
  }

  #refuse(command: string, kind: HandleKind, id: unknown): void {
    if (typeof id !== 'number') return;
    const handle = this.#handles.get(key(kind, id));
    if (handle === undefined) return;
    const resumed =
      handle.thread === undefined
        ? this.#allResumedAt
        : Math.max(this.#allResumedAt, this.#resumedAt.get(handle.thread) ?? 0);
    if (handle.generation >= resumed) return;
    throw new StaleHandle(
      `${command} uses ${kind} ${id} from entry ${handle.entry}, but the program has run since then ` +
        `(generation ${handle.generation}, now ${this.#generation}); ask for it again after the stop, ` +
        'or connect with staleHandles: "allow" to test how the adapter refuses it',
    );
  }

  #requestSent(request: Request): void {
    this.#requests.set(request.seq, request);
    if (!motions.has(request.command)) return;
    const { threadId, singleThread } = fieldsOf(request.arguments);
    this.#motions.set(request.seq, {
      command: request.command,
      thread: typeof threadId === 'number' ? threadId : undefined,
      singleThread: singleThread === true,
    });
  }

  #responseReceived(response: Response, entry: number): void {
    const request = this.#requests.get(response.request_seq);
    this.#requests.delete(response.request_seq);
    const motion = this.#motions.get(response.request_seq);
    this.#motions.delete(response.request_seq);
    if (!response.success || request === undefined) return;
    if (motion !== undefined) {
      // `continue` may tell in its answer that it was one thread only; nothing said means all.
      const onlyOne = fieldsOf(response.body)['allThreadsContinued'] === false;
      this.#resume({ ...motion, singleThread: motion.singleThread || onlyOne });
    }
    const args = fieldsOf(request.arguments);
    for (const { kind, id } of handlesIn(request.command, response)) {
      this.#handles.set(key(kind, id), {
        generation: this.#generation,
        thread: this.#threadOf(args),
        entry,
      });
    }
  }

  #eventReceived(event: Event, entry: number): void {
    const body = fieldsOf(event.body);
    if (event.event === 'stopped') this.#resumeForMotionsInFlight();
    if (event.event === 'continued' && !this.#resumeForMotionsInFlight()) {
      const thread = typeof body['threadId'] === 'number' ? body['threadId'] : undefined;
      this.#resume({ command: 'continued', thread, singleThread: body['allThreadsContinued'] !== true });
    }
    const reference = body['variablesReference'];
    if (event.event !== 'output' || typeof reference !== 'number' || reference === 0) return;
    const handle = { generation: this.#generation, thread: undefined, entry };
    this.#handles.set(key('variablesReference', reference), handle);
  }

  /** The event overtook the response: the motion counts from here, and its response adds nothing. */
  #resumeForMotionsInFlight(): boolean {
    const inFlight = [...this.#motions.values()];
    this.#motions.clear();
    for (const motion of inFlight) this.#resume(motion);
    return inFlight.length > 0;
  }

  #resume({ thread, singleThread }: Motion): void {
    this.#generation++;
    if (singleThread && thread !== undefined) this.#resumedAt.set(thread, this.#generation);
    else this.#allResumedAt = this.#generation;
  }

  #threadOf({ threadId, frameId, variablesReference }: Fields): number | undefined {
    if (typeof threadId === 'number') return threadId;
    const parent =
      typeof frameId === 'number'
        ? this.#handles.get(key('frameId', frameId))
        : typeof variablesReference === 'number'
          ? this.#handles.get(key('variablesReference', variablesReference))
          : undefined;
    return parent?.thread;
  }
}

type HandleKind = 'frameId' | 'variablesReference';

const key = (kind: HandleKind, id: number): string => `${kind} ${id}`;

/** Every handle that a successful response hands out. */
function handlesIn(
  command: string,
  response: WireMessage & { readonly body?: unknown },
): readonly { readonly kind: HandleKind; readonly id: number }[] {
  const body = fieldsOf(response.body);
  if (command === 'stackTrace') {
    return listIn(body['stackFrames']).flatMap(frame =>
      typeof frame['id'] === 'number' ? [{ kind: 'frameId' as const, id: frame['id'] }] : [],
    );
  }
  return [body, ...listIn(body['scopes']), ...listIn(body['variables'])].flatMap(({ variablesReference }) =>
    typeof variablesReference === 'number' && variablesReference > 0
      ? [{ kind: 'variablesReference' as const, id: variablesReference }]
      : [],
  );
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
