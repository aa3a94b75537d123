// A tree of values that is opened lazily, keeps what is open from stop to stop, and knows what changed.
//
// Rows are found by number without listing them all: an array of a million elements costs what is looked at.
import { failureText, isMoot } from './failure-text.js';
import { Store } from './store.js';
import type { FetchChildren, ShownVariable } from './value.js';

/** What a tree begins with: a scope, a watched expression, the result of an evaluation. */
export interface TreeRoot {
  readonly key: string;
  readonly variable: ShownVariable;
  /** Why there is no value. */
  readonly problem?: string;
  /** Open unless the user closed it. */
  readonly opensItself?: boolean;
  /** Of what holds it, where that is not shown: the value can be set by it. */
  readonly parentReference?: number;
  readonly kind: 'scope' | 'value';
}

export interface TreeRow {
  readonly key: string;
  readonly depth: number;
  readonly kind: 'scope' | 'value' | 'range' | 'loading' | 'problem';
  readonly variable: ShownVariable;
  /** Of what holds it; 0 for roots that nothing holds. */
  readonly parentReference: number;
  readonly isOpen: boolean;
  readonly canOpen: boolean;
  readonly changed: boolean;
  readonly problem?: string;
  /** Its place among its siblings, for screen readers. */
  readonly position: number;
  readonly siblings: number;
}

/** What is fetched at once of something long. */
export const pageSize = 100;
/** More indexed children than this are shown in ranges, so that no list grows beyond what a browser can scroll. */
const longest = 1_000_000;
const rangeSize = 100_000;

interface Node {
  readonly key: string;
  readonly kind: 'scope' | 'value' | 'range';
  readonly variable: ShownVariable;
  readonly problem?: string;
  readonly parentReference: number;
  /** Which part of the indexed children of `variable` a range stands for. */
  readonly range?: { readonly start: number; readonly count: number };
  changed: boolean;
  opensItself: boolean;
  children: Children | undefined;
}

interface Children {
  readonly count: number;
  /** Children before the indexed ones. */
  readonly named: number;
  readonly loaded: Map<number, Node>;
  /** Pages that are asked for. */
  readonly asked: Set<number>;
  problem?: string;
  /** Children that are open, by number, in order. */
  open: readonly number[];
}

/** What a user opened and closed; it outlives the tree, as the frames of a function come and go. */
export class Openness {
  readonly #open = new Map<string, boolean>();

  isOpen(key: string, byItself: boolean): boolean {
    return this.#open.get(key) ?? byItself;
  }

  set(key: string, open: boolean): void {
    this.#open.set(key, open);
  }
}

/** Whether the value of a row is another one than at the stop before. */
export type IsChanged = (key: string, text: string) => boolean;

/** All that is loaded of a tree, by key. */
export interface TreeTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly changed: ReadonlySet<string>;
}

/** Shows what was read before, all at once. */
export type Commit = () => void;

export class ValueTree {
  /** Counts up whenever rows may look different. */
  readonly version = new Store(0);
  #roots: readonly Node[] = [];
  #openness = new Openness();
  #fetch: FetchChildren;
  #generation = 0;
  /** Undefined where there is nothing to compare with. */
  #comparison: IsChanged | undefined;
  /** Rows that can be seen: they are read before anything new is shown. */
  #seen = { from: 0, to: 60 };

  constructor(fetch: FetchChildren) {
    this.#fetch = fetch;
  }

  get rowCount(): number {
    return this.#roots.reduce((sum, root) => sum + this.#size(root), 0);
  }

  /** Shows these roots from now on; see `prepare`. */
  async show(
    roots: readonly TreeRoot[],
    openness: Openness,
    comparison: IsChanged | undefined,
  ): Promise<void> {
    const commit = await this.prepare(roots, openness, comparison);
    commit();
  }

  /**
   * Reads what was open, so that the old values stay until the new ones are there and nothing jumps; the answer shows them.
   */
  async prepare(
    roots: readonly TreeRoot[],
    openness: Openness,
    comparison: IsChanged | undefined,
  ): Promise<Commit> {
    const generation = ++this.#generation;
    const next = new ValueTree(this.#fetch);
    next.#openness = openness;
    next.#comparison = comparison;
    next.#roots = roots.map(root => next.#rootNode(root));
    await Promise.all(next.#roots.map(root => next.#openAsRemembered(root)));
    await next.loadRows(this.#seen.from, this.#seen.to);
    return () => {
      if (generation !== this.#generation) return;
      this.#roots = next.#roots;
      this.#openness = openness;
      this.#comparison = comparison;
      this.#changed();
      // Somebody may have scrolled meanwhile, and what is seen is not asked for again by itself.
      void this.loadRows(this.#seen.from, this.#seen.to);
    };
  }

  /** These rows are in view from now on, whatever the tree shows. */
  async see(from: number, to: number): Promise<void> {
    this.#seen = { from, to };
    await this.loadRows(from, to);
  }

  clear(): void {
    this.#generation++;
    this.#roots = [];
    this.#changed();
  }

  /** What the next stop compares with. */
  texts(): TreeTexts {
    const texts = new Map<string, string>();
    const changed = new Set<string>();
    const visit = (node: Node): void => {
      texts.set(node.key, node.variable.value);
      if (node.changed) changed.add(node.key);
      for (const child of node.children?.loaded.values() ?? []) visit(child);
    };
    for (const root of this.#roots) visit(root);
    return { texts, changed };
  }

  /** What a root holds, where all of it is loaded. */
  held(key: string): readonly ShownVariable[] | undefined {
    const children = this.#roots.find(root => root.key === key)?.children;
    if (children === undefined || children.problem !== undefined) return undefined;
    if (children.loaded.size < children.count) return undefined;
    return [...children.loaded.values()].map(({ variable }) => variable);
  }

  row(index: number): TreeRow | undefined {
    let rest = index;
    for (const [position, root] of this.#roots.entries()) {
      const size = this.#size(root);
      if (rest < size) return this.#rowIn(root, rest, 0, position, this.#roots.length);
      rest -= size;
    }
    return undefined;
  }

  /** Fetches what is not there yet of these rows. */
  async loadRows(from: number, to: number): Promise<void> {
    const wanted: Promise<void>[] = [];
    for (let index = from; index < Math.min(to, this.rowCount); index++) {
      const place = this.#placeOf(index);
      if (place === undefined) continue;
      const { parent, child } = place;
      const page = Math.floor(child / pageSize);
      const { children } = parent;
      if (children === undefined || children.loaded.has(child) || children.asked.has(page)) continue;
      wanted.push(this.#loadPage(parent, children, page));
    }
    await Promise.all(wanted);
  }

  /** Opens or closes what a row shows. */
  async toggle(key: string): Promise<void> {
    const node = this.#find(key);
    if (node === undefined || !canOpen(node)) return;
    const opens = !this.#isOpen(node);
    this.#openness.set(key, opens);
    if (opens && node.children === undefined) {
      // Told at once, so that a slow program is seen to be asked.
      node.children = { ...childrenOf(1, 0), asked: new Set([0]) };
      this.#noteOpen();
      this.#changed();
      await this.#openChildren(node).catch((error: unknown) => {
        node.children = { ...childrenOf(0, 0), problem: failureText(error) };
      });
    }
    this.#noteOpen();
    this.#changed();
  }

  /** The number of a row that is loaded; -1 when it is not shown. */
  indexOf(key: string): number {
    let before = 0;
    for (const root of this.#roots) {
      const found = this.#indexIn(root, key);
      if (found !== undefined) return before + found;
      before += this.#size(root);
    }
    return -1;
  }

  /** The row that holds the row of this number; -1 for roots. */
  parentIndex(index: number): number {
    const place = this.#placeOf(index);
    return place === undefined ? -1 : this.indexOf(place.parent.key);
  }

  #changed(): void {
    this.version.update(count => count + 1);
  }

  #rootNode({ key, variable, problem, opensItself, parentReference = 0, kind }: TreeRoot): Node {
    return {
      key,
      kind,
      variable,
      ...(problem === undefined ? {} : { problem }),
      parentReference,
      changed: kind === 'value' && this.#isChanged(key, variable.value),
      opensItself: opensItself ?? false,
      children: undefined,
    };
  }

  #isChanged(key: string, text: string): boolean {
    return this.#comparison?.(key, text) ?? false;
  }

  #isOpen = (node: Node): boolean =>
    canOpen(node) && this.#openness.isOpen(node.key, node.opensItself) && node.children !== undefined;

  #size(node: Node): number {
    const { children } = node;
    if (children === undefined || !this.#isOpen(node)) return 1;
    if (children.problem !== undefined) return 2;
    return children.open.reduce((sum, index) => {
      const child = children.loaded.get(index);
      return child === undefined ? sum : sum + this.#size(child) - 1;
    }, 1 + children.count);
  }

  #rowIn(node: Node, offset: number, depth: number, position: number, siblings: number): TreeRow {
    if (offset === 0) return this.#rowOf(node, depth, position, siblings);
    const children = node.children!;
    if (children.problem !== undefined) return problemRow(node, depth + 1, children.problem);
    const { child, rest } = this.#locate(children, offset - 1);
    const found = children.loaded.get(child);
    if (found === undefined) return loadingRow(node, child, depth + 1, children.count);
    return this.#rowIn(found, rest, depth + 1, child, children.count);
  }

  /** Which child covers a row, and which of its rows that is. */
  #locate(children: Children, offset: number): { readonly child: number; readonly rest: number } {
    let extra = 0;
    for (const index of children.open) {
      const begin = index + extra;
      if (offset <= begin) break;
      const size = this.#size(children.loaded.get(index)!);
      if (offset < begin + size) return { child: index, rest: offset - begin };
      extra += size - 1;
    }
    return { child: offset - extra, rest: 0 };
  }

  /** The node whose child number `child` is in that row. */
  #placeOf(index: number): { readonly parent: Node; readonly child: number } | undefined {
    let rest = index;
    for (const root of this.#roots) {
      const size = this.#size(root);
      if (rest < size) return this.#placeIn(root, rest);
      rest -= size;
    }
    return undefined;
  }

  #placeIn(node: Node, offset: number): { readonly parent: Node; readonly child: number } | undefined {
    const { children } = node;
    if (offset === 0 || children === undefined || children.problem !== undefined) return undefined;
    const { child, rest } = this.#locate(children, offset - 1);
    const found = children.loaded.get(child);
    return found === undefined || rest === 0 ? { parent: node, child } : this.#placeIn(found, rest);
  }

  #indexIn(node: Node, key: string): number | undefined {
    if (node.key === key) return 0;
    const { children } = node;
    if (children === undefined || !this.#isOpen(node)) return undefined;
    for (const [index, child] of children.loaded) {
      const inside = this.#indexIn(child, key);
      if (inside === undefined) continue;
      const extra = children.open
        .filter(open => open < index)
        .reduce((sum, open) => sum + this.#size(children.loaded.get(open)!) - 1, 0);
      return 1 + index + extra + inside;
    }
    return undefined;
  }

  #rowOf(node: Node, depth: number, position: number, siblings: number): TreeRow {
    return {
      key: node.key,
      depth,
      kind: node.kind,
      variable: node.variable,
      parentReference: node.parentReference,
      isOpen: this.#isOpen(node),
      canOpen: canOpen(node),
      changed: node.changed,
      ...(node.problem === undefined ? {} : { problem: node.problem }),
      position,
      siblings,
    };
  }

  #find(key: string, among: Iterable<Node> = this.#roots): Node | undefined {
    for (const node of among) {
      if (node.key === key) return node;
      const inside = node.children && this.#find(key, node.children.loaded.values());
      if (inside !== undefined) return inside;
    }
    return undefined;
  }

  async #openAsRemembered(node: Node): Promise<void> {
    if (!canOpen(node) || !this.#openness.isOpen(node.key, node.opensItself)) return;
    await this.#openChildren(node);
    this.#noteOpen();
  }

  /** Learns how many children there are, and reads those that have no number of their own. */
  async #openChildren(node: Node): Promise<void> {
    const { namedVariables = 0, indexedVariables = 0 } = node.variable;
    if (node.range !== undefined) {
      node.children = childrenOf(0, node.range.count);
      await this.#loadPage(node, node.children, 0);
      return;
    }
    if (indexedVariables > longest) {
      node.children = childrenOf(0, Math.ceil(indexedVariables / rangeSize));
      for (let index = 0; index < node.children.count; index++)
        node.children.loaded.set(index, rangeNode(node, index, indexedVariables));
      return;
    }
    if (indexedVariables > 0) {
      node.children = childrenOf(namedVariables, indexedVariables);
      await this.#loadPage(node, node.children, 0);
      return;
    }
    await this.#loadAll(node);
  }

  async #loadAll(node: Node): Promise<void> {
    try {
      const variables = await this.#fetch({ reference: node.variable.variablesReference });
      node.children = childrenOf(variables.length, 0);
      await this.#adopt(node, node.children, 0, variables);
    } catch (error) {
      // Nobody is there to ask: what is shown stays as it is.
      if (isMoot(error)) throw error;
      node.children = { ...childrenOf(0, 0), problem: failureText(error) };
    }
  }

  async #loadPage(node: Node, children: Children, page: number): Promise<void> {
    if (children.asked.has(page)) return;
    children.asked.add(page);
    const start = page * pageSize;
    const end = Math.min(start + pageSize, children.count);
    const { variablesReference: reference } = node.variable;
    const offset = node.range?.start ?? 0;
    const parts: Promise<readonly ShownVariable[]>[] = [];
    if (start < children.named)
      parts.push(
        this.#fetch({ reference, filter: 'named', start, count: Math.min(end, children.named) - start }),
      );
    if (end > children.named) {
      const first = Math.max(start, children.named) - children.named;
      parts.push(
        this.#fetch({
          reference,
          filter: 'indexed',
          start: first + offset,
          count: end - children.named - first,
        }),
      );
    }
    try {
      await this.#adopt(node, children, start, (await Promise.all(parts)).flat());
    } catch (error) {
      children.asked.delete(page);
      if (isMoot(error)) return;
      if (children.loaded.size === 0) children.problem = failureText(error);
    }
    this.#changed();
  }

  async #adopt(
    parent: Node,
    children: Children,
    start: number,
    variables: readonly ShownVariable[],
  ): Promise<void> {
    const seen = new Map<string, number>();
    const nodes = variables.map((variable, index) => {
      // The same name twice (a shadowed variable) must not be the same row.
      const nth = seen.get(variable.name) ?? 0;
      seen.set(variable.name, nth + 1);
      const key = `${parent.key}/${escaped(variable.name)}${nth === 0 ? '' : `#${nth}`}`;
      const node: Node = {
        key,
        kind: 'value',
        variable,
        parentReference: parent.variable.variablesReference,
        changed: this.#isChanged(key, variable.value),
        opensItself: false,
        children: undefined,
      };
      children.loaded.set(start + index, node);
      return node;
    });
    await Promise.all(nodes.map(node => this.#openAsRemembered(node)));
    // Of a long value the text is only the beginning: what changed further in counts for the whole.
    if (parent.kind === 'value' && nodes.some(({ changed }) => changed)) parent.changed = true;
    this.#noteOpenIn(children);
  }

  #noteOpen(): void {
    const visit = (node: Node): void => {
      if (node.children === undefined) return;
      this.#noteOpenIn(node.children);
      for (const index of node.children.open) visit(node.children.loaded.get(index)!);
    };
    for (const root of this.#roots) visit(root);
  }

  #noteOpenIn(children: Children): void {
    const open: number[] = [];
    for (const [index, child] of children.loaded) if (this.#isOpen(child)) open.push(index);
    children.open = open.sort((a, b) => a - b);
  }
}

const canOpen = ({ variable, kind }: Node): boolean => kind === 'range' || variable.variablesReference > 0;

const childrenOf = (named: number, indexed: number): Children => ({
  count: named + indexed,
  named,
  loaded: new Map(),
  asked: new Set(),
  open: [],
});

function rangeNode(parent: Node, index: number, total: number): Node {
  const start = index * rangeSize;
  const count = Math.min(rangeSize, total - start);
  return {
    key: `${parent.key}/${start}…`,
    kind: 'range',
    variable: {
      ...parent.variable,
      name: `[${start} … ${start + count - 1}]`,
      value: '',
      namedVariables: 0,
      indexedVariables: count,
    },
    parentReference: parent.variable.variablesReference,
    range: { start, count },
    changed: false,
    opensItself: false,
    children: undefined,
  };
}

const nothing: ShownVariable = { name: '', value: '', variablesReference: 0 };

const loadingRow = (parent: Node, position: number, depth: number, siblings: number): TreeRow => ({
  key: `${parent.key}/…${position}`,
  depth,
  kind: 'loading',
  variable: nothing,
  parentReference: parent.variable.variablesReference,
  isOpen: false,
  canOpen: false,
  changed: false,
  position,
  siblings,
});

const problemRow = (parent: Node, depth: number, problem: string): TreeRow => ({
  ...loadingRow(parent, 0, depth, 1),
  key: `${parent.key}/!`,
  kind: 'problem',
  problem,
});

const escaped = (name: string): string => name.replaceAll('/', '\\/');
