// Puts the graph of an Osprey program together: objects, what they lead to, and everything that holds them from outside.

import type { HeapRecords, HeapStop } from '@sonde/engine-native';
import type { EdgeRecord, HeapReading, NodeRecord, RootCategory, RootRecord, SiteRecord } from '@sonde/heap';
import { scalarOf } from '@sonde/lens';
import type { Edge } from '../inspection/edges.js';
import { headerIn } from '../inspection/headers.js';
import { sizes, staticRecord } from '../inspection/layout.js';
import type { InspectedObject, ObjectWalk } from '../inspection/object-walk.js';
import { readRoots } from '../inspection/roots.js';
import { edgeKind, edgeName, rootCategory } from './edge-kinds.js';
import { objectId, otherId, staticId } from './object-ids.js';
import { objectSummary, textIn } from './object-summary.js';
import { stackWords } from './stack-words.js';

/** Bytes of a text of the program that are read for its line. */
const textBytes = 96;

interface Held {
  readonly object?: InspectedObject;
  readonly node: NodeRecord;
  /** Released objects are told only where something still leads to them. */
  told: boolean;
  owners: number;
}

type PendingRoot = Omit<RootRecord, 'to' | 'id'> & { readonly at: number; readonly key: string };

export class HeapWalker {
  readonly #held: Held[] = [];
  readonly #positions = new Map<number, number>();
  readonly #edges: EdgeRecord[] = [];
  readonly #roots: RootRecord[] = [];
  readonly #rooted = new Set<number>();
  /** What each object leads to, by position. */
  readonly #leads = new Map<number, number[]>();
  #sites: readonly SiteRecord[] = [];

  constructor(
    private readonly stop: HeapStop,
    private readonly walk: ObjectWalk,
    private readonly reading: HeapReading,
  ) {}

  get count(): number {
    return this.#held.length;
  }

  add(objects: readonly InspectedObject[]): void {
    for (const object of objects)
      this.#add(Number(object.at), {
        object,
        node: this.#node(object),
        told: object.validity !== 'released',
        owners: 0,
      });
  }

  /** Once all objects are known. */
  async finish(): Promise<void> {
    const { signal, progress } = this.reading;
    progress({ step: 'reading roots', done: 0 });
    const roots = [...(await this.#tableRoots()), ...(await this.#variableRoots())];
    const objects = this.#held.slice();
    const edges = objects.map(({ object, told }) =>
      object === undefined || !told ? [] : this.walk.edges(object),
    );
    const foreign = new Set(roots.flatMap(({ category, at }) => (category === 'foreign-handle' ? [at] : [])));
    const targets = new Set(roots.map(({ at }) => at));
    for (const list of edges)
      for (const { kind, to } of list) (kind === 'foreign' ? foreign : targets).add(Number(to));
    for (const at of foreign) this.#addForeign(at);
    await this.#addUnknown([...targets].filter(at => !this.#positions.has(at)));
    for (const [position, list] of edges.entries()) this.#lead(position, list);
    for (const root of roots) this.#root(root);
    const { manager } = this.walk.facts;
    if (manager.isConservative) await this.#conservativeRoots(signal);
    if (manager.hasCounts) this.#unnamedOwners();
    this.#sites = (await this.walk.sites()).flatMap((site, id): readonly SiteRecord[] =>
      site === undefined ? [] : [{ id, ...site, module: moduleOf(site.function) ?? site.file }],
    );
  }

  #lead(from: number, edges: readonly Edge[]): void {
    const keys: (string | undefined)[] = [];
    const leads: number[] = [];
    for (const edge of edges) {
      const to = this.#positions.get(Number(edge.to));
      if (to === undefined) continue;
      const { node } = this.#held[to]!;
      if (edge.kind === 'key') keys.push(this.#textAt(Number(edge.to)));
      this.#reach(to);
      leads.push(to);
      this.#edges.push({
        from: this.#held[from]!.node.id,
        to: node.id,
        kind: edgeKind(edge),
        // Keys come before their values.
        name: (edge.kind === 'value' ? keys.shift() : undefined) ?? edgeName(edge),
      });
    }
    this.#leads.set(from, leads);
  }

  records(): HeapRecords {
    return {
      sites: this.#sites,
      nodes: this.#held.flatMap(held => (held.told ? this.#shown(held) : [])),
      edges: this.#edges,
      roots: this.#roots,
    };
  }

  /** With a line about it: once the texts that it leads to are known. */
  #shown({ node, object }: Held): NodeRecord {
    if (object === undefined) return node;
    const { detail, bytes, validity, at } = object;
    const summary =
      detail === undefined || validity !== 'live'
        ? undefined
        : objectSummary(detail, bytes, {
            facts: this.walk.facts,
            littleEndian: this.stop.littleEndian,
            textAt: address => this.#textAt(address),
          });
    const where = this.reading.addresses ? `at 0x${at.toString(16)}` : undefined;
    const shown = [summary ?? [], where ?? []].flat().join(' ');
    return shown === '' ? node : { ...node, summary: shown };
  }

  #textAt(at: number): string | undefined {
    const held = this.#held[this.#positions.get(at) ?? -1];
    if (held?.node.kind !== 'string') return undefined;
    return held.object === undefined ? held.node.summary : textIn(held.object.bytes);
  }

  #add(at: number, held: Held): void {
    this.#positions.set(at, this.#held.length);
    this.#held.push(held);
  }

  #node(object: InspectedObject): NodeRecord {
    const { type, kind, fiber, validity, siteNumber } = object;
    return {
      id: objectId(this.stop, object),
      type: type === '' ? kind : type,
      kind,
      size: object.size,
      ...(siteNumber === 0 ? {} : { site: siteNumber }),
      owner: fiber === 0 ? 'main' : `fiber ${fiber}`,
      generation: Number(object.number),
      provenance: object.provenance === 'default' ? 'manual' : object.provenance,
      validity: validity === 'released' ? 'collected' : validity,
    };
  }

  /** An address that a C library gave. Nothing is known of what lies there. */
  #addForeign(at: number): void {
    if (this.#positions.has(at)) return;
    const node = {
      id: otherId(this.stop, `foreign ${at}`),
      type: 'Ptr',
      kind: 'foreign',
      size: 0,
      summary: 'memory of a C library, which is not followed',
      provenance: 'manual',
    } as const;
    this.#add(at, { node, told: true, owners: 0 });
  }

  /** What has no record: texts and the like that are part of the program, and pointers that lead to no object. */
  async #addUnknown(places: readonly number[]): Promise<void> {
    const { stop, walk } = this;
    const spans = places.map(at => ({ at: at - sizes.header, size: sizes.header + textBytes }));
    const image = await stop.image(spans, this.reading.signal);
    for (const at of places) {
      const before = at - sizes.header;
      const bytes = image.bytes(before, sizes.header + textBytes) ?? image.bytes(before, sizes.header);
      const header = bytes === undefined ? undefined : headerIn(bytes, stop.littleEndian);
      const type = header === undefined ? undefined : walk.facts.type(header.type);
      const isStatic = header?.record === staticRecord && type?.mark === header.mark;
      const text = isStatic && type.kind === 'string' ? textIn(bytes!.subarray(sizes.header)) : undefined;
      const node: NodeRecord = {
        id: staticId(stop, at),
        type: type === undefined || !isStatic ? '?' : type.kind,
        kind: isStatic ? type.kind : 'unknown',
        // It takes nothing of the heap.
        size: 0,
        ...(text === undefined ? {} : { summary: text }),
        provenance: isStatic ? 'static' : 'unknown',
        validity: isStatic ? 'live' : header === undefined ? 'unavailable' : 'corrupt',
      };
      this.#add(at, { node, told: true, owners: 0 });
    }
  }

  async #tableRoots(): Promise<readonly PendingRoot[]> {
    const roots = await readRoots(this.stop, this.walk.entry, this.walk.facts);
    return roots.map(({ kind, label, to }) => ({
      category: rootCategory[kind],
      name: label,
      at: Number(to),
      key: `${kind} ${label}`,
    }));
  }

  /** Variables of all frames of all strands: those of types that are addresses. */
  async #variableRoots(): Promise<readonly PendingRoot[]> {
    const { types, littleEndian } = this.stop;
    const { variables } = await this.stop.variables(this.reading.signal);
    return variables.flatMap(
      ({ name, value, thread, function: within, scope, depth }): readonly PendingRoot[] => {
        if (scope === 'globals' || types.resolve(value.type).kind !== 'pointer') return [];
        const at = scalarOf(value, types, littleEndian);
        if (typeof at !== 'bigint' || at === 0n) return [];
        const category: RootCategory = types.get(value.type).name === 'Ptr' ? 'foreign-handle' : 'stack';
        return [
          {
            category,
            name: `${name} in ${within}`,
            at: Number(BigInt.asUintN(64, at)),
            owner: thread.name,
            key: `stack ${thread.id} ${depth} ${within} ${name}`,
          },
        ];
      },
    );
  }

  #root({ at, key, ...root }: PendingRoot): void {
    const position = this.#positions.get(at);
    if (position !== undefined) this.#hold(position, key, root);
  }

  #hold(position: number, key: string, root: Omit<RootRecord, 'id' | 'to'>): void {
    this.#reach(position);
    this.#rooted.add(position);
    this.#roots.push({
      ...root,
      id: otherId(this.stop, `root ${key}`),
      to: this.#held[position]!.node.id,
    });
  }

  #reach(position: number): void {
    const held = this.#held[position]!;
    held.owners++;
    held.told = true;
  }

  /** What the collector would take for addresses, where nothing that has a name leads there already. */
  async #conservativeRoots(signal: AbortSignal): Promise<void> {
    const live = this.#held.flatMap(({ object }, position) =>
      object?.validity === 'live' ? [{ at: Number(object.at), size: object.size, position }] : [],
    );
    const words = await stackWords(this.stop, live, signal);
    const reached = new Set<number>();
    for (const position of this.#rooted) this.#mark(position, reached);
    for (const { thread, position, name } of words) {
      if (reached.has(position)) continue;
      this.#mark(position, reached);
      this.#hold(position, `word ${thread} ${this.#held[position]!.node.id}`, {
        category: 'conservative',
        name: `${name} of ${thread}`,
        owner: thread,
        approximate: true,
      });
    }
  }

  #mark(start: number, reached: Set<number>): void {
    const open = [start];
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (reached.has(position)) continue;
      reached.add(position);
      open.push(...(this.#leads.get(position) ?? []));
    }
  }

  /** Counts say that somebody owns it; what an expression is computing with, or the runtime, has no name. */
  #unnamedOwners(): void {
    for (const [position, { object, owners }] of this.#held.entries()) {
      const count = object?.validity === 'live' ? (object.count ?? 0) : 0;
      if (count > owners)
        this.#hold(position, `unnamed ${object!.id}`, {
          category: 'runtime',
          name: `${count - owners === 1 ? 'an owner' : `${count - owners} owners`} without a name`,
          owner: this.#held[position]!.node.owner!,
        });
    }
  }
}

/** Functions of modules are called by their path. */
function moduleOf(name: string): string | undefined {
  const end = name.lastIndexOf('::');
  return end < 0 ? undefined : name.slice(0, end);
}
