// All objects of a program from the tables alone, read in bulk: what the graph of objects is made from.

import type { MemoryImage, Span } from '@sonde/engine-native';
import { wordsAt, type RuntimeReads } from '@sonde/language';
import { edgesOf, type Edge } from './edges.js';
import { readEntry, readFacts, type EntryTable, type InspectionFacts } from './facts.js';
import {
  headerIn,
  headerTrouble,
  recordIn,
  recordTrouble,
  type Header,
  type ObjectRecord,
} from './headers.js';
import { layouts, sizes, states, type Kind, type Provenance } from './layout.js';
import { perform } from './memory-reads.js';
import { readSites, type AllocationSite } from './sites.js';
import { TypeDetails, type TypeDetail } from './type-details.js';

/** Memory at one stop, one place at a time and in bulk. */
export interface HeapReads extends RuntimeReads {
  image(spans: readonly Span[], signal: AbortSignal): Promise<MemoryImage>;
}

export type Validity = 'live' | 'released' | 'corrupt' | 'unavailable';

export interface InspectedObject {
  readonly at: bigint;
  /** `fiber.number`: the same in every run with the same schedule. */
  readonly id: string;
  readonly kind: Kind;
  readonly type: string;
  readonly size: number;
  readonly fiber: number;
  /** Its place in the order in which its fiber made objects. */
  readonly number: bigint;
  /** Of its place in the source, from 1; 0 where it is not known. */
  readonly siteNumber: number;
  readonly site: AllocationSite | undefined;
  readonly provenance: Provenance;
  readonly validity: Validity;
  /** Owners, where they are counted. */
  readonly count: number | undefined;
  /** As much of it as is needed to know what it leads to. */
  readonly bytes: Uint8Array;
  readonly detail: TypeDetail | undefined;
}

/** What is read at most: more would keep a person waiting. */
const most = { objects: 1 << 21, bytes: 1 << 20, text: 96 };
/** Records of so many slabs are read before their objects are. */
const slabsAtOnce = 64;

export class ObjectWalk {
  readonly #details: TypeDetails;
  readonly #types = new Map<number, TypeDetail | undefined>();
  #sites: Promise<readonly (AllocationSite | undefined)[]> | undefined;

  private constructor(
    private readonly reads: HeapReads,
    readonly entry: EntryTable,
    readonly facts: InspectionFacts,
    /** Has names, sites and, but for managers that keep none, records. */
    readonly debugging: boolean,
  ) {
    this.#details = new TypeDetails(facts, reads.littleEndian);
  }

  /** Undefined where the program has no tables; throws where they are of another version. */
  static async open(reads: HeapReads): Promise<ObjectWalk | undefined> {
    const [entry, facts] = [await readEntry(reads), await readFacts(reads)];
    if (entry === undefined || facts === undefined) return undefined;
    const program = entry.program === 0n ? undefined : await wordsAt(reads, entry.program, 1);
    return new ObjectWalk(reads, entry, facts, program !== undefined && program.at(0) >> 32n !== 0n);
  }

  sites(): Promise<readonly (AllocationSite | undefined)[]> {
    this.#sites ??= readSites(this.reads, this.entry.program);
    return this.#sites;
  }

  /** In the order of their records, a part at a time. */
  async *objects(
    signal: AbortSignal = new AbortController().signal,
  ): AsyncGenerator<readonly InspectedObject[], void> {
    const { slabSize, slabCount } = this.entry;
    let told = 0;
    for (let slab = 0; slab < slabCount && told < most.objects; slab += slabsAtOnce) {
      const spans: Span[] = [];
      for (let nth = slab; nth < Math.min(slab + slabsAtOnce, slabCount); nth++) {
        const at = this.facts.recordAt(nth * slabSize);
        if (at !== undefined) spans.push({ at: Number(at), size: slabSize * sizes.record });
      }
      const image = await this.reads.image(spans, signal);
      const found = await this.#described(this.#records(spans, image), signal);
      told += found.length;
      yield found;
    }
  }

  #records(spans: readonly Span[], image: MemoryImage): readonly ObjectRecord[] {
    return spans.flatMap(({ at, size }) => {
      const bytes = image.bytes(at, size) ?? new Uint8Array(0);
      const records: ObjectRecord[] = [];
      for (let start = 0; start + sizes.record <= bytes.length; start += sizes.record) {
        const record = recordIn(bytes, this.reads.littleEndian, start)!;
        if (record.state !== states.free && record.object !== 0n) records.push(record);
      }
      return records;
    });
  }

  async #described(
    records: readonly ObjectRecord[],
    signal: AbortSignal,
  ): Promise<readonly InspectedObject[]> {
    await this.#load(new Set(records.map(({ type }) => type)));
    const sites = await this.sites();
    const spans = records.map(({ object, size, type }): Span => {
      const limit = this.#types.get(type)?.kind === 'string' ? most.text : most.bytes;
      return { at: Number(object) - sizes.header, size: sizes.header + Math.min(size, limit) };
    });
    const image = await this.reads.image(spans, signal);
    const objects = records.map((record, nth): InspectedObject => {
      const { at, size } = spans[nth]!;
      const bytes = image.bytes(at, size) ?? image.bytes(at, sizes.header);
      return this.#object(record, bytes, sites);
    });
    await this.#load(this.#mapTypes(objects));
    return objects;
  }

  #object(
    record: ObjectRecord,
    bytes: Uint8Array | undefined,
    sites: readonly (AllocationSite | undefined)[],
  ): InspectedObject {
    const header = bytes === undefined ? undefined : headerIn(bytes, this.reads.littleEndian);
    const { manager } = this.facts;
    const detail = this.#types.get(record.type);
    return {
      at: record.object,
      id: `${record.fiber}.${record.number}`,
      kind: detail?.kind ?? 'foreign',
      type: detail?.name ?? '?',
      size: record.size,
      fiber: record.fiber,
      number: record.number,
      siteNumber: sites[record.site] === undefined ? 0 : record.site,
      site: sites[record.site],
      provenance: manager.provenance,
      validity: this.#validity(record, header),
      count: manager.hasCounts ? header?.count : undefined,
      bytes: bytes?.subarray(sizes.header) ?? new Uint8Array(0),
      detail,
    };
  }

  #validity(record: ObjectRecord, header: Header | undefined): Validity {
    if (record.state === states.released) return 'released';
    if (header === undefined) return 'unavailable';
    const trouble = headerTrouble(header, this.facts, []) ?? recordTrouble(record, header, record.object);
    return trouble === undefined ? 'live' : 'corrupt';
  }

  /** What an object leads to; nothing for one that does not prove to be an object. */
  edges({ at, bytes, detail, validity }: InspectedObject): readonly Edge[] {
    if (detail === undefined || (validity !== 'live' && validity !== 'released')) return [];
    return edgesOf({ at, type: detail, bytes }, this.facts, this.reads.littleEndian, list => {
      const index = this.facts.indexAt(list);
      return (index === undefined ? undefined : this.#types.get(index))?.fields.map(({ type }) => type) ?? [];
    });
  }

  /** Nodes of maps know the type of their map, whose arguments are those of keys and values. */
  #mapTypes(objects: readonly InspectedObject[]): ReadonlySet<number> {
    const found = new Set<bigint>();
    const { map } = layouts.mapNode;
    for (const { kind, bytes } of objects)
      if (kind === 'map node' && bytes.length >= map + 8)
        found.add(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(map, this.reads.littleEndian));
    return new Set([...found].flatMap(at => this.facts.indexAt(at) ?? []));
  }

  async #load(indexes: ReadonlySet<number>): Promise<void> {
    const wanted = [...indexes].filter(index => !this.#types.has(index));
    const read = await Promise.all(wanted.map(index => perform(this.#details.get(index), this.reads.reader)));
    for (const [nth, index] of wanted.entries()) this.#types.set(index, read[nth]);
  }
}
