// `sonde/asyncStack`: where tasks of the program wait, and for what: from one on down to what it waits for in the end, or of
// all, each followed by who awaits it.

import { Failure, type Engine, type Frame, type StopId, type Thread, type ThreadId } from '@sonde/engine';
import { clientSource } from '../events/event-translation.js';
import { serveCustom, type RequestEntry, type SessionContext } from '../request-table.js';

export interface AsyncStackBody {
  readonly frames: readonly AsyncFrameBody[];
  /** There are more tasks than were listed: how many wait in all. */
  readonly truncated?: true;
  readonly total?: number;
}

interface AsyncFrameBody {
  readonly name: string;
  /** Empty where it is not known, and the line 0. */
  readonly file: string;
  readonly line: number;
  /** What the frame waits for; absent for one that runs. */
  readonly awaiting?: string;
  /** The handle of the task that the frame belongs to. */
  readonly task?: string;
}

/** Deeper in one task is a recursion that nobody reads. */
const mostFrames = 200;

export const asyncStackRequests: readonly RequestEntry[] = [
  serveCustom('sonde/asyncStack', { needs: 'stopped' }, async (context, args): Promise<AsyncStackBody> => {
    const { session } = context;
    const handle = handleIn(args['task']);
    const { stop } = session.stopped();
    const engine = await session.engine();
    const walk = new Walk(context, engine, stop.id, await engine.threads());
    if (handle !== undefined) return { frames: await walk.from(handle) };
    return { frames: await walk.all(), ...walk.leftOut() };
  }),
];

function handleIn(task: unknown): string | undefined {
  // Clients that have none chosen may say so with nothing in its place.
  if (task === undefined || task === null) return undefined;
  if (typeof task === 'string' && task.trim() !== '') return task.trim();
  throw new Failure(
    'bad-arguments',
    'user',
    'the handle of a task is a text, such as "0x5581c0".',
    'Leave it out for all tasks that wait.',
  );
}

class Walk {
  readonly #threads: ReadonlyMap<ThreadId, Thread>;
  readonly #done = new Set<ThreadId>();

  constructor(
    private readonly context: SessionContext,
    private readonly engine: Engine,
    private readonly stop: StopId,
    threads: readonly Thread[],
  ) {
    this.#threads = new Map(threads.map(thread => [thread.id, thread]));
  }

  async from(handle: string): Promise<readonly AsyncFrameBody[]> {
    const found = [...this.#threads.values()].find(thread => isHandle(thread.handle, handle));
    if (found === undefined)
      throw new Failure(
        'not-found',
        'user',
        this.leftOut().truncated === true
          ? `task ${handle} is none of the newest, which are listed, or has ended.`
          : `there is no task ${handle}: it has ended, or never was.`,
        'Leave the handle out for all tasks that wait.',
      );
    return this.#down(found);
  }

  /** Parent → child, as Aria debug spec 5.2 has it: each frame is followed by what it waits for. */
  async #down(first: Thread): Promise<readonly AsyncFrameBody[]> {
    const found: AsyncFrameBody[] = [];
    let next: Thread | undefined = first;
    while (next !== undefined && !this.#done.has(next.id)) {
      const inside: AsyncFrameBody[] = [];
      this.#add(inside, next, (await this.#stack(next)).frames);
      found.push(...inside.toReversed());
      const { awaits }: Thread = next;
      next = [...this.#threads.values()].find(({ handle }) => handle !== undefined && handle === awaits);
    }
    return found;
  }

  /** Each task once: first those that nobody in the list has to wait for, each followed by who awaits it. */
  async all(): Promise<readonly AsyncFrameBody[]> {
    const tasks = [...this.#threads.values()].filter(
      ({ kind, state }) => kind !== 'os' && state === 'waiting',
    );
    const awaiting = new Set(tasks.map(({ awaitedBy }) => awaitedBy));
    const innermost = tasks.filter(({ id }) => !awaiting.has(id));
    const found: AsyncFrameBody[] = [];
    // Those left over are awaited by a task that runs, or by each other.
    for (const task of [...innermost, ...tasks])
      if (!this.#done.has(task.id)) found.push(...(await this.#chain(task)));
    return found;
  }

  leftOut(): Pick<AsyncStackBody, 'truncated' | 'total'> {
    const counts = [...this.#threads.values()].flatMap(({ tasks }) => tasks ?? []);
    if (counts.length === 0) return {};
    return { truncated: true, total: counts.reduce((sum, count) => sum + count, 0) };
  }

  async #chain(first: Thread): Promise<readonly AsyncFrameBody[]> {
    const found: AsyncFrameBody[] = [];
    let next: Thread | undefined = first;
    while (next !== undefined && !this.#done.has(next.id)) {
      const { frames, fragments = [] } = await this.#stack(next);
      this.#add(found, next, frames);
      next = this.#waiterOf(next);
      // An engine may leave out the ends of long chains: what has no frames is asked for itself.
      for (const fragment of fragments) {
        if (next === undefined || this.#done.has(next.id) || fragment.frames.length === 0) break;
        this.#add(found, next, fragment.frames);
        next = this.#waiterOf(next);
      }
    }
    return found;
  }

  #stack({ id }: Thread): ReturnType<Engine['stack']> {
    return this.engine.stack(this.stop, id, 0, mostFrames, this.context.signal);
  }

  #waiterOf({ awaitedBy }: Thread): Thread | undefined {
    return awaitedBy === undefined ? undefined : this.#threads.get(awaitedBy);
  }

  #add(found: AsyncFrameBody[], task: Thread, frames: readonly Frame[]): void {
    this.#done.add(task.id);
    const told = task.handle === undefined ? {} : { task: task.handle };
    const written = frames.filter(frame => frame.location !== undefined && frame.artificial !== true);
    if (written.length === 0)
      found.push({ name: task.name, ...this.#place(task.location), ...waitsFor(task.awaiting), ...told });
    // Every other frame waits for the function that it has called.
    for (const [index, frame] of written.entries()) {
      const awaited = index === 0 ? task.awaiting : written[index - 1]!.function;
      found.push({ name: frame.function, ...this.#place(frame.location), ...waitsFor(awaited), ...told });
    }
  }

  #place(location: Frame['location']): { readonly file: string; readonly line: number } {
    const { session, client } = this.context;
    if (location === undefined) return { file: '', line: 0 };
    const source = clientSource(session, client, location.source);
    return { file: source.path ?? source.name ?? '', line: client.translation.line(location.line) };
  }
}

const waitsFor = (awaiting: string | undefined): { readonly awaiting?: string } =>
  awaiting === undefined ? {} : { awaiting };

/** Addresses may be written in several ways. */
function isHandle(handle: string | undefined, wanted: string): boolean {
  if (handle === undefined) return false;
  return (
    handle === wanted || (numeric.test(handle) && numeric.test(wanted) && BigInt(handle) === BigInt(wanted))
  );
}

const numeric = /^(0x[0-9a-f]+|\d+)$/i;
