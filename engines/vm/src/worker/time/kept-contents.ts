// Contents of files that a recording holds, within a budget: beyond it the oldest are let go.
//
// What was written goes first, since only a branch would read it. Without what was read the program cannot be run again
// from a moment before: such moments are forgotten.

import type { FileAnswer, KeptContent } from '../../recording/input-log.js';
import type { RunLog } from '../../recording/run-log.js';

export class KeptContents {
  /** Oldest first. */
  readonly #written: KeptContent[] = [];
  readonly #read: KeptContent[] = [];
  /** How many answers share a content. */
  readonly #shared = new Map<Uint8Array, number>();
  /** What a file held when it was met last, by its path. */
  readonly #latest = new Map<string, Uint8Array>();
  #bytes = 0;
  /** Something that was read is gone, and nobody has forgotten the moments before yet. */
  hasLost = false;

  constructor(readonly budget: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  latest(path: string): Uint8Array | undefined {
    return this.#latest.get(path);
  }

  /** What was in a file, as one's own copy: the program may change its bytes. A file that has not changed takes no more. */
  copyOf(path: string, bytes: Uint8Array): Uint8Array {
    const before = this.#latest.get(path);
    if (before !== undefined && Buffer.compare(before, bytes) === 0) return before;
    const copy = new Uint8Array(bytes);
    this.#latest.set(path, copy);
    return copy;
  }

  keepRead<Kept extends KeptContent>(content: Kept): Kept {
    return this.#keep(this.#read, content);
  }

  keepWritten<Kept extends KeptContent>(content: Kept): Kept {
    return this.#keep(this.#written, content);
  }

  #keep<Kept extends KeptContent>(list: KeptContent[], content: Kept): Kept {
    const { bytes } = content;
    if (bytes === undefined) return content;
    list.push(content);
    const count = this.#shared.get(bytes) ?? 0;
    this.#shared.set(bytes, count + 1);
    if (count === 0) this.#bytes += bytes.length;
    while (this.#bytes > this.budget && this.#written.length > 0) this.#letGo(this.#written.shift()!);
    while (this.#bytes > this.budget && this.#read.length > 0) {
      this.#letGo(this.#read.shift()!);
      this.hasLost = true;
    }
    return content;
  }

  #letGo(content: KeptContent): void {
    const { bytes } = content;
    if (bytes === undefined) return;
    content.bytes = undefined;
    const left = this.#shared.get(bytes)! - 1;
    if (left > 0) return void this.#shared.set(bytes, left);
    this.#shared.delete(bytes);
    this.#bytes -= bytes.length;
    for (const [path, latest] of this.#latest) if (latest === bytes) this.#latest.delete(path);
  }
}

/** For people. */
export const forgotten =
  'What the program read from files takes more than the memory for the recording: one cannot go back to before it any more.';

/** How many answers the program must have behind it, so that it asks for nothing that is gone. */
export function behindLost(answers: RunLog<FileAnswer>): number {
  let count = 0;
  let behind = 0;
  for (const [answer, times] of answers.entries()) {
    count += times;
    if (answer.kind === 'bytes' && answer.bytes === undefined) behind = count;
  }
  return behind;
}
