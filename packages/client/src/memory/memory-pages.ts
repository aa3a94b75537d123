// Memory as it was read, page by page: what is looked at is fetched, what it was at the stop before is kept to compare.
import { failureText, isMoot } from '../failure-text.js';
import { Store } from '../store.js';
import { formatAddress, lastOffset, type Address } from './address.js';

export const pageBytes = 1_024;

/** `readMemory`: the bytes that could be read, and how many after them could not. */
export type ReadBytes = (
  reference: string,
  count: number,
) => Promise<{ readonly bytes: Uint8Array; readonly unreadable: number }>;

/** A byte; -1 where it cannot be read. */
type Cells = Int16Array;

interface Page {
  readonly cells: Cells;
  /** Why nothing of it could be read. */
  readonly problem?: string;
}

export type ByteState =
  | { readonly kind: 'value'; readonly value: number; readonly changed: boolean }
  | { readonly kind: 'unreadable'; readonly problem?: string }
  | { readonly kind: 'unread' };

const unread: ByteState = { kind: 'unread' };
const mostPages = 512;

export class MemoryPages {
  /** Counts up whenever bytes may look different. */
  readonly version = new Store(0);
  #pages = new Map<string, Page>();
  /** Pages as they were at the stop before. */
  #before: ReadonlyMap<string, Page> = new Map();
  /** Pages that are what the program has now, or asked for. */
  #fresh = new Set<string>();
  #generation = 0;

  constructor(private readonly read: ReadBytes) {}

  at(space: string, offset: bigint): ByteState {
    const key = keyOf(space, offset);
    const page = this.#pages.get(key);
    if (page === undefined) return unread;
    const index = Number(offset % BigInt(pageBytes));
    const value = page.cells[index]!;
    if (value < 0)
      return { kind: 'unreadable', ...(page.problem === undefined ? {} : { problem: page.problem }) };
    const before = this.#before.get(key)?.cells[index];
    return { kind: 'value', value, changed: before !== undefined && before >= 0 && before !== value };
  }

  /** The program stopped again: what is there is old, and what the new is compared with. */
  newStop(): void {
    this.#before = this.#pages;
    this.#pages = new Map(this.#pages);
    this.stale();
  }

  /** Something was written: what is shown may be wrong, but the program did nothing. */
  stale(): void {
    this.#generation++;
    this.#fresh = new Set();
  }

  /** Another program. */
  forget(): void {
    this.stale();
    this.#pages = new Map();
    this.#before = new Map();
    this.#changed();
  }

  /** Reads what is not there yet, or not any more, between two offsets; the old stays until the new is there. */
  async load(space: string, from: bigint, to: bigint): Promise<void> {
    const size = BigInt(pageBytes);
    const wanted: bigint[] = [];
    for (let start = from - (from % size); start < to; start += size)
      if (start <= lastOffset && !this.#fresh.has(keyOf(space, start))) wanted.push(start);
    if (wanted.length === 0) return;
    const generation = this.#generation;
    for (const start of wanted) this.#fresh.add(keyOf(space, start));
    await Promise.all(wanted.map(start => this.#fetch(space, start, generation)));
    if (generation !== this.#generation) return;
    this.#trim();
    this.#changed();
  }

  async #fetch(space: string, start: bigint, generation: number): Promise<void> {
    const key = keyOf(space, start);
    try {
      const page = await this.#readPage({ space, offset: start });
      if (generation === this.#generation) this.#pages.set(key, page);
    } catch (error) {
      if (generation !== this.#generation) return;
      // Asked at the wrong moment: it is asked again at the next stop.
      if (isMoot(error)) return void this.#fresh.delete(key);
      this.#pages.set(key, { cells: emptyCells(), problem: failureText(error) });
    }
  }

  async #readPage(start: Address): Promise<Page> {
    const cells = emptyCells();
    for (let done = 0; done < pageBytes;) {
      const at = { space: start.space, offset: start.offset + BigInt(done) };
      const { bytes, unreadable } = await this.read(formatAddress(at), pageBytes - done);
      cells.set(bytes.subarray(0, pageBytes - done), done);
      // An adapter that gives nothing and does not say why would be asked for ever.
      const step = bytes.length + unreadable;
      if (step <= 0) break;
      done += step;
    }
    return { cells };
  }

  /** Those read last stay. */
  #trim(): void {
    for (const key of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) return;
      this.#pages.delete(key);
      this.#fresh.delete(key);
    }
  }

  #changed(): void {
    this.version.update(count => count + 1);
  }
}

const emptyCells = (): Cells => new Int16Array(pageBytes).fill(-1);

const keyOf = (space: string, offset: bigint): string => `${space}:${offset / BigInt(pageBytes)}`;
