// What renderers have to know of a program's objects: who manages them, of which types they are, where their records lie.

import { address, Failure } from '@sonde/engine';
import { bounded, wordsAt, type RuntimeReads } from '@sonde/language';
import {
  abilities,
  entrySymbol,
  firstType,
  kinds,
  lastIdSymbol,
  layoutVersion,
  managers,
  sizes,
  type Kind,
  type Provenance,
} from './layout.js';

/** What is read of a table at most: more would keep a person waiting. */
const most = { types: 1 << 14, slabs: 1 << 14 };

export interface TypeEntry {
  readonly kind: Kind;
  readonly mark: number;
  /** Where its description lies. */
  readonly at: bigint;
}

export interface Manager {
  readonly provenance: Provenance;
  readonly hasHeaders: boolean;
  readonly hasCounts: boolean;
  readonly hasRecords: boolean;
  /** What its stacks hold is a guess. */
  readonly isConservative: boolean;
}

export interface EntryTable {
  readonly slabSize: number;
  readonly slabsAt: bigint;
  readonly slabCount: number;
  readonly memory: bigint;
  readonly program: bigint;
  readonly ownTypes: bigint;
  readonly strands: bigint;
  readonly fibers: bigint;
  readonly channels: bigint;
}

export class InspectionFacts {
  constructor(
    readonly manager: Manager,
    private readonly own: readonly TypeEntry[],
    private readonly types: readonly TypeEntry[],
    private readonly slabs: readonly bigint[],
    private readonly slabSize: number,
    /** Fibers and channels count up to it; undefined where it is not known. */
    readonly lastId?: bigint,
  ) {}

  /** By the number in a header. */
  type(index: number): TypeEntry | undefined {
    return index < firstType ? this.own[index] : this.types[index - firstType];
  }

  /** By where its description lies. */
  indexAt(at: bigint): number | undefined {
    const index = [this.own[0], this.types[0]].map((first, nth) =>
      first === undefined ? -1 : Number((at - first.at) / BigInt(sizes.type)) + nth * firstType,
    );
    return index.find(number => number >= 0 && this.type(number)?.at === at);
  }

  get recordCount(): number {
    return this.slabs.length * this.slabSize;
  }

  /** Where a record lies. */
  recordAt(number: number): bigint | undefined {
    const slab = this.slabSize === 0 ? undefined : this.slabs[Math.floor(number / this.slabSize)];
    if (slab === undefined || slab === 0n) return undefined;
    return slab + BigInt((number % this.slabSize) * sizes.record);
  }
}

/** What a renderer was given; undefined when the tables could not be read. */
export const factsIn = ({ facts }: { readonly facts?: unknown }): InspectionFacts | undefined =>
  facts instanceof InspectionFacts ? facts : undefined;

/** Undefined where the program has no tables; throws where they are of another version. */
export async function readEntry(reads: RuntimeReads): Promise<EntryTable | undefined> {
  const [at] = await reads.symbols([entrySymbol]);
  const words = at && (await wordsAt(reads, at.offset, sizes.entry / 8));
  if (words === undefined) return undefined;
  const version = Number(words.at(0) & 0xffffffffn);
  if (version !== layoutVersion)
    throw new Failure(
      'not-supported',
      'environment',
      `its tables are of version ${version}, and version ${layoutVersion} is the one that is known`,
      'Compile the program with the compiler of this debugger.',
    );
  return {
    slabSize: Number(words.at(0) >> 32n),
    memory: words.at(1),
    program: words.at(2),
    ownTypes: words.at(3),
    slabsAt: words.at(4),
    slabCount: bounded(words.at(5), most.slabs),
    strands: words.at(6),
    fibers: words.at(7),
    channels: words.at(8),
  };
}

export async function readFacts(reads: RuntimeReads): Promise<InspectionFacts | undefined> {
  const entry = await readEntry(reads);
  if (entry === undefined) return undefined;
  const [manager, own, program, slabs, lastId] = await Promise.all([
    readManager(reads, entry.memory),
    readTypes(reads, entry.ownTypes, kinds.length),
    wordsAt(reads, entry.program, sizes.program / 8),
    wordsAt(reads, entry.slabsAt, entry.slabCount),
    readLastId(reads),
  ]);
  const count = program === undefined ? 0 : bounded(program.at(4) & 0xffffffffn, most.types);
  const types = program === undefined ? [] : await readTypes(reads, program.at(1), count);
  const places = Array.from({ length: slabs?.count ?? 0 }, (_, nth) => slabs!.at(nth));
  return new InspectionFacts(manager, own, types, places, entry.slabSize, lastId);
}

async function readLastId(reads: RuntimeReads): Promise<bigint | undefined> {
  const [at] = await reads.symbols([lastIdSymbol]);
  const words = at && (await wordsAt(reads, at.offset, 1));
  return words && BigInt.asIntN(64, words.at(0));
}

/** Of a program of the language's own compiler: its objects have no headers of ours, and nothing else is known of them. */
export async function withoutTables(reads: RuntimeReads): Promise<InspectionFacts | undefined> {
  const [boot] = await reads.symbols(['osp_mem_boot']);
  if (boot === undefined) return undefined;
  const nothing = { hasHeaders: false, hasCounts: false, hasRecords: false, isConservative: false };
  return new InspectionFacts({ provenance: 'custom', ...nothing }, [], [], [], 0);
}

async function readManager(reads: RuntimeReads, at: bigint): Promise<Manager> {
  const words = await wordsAt(reads, at, sizes.manager / 8);
  const kind = words === undefined ? undefined : managers[Number(words.at(0) >> 32n)];
  const able = Number((words?.at(1) ?? 0n) & 0xffffffffn);
  return {
    provenance: kind ?? 'custom',
    hasHeaders: (able & abilities.headers) !== 0,
    hasCounts: (able & abilities.counts) !== 0,
    hasRecords: (able & abilities.records) !== 0,
    isConservative: (able & abilities.conservative) !== 0,
  };
}

async function readTypes(reads: RuntimeReads, at: bigint, count: number): Promise<readonly TypeEntry[]> {
  if (count === 0 || at === 0n) return [];
  const { bytes } = await reads.reader.memory(address(at), count * sizes.type);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / sizes.type) }, (_, nth) => ({
    kind: kinds[view.getUint32(nth * sizes.type, reads.littleEndian)] ?? 'foreign',
    mark: view.getUint32(nth * sizes.type + 8, reads.littleEndian),
    at: at + BigInt(nth * sizes.type),
  }));
}
