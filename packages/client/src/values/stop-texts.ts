// What changed since the stop before: the texts of a tree, by frame, at this stop and at the one before it.
import type { StackFrame } from '@sonde/dap';
import type { StackState } from '../thread-list.js';
import type { IsChanged, TreeTexts, ValueTree } from '../value-tree.js';

/** Numbers are written in this way. */
interface Format {
  readonly hex: boolean;
}

type Noted = Format & TreeTexts;

export class StopTexts {
  #now = new Map<string, Noted>();
  #before = new Map<string, Noted>();
  /** What the tree shows of this stop; undefined until the stop is read. */
  #shown: (Format & { readonly names: readonly string[] }) | undefined;

  constructor(private readonly tree: ValueTree) {}

  /** A new stop: what is shown until now is what it is compared with. A stop that was never shown is compared with nothing. */
  beginStop(): void {
    if (this.#shown === undefined) return;
    this.#note();
    this.#before = this.#now;
    this.#now = new Map();
    this.#shown = undefined;
  }

  /** The tree shows a frame from now on; it is found again under any of these names. */
  shows(names: readonly string[], hex: boolean): void {
    this.#shown = { names, hex };
  }

  /**
   * How the values of a frame are compared. Other digits are no other values: where the texts of the stop before are in
   * another format, what was marked at this stop stays marked.
   */
  comparison(name: string, hex: boolean): IsChanged | undefined {
    this.#note();
    const before = this.#before.get(name);
    if (before?.hex === hex) {
      const { texts } = before;
      return (key, text) => (texts.get(key) ?? text) !== text;
    }
    const changed = this.#now.get(name)?.changed;
    return changed === undefined ? undefined : key => changed.has(key);
  }

  clear(): void {
    this.#shown = undefined;
    this.#now = new Map();
    this.#before = new Map();
  }

  #note(): void {
    if (this.#shown === undefined) return;
    const { names, hex } = this.#shown;
    const noted = { ...this.tree.texts(), hex };
    for (const name of names) this.#now.set(name, noted);
  }
}

/** Ids of frames are new at each stop; how far a call is from the outermost one is not. */
export function sameFrame(threadId: number, frame: StackFrame, stack: StackState | undefined): string {
  const index = stack?.frames.findIndex(({ id }) => id === frame.id) ?? -1;
  return [threadId, stack === undefined || index < 0 ? '' : stack.total - index, frame.name].join(' ');
}
