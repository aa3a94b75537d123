// Walks the objects of a stopped machine from its roots, a page at a time, so that the thread stays responsive.

import { Failure, type ObjectId, type RawValue, type SymbolIndex, type TypeTable } from '@sonde/engine';
import { ObjectNumbers } from '@sonde/engine/machine';
import type { EdgeRecord, HeapChunk, Label, NodeRecord, RootRecord, SnapshotLabels } from '@sonde/heap';
import type { Machine, MachineDescription, MachineReference, MachineRoot, Word } from '../machine.js';
import type { HeapPage } from '../messages.js';
import { RootNames, rootsInSight } from './heap-roots.js';
import { machinePlace } from './places.js';

/** Words looked at for one page: some milliseconds. */
const pageWords = 20_000;
/** Members asked for at a time. */
const memberPage = 1_000;
/** What is assumed of an object whose machine tells no size: a header, and a word for each member. */
const assumed = { header: 16, member: 8 };

export class HeapWalks {
  /** By the machine's own name of an object, or what a root is. */
  readonly #numbers = new ObjectNumbers();
  #walk: { readonly number: number; readonly pages: Generator<HeapPage, HeapPage> } | undefined;
  #lastWalk = 0;

  constructor(
    private readonly machine: Machine,
    private readonly symbols: SymbolIndex,
    private readonly types: TypeTable,
  ) {}

  /** The program goes on: an unfinished walk is void. */
  forget(): void {
    this.#walk = undefined;
  }

  lack(): string | undefined {
    const { machine } = this;
    if (machine.children !== undefined || machine.references !== undefined) return undefined;
    return machine.locate === undefined
      ? 'its values are numbers, truth values and texts, and none refers to another'
      : 'its programs keep everything in bytes of memory, and nothing tells where an object begins';
  }

  page(walk: number | undefined, mostNodes: number): HeapPage {
    if (walk === undefined) this.#begin(mostNodes);
    else if (this.#walk?.number !== walk)
      throw new Failure('stale', 'user', 'this walk of the heap is over;', 'begin a new one.');
    const { done, value } = this.#walk!.pages.next();
    if (done === true) this.#walk = undefined;
    return value;
  }

  #begin(mostNodes: number): void {
    const number = ++this.#lastWalk;
    this.#walk = { number, pages: this.#pages(number, mostNodes) };
  }

  /** Of the object at the value's place, since the value itself may be a copy. */
  idOf({ place, content }: RawValue): number | undefined {
    const { machine } = this;
    const isObject = content.kind === 'object';
    if (!isObject || place === undefined || place.kind === 'memory')
      return isObject ? this.#numbers.of(content.id) : undefined;
    const there = machine.describe(machine.read(machinePlace(machine, place, 0)), 0).content;
    return there.kind === 'object' ? this.#numbers.of(there.id) : undefined;
  }

  *#pages(walk: number, mostNodes: number): Generator<HeapPage, HeapPage> {
    const { machine, symbols } = this;
    const seen = new Set<number>();
    let waiting: Found[] = [];
    const page = new PageMaker();
    const meet = (word: Word): number | undefined => {
      const description = machine.describe(word, 0);
      page.words++;
      if (description.content.kind !== 'object') return undefined;
      const id = this.#numbers.of(description.content.id);
      if (!seen.has(id)) {
        if (seen.size >= mostNodes) {
          page.cut = true;
          return undefined;
        }
        seen.add(id);
        waiting.push({ id, object: description.content.id, description });
      }
      return id;
    };
    const names = new RootNames(machine, symbols);
    for (const root of machine.roots?.() ?? rootsInSight(machine, symbols)) {
      const to = meet(root.word);
      if (to !== undefined) page.roots.push(this.#root(root, names, to));
      if (page.isFull) yield { walk, chunks: page.take() };
    }
    while (waiting.length > 0) {
      const found = waiting;
      waiting = [];
      for (const each of found) {
        let [members, text, trouble] = [0, 0, undefined as string | undefined];
        try {
          for (const { kind, name, word } of this.#references(each.object)) {
            const to = meet(word);
            members++;
            if (to === undefined) text += textLength(machine, word);
            else page.edges.push({ from: each.id, to, kind, ...(name === undefined ? {} : { name }) });
            if (page.isFull) yield { walk, chunks: page.take() };
          }
        } catch (error) {
          trouble = error instanceof Error ? error.message : String(error);
        }
        const size = machine.sizeOf?.(each.object) ?? assumed.header + assumed.member * members + text;
        page.nodes.push(this.#node(each, size, trouble));
        if (page.isFull) yield { walk, chunks: page.take() };
      }
    }
    const labels = labelsOf(machine);
    return { walk, chunks: page.take(), labels: page.cut ? cutLabels(labels, mostNodes) : labels };
  }

  *#references(object: ObjectId): Generator<MachineReference> {
    const { machine } = this;
    if (machine.references !== undefined) {
      yield* machine.references(object);
      return;
    }
    for (let start = 0; ; start += memberPage) {
      const page = machine.children?.(object, undefined, start, memberPage) ?? [];
      for (const { name, word, place } of page) {
        const index = /^\[(\d+)\]$/.exec(name)?.[1];
        if (index !== undefined) yield { kind: 'index', name: Number(index), word };
        else yield { kind: place?.kind === 'field' ? 'field' : 'reference', name, word };
      }
      if (page.length < memberPage) return;
    }
  }

  #node({ id, description }: Found, size: number, trouble: string | undefined): NodeRecord {
    const type = description.type === undefined ? undefined : this.types.resolve(description.type);
    const { content } = description;
    const indexed = content.kind === 'object' ? content.indexed : undefined;
    const summary =
      trouble ?? description.summary ?? (indexed === undefined ? undefined : countWords(indexed));
    return {
      id,
      type: type?.name ?? 'object',
      kind: type?.kind ?? 'object',
      size,
      provenance: 'gc',
      ...(summary === undefined ? {} : { summary }),
      ...(trouble === undefined ? {} : { validity: 'corrupt' as const }),
    };
  }

  #root(root: MachineRoot, names: RootNames, to: number): RootRecord {
    const { key, name, owner } = names.of(root);
    return {
      id: this.#numbers.of(key),
      category: root.category,
      name,
      to,
      ...(owner === undefined ? {} : { owner }),
    };
  }
}

interface Found {
  readonly id: number;
  readonly object: ObjectId;
  readonly description: MachineDescription;
}

/** Collects what one page tells. */
class PageMaker {
  words = 0;
  /** Objects beyond the limit were left out. */
  cut = false;
  nodes: NodeRecord[] = [];
  edges: EdgeRecord[] = [];
  roots: RootRecord[] = [];

  get isFull(): boolean {
    return this.words >= pageWords;
  }

  take(): readonly HeapChunk[] {
    const { nodes, edges, roots } = this;
    this.words = 0;
    [this.nodes, this.edges, this.roots] = [[], [], []];
    return [
      ...(nodes.length === 0 ? [] : [{ kind: 'nodes', nodes } as const]),
      ...(edges.length === 0 ? [] : [{ kind: 'edges', edges } as const]),
      ...(roots.length === 0 ? [] : [{ kind: 'roots', roots } as const]),
    ];
  }
}

const countWords = (count: number): string => `${count} element${count === 1 ? '' : 's'}`;

function textLength(machine: Machine, word: Word): number {
  const { content } = machine.describe(word, 0);
  if (content.kind === 'partial') return content.length;
  return content.kind === 'scalar' && typeof content.value === 'string' ? content.value.length : 0;
}

const exact: Label = { exactness: 'exact' };

/** What was met is whole; what it refers to beyond the limit is missing. */
function cutLabels(labels: SnapshotLabels, mostNodes: number): SnapshotLabels {
  const part: Label = { exactness: 'approximate', why: `only the first ${mostNodes} objects were read` };
  const why = [part.why, labels.roots.why].filter(reason => reason !== undefined).join('; ');
  return { ...labels, nodes: part, edges: part, roots: { ...part, why } };
}

/** Machines run on a collector of others: what nothing reaches is gone for them, so that all they have is reached. */
const labelsOf = (machine: Machine): SnapshotLabels => ({
  nodes: exact,
  edges: exact,
  roots:
    machine.roots === undefined
      ? {
          exactness: 'approximate',
          why: 'only variables in sight are known, not what the machine is computing with',
        }
      : exact,
  sizes: {
    exactness: 'approximate',
    why:
      machine.sizeOf === undefined
        ? `${assumed.header} bytes are assumed for an object, ${assumed.member} for a member, and texts count with their holder`
        : 'the machine estimates what its objects take',
  },
  sites: { exactness: 'unavailable', why: 'the machine does not record where it allocates' },
  owners: { exactness: 'unavailable', why: 'the machine does not record which task allocates' },
});
