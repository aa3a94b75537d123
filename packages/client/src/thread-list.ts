// Threads and their stacks at a stop; which thread is looked at.
import type { StackFrame } from '@sonde/dap';
import { failureText, isMoot, isOvertaken } from './failure-text.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';
import type { Commit } from './value-tree.js';

export interface ThreadState {
  readonly id: number;
  readonly name: string;
  /** Undefined until somebody looks. */
  readonly stack?: StackState;
}

export interface StackState {
  readonly frames: readonly StackFrame[];
  /** How many there are in all. */
  readonly total: number;
  readonly problem?: string;
  /** The outermost frames, once somebody asked for them; what lies between is not read. */
  readonly last?: readonly StackFrame[];
}

const framePage = 40;
/** A stop that takes longer to read is told before. */
const patienceMs = 150;

export class ThreadList {
  readonly list = new Store<readonly ThreadState[]>([]);
  readonly selected = new Store<number | undefined>(undefined);
  #generation = 0;

  constructor(private readonly model: SessionModel) {}

  /**
   * A stop: the threads, the stack of the one that stopped, and its topmost frame are read before any of it is shown, so that
   * the page changes once. `tell` is called with it, or earlier if the reading takes a while; a second time would end the
   * motion that has begun meanwhile.
   */
  async arrive(threadId: number | undefined, stepped: boolean, tell: () => void): Promise<void> {
    const generation = ++this.#generation;
    this.model.frame.beginStop();
    let isTold = false;
    const tellOnce = (): void => {
      if (!isTold) tell();
      isTold = true;
    };
    const late = setTimeout(tellOnce, patienceMs);
    try {
      const commit = await this.#read(threadId, stepped);
      if (generation !== this.#generation) return;
      tellOnce();
      commit();
    } catch (error) {
      if (generation === this.#generation) tellOnce();
      if (!isOvertaken(error)) this.model.complain(error);
    } finally {
      if (generation === this.#generation) this.model.frame.endStop();
      clearTimeout(late);
    }
  }

  async #read(threadId: number | undefined, stepped: boolean): Promise<Commit> {
    const listing = this.model.client.request('threads');
    const asked = threadId ?? (await listing).threads[0]?.id;
    if (asked === undefined) return () => this.model.frame.clear();
    const [{ threads }, stack] = await Promise.all([listing, this.#fetchStack(asked, 0, framePage)]);
    const top = stepped ? stack.frames.find(isReal) : frameToLookAt(stack);
    const frame =
      top === undefined
        ? (): void => this.model.frame.clear()
        : await this.model.frame.prepare({ threadId: asked, frame: top, by: 'stop' }, stack);
    return () => {
      // Other stacks are read again only if they are looked at.
      this.list.set(threads.map(({ id, name }) => ({ id, name, ...(id === asked ? { stack } : {}) })));
      this.selected.set(asked);
      frame();
    };
  }

  /** Threads came or went while the program runs. */
  async listAgain(): Promise<void> {
    try {
      const { threads } = await this.model.client.request('threads');
      const old = new Map(this.list.get().map(thread => [thread.id, thread]));
      this.list.set(threads.map(({ id, name }) => ({ ...old.get(id), id, name })));
    } catch {
      // The next stop lists them anyway.
    }
  }

  async select(threadId: number): Promise<void> {
    this.selected.set(threadId);
    const known = this.list.get().find(({ id }) => id === threadId)?.stack;
    const stack = known ?? (await this.#fetchStack(threadId, 0, framePage));
    this.#keep(threadId, stack);
    const top = frameToLookAt(stack);
    if (top !== undefined) await this.model.frame.select(threadId, top, 'user');
  }

  /** The frame that another client of the session looks at: handles are those of the session. */
  async look(threadId: number, frameId: number): Promise<void> {
    const { frame, phase } = this.model;
    if (phase.get().kind !== 'stopped' || frame.selection.get()?.frame.id === frameId) return;
    if (this.selected.get() !== threadId) await this.select(threadId);
    const stack = this.list.get().find(({ id }) => id === threadId)?.stack;
    const wanted = stack?.frames.find(({ id }) => id === frameId);
    if (wanted !== undefined) await frame.select(threadId, wanted, 'user');
  }

  async loadMore(threadId: number): Promise<void> {
    const stack = this.list.get().find(({ id }) => id === threadId)?.stack;
    if (stack === undefined || stack.frames.length >= stack.total) return;
    const most = stack.total - (stack.last?.length ?? 0) - stack.frames.length;
    const more = await this.#fetchStack(threadId, stack.frames.length, Math.min(200, most));
    this.#keep(threadId, { ...stack, frames: [...stack.frames, ...more.frames] });
  }

  /** The frames where it all began, however deep the stack is. */
  async loadLast(threadId: number): Promise<void> {
    const stack = this.list.get().find(({ id }) => id === threadId)?.stack;
    if (stack === undefined) return;
    const start = Math.max(stack.frames.length, stack.total - framePage);
    const { frames: last } = await this.#fetchStack(threadId, start, stack.total - start);
    this.#keep(threadId, { ...stack, last });
  }

  clear(): void {
    this.#generation++;
    this.model.frame.endStop();
    this.list.set([]);
    this.selected.set(undefined);
  }

  #keep(threadId: number, stack: StackState): void {
    this.list.update(threads =>
      threads.map(thread => (thread.id === threadId ? { ...thread, stack } : thread)),
    );
  }

  async #fetchStack(threadId: number, startFrame: number, levels: number): Promise<StackState> {
    try {
      const { stackFrames, totalFrames } = await this.model.client.request('stackTrace', {
        threadId,
        startFrame,
        levels,
      });
      const seen = startFrame + stackFrames.length;
      return { frames: stackFrames, total: totalFrames ?? (stackFrames.length < levels ? seen : seen + 1) };
    } catch (error) {
      if (isMoot(error)) throw error;
      return { frames: [], total: 0, problem: failureText(error) };
    }
  }
}

/** A program that was halted deep in a library is looked at where its own code waits; one that steps, where it steps. */
function frameToLookAt({ frames }: StackState): StackFrame | undefined {
  const real = frames.filter(isReal);
  const own = real.find(
    ({ source, presentationHint }) => source !== undefined && presentationHint !== 'subtle',
  );
  return own ?? real[0];
}

/** Not a caption between frames. */
export const isReal = (frame: StackFrame): boolean => frame.presentationHint !== 'label';
