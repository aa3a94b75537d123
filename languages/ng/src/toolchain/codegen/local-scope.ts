// The locals of one function while its code is written: which slot a name means now, and where each can be read.

import type { Node } from '../ast.js';

/** Where a local may be read, in offsets of the function's code. */
export interface LiveRange {
  readonly name: string;
  readonly slot: number;
  /** The node that declares it, by which the checker knows its type. */
  readonly declaredBy: Node | undefined;
  /** The type as the source or a simple guess has it. */
  readonly valueType: string | undefined;
  readonly parameter: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Local {
  readonly name: string;
  readonly slot: number;
  readonly valueType?: string;
  /** It holds a `ref<Trait>`: the name of the trait. */
  readonly trait?: string;
  readonly declaredBy?: Node;
}

export type LocalDetails = Pick<Local, 'valueType' | 'trait' | 'declaredBy'>;

interface OpenRange {
  readonly local: Local;
  /** Which of all it is, in the order of the text. */
  readonly nth: number;
  readonly parameter: boolean;
  readonly from: number;
}

export interface ScopeMark {
  readonly undo: number;
  readonly counted: number;
  readonly open: number;
  readonly next: number;
}

/** The live range of parameters ends with the function. */
export class LocalScope {
  readonly #byName = new Map<string, Local>();
  readonly #undo: { readonly name: string; readonly previous: Local | undefined }[] = [];
  /** The names that the original counts: it forgets those of a loop or a case only at the end of the block around. */
  readonly #counted: string[] = [];
  readonly #open: OpenRange[] = [];
  readonly #ranges: { readonly nth: number; readonly range: LiveRange }[] = [];
  #next = 0;
  #born = 0;

  /**
   * `shareSlots`: the original takes the number of names for the next slot, so that a name that hides another gets a
   * slot which a later one gets too.
   */
  constructor(readonly shareSlots: boolean) {}

  lookup(name: string): Local | undefined {
    return this.#byName.get(name);
  }

  /** How many locals the original says that a function has. */
  get count(): number {
    return this.#counted.length;
  }

  define(name: string, details: LocalDetails = {}): Local {
    const slot = this.shareSlots ? this.#counted.length : this.#next;
    const local: Local = { name, slot, ...details };
    this.#next = Math.max(this.#next, slot + 1);
    this.#undo.push({ name, previous: this.#byName.get(name) });
    this.#byName.set(name, local);
    if (!this.#counted.includes(name)) this.#counted.push(name);
    return local;
  }

  parameter(name: string, details: LocalDetails = {}): Local {
    const local = this.define(name, details);
    this.#open.push({ local, nth: this.#born++, parameter: true, from: 0 });
    return local;
  }

  /** Its value is there from this offset on. */
  born(local: Local, offset: number): void {
    this.#open.push({ local, nth: this.#born++, parameter: false, from: offset });
  }

  mark(): ScopeMark {
    return {
      undo: this.#undo.length,
      counted: this.#counted.length,
      open: this.#open.length,
      next: this.#next,
    };
  }

  /** The end of a block: its names are gone, and their slots are free. */
  leaveBlock(mark: ScopeMark, offset: number): void {
    this.#close(mark.open, offset);
    this.#forget(mark.undo);
    this.#counted.length = mark.counted;
    this.#next = mark.next;
  }

  /** The end of a loop or a case: its names are gone, but the original frees their slots only with the block around. */
  leaveBindings(mark: ScopeMark, offset: number): void {
    this.#close(mark.open, offset);
    if (!this.shareSlots) this.#forget(mark.undo);
  }

  /** All ranges, with those that are still open ended here. In the order of the text, so that later ones hide earlier ones. */
  finish(offset: number): readonly LiveRange[] {
    this.#close(0, offset);
    return this.#ranges.toSorted((a, b) => a.nth - b.nth).map(({ range }) => range);
  }

  #forget(undo: number): void {
    while (this.#undo.length > undo) {
      const { name, previous } = this.#undo.pop()!;
      if (previous === undefined) this.#byName.delete(name);
      else this.#byName.set(name, previous);
    }
  }

  #close(open: number, offset: number): void {
    for (const { local, nth, parameter, from } of this.#open.splice(open)) {
      if (from >= offset && !parameter) continue;
      const { name, slot, declaredBy, valueType } = local;
      this.#ranges.push({ nth, range: { name, slot, declaredBy, valueType, parameter, from, to: offset } });
    }
  }
}
