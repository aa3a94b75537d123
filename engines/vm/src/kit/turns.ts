// Whose turn it is: tasks that are ready go round; one that waits comes back when what it waits for may be there.

import { Queue } from './queue.js';
import type { StackTask, Wait } from './tasks.js';

interface Asleep<Value> {
  readonly task: StackTask<Value>;
  /** The entry counts as long as the task waits for just this. */
  readonly wait: Wait;
}

/** What instructions wait for outside of the program, by what comes first when several do. */
const outside = ['output', 'input'] as const;

/** Whose turn it is, with tasks by their numbers. */
export interface TurnsImage {
  readonly all: readonly number[];
  readonly current: number;
  readonly only: number | undefined;
  readonly ready: readonly number[];
  readonly blocked: { readonly output: readonly number[]; readonly input: readonly number[] };
  readonly asleep: readonly (readonly [number, Wait])[];
  readonly joining: readonly (readonly [number, readonly number[]])[];
}

/** Nothing that happens often looks at all tasks, so that many of them cost no more than few. */
export class Turns<Value> {
  readonly #all = new Map<number, StackTask<Value>>();
  /** Without the current one. */
  readonly #ready = new Queue<StackTask<Value>>();
  /** Whoever waits longest is tried first. While it waits, those behind it need not be tried. */
  readonly #blocked = { output: new Queue<StackTask<Value>>(), input: new Queue<StackTask<Value>>() };
  /** By when they wake. */
  readonly #asleep = new Queue<Asleep<Value>>();
  /** By the task that they wait for. */
  readonly #joining = new Map<number, StackTask<Value>[]>();
  #only: number | undefined;
  #current: StackTask<Value>;

  constructor(first: StackTask<Value>) {
    this.#current = first;
    this.#all.set(first.id, first);
  }

  /** The task that runs next, unless it waits. */
  get current(): StackTask<Value> {
    return this.#current;
  }

  get all(): Iterable<StackTask<Value>> {
    return this.#all.values();
  }

  get count(): number {
    return this.#all.size;
  }

  get(id: number): StackTask<Value> | undefined {
    return this.#all.get(id);
  }

  add(task: StackTask<Value>): void {
    this.#all.set(task.id, task);
    this.#ready.add(task);
  }

  /** Lets only this task run; undefined lifts it. */
  restrictTo(id: number | undefined): void {
    this.#only = id;
    const task = id === undefined ? undefined : this.#all.get(id);
    if (task === undefined || task === this.#current) return;
    this.#ready.remove(task);
    this.#makeCurrent(task);
  }

  /** A task whose instruction can go on; undefined when there is none until something happens outside. */
  next(): StackTask<Value> | undefined {
    if (this.#isReady(this.#current)) return this.#current;
    const next = this.#only === undefined ? this.#ready.take() : undefined;
    if (next !== undefined) this.#makeCurrent(next);
    return next;
  }

  /** The turn of the current task is over. */
  rotate(now: () => number): void {
    this.retry(now);
    const next = this.#only === undefined ? this.#ready.take() : undefined;
    if (next !== undefined) this.#makeCurrent(next);
  }

  /** Wakes those whose time has come, and whoever is first among those that wait for the world outside. */
  retry(now: () => number): void {
    if (this.#only === this.#current.id) this.wake(this.#current);
    for (const kind of outside) {
      const first = this.#firstBlocked(kind);
      if (first !== undefined) this.wake(first);
    }
    for (let first = this.#firstAsleep(); first !== undefined; first = this.#firstAsleep()) {
      if ((first.wait.until ?? 0) > now()) return;
      this.wake(first.task);
    }
  }

  /** The current task begins to wait. */
  wait(wait: Wait): void {
    const task = this.#current;
    task.waits = task.waited = wait;
    switch (wait.for) {
      case 'task': {
        const joining = this.#joining.get(task.joins) ?? [];
        joining.push(task);
        this.#joining.set(task.joins, joining);
        return;
      }
      case 'time': {
        const { until = 0 } = wait;
        return this.#asleep.insert({ task, wait }, other => (other.wait.until ?? 0) > until);
      }
      case 'input':
      case 'output':
        // One that was tried in vain is still there, and keeps its place.
        if (this.#blocked[wait.for].first !== task) this.#blocked[wait.for].add(task);
    }
  }

  /** Its instruction is to be tried, again or another one. */
  wake(task: StackTask<Value>): void {
    if (task.waits === undefined) return;
    task.waits = undefined;
    if (task !== this.#current) this.#ready.add(task);
  }

  /** Those that wait for it go on. */
  end(id: number): void {
    const task = this.#all.get(id);
    if (task === undefined) return;
    this.#all.delete(id);
    if (task !== this.#current && task.waits === undefined) this.#ready.remove(task);
    task.waits = task.waited = undefined;
    for (const joining of this.#joining.get(id) ?? []) if (joining.joins === id) this.wake(joining);
    this.#joining.delete(id);
    if (task !== this.#current) return;
    const next: StackTask<Value> | undefined = this.#ready.take() ?? this.#all.values().next().value;
    if (next !== undefined) this.#current = next;
  }

  /** What has to happen before one of those that may run can go on. */
  waitsFor(): Wait {
    const only = this.#only === undefined ? undefined : this.#all.get(this.#only);
    if (this.#only !== undefined) return only?.waits ?? { kind: 'waiting', for: 'task' };
    const asleep = this.#firstAsleep();
    const reason =
      outside.find(kind => this.#firstBlocked(kind) !== undefined) ??
      (asleep === undefined ? 'task' : 'time');
    const until = asleep?.wait.until;
    return { kind: 'waiting', for: reason, ...(until === undefined ? {} : { until }) };
  }

  get restricted(): boolean {
    return this.#only !== undefined;
  }

  image(): TurnsImage {
    const alive = (tasks: readonly StackTask<Value>[]): number[] =>
      tasks.filter(({ id }) => this.#all.has(id)).map(({ id }) => id);
    return {
      all: [...this.#all.keys()],
      current: this.#current.id,
      only: this.#only,
      ready: alive(this.#ready.items),
      blocked: { output: alive(this.#blocked.output.items), input: alive(this.#blocked.input.items) },
      asleep: this.#asleep.items
        .filter(({ task, wait }) => task.waits === wait)
        .map(({ task, wait }) => [task.id, wait]),
      joining: [...this.#joining].map(([id, tasks]) => [id, alive(tasks)]),
    };
  }

  restore(image: TurnsImage, tasks: ReadonlyMap<number, StackTask<Value>>): void {
    const found = (ids: readonly number[]): StackTask<Value>[] => ids.map(id => tasks.get(id)!);
    this.#all.clear();
    for (const task of found(image.all)) this.#all.set(task.id, task);
    // The last one to end stays the current one.
    this.#current = tasks.get(image.current)!;
    this.#only = image.only;
    this.#ready.fill(found(image.ready));
    this.#blocked.output.fill(found(image.blocked.output));
    this.#blocked.input.fill(found(image.blocked.input));
    this.#asleep.fill(image.asleep.map(([id, wait]) => ({ task: tasks.get(id)!, wait })));
    this.#joining.clear();
    for (const [id, waiting] of image.joining) this.#joining.set(id, found(waiting));
  }

  #isReady(task: StackTask<Value>): boolean {
    const mayRun = this.#only === undefined || this.#only === task.id;
    return mayRun && task.waits === undefined && this.#all.has(task.id);
  }

  /** The one before it goes to the end of the line. */
  #makeCurrent(task: StackTask<Value>): void {
    const before = this.#current;
    this.#current = task;
    if (before.waits === undefined && this.#all.has(before.id)) this.#ready.add(before);
  }

  /** Tasks that went on meanwhile are found here, and dropped. */
  #firstBlocked(kind: (typeof outside)[number]): StackTask<Value> | undefined {
    const queue = this.#blocked[kind];
    while (queue.first !== undefined && queue.first.waited?.for !== kind) queue.take();
    return queue.first;
  }

  #firstAsleep(): Asleep<Value> | undefined {
    const queue = this.#asleep;
    while (queue.first !== undefined && queue.first.task.waits !== queue.first.wait) queue.take();
    return queue.first;
  }
}
