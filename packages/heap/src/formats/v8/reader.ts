// Reads a .heapsnapshot of V8 from bytes: the file does not fit into a string, so nothing of it becomes one.

import { FindingList, HeapProblem } from '../../contract/problem.js';
import type { HeapProgress } from '../../contract/source.js';
import { Growing, GrowingWide, type Wide } from '../../graph/growing.js';
import type { HeapGraph } from '../../graph/graph.js';
import { StringTable } from '../../graph/string-table.js';
import { ByteCursor, type ByteSource } from '../byte-cursor.js';
import { headerIn, type V8Header } from './header.js';
import { edgeBytes } from './meaning.js';
import { graphOfParts } from './parts.js';

/** Which of V8's accounts to follow: others count backing stores and WeakMaps differently. */
export interface V8Rules {
  /** Arrays and hidden nodes with one owner count with it. */
  readonly ownedSizes: boolean;
  /** Values of WeakMaps are held by their keys alone. */
  readonly weakMapsByKey: boolean;
  /** Whose hold counts on what both the program's globals and the runtime's own roots reach. */
  readonly holder: 'program' | 'runtime';
}

export const devToolsRules: V8Rules = { ownedSizes: true, weakMapsByKey: true, holder: 'program' };

/** As memlab counts; only to compare with it. */
export const memlabRules: V8Rules = { ownedSizes: false, weakMapsByKey: false, holder: 'runtime' };

export interface V8Reading {
  /** For messages and as the moment of the snapshot. */
  readonly name: string;
  /** Of the whole input, where it is known; bounds what its counts may claim. */
  readonly size?: number;
  readonly rules?: V8Rules;
  readonly progress?: (progress: HeapProgress) => void;
}

/** What the sections of the file hold, as columns. */
export interface V8Parts {
  readonly header: V8Header;
  readonly nodeTypes: Uint8Array;
  readonly nodeNames: Uint32Array;
  readonly ids: Wide;
  readonly sizes: Wide;
  /** Where the edges of each node begin; one more than there are nodes. */
  readonly first: Uint32Array;
  readonly edgeTypes: Uint8Array;
  readonly edgeKinds: Uint8Array;
  readonly edgeNames: Uint32Array;
  readonly to: Uint32Array;
  readonly locations: Float64Array;
  readonly strings: StringTable;
  readonly findings: FindingList;
}

const mostHeader = 1 << 20;
const batchRecords = 4096;

export async function readV8Snapshot(source: ByteSource, reading: V8Reading): Promise<HeapGraph> {
  const parts = await new V8Reader(source, reading).read();
  return graphOfParts(parts, reading.name, reading.rules ?? devToolsRules, reading.progress);
}

class V8Reader {
  readonly #cursor: ByteCursor;
  readonly #findings = new FindingList();
  readonly #ids = new GrowingWide(16);
  readonly #sizes = new GrowingWide(16);
  readonly #nodeTypes = new Growing(Uint8Array, 16);
  readonly #nodeNames = new Growing(Uint32Array, 16);
  readonly #first = new Growing(Uint32Array, 16);
  readonly #edgeTypes = new Growing(Uint8Array, 16);
  readonly #edgeKinds = new Growing(Uint8Array, 16);
  readonly #edgeNames = new Growing(Uint32Array, 16);
  readonly #to = new Growing(Uint32Array, 16);
  readonly #stringBytes = new Growing(Uint8Array, 16);
  readonly #stringStarts = new Growing(Uint32Array, 16);
  #locations = new Float64Array(0);
  #header: V8Header | undefined;

  constructor(
    source: ByteSource,
    private readonly reading: V8Reading,
  ) {
    this.#cursor = new ByteCursor(source);
  }

  async read(): Promise<V8Parts> {
    const cursor = this.#cursor;
    if ((await cursor.peek()) !== 0x7b)
      throw new HeapProblem(
        'foreign',
        `${this.reading.name} does not begin like a heap snapshot.`,
        'It should be a .heapsnapshot of V8, or what sonde heap wrote with --save or --export.',
      );
    await cursor.take('{', 'the snapshot');
    const seen = new Set<string>();
    for (let next = await cursor.peek(); next !== 0x7d; next = await cursor.peek()) {
      if (seen.size > 0) await cursor.take(',', 'the list of sections');
      const key = await cursor.key('the name of a section');
      await cursor.take(':', `the section "${key}"`);
      if (seen.has(key)) throw new HeapProblem('corrupt', `the section "${key}" is there twice.`);
      seen.add(key);
      await this.#section(key);
    }
    for (const needed of ['snapshot', 'nodes', 'edges', 'strings']) {
      if (!seen.has(needed))
        throw new HeapProblem('foreign', `${this.reading.name} has no section "${needed}".`);
    }
    return this.#parts();
  }

  async #section(key: string): Promise<void> {
    switch (key) {
      case 'snapshot':
        this.#header = headerIn(await this.#cursor.valueText(mostHeader, 'the section "snapshot"'));
        this.#checkCounts(this.#header);
        break;
      case 'nodes':
        await this.#nodes(this.#needed());
        break;
      case 'edges':
        await this.#edges(this.#needed());
        break;
      case 'locations':
        await this.#readLocations();
        break;
      case 'strings':
        await this.#strings();
        break;
      default:
        await this.#cursor.skipValue(`the section "${key}"`);
    }
  }

  #needed(): V8Header {
    if (this.#header !== undefined) return this.#header;
    throw new HeapProblem(
      'foreign',
      `${this.reading.name} has nodes or edges before the section "snapshot".`,
    );
  }

  /** Every number takes a digit and a comma: a file cannot hold more than half its size. */
  #checkCounts({ nodeCount, edgeCount, nodeFields, edgeFields }: V8Header): void {
    const { size } = this.reading;
    for (const [count, fields, what] of [
      [nodeCount, nodeFields.length, 'nodes'],
      [edgeCount, edgeFields.length, 'edges'],
    ] as const) {
      const room = size === undefined ? 0xffff_fff0 : Math.ceil(size / (2 * fields));
      if (count > room)
        throw new HeapProblem(
          'corrupt',
          `${this.reading.name} says that it has ${count} ${what}; there is room for ${room}.`,
          'It is cut off or damaged: write it again.',
        );
    }
  }

  /** A compressed file may claim anything: its columns grow as numbers arrive. */
  #expected(count: number): number {
    return this.reading.size === undefined ? Math.min(count, 1 << 20) : count;
  }

  async #nodes({ nodeFields, nodeTypes, nodeCount }: V8Header): Promise<void> {
    const fields = nodeFields.length;
    const [type, name, id, size, edges] = ['type', 'name', 'id', 'self_size', 'edge_count'].map(field =>
      nodeFields.indexOf(field),
    ) as [number, number, number, number, number];
    const expected = this.#expected(nodeCount);
    this.#nodeTypes.reserve(expected);
    this.#nodeNames.reserve(expected);
    this.#first.reserve(expected + 1);
    this.#ids.reserve(expected);
    this.#sizes.reserve(expected);
    const batch = new Float64Array(fields * Math.min(batchRecords, nodeCount + 1));
    let edgeEnd = 0;
    this.#first.push(0);
    const total = await this.#cursor.numbers(batch, 'the nodes', count => {
      for (let at = 0; at + fields <= count; at += fields) {
        let kind = batch[at + type]!;
        if (kind < 0 || kind >= nodeTypes.length) {
          this.#findings.add(`node ${this.#nodeTypes.length}`, `its type ${kind} has no name`);
          kind = 0;
        }
        this.#nodeTypes.push(kind);
        this.#nodeNames.push(Math.max(0, batch[at + name]!));
        this.#ids.push(Math.max(0, batch[at + id]!));
        this.#sizes.push(Math.max(0, batch[at + size]!));
        edgeEnd += Math.max(0, batch[at + edges]!);
        this.#first.push(Math.min(edgeEnd, 0xffff_ffff));
      }
      this.#report('reading nodes', this.#nodeTypes.length, nodeCount);
    });
    this.#checkTotal(total, nodeCount, fields, 'nodes');
    if (this.#nodeTypes.length === 0) throw new HeapProblem('corrupt', `${this.reading.name} has no nodes.`);
  }

  async #edges({ edgeFields, edgeTypes, edgeCount, nodeFields }: V8Header): Promise<void> {
    const fields = edgeFields.length;
    const [type, name, to] = ['type', 'name_or_index', 'to_node'].map(field => edgeFields.indexOf(field)) as [
      number,
      number,
      number,
    ];
    const bytes = edgeBytes(edgeTypes);
    const expected = this.#expected(edgeCount);
    const [types, kinds, names, targets] = [this.#edgeTypes, this.#edgeKinds, this.#edgeNames, this.#to];
    for (const column of [types, kinds, names, targets]) column.reserve(expected);
    const batch = new Float64Array(fields * Math.min(batchRecords, edgeCount + 1));
    const [nodeWidth, nodes] = [nodeFields.length, this.#nodeTypes.length];
    const total = await this.#cursor.numbers(batch, 'the edges', count => {
      const records = Math.floor(count / fields);
      for (const column of [types, kinds, names, targets]) column.reserve(records);
      let next = types.length;
      for (let at = 0; at + fields <= count; at += fields, next++) {
        let kind = batch[at + type]!;
        if (kind < 0 || kind >= bytes.length) {
          this.#findings.add(`edge ${next}`, `its type ${kind} has no name`);
          kind = bytes.length - 1;
        }
        const target = batch[at + to]! / nodeWidth;
        types.array[next] = kind;
        kinds.array[next] = bytes[kind]!;
        names.array[next] = batch[at + name]!;
        // What leads nowhere is marked and left out when all nodes are known.
        targets.array[next] =
          target >= 0 && target < nodes && Number.isInteger(target) ? target : 0xffff_ffff;
      }
      for (const column of [types, kinds, names, targets]) column.length = next;
      this.#report('reading edges', next, edgeCount);
    });
    this.#checkTotal(total, edgeCount, fields, 'edges');
  }

  #checkTotal(numbers: number, claimed: number, fields: number, what: string): void {
    if (numbers === claimed * fields) return;
    throw new HeapProblem(
      'corrupt',
      `${this.reading.name} says that it has ${claimed} ${what} and holds ${numbers / fields}.`,
      'It is damaged: write it again.',
    );
  }

  async #readLocations(): Promise<void> {
    const all = new Growing(Float64Array, 1024);
    const batch = new Float64Array(4096);
    await this.#cursor.numbers(batch, 'the locations', count => {
      all.reserve(count);
      all.array.set(batch.subarray(0, count), all.length);
      all.length += count;
    });
    this.#locations = all.done();
  }

  async #strings(): Promise<void> {
    const { size } = this.reading;
    this.#report('reading strings', 0);
    if (size !== undefined) this.#stringBytes.reserve(Math.max(0, size - this.#cursor.offset));
    this.#stringStarts.push(0);
    await this.#cursor.strings(this.#stringBytes, this.#stringStarts, 'the strings');
    if (this.#stringBytes.length > 0xffff_ffff)
      throw new HeapProblem('too-large', `${this.reading.name} has more than 4 GB of strings.`);
  }

  #report(step: string, done: number, of?: number): void {
    this.reading.progress?.({ step, done, ...(of === undefined ? {} : { of }) });
  }

  #parts(): V8Parts {
    const first = this.#first.done();
    const edges = this.#to.length;
    if (first[first.length - 1] !== edges)
      throw new HeapProblem(
        'corrupt',
        `the nodes of ${this.reading.name} claim ${first[first.length - 1]!} edges, and there are ${edges}.`,
        'It is damaged: write it again.',
      );
    return {
      header: this.#needed(),
      nodeTypes: this.#nodeTypes.done(),
      nodeNames: this.#nodeNames.done(),
      ids: this.#ids.done(),
      sizes: this.#sizes.done(),
      first,
      edgeTypes: this.#edgeTypes.done(),
      edgeKinds: this.#edgeKinds.done(),
      edgeNames: this.#edgeNames.done(),
      to: this.#to.done(),
      locations: this.#locations,
      strings: new StringTable(this.#stringBytes.done(), this.#stringStarts.done()),
      findings: this.#findings,
    };
  }
}
