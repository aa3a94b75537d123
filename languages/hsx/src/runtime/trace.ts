// The last instructions of a task: a ring in one typed array, written by the interpreter.
//
// What an instruction changed is seen when the next one begins: the register it names first, and SP. That is two looks per
// instruction in the place of seventeen. Services also write R1 to R4; only R0 is shown of them.

export interface TraceEntry {
  readonly pc: number;
  /** What it changed, as it was afterwards. */
  readonly changed: readonly { readonly name: string; readonly value: number }[];
}

/** Words of an entry: pc, the register it names before and after, SP before. */
export const entryWords = 4;

export interface TraceData {
  /** How many entries are shown. */
  readonly size: number;
  readonly ring: Int32Array;
  /** Numbers of the registers that the entries name. */
  readonly named: Uint8Array;
  /** Where the latest entry is. */
  position: number;
  /** Instructions that were retired since the start. */
  count: number;
  /** SP after the latest of them. */
  sp: number;
}

export function newTraceData(size: number): TraceData {
  // A power of two, so that the interpreter goes round by masking; one more than is shown, for the one that runs.
  const entries = 2 ** Math.ceil(Math.log2(size + 1));
  return {
    size,
    ring: new Int32Array(entries * entryWords),
    named: new Uint8Array(entries),
    position: 0,
    count: 0,
    sp: 0,
  };
}

export class Trace {
  constructor(readonly data: TraceData) {}

  /** The latest instruction has been retired, and `more` others before it since the last time. */
  complete(registers: Int32Array, sp: number, more = 0): void {
    const { data } = this;
    data.ring[data.position + 2] = registers[data.named[data.position / entryWords]!]!;
    data.count += more + 1;
    data.sp = sp;
  }

  /** The latest one is to be tried again; `more` others were retired before it. */
  undo(sp: number, more = 0): void {
    const { data } = this;
    data.position = (data.position - entryWords) & (data.ring.length - 1);
    data.count += more;
    data.sp = sp;
  }

  get length(): number {
    return Math.min(this.data.count, this.data.size);
  }

  /** Latest first. */
  entries(): TraceEntry[] {
    const { ring, named, position, sp } = this.data;
    let spAfter = sp;
    return Array.from({ length: this.length }, (_, nth) => {
      const at = (position - nth * entryWords) & (ring.length - 1);
      const [pc, before, after, spBefore] = ring.subarray(at, at + entryWords);
      const number = named[at / entryWords]!;
      const changed = [];
      if (before !== after) changed.push({ name: `R${number}`, value: after! >>> 0 });
      if (spBefore !== spAfter) {
        changed.push({ name: 'SP', value: spAfter });
        if (number !== 15) changed.push({ name: 'R15', value: spAfter });
      }
      spAfter = spBefore!;
      return { pc: pc!, changed };
    });
  }
}
