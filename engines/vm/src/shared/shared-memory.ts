// What the host thread and the VM thread share: the doorbell, what was cancelled, and the output ring.

import { cancellationWords } from './cancellations.js';

/** Indices into the control words. */
export const word = {
  /** Counts up with every message to the VM thread and whenever room was made in the ring; the thread waits on it. */
  bell: 0,
  /** 1 while the host has been told of output that it has not come for. */
  outputTold: 1,
  /** Bytes ever written to the ring, modulo 2 ** 32. */
  written: 2,
  /** Bytes ever given free, modulo 2 ** 32. */
  freed: 3,
} as const;

const words = 4;
export const ringCapacity = 256 * 1024;

export interface SharedMemory {
  readonly control: Int32Array;
  /** See `Cancellations`. */
  readonly cancelled: Int32Array;
  readonly ring: Uint8Array;
}

const ringOffset = (words + cancellationWords) * 4;

export const newSharedBuffer = (): SharedArrayBuffer => new SharedArrayBuffer(ringOffset + ringCapacity);

export const sharedMemory = (buffer: SharedArrayBuffer): SharedMemory => ({
  control: new Int32Array(buffer, 0, words),
  cancelled: new Int32Array(buffer, words * 4, cancellationWords),
  ring: new Uint8Array(buffer, ringOffset, ringCapacity),
});

/** Wakes the VM thread, or makes it look between two slices. */
export function ringTheBell(control: Int32Array): void {
  Atomics.add(control, word.bell, 1);
  Atomics.notify(control, word.bell);
}
