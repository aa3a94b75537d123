// A stack machine as it was: everything that its program can change, with what snapshots share.

import type { MachineSnapshot } from '../../machine.js';
import { imageOfBytes, restoreBytes, sizeOfImage, type BytesImage } from '../../snapshots/bytes-image.js';
import { areConstant, imagesOf, restoreFrames, type FrameImage } from './frame-images.js';
import { ObjectImages } from './object-images.js';
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
  /** Where the program has some. */
  readonly objects: ObjectImages | undefined;
}

type TaskImage<Value> = Omit<StackTask<Value>, 'stack' | 'frames' | 'imaged'> & {
  readonly top: FrameImage<Value>;
};

/** What the objects of an image take, in bytes, roughly. */
const cost = { snapshot: 1_000, task: 300, value: 8 };

interface ImageOfTasks<Value> {
  readonly tasks: readonly TaskImage<Value>[];
  readonly objects: ObjectImages | undefined;
  readonly bytes: number;
}

/** Undefined when there is a value that could change by itself, and cannot be copied: then the program is run again. */
export function imageOfTasks<Value>(
  tasks: ReadonlySet<StackTask<Value>>,
  globals: readonly Value[],
): ImageOfTasks<Value> | undefined {
  const images: TaskImage<Value>[] = [];
  let bytes = cost.snapshot;
  let holdsObjects = !areConstant(globals);
  for (const task of tasks) {
    const calls = imagesOf(task);
    const { stack: _stack, frames: _frames, imaged: _imaged, ...rest } = task;
    if (calls === undefined) return undefined;
    holdsObjects ||= calls.top.holdsObjects || !areConstant([rest.thrown?.value, rest.returned]);
    images.push({ ...rest, top: calls.top });
    bytes += cost.task + calls.bytes;
  }
  if (!holdsObjects) return { tasks: images, objects: undefined, bytes };
  const objects = imageOfObjects(tasks, globals);
  return objects && { tasks: images, objects, bytes: bytes + objects.bytes };
}

function imageOfObjects<Value>(
  tasks: Iterable<StackTask<Value>>,
  globals: readonly Value[],
): ObjectImages | undefined {
  const objects = new ObjectImages();
  if (!objects.add(globals)) return undefined;
  for (const { stack, frames, thrown, returned } of tasks) {
    if (!objects.add(stack) || !objects.add([thrown?.value, returned])) return undefined;
    for (const { locals } of frames) if (!objects.add(locals)) return undefined;
  }
  return objects;
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

export function hashTasks<Value>(
  hash: StateHash,
  tasks: Iterable<StackTask<Value>>,
  globals: readonly Value[],
): void {
  hashValues(hash, globals);
  for (const task of tasks) hashTask(hash, task);
}

/** Of each task the call that it is in counts, which every mistake reaches soon. */
function hashTask<Value>(hash: StateHash, { id, frames, stack, waited, thrown }: StackTask<Value>): void {
  const top = frames.at(-1);
  hash
    .add(id)
    .add(frames.length)
    .add(waited?.for)
    .add(thrown !== undefined);
  if (top === undefined) return;
  hash.add(top.serial).add(top.pc).add(stack.length);
  hashValues(hash, top.locals);
  for (let at = top.height; at < stack.length; at++) hashValue(hash, stack[at]);
}

function hashValues(hash: StateHash, values: readonly unknown[]): void {
  hash.add(values.length);
  for (const value of values) hashValue(hash, value);
}

const hashedParts = 8;

/** Of an object the first few plain parts count: it may be large, or lead back to itself. */
function hashValue(hash: StateHash, value: unknown): void {
  if (areConstant([value])) return void hash.add(value);
  const parts = value instanceof Map || value instanceof Set ? [value.size] : Object.values(value as object);
  hash.add(parts.length);
  for (let nth = 0; nth < parts.length && nth < hashedParts; nth++)
    hash.add(areConstant([parts[nth]]) ? parts[nth] : 'object');
}
