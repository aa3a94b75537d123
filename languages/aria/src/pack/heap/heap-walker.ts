// Puts the graph of an Aria program together: collected objects, wild blocks, and what holds them.

import {
  BlockIndex,
  eachPointer,
  type HeapRecords,
  type HeapStop,
  type MemoryBlock,
} from '@sonde/engine-native';
import type { EdgeRecord, HeapReading, NodeRecord, RootCategory, RootRecord, SiteRecord } from '@sonde/heap';
import { textAt } from '@sonde/language';
import type { WildAllocation } from '../runtime-model/facts.js';
import type { CollectedObject } from './collected-objects.js';
import { structFields, type StructFields } from './struct-fields.js';
import type { GcType, Slot } from './tables.js';
import { VariablePlaces } from './variable-places.js';
import { wildId } from './wild-ids.js';

interface WildBlock extends MemoryBlock {
  readonly id: number;
  type: string;
}

export class HeapWalker {
  readonly #nodes: NodeRecord[] = [];
  readonly #edges: EdgeRecord[] = [];
  readonly #roots: RootRecord[] = [];
  readonly #sites: SiteRecord[] = [];
  readonly #wild: WildBlock[] = [];
  readonly #wildSites = new Map<number, number>();
  #fields: ReadonlyMap<string, StructFields> = new Map();

  constructor(
    private readonly stop: HeapStop,
    private readonly reading: HeapReading,
    private readonly objects: readonly CollectedObject[],
    private readonly ids: ReadonlyMap<number, number>,
    private readonly types: readonly GcType[],
  ) {}

  /** Before roots are known: pointers may lead there. */
  async addWild(allocations: ReadonlyMap<bigint, WildAllocation>): Promise<void> {
    const sites = new Map<string, number>();
    for (const [base, { size, scope, file, line }] of allocations) {
      const id = wildId(this.stop, scope);
      this.#wild.push({ at: Number(base), size: Number(size), id, type: 'wild' });
      if (file === 0n) continue;
      const key = `${file} ${line}`;
      let site = sites.get(key);
      if (site === undefined) {
        site = sites.size + 1;
        sites.set(key, site);
        const name = (await textAt(this.stop, file, 4_096)) ?? '?';
        this.#sites.push({ id: site, file: name, line, module: name });
      }
      this.#wildSites.set(id, site);
    }
  }

  async hold(slots: readonly Slot[]): Promise<void> {
    const { stop, reading } = this;
    this.#fields = await structFields(stop, [...new Set(this.types.map(({ name }) => name))]);
    const variables = new VariablePlaces(await stop.variables(reading.signal), stop);
    await this.#slotRoots(slots, variables);
    const wild = new BlockIndex(this.#wild);
    for (const { name, type, owner, key, category, words } of variables.words())
      for (const word of words) {
        const block = wild.at(word);
        if (block === undefined) continue;
        if (block.type === 'wild') block.type = pointedType(type);
        this.#root(category, key, name, block.id, owner);
        break;
      }
    for (const object of this.objects) {
      if (object.header.pinned && object.validity === 'live')
        this.#root('runtime', `pin ${this.ids.get(object.at)}`, 'a pin', this.ids.get(object.at)!);
      this.#collected(object);
      this.#search(object.bytes, object.at, this.ids.get(object.at)!, wild);
    }
    await this.#wildBlocks(wild);
  }

  records(): HeapRecords {
    return { sites: this.#sites, nodes: this.#nodes, edges: this.#edges, roots: this.#roots };
  }

  async #slotRoots(slots: readonly Slot[], variables: VariablePlaces): Promise<void> {
    const { stop, reading } = this;
    const image = await stop.image(
      slots.map(({ place }) => ({ at: place, size: 8 })),
      reading.signal,
    );
    const names = await stop.placesAt(
      slots.flatMap(({ kind, place }) => (kind === 'global' ? place : [])),
      reading.signal,
    );
    let global = 0;
    for (const { place, kind, coroutine, isRunning } of slots) {
      const named = kind === 'global' ? names[global++] : undefined;
      const bytes = image.bytes(place, 8);
      const to =
        bytes === undefined
          ? 0
          : Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, stop.littleEndian));
      const id = this.ids.get(to);
      if (id === undefined) continue;
      const variable = variables.at(place);
      const name =
        variable?.name ??
        named?.name ??
        (kind === 'variable' ? 'what an expression is computing with' : `${kind} of ${coroutine ?? 'main'}`);
      const category: RootCategory =
        kind === 'variable'
          ? 'stack'
          : kind === 'global'
            ? 'global'
            : isRunning === true
              ? 'active-fiber'
              : 'suspended-fiber';
      this.#root(category, `slot ${place}`, name, id, variable?.owner ?? coroutine);
    }
  }

  #root(category: RootCategory, key: string, name: string, to: number, owner?: string): void {
    const id = this.stop.ids.number(`root ${key}`);
    this.#roots.push({ id, category, name, to, ...(owner === undefined ? {} : { owner }) });
  }

  #collected({ at, size, header, isOld, validity, bytes }: CollectedObject): void {
    const type = this.types[header.typeId];
    const fields = type === undefined ? undefined : this.#fields.get(type.name);
    const id = this.ids.get(at)!;
    const where = this.reading.addresses ? `at 0x${at.toString(16)}` : undefined;
    const summary = [(validity === 'live' ? fields?.summary(bytes) : undefined) ?? [], where ?? []]
      .flat()
      .join(' ');
    this.#nodes.push({
      ...{ id, type: type?.name ?? '?', kind: isOld ? 'old object' : 'nursery object', size, validity },
      ...(summary === '' ? {} : { summary }),
      provenance: 'gc',
    });
    if (type === undefined || validity !== 'live' || type.pointers.length === 0) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // As the collector does: an object that is longer is an array of such elements.
    const element = type.size === 0 ? bytes.length : type.size;
    for (let start = 0, nth = 0; start < bytes.length; start += element, nth++)
      for (const offset of type.pointers) {
        if (start + offset + 8 > bytes.length) continue;
        const to = this.ids.get(Number(view.getBigUint64(start + offset, this.stop.littleEndian)));
        if (to === undefined) continue;
        const field = fields?.nameAt(offset);
        this.#edges.push(
          field === undefined
            ? { from: id, to, kind: 'index', name: nth }
            : { from: id, to, kind: 'field', name: nth === 0 ? field : `[${nth}].${field}` },
        );
      }
  }

  /** Words that lead into wild memory. */
  #search(bytes: Uint8Array, at: number, from: number, wild: BlockIndex<WildBlock>): void {
    if (this.#wild.length === 0) return;
    const seen = new Set<number>();
    eachPointer(bytes, at, this.stop.littleEndian, (word, offset) => {
      const block = wild.at(word);
      if (block === undefined || block.id === from || seen.has(block.id)) return;
      seen.add(block.id);
      this.#edges.push({ from, to: block.id, kind: 'reference', name: `+${offset}` });
    });
  }

  async #wildBlocks(wild: BlockIndex<WildBlock>): Promise<void> {
    const image = await this.stop.image(this.#wild, this.reading.signal);
    for (const { at, size, id, type } of this.#wild) {
      const site = this.#wildSites.get(id);
      const bytes = image.bytes(at, size);
      this.#nodes.push({
        ...{ id, type, kind: 'wild', size, provenance: 'manual' },
        validity: bytes === undefined ? 'unavailable' : 'live',
        ...(site === undefined ? {} : { site }),
        ...(this.reading.addresses ? { summary: `at 0x${at.toString(16)}` } : {}),
      });
      if (bytes !== undefined) this.#search(bytes, at, id, wild);
    }
  }
}

/** `wild_ptr<Pair>` leads to a `Pair`. */
const pointedType = (name: string): string => /^wild(?:_ptr)?<(.+)>$/.exec(name)?.[1] ?? name;
