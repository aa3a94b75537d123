// Builds a graph from chunks in any order; what contradicts itself is left out and listed, with its place.

import { FindingList, HeapProblem } from '../contract/problem.js';
import {
  firstReservedId,
  type EdgeRecord,
  type HeapChunk,
  type HeapMoment,
  type NodeRecord,
  type ObjectId,
  type RootRecord,
  type SiteRecord,
} from '../contract/source.js';
import {
  edgeKinds,
  exactLabels,
  provenances,
  rootCategories,
  validities,
  weakest,
  type RootCategory,
  type SnapshotLabels,
} from '../contract/vocabulary.js';
import { asideBit, HeapGraph, none, positionBit, weakBit } from './graph.js';
import { Growing, GrowingWide, type Wide } from './growing.js';
import { IdTable } from './id-table.js';
import { StringInterner } from './string-table.js';

/** Indexes are 32 bits wide, and `none` is one of them. */
const mostEntries = 0xffff_fff0;
const rootKind = 'root';

export interface BuilderOptions {
  /** An id of a node that everything is reached from; otherwise the builder adds one. */
  readonly rootId?: ObjectId;
  readonly internalKinds?: readonly string[];
  readonly orphansAreRoots?: boolean;
  /** The nodes are those of a graph that was built before: reserved ids are among them. */
  readonly rebuilt?: boolean;
}

export class HeapBuilder {
  readonly #strings = new StringInterner();
  readonly #kindNames = new Map<string, number>();
  readonly #findings = new FindingList();
  readonly #ids = new GrowingWide();
  readonly #sizes = new GrowingWide();
  readonly #types = new Growing(Uint32Array);
  readonly #kinds = new Growing(Uint8Array);
  readonly #summaries = new Growing(Uint32Array);
  readonly #sites = new Growing(Uint32Array);
  readonly #owners = new Growing(Uint32Array);
  readonly #generations = new Growing(Float64Array);
  readonly #provenances = new Growing(Uint8Array);
  readonly #validities = new Growing(Uint8Array);
  readonly #from = new GrowingWide();
  readonly #to = new GrowingWide();
  readonly #edgeKinds = new Growing(Uint8Array);
  readonly #edgeNames = new Growing(Uint32Array);
  readonly #siteList: SiteRecord[] = [];
  readonly #siteIndexes = new Map<number, number>();
  readonly #marked = new Map<ObjectId, RootCategory>();
  readonly #categories = new Set<RootCategory>();
  #hasApproximateRoots = false;
  #hasBrokenNodes = false;
  #hasCustomNodes = false;

  constructor(private readonly options: BuilderOptions = {}) {
    // The root of all is node 0. It gets its id or its place now, and a record with that id fills it in.
    this.#node({ id: options.rootId ?? firstReservedId, type: '(roots)', kind: rootKind, size: 0 });
  }

  add(chunk: HeapChunk): void {
    switch (chunk.kind) {
      case 'nodes':
        for (const node of chunk.nodes) this.#given(node);
        break;
      case 'edges':
        for (const edge of chunk.edges) this.#edge(edge);
        break;
      case 'roots':
        for (const root of chunk.roots) this.#root(root);
        break;
      case 'sites':
        for (const site of chunk.sites) this.#site(site);
        break;
    }
  }

  /** An existing node that is a root category itself, as those of V8 are. */
  mark(id: ObjectId, category: RootCategory): void {
    this.#marked.set(id, category);
  }

  #given(node: NodeRecord): void {
    const where = `node ${this.#ids.length - 1}`;
    if (node.id === this.options.rootId) {
      this.#types.array[0] = this.#strings.index(node.type);
      this.#kinds.array[0] = this.#kind(node.kind, where);
      if (node.summary !== undefined) this.#summaries.array[0] = this.#strings.index(node.summary);
      return;
    }
    if (!this.#isId(node.id))
      return this.#findings.add(where, `its id ${node.id} is no integer from 1 to 2^52`);
    if (!(node.size >= 0 && node.size <= Number.MAX_SAFE_INTEGER)) {
      this.#findings.add(`${where} (id ${node.id})`, `its size ${node.size} is none; counted as 0`);
      this.#node({ ...node, size: 0 });
    } else this.#node(node);
  }

  #node(node: NodeRecord): void {
    if (this.#ids.length >= mostEntries)
      throw new HeapProblem('too-large', `the heap has more than ${mostEntries} objects.`);
    this.#ids.push(node.id);
    this.#sizes.push(Math.trunc(node.size));
    this.#types.push(this.#strings.index(node.type));
    this.#kinds.push(this.#kind(node.kind, `node ${this.#ids.length - 1}`));
    this.#summaries.push(node.summary === undefined ? none : this.#strings.index(node.summary));
    this.#sites.push(node.site ?? 0);
    this.#owners.push(node.owner === undefined ? none : this.#strings.index(node.owner));
    this.#generations.push(node.generation ?? NaN);
    this.#provenances.push(Math.max(0, provenances.indexOf(node.provenance ?? 'unknown')));
    this.#validities.push(Math.max(0, validities.indexOf(node.validity ?? 'live')));
    if (node.validity === 'corrupt' || node.validity === 'unavailable') this.#hasBrokenNodes = true;
    if (node.provenance === 'custom') this.#hasCustomNodes = true;
  }

  #kind(name: string, where: string): number {
    const known = this.#kindNames.get(name);
    if (known !== undefined) return known;
    if (this.#kindNames.size === 255) {
      this.#findings.add(where, `its kind "${name.slice(0, 40)}" is the 256th; shown as "${rootKind}"`);
      return 0;
    }
    this.#kindNames.set(name, this.#kindNames.size);
    return this.#kindNames.size - 1;
  }

  #edge(edge: EdgeRecord): void {
    if (this.#from.length >= mostEntries)
      throw new HeapProblem('too-large', `the heap has more than ${mostEntries} references.`);
    const kind = edgeKinds.indexOf(edge.kind);
    if (kind < 0) return this.#findings.add(`edge ${this.#from.length}`, `"${edge.kind}" is no kind of edge`);
    const { name } = edge;
    const position = typeof name === 'number' && name >= 0 && name < none;
    this.#from.push(this.#isId(edge.from) || edge.from === this.options.rootId ? edge.from : 0);
    this.#to.push(this.#isId(edge.to) ? edge.to : 0);
    this.#edgeKinds.push(
      kind |
        (edge.weak === true ? weakBit : 0) |
        (edge.aside === true ? asideBit : 0) |
        (position ? positionBit : 0),
    );
    this.#edgeNames.push(
      position ? Math.trunc(name) : name === undefined ? none : this.#strings.index(String(name)),
    );
  }

  #isId(id: number): boolean {
    return Number.isSafeInteger(id) && id >= 1 && (id < firstReservedId || this.options.rebuilt === true);
  }

  #root(root: RootRecord): void {
    if (!rootCategories.includes(root.category))
      return this.#findings.add(`root ${root.id}`, `"${root.category}" is no category of roots`);
    if (!this.#isId(root.id))
      return this.#findings.add(`root ${root.id}`, 'its id is no integer from 1 to 2^52');
    if (root.category === 'conservative' || root.approximate === true) this.#hasApproximateRoots = true;
    this.#categories.add(root.category);
    this.#marked.set(root.id, root.category);
    this.#node({
      id: root.id,
      type: `(${root.category} root)`,
      kind: rootKind,
      size: 0,
      summary: root.name,
      ...(root.owner === undefined ? {} : { owner: root.owner }),
    });
    const kind =
      root.category === 'stack' ? 'stack-root' : root.category === 'global' ? 'global-root' : 'root';
    this.#edge({ from: root.id, to: root.to, kind, name: root.name });
    this.#raw(categoryId(root.category), root.id, 'root', root.name);
  }

  /** Without the checks for given ids: the builder's own. */
  #raw(from: number, to: number, kind: EdgeRecord['kind'], name: string): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#edgeKinds.push(edgeKinds.indexOf(kind));
    this.#edgeNames.push(this.#strings.index(name));
  }

  #site(site: SiteRecord): void {
    if (this.#siteIndexes.has(site.id) || !(site.id >= 1))
      return this.#findings.add(`site ${site.id}`, 'its id is taken, or not from 1 on');
    this.#siteList.push(site);
    this.#siteIndexes.set(site.id, this.#siteList.length);
  }

  done(moment: HeapMoment, labels: SnapshotLabels = exactLabels): HeapGraph {
    for (const category of this.#categories) {
      this.#marked.set(categoryId(category), category);
      this.#node({ id: categoryId(category), type: `(${category} roots)`, kind: rootKind, size: 0 });
      this.#raw(this.options.rootId ?? firstReservedId, categoryId(category), 'root', category);
    }
    const ids = this.#ids.done();
    const table = IdTable.of(ids, node =>
      this.#findings.add(
        `node ${node - 1} (id ${ids[node]!})`,
        'an earlier node has this id; edges go to that',
      ),
    );
    const rows = this.#rows(ids, table);
    const roots = [...this.#marked]
      .map(([id, category]) => [table.nodeOf(id), rootCategories.indexOf(category)] as const)
      .filter(([node]) => node >= 0)
      .toSorted(([one], [other]) => one - other);
    const owners = this.#owners.done();
    const generations = this.#generations.done();
    const sites = this.#siteColumn();
    const columns = {
      ids,
      types: this.#types.done(),
      kinds: this.#kinds.done(),
      sizes: this.#sizes.done(),
      summaries: this.#summaries.done(),
      ...(sites === undefined ? {} : { sites }),
      ...(owners.every(owner => owner === none) ? {} : { owners }),
      ...(generations.every(Number.isNaN) ? {} : { generations }),
      provenances: this.#provenances.done(),
      validities: this.#validities.done(),
      ...rows,
      rootNodes: Uint32Array.from(roots, ([node]) => node),
      rootKinds: Uint8Array.from(roots, ([, kind]) => kind),
    };
    return new HeapGraph(columns, this.#strings.done(), {
      moment,
      labels: this.#labels(labels),
      kindNames: [...this.#kindNames.keys()],
      siteList: this.#siteList,
      findings: this.#findings.done(),
      internalKinds: [
        ...(this.options.rebuilt === true ? [] : [rootKind]),
        ...(this.options.internalKinds ?? []),
      ],
      orphansAreRoots: this.options.orphansAreRoots ?? false,
    });
  }

  /** Sorts the edges by their source and drops those that lead nowhere. */
  #rows(ids: Wide, table: IdTable) {
    const [from, to] = [this.#from.done(), this.#to.done()];
    const [kinds, names] = [this.#edgeKinds.done(), this.#edgeNames.done()];
    const [sources, targets] = [new Uint32Array(from.length), new Uint32Array(from.length)];
    const first = new Uint32Array(ids.length + 2);
    let kept = 0;
    for (let edge = 0; edge < from.length; edge++) {
      const [source, target] = [table.nodeOf(from[edge]!), table.nodeOf(to[edge]!)];
      sources[edge] = source < 0 || target < 0 ? none : source;
      targets[edge] = target;
      if (source >= 0 && target >= 0) {
        first[source + 2]!++;
        kept++;
      } else
        this.#findings.add(
          `edge ${edge}`,
          `leads ${source < 0 ? 'from' : 'to'} ${source < 0 ? from[edge]! : to[edge]!}, which is no node; left out`,
        );
    }
    for (let node = 0; node < ids.length; node++) first[node + 2]! += first[node + 1]!;
    const rows = {
      to: new Uint32Array(kept),
      edgeKinds: new Uint8Array(kept),
      edgeNames: new Uint32Array(kept),
    };
    for (let edge = 0; edge < from.length; edge++) {
      if (sources[edge] === none) continue;
      const place = first[sources[edge]! + 1]!++;
      rows.to[place] = targets[edge]!;
      rows.edgeKinds[place] = kinds[edge]!;
      rows.edgeNames[place] = names[edge]!;
    }
    return { ...rows, first: first.subarray(0, ids.length + 1) };
  }

  #siteColumn(): Uint32Array | undefined {
    const sites = this.#sites.done();
    if (sites.every(site => site === 0)) return undefined;
    return sites.map((site, node) => {
      const index = this.#siteIndexes.get(site) ?? 0;
      if (site !== 0 && index === 0) this.#findings.add(`node ${node - 1}`, `its site ${site} is unknown`);
      return index;
    });
  }

  /** What the chunks show to be weaker than the source said. */
  #labels({ nodes, edges, roots, ...rest }: SnapshotLabels): SnapshotLabels {
    const approximately = (why: string) => ({ exactness: 'approximate', why }) as const;
    return {
      nodes: this.#hasCustomNodes
        ? weakest([nodes, approximately('a custom memory manager may hide objects')])
        : nodes,
      edges: this.#hasBrokenNodes
        ? weakest([edges, approximately('some objects could not be read')])
        : this.#findings.total > 0
          ? weakest([edges, approximately('parts of the heap contradict each other and were left out')])
          : edges,
      roots: this.#hasApproximateRoots
        ? weakest([roots, approximately('some roots are words that may not be pointers')])
        : roots,
      ...rest,
    };
  }
}

const categoryId = (category: RootCategory): number => firstReservedId + 1 + rootCategories.indexOf(category);
