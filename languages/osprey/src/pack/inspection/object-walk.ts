// All objects of a program and all its roots, from the tables alone: what the graph of objects is made from.

import type { StopReader } from '@sonde/engine';
import type { RuntimeReads } from '@sonde/language';
import type { Reading } from '@sonde/lens';
import { edgesOf, type Edge } from './edges.js';
import { readEntry, readFacts, type EntryTable, type InspectionFacts } from './facts.js';
import { headerIn, headerTrouble, recordIn, recordTrouble, type ObjectRecord } from './headers.js';
import { layouts, sizes, states, type Kind, type Provenance } from './layout.js';
import { bytesAt, manyBytes, perform, textsAt } from './memory-reads.js';
import { TypeDetails, viewOf } from './type-details.js';

export interface AllocationSite {
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
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
  readonly site: AllocationSite | undefined;
  readonly provenance: Provenance;
  readonly validity: Validity;
  /** Owners, where they are counted. */
  readonly count: number | undefined;
}

export interface Root {
  readonly kind: 'global' | 'fiber' | 'channel' | 'handlers' | 'foreign handle';
  readonly label: string;
  /** The object; of a foreign handle, what C gave. */
  readonly to: bigint;
}

/** What is read at most: more would keep a person waiting. */
const most = { objects: 1 << 20, list: 10_000, bytes: 1 << 20, globals: 4_096 };

export class ObjectWalk {
  readonly #details: TypeDetails;
  readonly #sites = new Map<number, AllocationSite | undefined>();

  private constructor(
    private readonly reader: StopReader,
    private readonly entry: EntryTable,
    readonly facts: InspectionFacts,
    private readonly littleEndian: boolean,
  ) {
    this.#details = new TypeDetails(facts, littleEndian);
  }

  /** Undefined where the program has no tables; throws where they are of another version. */
  static async open(reads: RuntimeReads): Promise<ObjectWalk | undefined> {
    const [entry, facts] = [await readEntry(reads), await readFacts(reads)];
    if (entry === undefined || facts === undefined) return undefined;
    return new ObjectWalk(reads.reader, entry, facts, reads.littleEndian);
  }

  /** Whether all objects can be listed: by their records, in debug builds. */
  get canList(): boolean {
    return this.facts.manager.hasRecords && this.facts.recordCount > 0;
  }

  objects(): Promise<readonly InspectedObject[]> {
    return perform(this.#objects(), this.reader);
  }

  edges(object: InspectedObject): Promise<readonly Edge[]> {
    return perform(this.#edges(object), this.reader);
  }

  roots(): Promise<readonly Root[]> {
    return perform(this.#roots(), this.reader);
  }

  *#objects(): Reading<readonly InspectedObject[]> {
    const { slabSize, slabCount } = this.entry;
    const found: InspectedObject[] = [];
    for (let slab = 0; slab < slabCount && found.length < most.objects; slab++) {
      const at = this.facts.recordAt(slab * slabSize);
      const bytes = at === undefined ? new Uint8Array(0) : yield* bytesAt(at, slabSize * sizes.record);
      const records: ObjectRecord[] = [];
      for (let start = 0; start + sizes.record <= bytes.length; start += sizes.record) {
        const record = recordIn(bytes, this.littleEndian, start)!;
        if (record.state !== states.free && record.object !== 0n) records.push(record);
      }
      found.push(...(yield* this.#described(records)));
    }
    return found;
  }

  *#described(records: readonly ObjectRecord[]): Reading<readonly InspectedObject[]> {
    const headers = yield* manyBytes(
      records.map(({ object }) => [object - BigInt(sizes.header), sizes.header] as const),
    );
    const objects: InspectedObject[] = [];
    for (const [nth, record] of records.entries()) {
      const header = headerIn(headers[nth]!, this.littleEndian);
      const trouble = headerTrouble(header, this.facts, []) ?? recordTrouble(record, header!, record.object);
      const type = yield* this.#details.get(record.type);
      const { manager } = this.facts;
      objects.push({
        at: record.object,
        id: `${record.fiber}.${record.number}`,
        kind: type?.kind ?? 'foreign',
        type: type?.name ?? '?',
        size: record.size,
        fiber: record.fiber,
        number: record.number,
        site: yield* this.#site(record.site),
        provenance: manager.provenance,
        validity: validityOf(record, trouble),
        count: manager.hasCounts ? header?.count : undefined,
      });
    }
    return objects;
  }

  *#site(number: number): Reading<AllocationSite | undefined> {
    if (number === 0 || this.#sites.has(number)) return this.#sites.get(number);
    const program = viewOf(yield* bytesAt(this.entry.program, sizes.program), sizes.program);
    const table = program.getBigUint64(16, this.littleEndian);
    const isThere = number < program.getUint32(36, this.littleEndian);
    const bytes = isThere
      ? yield* bytesAt(table + BigInt(number * sizes.site), sizes.site)
      : new Uint8Array(0);
    const view = viewOf(bytes, sizes.site);
    const [file, name] = yield* textsAt([0, 8].map(offset => view.getBigUint64(offset, this.littleEndian)));
    const site =
      file === undefined
        ? undefined
        : {
            file,
            function: name ?? '',
            line: view.getUint32(16, this.littleEndian),
            column: view.getUint32(20, this.littleEndian),
          };
    this.#sites.set(number, site);
    return site;
  }

  *#edges({ at, size, validity }: InspectedObject): Reading<readonly Edge[]> {
    if (validity === 'corrupt') return [];
    const header = headerIn(yield* bytesAt(at - BigInt(sizes.header), sizes.header), this.littleEndian);
    const type = header === undefined ? undefined : yield* this.#details.get(header.type);
    if (type === undefined) return [];
    const bytes = yield* bytesAt(at, Math.min(size, most.bytes));
    // Nodes of maps know the type of their map, whose arguments are those of keys and values.
    const map = type.kind === 'map node' ? viewOf(bytes, sizes.mapNode) : undefined;
    const index = map && this.facts.indexAt(map.getBigUint64(layouts.mapNode.map, this.littleEndian));
    const args = index === undefined ? undefined : yield* this.#details.get(index);
    const argumentsOf = () => args?.fields.map(field => field.type) ?? [];
    return edgesOf({ at, type, bytes }, this.facts, this.littleEndian, argumentsOf);
  }

  *#roots(): Reading<readonly Root[]> {
    return [
      ...(yield* this.#globals()),
      ...(yield* this.#list('fiber', this.entry.fibers, layouts.fiber.next, layouts.fiber.id)),
      ...(yield* this.#list('channel', this.entry.channels, layouts.channel.next, layouts.channel.id)),
      ...(yield* this.#handlers()),
    ];
  }

  *#globals(): Reading<readonly Root[]> {
    const program = viewOf(yield* bytesAt(this.entry.program, sizes.program), sizes.program);
    const count = Math.min(program.getUint32(40, this.littleEndian), most.globals);
    const table = yield* bytesAt(program.getBigUint64(24, this.littleEndian), count * sizes.global);
    const view = viewOf(table, count * sizes.global);
    const words = Array.from({ length: count }, (_, nth) =>
      [0, 8, 16].map(offset => view.getBigUint64(nth * sizes.global + offset, this.littleEndian)),
    ) as [bigint, bigint, bigint][];
    const names = yield* textsAt(words.map(([name]) => name));
    const values = yield* manyBytes(words.map(([, , place]) => [place, 8] as const));
    return words.flatMap(([, type], nth): readonly Root[] => {
      const index = this.facts.indexAt(type);
      const kind = index === undefined ? undefined : this.facts.type(index)?.kind;
      const to = viewOf(values[nth]!, 8).getBigUint64(0, this.littleEndian);
      if (kind === undefined || to === 0n || /^(?:int|float|bool|Unit)$/.test(kind)) return [];
      return [{ kind: kind === 'foreign' ? 'foreign handle' : 'global', label: names[nth] ?? '', to }];
    });
  }

  /** Lists whose head is behind an address; one that leads back to itself ends where it does. */
  *#list(kind: 'fiber' | 'channel', head: bigint, next: number, id: number): Reading<readonly Root[]> {
    const found: Root[] = [];
    const seen = new Set<bigint>();
    let at = viewOf(yield* bytesAt(head, 8), 8).getBigUint64(0, this.littleEndian);
    while (at !== 0n && !seen.has(at) && found.length < most.list) {
      seen.add(at);
      const bytes = yield* bytesAt(at, next + 8);
      if (bytes.length < next + 8) break;
      const view = viewOf(bytes, bytes.length);
      found.push({ kind, label: `${kind} ${view.getBigInt64(id, this.littleEndian)}`, to: at });
      at = view.getBigUint64(next, this.littleEndian);
    }
    return found;
  }

  /** The innermost handler of each strand, which leads to the others. */
  *#handlers(): Reading<readonly Root[]> {
    const found: Root[] = [];
    const seen = new Set<bigint>();
    const { next, handlers, name } = layouts.strand;
    let at = viewOf(yield* bytesAt(this.entry.strands, 8), 8).getBigUint64(0, this.littleEndian);
    while (at !== 0n && !seen.has(at) && seen.size < most.list) {
      seen.add(at);
      const view = viewOf(yield* bytesAt(at, sizes.strand), sizes.strand);
      const to = view.getBigUint64(handlers, this.littleEndian);
      const [strand] = yield* textsAt([at + BigInt(name)]);
      if (to !== 0n) found.push({ kind: 'handlers', label: `handlers of ${strand ?? '?'}`, to });
      at = view.getBigUint64(next, this.littleEndian);
    }
    return found;
  }
}

function validityOf({ state }: ObjectRecord, trouble: string | undefined): Validity {
  if (state === states.released) return 'released';
  return trouble === undefined ? 'live' : 'corrupt';
}
