// One request to the lens: all renderings of it are stepped together, and their reads answered together.

import { asFailure, cancelled, type RawValue, type StopReader, type TypeTable } from '@sonde/engine';
import type { Budget } from './budget.js';
import { checkedList, checkedView } from './checked-view.js';
import type { DefaultContext } from './defaults/default-context.js';
import { defaultView } from './defaults/default-view.js';
import type { NumberPage } from './defaults/number-page.js';
import { plainNumberText } from './defaults/plain-number.js';
import { isScalarKind } from './defaults/scalar-view.js';
import type { ReadAnswer, ReadRequest, Renderer } from './renderer.js';
import type { RendererChoice } from './renderer-choice.js';
import { RenderingTask, stepAll, type TaskOutcome } from './rendering-task.js';
import { oneLine } from './scalar-text.js';
import { isPart, isText, isWhole, shared, type PlainRead } from './shared-answers.js';
import type { Child, Children, Format, View } from './view.js';

/** What a request needs of the lens it came to. */
export interface RequestTools {
  readonly choice: RendererChoice;
  readonly types: TypeTable;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** Children that our own renderers list. */
  readonly trusted: WeakSet<Children>;
  /** Who made children that are not ours. */
  readonly makers: WeakMap<Children, Renderer>;
  readonly facts?: (reader: StopReader) => Promise<unknown>;
}

export interface Rendered {
  readonly view: View;
  readonly trouble?: string;
}

export const outOfTime = '<not shown: out of time>';
export const tooLong = (renderer: string): string => `<renderer ${renderer} took too long>`;

/** How many values may stand for one another, each in the place of the last. */
const mostHops = 16;

export class RenderRequest {
  #deadline: number;
  #nested = 0;
  #facts: Promise<unknown> | undefined;
  #known: unknown;

  constructor(
    private readonly tools: RequestTools,
    private readonly reader: StopReader,
    private readonly format: Format,
    private readonly budget: Budget,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#deadline = performance.now() + budget.totalMs;
  }

  /** A view of each value; every one of them has something to show. `hops`: how many stand for one another here. */
  async views(values: readonly RawValue[], depth = 0, hops = 0): Promise<readonly Rendered[]> {
    const { choice, types, littleEndian } = this.tools;
    choice.prepare(values);
    const rendered = new Array<Rendered | undefined>(values.length);
    const open: number[] = [];
    values.forEach((value, nth) => {
      const renderer = choice.rendererFor(value.type);
      const text =
        renderer === undefined
          ? plainNumberText(value, types.resolve(value.type), this.format, littleEndian)
          : undefined;
      if (text === undefined) open.push(nth);
      else rendered[nth] = { view: { text } };
    });
    if (open.length > 0) {
      const others = await this.#renderings(
        open.map(nth => values[nth]!),
        depth,
        hops,
      );
      open.forEach((nth, at) => (rendered[nth] = others[at]));
    }
    return rendered as readonly Rendered[];
  }

  /** Views of values that take more than to write a number. */
  async #renderings(values: readonly RawValue[], depth: number, hops: number): Promise<readonly Rendered[]> {
    const { choice } = this.tools;
    const renderers = values.map(value => choice.rendererFor(value.type));
    if (renderers.some(renderer => renderer !== undefined)) await this.#learnFacts();
    const slow = values.map((value, nth) => {
      const renderer = renderers[nth];
      return renderer !== undefined && choice.isTooSlow(renderer, value);
    });
    const tasks = values.map((value, nth) => {
      const renderer = renderers[nth];
      return renderer === undefined || slow[nth] === true
        ? this.#defaultTask(value, depth)
        : this.#task(renderer, value, depth);
    });
    await this.#run(tasks, depth, hops);

    const failed = tasks.flatMap((task, nth) =>
      !task.trusted && task.outcome?.kind !== 'done' && task.outcome?.kind !== 'out-of-time' ? [nth] : [],
    );
    const instead = failed.map(nth => this.#defaultTask(values[nth]!, depth));
    await this.#run(instead, depth, hops);
    const replaced = new Map(failed.map((nth, at) => [nth, instead[at]!]));

    return values.map((_, nth): Rendered => {
      const renderer = renderers[nth];
      const outcome = tasks[nth]!.outcome;
      const view = this.#viewOf(replaced.get(nth)?.outcome ?? outcome);
      if (renderer === undefined) return { view };
      if (outcome?.kind === 'late' || slow[nth] === true)
        return { view: { ...view, text: tooLong(renderer.name), missing: true } };
      if (outcome?.kind === 'failed')
        return { view, trouble: `renderer ${renderer.name} failed: ${outcome.why}` };
      if (outcome?.kind === 'done' && view.children !== undefined && !this.tools.trusted.has(view.children))
        this.tools.makers.set(view.children, renderer);
      return { view };
    });
  }

  /** One line for each value. */
  async texts(values: readonly RawValue[], depth: number): Promise<readonly string[]> {
    const shown = values.map(value => this.#mayShow(value, depth));
    const rendered = await this.views(
      values.filter((_, nth) => shown[nth]),
      depth,
    );
    let next = 0;
    return shown.map(isShown => (isShown ? oneLine(rendered[next++]!.view.text, this.#limit(depth)) : '…'));
  }

  /** A page of children, or why there is none. */
  async list(
    children: Children,
    filter: 'named' | 'indexed' | undefined,
    start: number,
    count: number,
  ): Promise<TaskOutcome<readonly Child[]>> {
    const isOurs = this.tools.trusted.has(children);
    const task = new RenderingTask<readonly Child[]>({
      start: () => children.list(filter, start, count),
      check: isOurs ? result => result as readonly Child[] : checkedList,
      trusted: isOurs,
    });
    await this.#run([task], 0, 0);
    return task.outcome ?? { kind: 'out-of-time' };
  }

  /** A page of children that are shown by their number alone, in decimal; undefined for others. */
  async numbers(
    children: Children,
    filter: 'named' | 'indexed' | undefined,
    start: number,
    count: number,
  ): Promise<NumberPage | undefined> {
    if (children.numbers === undefined || filter === 'named' || !this.tools.trusted.has(children))
      return undefined;
    const task = new RenderingTask<NumberPage | undefined>({
      start: () => children.numbers?.(start, count),
      check: result => result as NumberPage | undefined,
      trusted: true,
    });
    await this.#run([task], 0, 0);
    const page = task.outcome?.kind === 'done' ? task.outcome.result : undefined;
    return page !== undefined && this.#writesPlainly(page.value(0)) ? page : undefined;
  }

  #writesPlainly(value: RawValue): boolean {
    const { choice, types, littleEndian } = this.tools;
    choice.prepare([value]);
    if (choice.rendererFor(value.type) !== undefined) return false;
    return plainNumberText(value, types.resolve(value.type), this.format, littleEndian) !== undefined;
  }

  /** Summaries end somewhere: by depth, so that a cycle does, and by number, so that a broad tree does. */
  #mayShow(value: RawValue, depth: number): boolean {
    if (++this.#nested > this.budget.nested) return false;
    if (depth <= this.budget.nesting) return true;
    const { kind } = value.content;
    if (kind === 'unavailable' || kind === 'partial') return true;
    return kind !== 'object' && isScalarKind(this.tools.types.resolve(value.type));
  }

  #limit(depth: number): number | undefined {
    return this.format.limit === undefined ? undefined : Math.max(24, this.format.limit >> depth);
  }

  /** Only the first to need them waits, and not on the time of the values. */
  async #learnFacts(): Promise<void> {
    const { facts } = this.tools;
    if (facts === undefined) return;
    this.#facts ??= this.#timedFacts(facts);
    await this.#facts;
  }

  async #timedFacts(facts: (reader: StopReader) => Promise<unknown>): Promise<void> {
    const began = performance.now();
    this.#known = await facts(this.reader);
    this.#deadline += performance.now() - began;
  }

  #context(value: RawValue, depth: number): DefaultContext {
    const limit = depth === 0 ? this.format.limit : this.#limit(depth);
    return {
      types: this.tools.types,
      type: this.tools.types.resolve(value.type),
      format: {
        ...(this.format.hex === undefined ? {} : { hex: this.format.hex }),
        ...(this.format.binary === undefined ? {} : { binary: this.format.binary }),
        ...(limit === undefined ? {} : { limit }),
      },
      pointerSize: this.tools.pointerSize,
      littleEndian: this.tools.littleEndian,
      depth,
      ...(this.#known === undefined ? {} : { facts: this.#known }),
    };
  }

  #task(renderer: Renderer, value: RawValue, depth: number): RenderingTask<View> {
    const context = this.#context(value, depth);
    return new RenderingTask<View>({
      start: () => renderer.render(value, context),
      check: checkedView,
      trusted: false,
      isHopeless: () => this.tools.choice.isTooSlow(renderer, value),
      wasLate: () => this.tools.choice.wasLate(renderer, value),
    });
  }

  #defaultTask(value: RawValue, depth: number): RenderingTask<View> {
    const context = this.#context(value, depth);
    return new RenderingTask<View>({
      start: () => defaultView(value, context),
      check: result => {
        const view = result as View;
        // A view may hand on the children of another, which may be a renderer's.
        if (view.children !== undefined && !this.tools.makers.has(view.children))
          this.tools.trusted.add(view.children);
        return view;
      },
      trusted: true,
    });
  }

  #viewOf(outcome: TaskOutcome<View> | undefined): View {
    if (outcome?.kind === 'done') return outcome.result;
    const text = outcome?.kind === 'failed' ? `<cannot be shown: ${outcome.why}>` : outOfTime;
    return { text, missing: true };
  }

  async #run(tasks: readonly RenderingTask<unknown>[], depth: number, hops: number): Promise<void> {
    let open = tasks;
    while (open.length > 0) {
      if (this.signal?.aborted === true) throw cancelled();
      stepAll(open, this.budget.rendererMs, () => this.#isOutOfTime());
      for (const task of open) this.#checkBudget(task);
      open = open.filter(task => task.outcome === undefined);
      if (open.length === 0) return;
      const answers = await this.#answered(open, depth, hops);
      if (answers === undefined) {
        for (const task of open) task.outcome = { kind: 'out-of-time' };
        return;
      }
      for (const [nth, task] of open.entries()) task.answer(answers[nth] ?? []);
    }
  }

  #isOutOfTime(): boolean {
    return performance.now() > this.#deadline;
  }

  #checkBudget(task: RenderingTask<unknown>): void {
    if (task.outcome !== undefined || task.trusted) return;
    if (task.rounds >= this.budget.rounds)
      task.outcome = { kind: 'failed', why: `it asked for reads more than ${this.budget.rounds} times` };
    else if (task.reads.length > this.budget.maxPage)
      task.outcome = { kind: 'failed', why: `it asked for ${task.reads.length} reads at once` };
  }

  /** The answers for each task, in order; undefined when there was no time to wait for them. */
  async #answered(
    tasks: readonly RenderingTask<unknown>[],
    depth: number,
    hops: number,
  ): Promise<readonly (readonly ReadAnswer[])[] | undefined> {
    // The texts and views that all siblings ask for are renderings too, and go as one.
    const reads = tasks.flatMap(task => task.reads);
    const texts = shared(reads.filter(isText), async wanted =>
      (
        await this.texts(
          wanted.map(read => read.value),
          depth + 1,
        )
      ).map((text): ReadAnswer => ({ read: 'text', text })),
    );
    const parts = shared(reads.filter(isPart), wanted => this.#rendered(wanted, depth + 1, 0));
    const wholes = shared(reads.filter(isWhole), wanted => this.#rendered(wanted, depth, hops + 1));
    const answer = (task: RenderingTask<unknown>, read: ReadRequest): Promise<ReadAnswer> => {
      if (read.read === 'text') return texts();
      if (read.read === 'rendered') return isWhole(read) ? wholes() : parts();
      return this.#answer(task, read);
    };
    const all = tasks.map(task => Promise.all(task.reads.map(read => answer(task, read))));
    return this.#inTime(Promise.all(all));
  }

  /** Views of values that others stand for. Those that stand for one another in a circle have an end as well. */
  async #rendered(
    wanted: readonly { readonly value: RawValue }[],
    depth: number,
    hops: number,
  ): Promise<readonly ReadAnswer[]> {
    const shown = wanted.map(({ value }) => hops <= mostHops && this.#mayShow(value, depth));
    const rendered = await this.views(
      wanted.filter((_, nth) => shown[nth]).map(({ value }) => value),
      depth,
      hops,
    );
    let next = 0;
    return shown.map(isShown => ({
      read: 'rendered',
      view: isShown ? rendered[next++]!.view : { text: '…' },
    }));
  }

  async #answer(task: RenderingTask<unknown>, request: PlainRead): Promise<ReadAnswer> {
    try {
      return await this.#read(task, request);
    } catch (error) {
      const failure = asFailure(error);
      // Nothing that could still be shown would be true, or wanted.
      if (failure.code === 'stale' || failure.code === 'cancelled') throw failure;
      return { read: 'failed', why: failure.message };
    }
  }

  async #read(task: RenderingTask<unknown>, request: PlainRead): Promise<ReadAnswer> {
    const { reader, signal } = this;
    switch (request.read) {
      case 'memory': {
        if (!Number.isSafeInteger(request.size) || request.size < 0)
          return { read: 'failed', why: 'the size to read is no size' };
        task.bytes += request.size;
        if (!task.trusted && task.bytes > this.budget.bytes)
          return { read: 'failed', why: `a renderer may read ${this.budget.bytes} bytes` };
        return { read: 'memory', memory: await reader.memory(request.address, request.size, signal) };
      }
      case 'object': {
        const object = { ...request.object, count: Math.min(request.object.count, this.budget.maxPage) };
        return { read: 'object', values: await reader.object(object, signal) };
      }
      case 'place':
        return { read: 'place', value: await reader.value(request.place, signal) };
      case 'engine':
        return { read: 'engine', view: await reader.view(request.value, signal) };
      case 'synthetic': {
        const count = Math.min(request.count, this.budget.maxPage);
        return { read: 'synthetic', values: await reader.synthetic(request.key, request.start, count) };
      }
    }
  }

  /** The result, or undefined at the deadline; rejects as soon as the request is cancelled. */
  async #inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const { signal } = this;
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    const late = new Promise<undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), Math.max(0, this.#deadline - performance.now()));
      abort = () => reject(cancelled());
      signal?.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      if (abort !== undefined) signal?.removeEventListener('abort', abort);
      // Whoever lost the race may still fail; nobody is left to hear it.
      work.catch(() => undefined);
      late.catch(() => undefined);
    }
  }
}
