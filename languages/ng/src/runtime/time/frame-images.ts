// Activations as they were at a snapshot: a list from the top down, whose lower part snapshots share. Activations keep
// their identity when they are brought back, because references and the machine's own work know them by it.

import type { CodeFrame, Frame } from '../frames.js';
import type { Processor } from '../processor.js';
import type { Value } from '../values.js';

export interface FrameImage {
  /** Counted from the bottom. */
  readonly index: number;
  readonly below: FrameImage | undefined;
  readonly frame: Frame;
  /** What it was. */
  readonly restore: () => void;
  /** Where its operands begin; those of the machine's own work belong to the activation below. */
  readonly height: number;
  readonly operands: readonly Value[];
}

/** What an image takes, in bytes, besides its values. */
const cost = { image: 200, value: 8 };

/** The list of what is there now. `known` is that of the snapshot before; what is above `framesSaved` is void there. */
export function imagesOf(
  { frames, stack, top, framesSaved }: Processor,
  known: FrameImage | undefined,
): { readonly top: FrameImage | undefined; readonly bytes: number } {
  let image = known;
  while (image !== undefined && image.index >= framesSaved) image = image.below;
  let bytes = 0;
  for (let index = (image?.index ?? -1) + 1; index < frames.length; index++) {
    const frame = frames[index]!;
    const height = frame.work === undefined ? frame.height : top;
    const operands = frame.work === undefined ? stack.slice(height, endOfOperands(frames, index, top)) : none;
    const size = operands.length + (frame.work === undefined ? frame.locals.length : 0);
    bytes += cost.image + cost.value * size;
    image = { index, below: image, frame, restore: restorer(frame), height, operands };
  }
  return { top: image, bytes };
}

const none: readonly Value[] = [];

function endOfOperands(frames: readonly Frame[], index: number, top: number): number {
  for (let above = index + 1; above < frames.length; above++) {
    const frame = frames[above]!;
    if (frame.work === undefined) return frame.height;
  }
  return top;
}

function restorer(frame: Frame): () => void {
  return frame.work === undefined ? activationRestorer(frame) : (frame.work.save?.() ?? nothing);
}

const nothing = (): void => undefined;

export function activationRestorer(frame: CodeFrame): () => void {
  const { pc, captured } = frame;
  const locals = frame.locals.slice();
  return () => {
    frame.pc = pc;
    frame.captured = captured;
    frame.locals.length = locals.length;
    for (let slot = 0; slot < locals.length; slot++) frame.locals[slot] = locals[slot];
  };
}

/** Brings back what `known`, as far as it still holds, does not have in common with the wanted one. */
export function restoreFrames(
  processor: Processor,
  known: FrameImage | undefined,
  wanted: FrameImage | undefined,
): void {
  const { frames, stack, framesSaved } = processor;
  let kept = known;
  while (kept !== undefined && kept.index >= framesSaved) kept = kept.below;
  const changed: FrameImage[] = [];
  let image = wanted;
  while (image !== undefined && image !== kept) {
    if (kept !== undefined && kept.index >= image.index) kept = kept.below;
    else {
      changed.push(image);
      image = image.below;
    }
  }
  frames.length = image === undefined ? 0 : image.index + 1;
  const lowest = changed.findLast(each => each.frame.work === undefined);
  if (lowest !== undefined || image === undefined) processor.clearOperands(lowest?.height ?? 0);
  for (const { frame, restore, operands } of changed.reverse()) {
    frames.push(frame);
    restore();
    for (const value of operands) stack[processor.top++] = value;
  }
}
