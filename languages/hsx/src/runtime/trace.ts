// The last instructions of a task: rings of typed arrays, written by the interpreter.
//
// What an instruction changed is seen when the next one begins: the register it names first, and SP. That is two looks per
// instruction in the place of seventeen. Instructions of a service also write R1 to R4; only R0 is shown of them.

export interface TraceEntry {
  readonly pc: number;
  /** What it changed, as it was afterwards. */
  readonly changed: readonly { readonly name: string; readonly value: number }[];
}

export interface TraceData {
  readonly pcs: Int32Array;
  /** The number of the register that the instruction names first. */
  readonly named: Uint8Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly spBefore: Int32Array;
  readonly spAfter: Int32Array;
  next: number;
  count: number;
}

export const newTraceData = (size: number): TraceData => ({
  pcs: new Int32Array(size),
  named: new Uint8Array(size),
  before: new Int32Array(size),
  after: new Int32Array(size),
  spBefore: new Int32Array(size),
  spAfter: new Int32Array(size),
  next: 0,
  count: 0,
});

export class Trace {
  /** Where the latest instruction is, until it is complete. */
  #open = -1;

  constructor(readonly data: TraceData) {}

  /** An instruction begins. */
  record(pc: number, word: number, registers: Int32Array, sp: number): void {
    const { data } = this;
    const at = data.next;
    this.complete(registers, sp);
    const named = (word >> 20) & 15;
    data.pcs[at] = pc;
    data.named[at] = named;
    data.before[at] = registers[named]!;
    data.spBefore[at] = sp;
    data.next = at + 1 === data.pcs.length ? 0 : at + 1;
    this.#open = at;
  }

  /** The latest one has ended. */
  complete(registers: Int32Array, sp: number): void {
    const { data } = this;
    const at = this.#open;
    if (at < 0) return;
    data.after[at] = registers[data.named[at]!]!;
    data.spAfter[at] = sp;
    if (data.count < data.pcs.length) data.count++;
    this.#open = -1;
  }

  /** The latest one is to be tried again. */
  undo(): void {
    if (this.#open < 0) return;
    this.data.next = this.#open;
    // The oldest entry was overwritten.
    if (this.data.count === this.data.pcs.length) this.data.count--;
    this.#open = -1;
  }

  /** Latest first. */
  entries(): TraceEntry[] {
    const { data } = this;
    const size = data.pcs.length;
    return Array.from({ length: data.count }, (_, nth) => {
      const at = (data.next - 1 - nth + size) % size;
      const changed = [];
      if (data.before[at] !== data.after[at])
        changed.push({ name: `R${data.named[at]!}`, value: data.after[at]! >>> 0 });
      if (data.spBefore[at] !== data.spAfter[at]) {
        changed.push({ name: 'SP', value: data.spAfter[at]! });
        if (data.named[at] !== 15) changed.push({ name: 'R15', value: data.spAfter[at]! });
      }
      return { pc: data.pcs[at]!, changed };
    });
  }
}
