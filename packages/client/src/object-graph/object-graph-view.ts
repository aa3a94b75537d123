// What a view of the object graph shows, also while it is not in front: a snapshot, a part of it, paths, a comparison.
import type { CutView, DiffView, NodeView, PathView } from '@sonde/heap';
import { failureText, isMoot } from '../failure-text.js';
import { perModel } from '../per-model.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';
import { GraphReader, graphOfPaths, noFilter, type GraphFilter } from './graph-reader.js';
import { askGraph, type NamedValue } from './graph-requests.js';
import { HeapSnapshots } from './heap-snapshots.js';
import { collapsed, pinned, type Direction, type Neighbourhood } from './neighbourhood.js';

export type GraphPage = 'overview' | 'graph' | 'why' | 'compare';

export interface WhyAlive {
  readonly node: NodeView;
  readonly paths: readonly PathView[];
  /** There are no other owners. */
  readonly complete: boolean;
}

export interface Comparison {
  readonly before: number;
  readonly after: number;
  readonly diff: DiffView;
}

/** What a refresh changed, in objects. */
export interface Refreshed {
  readonly added: ReadonlySet<number>;
  readonly gone: number;
}

export class ObjectGraphView {
  readonly snapshots: HeapSnapshots;
  readonly page = new Store<GraphPage>('overview');
  readonly graph = new Store<Neighbourhood | undefined>(undefined);
  readonly filter = new Store<GraphFilter>(noFilter);
  /** The object that keys and buttons are about. */
  readonly active = new Store<number | undefined>(undefined);
  readonly why = new Store<WhyAlive | undefined>(undefined);
  readonly comparison = new Store<Comparison | undefined>(undefined);
  readonly refreshed = new Store<Refreshed | undefined>(undefined);
  readonly problem = new Store<string | undefined>(undefined);
  /** Counts up with every part that is looked at for the first time: it begins in the middle. */
  readonly begun = new Store(0);
  readonly #visited: number[] = [];
  readonly canGoBack = new Store(false);
  #number = 0;
  #changes: Promise<void> = Promise.resolve();

  constructor(private readonly model: SessionModel) {
    this.snapshots = new HeapSnapshots(model);
    this.snapshots.shown.subscribe(() => {
      if (this.snapshots.shown.get() === undefined) this.#forget();
    });
  }

  /** From a variable or a watch. */
  async showValue(value: NamedValue, page: 'graph' | 'why'): Promise<void> {
    await this.#attempt(async isStill => {
      this.page.set(page);
      const { id } = await askGraph(this.model, 'find', value);
      if ((await this.snapshots.ofThisStop()) === undefined || !isStill()) return;
      await (page === 'graph' ? this.#focus(id, isStill) : this.#askWhy(id, isStill));
    });
  }

  async showNode(id: number): Promise<void> {
    await this.#attempt(isStill => this.#focus(id, isStill));
  }

  async back(): Promise<void> {
    // The last one is what is looked at.
    this.#visited.pop();
    const before = this.#visited.pop();
    if (before !== undefined) await this.showNode(before);
  }

  async showWhy(id: number): Promise<void> {
    await this.#attempt(isStill => this.#askWhy(id, isStill));
  }

  /** The paths that are listed, drawn. */
  showPaths(): void {
    const why = this.why.get();
    if (why === undefined) return;
    this.#begin(graphOfPaths(why.node, why.paths), why.node.id);
  }

  async expand(id: number, direction: Direction): Promise<void> {
    await this.#change((graph, reader) => reader.expand(graph, id, direction));
  }

  async collapse(id: number, direction: Direction): Promise<void> {
    await this.#change(graph => collapsed(graph, id, direction));
  }

  async pin(id: number, isPinned: boolean): Promise<void> {
    await this.#change(graph => pinned(graph, id, isPinned));
  }

  /** What was opened is read again with other filters. */
  async setFilter(filter: GraphFilter): Promise<void> {
    this.filter.set(filter);
    await this.#change((graph, reader) => reader.again(graph));
  }

  /** Takes a snapshot of now, and shows the same part of it. */
  async refresh(): Promise<void> {
    await this.#attempt(async () => {
      if ((await this.snapshots.take(true)) !== undefined) await this.#showAgain();
    });
  }

  async chooseSnapshot(snapshot: number): Promise<void> {
    const chosen = this.snapshots.list.get().find(each => each.snapshot === snapshot);
    if (chosen === undefined || chosen === this.snapshots.shown.get()) return;
    this.snapshots.shown.set(chosen);
    await this.#attempt(() => this.#showAgain());
  }

  async compare(before: number, after: number): Promise<void> {
    await this.#attempt(async isStill => {
      const diff = await askGraph(this.model, 'diff', { before, after, most: 200 });
      if (isStill()) this.comparison.set({ before, after, diff });
    });
  }

  async search(text: string): Promise<readonly NodeView[]> {
    const { items } = await askGraph(this.model, 'search', { snapshot: this.#snapshot(), text, most: 50 });
    return items;
  }

  /** What would be freed without a reference. */
  cut(from: number, to: number, name: string | number | undefined): Promise<CutView> {
    const asked = { snapshot: this.#snapshot(), from, to, ...(name === undefined ? {} : { name }) };
    return askGraph(this.model, 'cut', asked);
  }

  async #showAgain(): Promise<void> {
    const before = this.graph.get();
    const why = this.why.get();
    if (before !== undefined)
      await this.#change(async (graph, reader) => {
        const now = await reader.again(graph);
        this.refreshed.set({
          added: new Set([...now.nodes.keys()].filter(id => !graph.nodes.has(id))),
          gone: [...graph.nodes.keys()].filter(id => !now.nodes.has(id)).length,
        });
        return now;
      });
    if (why === undefined) return;
    // An answer about another moment must not stand there as if it were about this one.
    this.why.set(undefined);
    if (this.page.get() === 'why') await this.showWhy(why.node.id);
  }

  async #focus(id: number, isStill: () => boolean): Promise<void> {
    const reader = this.#reader();
    const before = this.graph.get();
    const pins = new Map(
      [...(before?.pins ?? [])].flatMap(pin => {
        const node = before?.nodes.get(pin);
        return node === undefined ? [] : [[pin, node] as const];
      }),
    );
    const graph = await reader.begin(await reader.node(id), pins);
    if (isStill()) this.#begin(graph, id);
  }

  #begin(graph: Neighbourhood, id: number): void {
    if (this.#visited.at(-1) !== id) this.#visited.push(id);
    this.canGoBack.set(this.#visited.length > 1);
    this.refreshed.set(undefined);
    this.graph.set(graph);
    this.active.set(id);
    this.page.set('graph');
    this.begun.update(count => count + 1);
  }

  async #askWhy(id: number, isStill: () => boolean): Promise<void> {
    const snapshot = this.#snapshot();
    const [node, { paths, complete }] = await Promise.all([
      askGraph(this.model, 'node', { snapshot, id }),
      askGraph(this.model, 'keyPaths', { snapshot, id }),
    ]);
    if (!isStill()) return;
    this.why.set({ node, paths, complete });
    this.page.set('why');
  }

  /** One after the other, so that two quick clicks both count; what comes too late for what is shown by then is dropped. */
  #change(
    work: (graph: Neighbourhood, reader: GraphReader) => Neighbourhood | Promise<Neighbourhood>,
  ): Promise<void> {
    const begun = this.begun.get();
    this.#changes = this.#changes.then(async () => {
      const graph = this.graph.get();
      if (graph === undefined || begun !== this.begun.get()) return;
      try {
        this.problem.set(undefined);
        this.refreshed.set(undefined);
        const next = await work(graph, this.#reader());
        if (begun === this.begun.get() && this.graph.get() !== undefined) this.graph.set(next);
      } catch (error) {
        this.#complain(error);
      }
    });
    return this.#changes;
  }

  #snapshot(): number {
    const shown = this.snapshots.shown.get();
    if (shown === undefined) throw new Error('There is no snapshot yet: take one first.');
    return shown.snapshot;
  }

  #reader(): GraphReader {
    return new GraphReader(this.model, this.#snapshot(), this.filter.get());
  }

  async #attempt(work: (isStill: () => boolean) => Promise<void>): Promise<void> {
    const number = ++this.#number;
    this.problem.set(undefined);
    try {
      await work(() => number === this.#number);
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    if (!isMoot(error)) this.problem.set(failureText(error));
  }

  #forget(): void {
    this.#number++;
    this.#visited.length = 0;
    this.canGoBack.set(false);
    this.graph.set(undefined);
    this.active.set(undefined);
    this.why.set(undefined);
    this.comparison.set(undefined);
    this.refreshed.set(undefined);
    this.problem.set(undefined);
    this.page.set('overview');
  }
}

export const objectGraphOf = perModel(model => new ObjectGraphView(model));
