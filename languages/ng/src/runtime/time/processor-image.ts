// All state of a processor as it was: its counts, globals and activations; the objects they lead to are in the versions.

import type { MachineSnapshot } from '@sonde/engine-vm';
import { StateHash } from '@sonde/engine-vm/snapshots';
import { heap } from '../heap.js';
import { sizeOf } from '../memory-gauge.js';
import type { Processor } from '../processor.js';
import { rootsOf } from '../roots.js';
import { Composite, type Value } from '../values.js';
import { imagesOf, restoreFrames, type FrameImage } from './frame-images.js';
import type { Version, Versions } from './versions.js';

type Counts = Pick<
  Processor,
  | 'time'
  | 'returned'
  | 'trapped'
  | 'drops'
  | 'exitCode'
  | 'outstanding'
  | 'nextAddress'
  | 'lastSerial'
  | 'mainRuns'
>;

/** `own` is what the machine around the processor has to remember. */
export class NgSnapshot<Own> implements MachineSnapshot {
  constructor(
    readonly version: Version,
    readonly own: Own,
    readonly counts: Counts,
    readonly globals: readonly Value[],
    readonly announced: readonly number[],
    readonly onHeap: { readonly list: readonly Composite[]; readonly length: number },
    readonly frames: FrameImage | undefined,
    readonly gauge: number,
    private readonly size: number,
  ) {}

  /** Grows with what is changed after it, and when those between it and the next are released. */
  get bytes(): number {
    return this.size + this.version.changes.bytes;
  }
}

/** What a snapshot takes in any case. */
const fewBytes = 1_500;

export class ProcessorImages<Own> {
  /** Activations at the latest snapshot, made or gone back to. */
  #known: FrameImage | undefined;
  #globals: readonly Value[] = [];
  #survivors = new Survivors();

  constructor(
    private readonly processor: Processor,
    private readonly versions: Versions,
  ) {}

  take(own: Own): NgSnapshot<Own> {
    const { processor, versions } = this;
    const { announced, onHeap, gauge } = processor;
    this.#voidWritten();
    const frames = imagesOf(processor, this.#known);
    this.#known = frames.top;
    processor.framesSaved = Math.max(0, processor.frames.length - 1);
    const globals = this.#globalsNow();
    const size = fewBytes + frames.bytes + this.#survivors.since(processor);
    const { time, returned, trapped, drops, exitCode, outstanding, nextAddress, lastSerial, mainRuns } =
      processor;
    return new NgSnapshot(
      versions.add(),
      own,
      { time, returned, trapped, drops, exitCode, outstanding, nextAddress, lastSerial, mainRuns },
      globals,
      [...announced],
      { list: onHeap, length: onHeap.length },
      frames.top,
      gauge.nextLook,
      size,
    );
  }

  restore(snapshot: NgSnapshot<Own>): Own {
    const { processor, versions } = this;
    this.#voidWritten();
    versions.goTo(snapshot.version);
    Object.assign(processor, snapshot.counts);
    restoreFrames(processor, this.#known, snapshot.frames);
    this.#known = snapshot.frames;
    processor.framesSaved = Math.max(0, processor.frames.length - 1);
    const top = processor.frames.at(-1);
    if (top !== undefined && top.work === undefined) processor.frame = top;
    processor.globals.length = snapshot.globals.length;
    for (const [nth, value] of snapshot.globals.entries()) processor.globals[nth] = value;
    this.#globals = snapshot.globals;
    processor.announced.clear();
    for (const index of snapshot.announced) processor.announced.add(index);
    processor.onHeap = snapshot.onHeap.list.slice(0, snapshot.onHeap.length);
    processor.gauge.nextLook = snapshot.gauge;
    processor.outcome = undefined;
    return snapshot.own;
  }

  /** Locals that were written through references are not as the snapshot before has them. */
  #voidWritten(): void {
    const { processor, versions } = this;
    const { lowestWritten } = versions;
    while (
      processor.framesSaved > 0 &&
      (processor.frames[processor.framesSaved - 1]?.serial ?? Infinity) >= lowestWritten
    )
      processor.framesSaved--;
  }

  #globalsNow(): readonly Value[] {
    const { globals } = this.processor;
    const before = this.#globals;
    if (globals.length !== before.length || globals.some((value, nth) => !Object.is(value, before[nth])))
      this.#globals = globals.slice();
    return this.#globals;
  }
}

/**
 * What a snapshot keeps alive that the program may drop later is counted with it: no more than was taken since the one
 * before, and no more than is alive. Looking at all that is alive is left out until as much again was taken.
 */
class Survivors {
  #used = 0;
  #alive = 0;
  #sinceLook = Infinity;

  since(processor: Processor): number {
    const taken = Math.max(0, heap.used - this.#used);
    this.#used = heap.used;
    this.#sinceLook += taken;
    if (taken < lookedAt) return taken;
    if (this.#sinceLook > 2 * this.#alive) {
      this.#alive = sizeOf(rootsOf(processor));
      this.#sinceLook = 0;
    }
    return Math.min(taken, lookedAt + 3 * this.#alive);
  }
}

const lookedAt = 256 * 1024;

/** Where the program stands, and what it sees from there: a mistake reaches that soon. */
export function hashOf({ time, frames, stack, top, globals, exitCode, lastSerial }: Processor): string {
  const hash = new StateHash().add(time).add(frames.length).add(exitCode).add(lastSerial).add(top);
  const frame = frames.at(-1);
  hash.add(frame?.pc).add(frame?.serial);
  if (frame !== undefined && frame.work === undefined) {
    for (const value of frame.locals) addValue(hash, value);
    for (let at = frame.height; at < top; at++) addValue(hash, stack[at]);
  }
  for (const value of globals) addValue(hash, value);
  return hash.text;
}

const hashedItems = 8;

/** Of composites the first few plain parts count. */
function addValue(hash: StateHash, value: Value): void {
  if (typeof value !== 'object') return void hash.add(value);
  hash.add(value.kind);
  if (value.kind === 'number') return void hash.add(value.type).add(value.value);
  if (!(value instanceof Composite)) return;
  const { items } = value.parts;
  hash.add(value.shape.name).add(items.length);
  for (let nth = 0; nth < items.length && nth < hashedItems; nth++) {
    const item = items[nth];
    hash.add(typeof item === 'object' ? item.kind : item);
  }
}
