// Numbers for frames, good for one stop. They never come again, so that one of an earlier stop is refused and cannot
// lead to another frame; the `Handles` of the library begin anew and would.
import { Mistake } from './steps-expression.js';
import type { Frame } from './steps-machine.js';

export class StopHandles {
  readonly #frames = new Map<number, Frame>();
  #last = 0;

  of(frame: Frame): number {
    for (const [id, known] of this.#frames) if (known === frame) return id;
    this.#frames.set(++this.#last, frame);
    return this.#last;
  }

  frame(id: number): Frame {
    const frame = this.#frames.get(id);
    if (frame === undefined) throw new Mistake(`${id} is of no frame, or of one that has run on`);
    return frame;
  }

  /** The program runs on: what was shown is true no more. */
  forget(): void {
    this.#frames.clear();
  }
}
