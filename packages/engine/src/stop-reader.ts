// The stop reader: reads bound to one stop, cached by page and gathered into few round trips.
//
// One LLDB read of 40 KB takes about a millisecond and ten thousand small ones take half a second, so reads asked for
// in the same turn of the event loop travel together, and neighbouring pages as one range.

import type { Address } from './address.js';
import type { EngineReads, MemoryRange, MemoryRead, ObjectRead, WantedPlace } from './contract.js';
import { Failure, staleStop } from './failure.js';
import type { StopId } from './ids.js';
import type { TypeTable } from './types.js';
import type { EngineView, NamedValue, RawValue } from './value.js';

const pageSize = 4096;
const pageMask = BigInt(pageSize - 1);

interface Page {
  readonly bytes: Uint8Array;
  readonly why?: string;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Gathers requests of one turn into one call. */
class Gather<Request, Answer> {
  #waiting: Waiting<Request, Answer>[] = [];

  constructor(private readonly send: (requests: readonly Request[]) => Promise<readonly Answer[]>) {}

  ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const answers = await this.send(batch.map(w => w.request));
      batch.forEach((w, index) => {
        const answer = answers[index];
        if (answer === undefined)
          w.reject(new Failure('internal', 'sonde', 'the engine answered too few reads'));
        else w.resolve(answer);
      });
    } catch (error) {
      for (const w of batch) w.reject(error);
    }
  }
}

export class StopReader {
  readonly #engine: EngineReads;
  readonly #pages = new Map<string, Promise<Page>>();
  readonly #pageReads: Gather<Address, Page>;
  readonly #exactReads: Gather<MemoryRange, MemoryRead>;
  readonly #objectReads: Gather<ObjectRead, readonly NamedValue[]>;
  readonly #placeReads: Gather<WantedPlace, RawValue>;
  readonly #viewReads: Gather<RawValue, EngineView>;
  readonly #deadlineMs: number;
  #stale = false;
  #changes = 0;

  constructor(
    engine: EngineReads & { readonly types: TypeTable },
    readonly stop: StopId,
    options: { readonly deadlineMs?: number } = {},
  ) {
    this.#engine = engine;
    this.types = engine.types;
    this.#deadlineMs = options.deadlineMs ?? 5_000;
    this.#pageReads = new Gather(pages => this.#readPages(pages));
    this.#exactReads = new Gather(ranges => this.#timed(engine.readMemory(stop, ranges)));
    this.#objectReads = new Gather(reads => this.#timed(engine.readObjects(stop, reads)));
    this.#placeReads = new Gather(places => this.#timed(engine.readPlaces(stop, places)));
    this.#viewReads = new Gather(values =>
      engine.readViews === undefined
        ? Promise.resolve(values.map(() => ({})))
        : this.#timed(engine.readViews(stop, values)),
    );
  }

  readonly types: TypeTable;

  /** After a resume: everything read from now on is refused. */
  expire(): void {
    this.#stale = true;
    this.#pages.clear();
  }

  /** After a write into the debuggee: what was cached may be wrong. */
  forget(): void {
    this.#changes++;
    this.#pages.clear();
  }

  /** How often the debuggee was changed since: what was made of reads before the last time may be wrong. */
  get changes(): number {
    return this.#changes;
  }

  async memory(at: Address, size: number, signal?: AbortSignal): Promise<MemoryRead> {
    this.#check(signal);
    if (size <= 0) return { bytes: new Uint8Array(0) };
    const first = at.offset & ~pageMask;
    const count = Number(((at.offset + BigInt(size) - 1n) & ~pageMask) - first) / pageSize + 1;
    const wanted = Array.from({ length: count }, (_, index) =>
      this.#page({ space: at.space, offset: first + BigInt(index * pageSize) }),
    );
    const pages = await Promise.all(wanted);
    this.#check(signal);
    const skip = Number(at.offset - first);
    // What can be read may begin in the middle of a page; then only a read of exactly that finds it.
    if (skip > 0 && pages[0]!.bytes.length <= skip) {
      const exact = await this.#exactReads.ask({ address: at, size });
      this.#check(signal);
      return exact;
    }
    return assemble(pages, skip, size);
  }

  async object(read: ObjectRead, signal?: AbortSignal): Promise<readonly NamedValue[]> {
    this.#check(signal);
    const values = await this.#objectReads.ask(read);
    this.#check(signal);
    return values;
  }

  async value(wanted: WantedPlace, signal?: AbortSignal): Promise<RawValue> {
    this.#check(signal);
    const value = await this.#placeReads.ask(wanted);
    this.#check(signal);
    return value;
  }

  /** What the engine itself would show of a value. */
  async view(value: RawValue, signal?: AbortSignal): Promise<EngineView> {
    this.#check(signal);
    const view = await this.#viewReads.ask(value);
    this.#check(signal);
    return view;
  }

  async synthetic(key: string, start: number, count: number): Promise<readonly NamedValue[]> {
    this.#check();
    if (this.#engine.readSynthetic === undefined)
      throw new Failure('not-supported', 'sonde', 'no synthetic children here');
    const values = await this.#timed(this.#engine.readSynthetic(this.stop, key, start, count));
    this.#check();
    return values;
  }

  #check(signal?: AbortSignal): void {
    if (this.#stale) throw staleStop();
    signal?.throwIfAborted();
  }

  #page(at: Address): Promise<Page> {
    const key = `${at.space}:${at.offset}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      const asked = this.#pageReads.ask(at);
      this.#pages.set(key, asked);
      // A failed read must not be remembered: the next one may succeed, and may be under way already.
      asked.catch(() => {
        if (this.#pages.get(key) === asked) this.#pages.delete(key);
      });
      page = asked;
    }
    return page;
  }

  async #readPages(pages: readonly Address[]): Promise<readonly Page[]> {
    const runs = joinNeighbours(pages);
    const reads = await this.#timed(this.#engine.readMemory(this.stop, runs.map(rangeOf)));
    const found = new Map<Address, Page>();
    const again: Address[] = [];
    runs.forEach((run, index) => {
      const read = reads[index] ?? { bytes: new Uint8Array(0), why: 'not answered' };
      run.forEach((page, nth) => {
        const bytes = read.bytes.subarray(nth * pageSize, (nth + 1) * pageSize);
        // Behind the first unreadable page of a run, pages may be readable again: ask for each alone.
        if (bytes.length === 0 && nth > 0) again.push(page);
        else
          found.set(page, bytes.length === pageSize ? { bytes } : { bytes, why: read.why ?? 'not mapped' });
      });
    });
    if (again.length > 0) {
      const alone = await this.#timed(
        this.#engine.readMemory(
          this.stop,
          again.map(page => rangeOf([page])),
        ),
      );
      again.forEach((page, index) => {
        const read = alone[index] ?? { bytes: new Uint8Array(0), why: 'not answered' };
        found.set(
          page,
          read.bytes.length === pageSize
            ? { bytes: read.bytes }
            : { bytes: read.bytes, why: read.why ?? 'not mapped' },
        );
      });
    }
    return pages.map(page => found.get(page)!);
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new Failure(
              'deadline',
              'sonde',
              `the debuggee did not answer a read within ${this.#deadlineMs} ms.`,
            ),
          ),
        this.#deadlineMs,
      );
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const rangeOf = (run: readonly Address[]): MemoryRange => ({ address: run[0]!, size: run.length * pageSize });

/** Groups page addresses that follow each other. */
function joinNeighbours(pages: readonly Address[]): Address[][] {
  const sorted = [...pages].sort((a, b) =>
    a.space !== b.space
      ? a.space < b.space
        ? -1
        : 1
      : a.offset < b.offset
        ? -1
        : a.offset > b.offset
          ? 1
          : 0,
  );
  const runs: Address[][] = [];
  for (const page of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last?.space === page.space && last.offset + BigInt(pageSize) === page.offset)
      run.push(page);
    else runs.push([page]);
  }
  return runs;
}

/** The wanted bytes out of whole pages, up to the first hole. */
function assemble(pages: readonly Page[], skip: number, size: number): MemoryRead {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const [index, page] of pages.entries()) {
    const from = index === 0 ? skip : 0;
    const part = page.bytes.subarray(from, Math.min(page.bytes.length, from + size - filled));
    bytes.set(part, filled);
    filled += part.length;
    if (filled < size && page.bytes.length < pageSize) {
      return { bytes: bytes.subarray(0, filled), why: page.why ?? 'not mapped' };
    }
  }
  return { bytes };
}
