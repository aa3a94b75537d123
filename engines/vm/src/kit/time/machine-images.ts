// A stack machine as it was: everything that its program can change, with what snapshots share.

import type { MachineSnapshot } from '../../machine.js';
import { imageOfBytes, restoreBytes, sizeOfImage, type BytesImage } from '../../snapshots/bytes-image.js';
import { areConstant, imagesOf, restoreFrames, type FrameImage } from './frame-images.js';
import type { StateHash } from '../../snapshots/state-hash.js';
import type { StackTask } from '../tasks.js';
import type { TurnsImage } from '../turns.js';

/** What the machine counts for itself. */
export interface MachineCounts {
  readonly time: number;
  readonly inputEnded: boolean;
  readonly modules: readonly ('absent' | 'announced' | 'loaded')[];
  readonly exitCode: number | undefined;
  readonly used: number;
  readonly lastSerial: number;
  readonly lastTask: number;
}

export interface StackSnapshot<Value> extends MachineSnapshot {
  readonly counts: MachineCounts;
  readonly globals: readonly Value[];
  readonly memory: ReadonlyMap<string, BytesImage>;
  readonly tasks: readonly TaskImage<Value>[];
  readonly turns: TurnsImage;
}

type TaskImage<Value> = Omit<StackTask<Value>, 'stack' | 'frames' | 'imaged'> & {
  readonly top: FrameImage<Value>;
};

/** What the objects of an image take, in bytes, roughly. */
const cost = { snapshot: 1_000, task: 300, value: 8 };

/** Undefined when there is a value that could change by itself. */
export function imageOfTasks<Value>(
  tasks: Iterable<StackTask<Value>>,
): { readonly tasks: readonly TaskImage<Value>[]; readonly bytes: number } | undefined {
  const images: TaskImage<Value>[] = [];
  let bytes = cost.snapshot;
  for (const task of tasks) {
    const calls = imagesOf(task);
    const { stack: _stack, frames: _frames, imaged: _imaged, ...rest } = task;
    if (calls === undefined || !areConstant([rest.thrown?.value, rest.returned])) return undefined;
    images.push({ ...rest, top: calls.top });
    bytes += cost.task + calls.bytes;
  }
  return { tasks: images, bytes };
}

/** Tasks that are still there are changed back, the others made anew. */
export function restoreTasks<Value>(
  images: readonly TaskImage<Value>[],
  present: ReadonlyMap<number, StackTask<Value>>,
): ReadonlyMap<number, StackTask<Value>> {
  return new Map(
    images.map(({ top, ...rest }) => {
      const { id } = rest;
      const task: StackTask<Value> = present.get(id) ?? { ...rest, stack: [], frames: [], imaged: undefined };
      restoreFrames(task, top);
      return [id, Object.assign(task, rest)];
    }),
  );
}

export function imageOfMemory(
  memory: ReadonlyMap<string, Uint8Array>,
  before: ReadonlyMap<string, BytesImage> | undefined,
): { readonly memory: ReadonlyMap<string, BytesImage>; readonly bytes: number } {
  let bytes = 0;
  const images = new Map<string, BytesImage>();
  for (const [name, held] of memory) {
    const { pages, copied } = imageOfBytes(held, before?.get(name));
    images.set(name, pages);
    bytes += copied + cost.value * pages.length;
  }
  return { memory: images, bytes };
}

export function restoreMemory(
  memory: Map<string, Uint8Array>,
  images: ReadonlyMap<string, BytesImage>,
): void {
  for (const name of [...memory.keys()]) if (!images.has(name)) memory.delete(name);
  for (const [name, image] of images) {
    const size = sizeOfImage(image);
    if (memory.get(name)?.length !== size) memory.set(name, new Uint8Array(size));
    restoreBytes(memory.get(name)!, image);
  }
}

/** Of each task the call that it is in counts, which every mistake reaches soon. */
export function hashTask<Value>(
  hash: StateHash,
  { id, frames, stack, waited, thrown }: StackTask<Value>,
): void {
  const top = frames.at(-1);
  hash
    .add(id)
    .add(frames.length)
    .add(waited?.for)
    .add(thrown !== undefined);
  if (top === undefined) return;
  hash.add(top.serial).add(top.pc).add(stack.length);
  for (const value of top.locals) hash.add(value);
  for (let at = top.height; at < stack.length; at++) hash.add(stack[at]);
}
