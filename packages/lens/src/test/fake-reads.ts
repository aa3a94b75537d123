// A debuggee for unit tests: memory, objects and places in maps, and a count of what was read.

import {
  placeKey,
  stopId,
  StopReader,
  TypeTable,
  unavailable,
  type EngineReads,
  type EngineView,
  type MemoryRange,
  type MemoryRead,
  type NamedValue,
  type ObjectRead,
  type RawValue,
  type StopId,
  type WantedPlace,
} from '@sonde/engine';

export class FakeReads implements EngineReads {
  readonly types = new TypeTable();
  /** Memory by the address it begins at. A function makes bytes on demand, for what is too large to keep. */
  readonly regions: { start: bigint; size: bigint; byte: (offset: bigint) => number }[] = [];
  readonly objects = new Map<string, (read: ObjectRead) => readonly NamedValue[]>();
  readonly places = new Map<string, RawValue>();
  /** What the engine shows by itself, by place; children by key. */
  readonly views = new Map<string, EngineView>();
  readonly synthetic = new Map<string, readonly NamedValue[]>();
  readonly calls: string[] = [];
  bytesRead = 0;

  map(start: bigint, bytes: Uint8Array): void {
    this.regions.push({ start, size: BigInt(bytes.length), byte: offset => bytes[Number(offset)] ?? 0 });
  }

  reader(deadlineMs = 5_000): StopReader {
    return new StopReader(this, stopId(1), { deadlineMs });
  }

  async readMemory(_stop: StopId, ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    this.calls.push(`memory ${ranges.length}`);
    return ranges.map(range => this.#memory(range));
  }

  #memory({ address, size }: MemoryRange): MemoryRead {
    const region = this.regions.find(
      r => address.offset + BigInt(size) > r.start && address.offset < r.start + r.size,
    );
    if (region === undefined) return { bytes: new Uint8Array(0), why: 'not mapped' };
    // Regions begin and end anywhere; the rest of their pages reads as zero.
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at++) {
      const offset = address.offset + BigInt(at) - region.start;
      if (offset >= 0n && offset < region.size) bytes[at] = region.byte(offset);
    }
    this.bytesRead += size;
    return { bytes };
  }

  async readObjects(
    _stop: StopId,
    reads: readonly ObjectRead[],
  ): Promise<readonly (readonly NamedValue[])[]> {
    this.calls.push(`objects ${reads.length}`);
    return reads.map(read => this.objects.get(read.object)?.(read) ?? []);
  }

  async readViews(_stop: StopId, values: readonly RawValue[]): Promise<readonly EngineView[]> {
    this.calls.push(`views ${values.length}`);
    return values.map(value => this.views.get(value.place === undefined ? '' : placeKey(value.place)) ?? {});
  }

  async readSynthetic(
    _stop: StopId,
    key: string,
    start: number,
    count: number,
  ): Promise<readonly NamedValue[]> {
    this.calls.push(`synthetic ${key} ${start}+${count}`);
    return (this.synthetic.get(key) ?? []).slice(start, start + count);
  }

  async readPlaces(_stop: StopId, wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    this.calls.push(`places ${wanted.length}`);
    return wanted.map(
      w => this.places.get(placeKey(w.place)) ?? unavailable(w.type, 'no such place', w.place),
    );
  }
}

/** Little-endian bytes of 32-bit numbers. */
export function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, nth) => view.setInt32(nth * 4, value, true));
  return bytes;
}
