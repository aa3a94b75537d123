// Instructions around a place, as one stretch that grows at both ends when somebody scrolls there.
import type { DisassembledInstruction, Source } from '@sonde/dap';
import { Store } from '../store.js';

export type Disassemble = (
  reference: string,
  instructionOffset: number,
  count: number,
) => Promise<readonly DisassembledInstruction[]>;

export interface ShownInstruction {
  /** As the protocol writes it; what breakpoints are set on. */
  readonly address: string;
  readonly text: string;
  readonly bytes?: string;
  readonly symbol?: string;
  readonly source?: Source;
  readonly line?: number;
}

const more = 80;
/** Fewer when more give nothing: an adapter may not find its way over a gap between two pieces of code. */
const reaches = [80, 16, 4] as const;

export class InstructionList {
  /** Counts up whenever instructions came. */
  readonly version = new Store(0);
  #list: readonly ShownInstruction[] = [];
  #index = new Map<string, number>();
  #ends = { before: true, after: true };
  #busy = false;
  #generation = 0;

  constructor(private readonly disassemble: Disassemble) {}

  get list(): readonly ShownInstruction[] {
    return this.#list;
  }

  /** Whether there may be more at an end. */
  get hasMore(): { readonly before: boolean; readonly after: boolean } {
    return { before: !this.#ends.before, after: !this.#ends.after };
  }

  indexOf(reference: string): number {
    return this.#index.get(normal(reference)) ?? -1;
  }

  /**
   * Shows this place: nothing is read when it is there already. The old stays until the new is there.
   * False when there is no code; what was overtaken by another place answers for that one.
   */
  async show(reference: string): Promise<boolean> {
    const at = this.indexOf(reference);
    const generation = ++this.#generation;
    this.#busy = false;
    if (at >= 0) return true;
    const [before, rows] = await Promise.all([
      this.#readBefore(reference),
      this.disassemble(reference, 0, more),
    ]);
    if (generation !== this.#generation) return true;
    this.#ends = { before: before.length === 0, after: isInvalid(rows.at(-1)) };
    this.#put([...before, ...real(rows)]);
    return this.#list.length > 0;
  }

  /** Reads on before the first; true when something came. */
  async before(): Promise<boolean> {
    const [first] = this.#list;
    if (first === undefined || this.#ends.before) return false;
    return this.#extend(async () => {
      const found = await this.#readBefore(first.address);
      return () => {
        this.#ends = { ...this.#ends, before: found.length === 0 };
        this.#put([...found.filter(({ address }) => this.indexOf(address) < 0), ...this.#list]);
      };
    });
  }

  async after(): Promise<boolean> {
    const last = this.#list.at(-1);
    if (last === undefined || this.#ends.after) return false;
    return this.#extend(async () => {
      const rows = await this.disassemble(last.address, 1, more);
      return () => {
        const found = real(rows).filter(({ address }) => this.indexOf(address) < 0);
        this.#ends = { ...this.#ends, after: isInvalid(rows.at(-1)) || found.length === 0 };
        this.#put([...this.#list, ...found]);
      };
    });
  }

  /** Code may have changed, or there is another program. */
  forget(): void {
    this.#generation++;
    this.#busy = false;
    this.#ends = { before: true, after: true };
    this.#put([]);
  }

  async #readBefore(reference: string): Promise<readonly ShownInstruction[]> {
    for (const reach of reaches) {
      const found = real(await this.disassemble(reference, -reach, reach));
      if (found.length > 0) return found;
    }
    return [];
  }

  async #extend(read: () => Promise<() => void>): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    const generation = this.#generation;
    try {
      const put = await read();
      if (generation !== this.#generation) return false;
      put();
      return true;
    } finally {
      if (generation === this.#generation) this.#busy = false;
    }
  }

  #put(list: readonly ShownInstruction[]): void {
    this.#list = list;
    this.#index = new Map(list.map(({ address }, index) => [normal(address), index]));
    this.version.update(count => count + 1);
  }
}

/** `0x0010` and `0x10` are the same place. */
function normal(reference: string): string {
  const number = /^0[xX]0*([0-9a-fA-F]+)$/.exec(reference)?.[1];
  return number === undefined ? reference : `0x${number.toLowerCase()}`;
}

const isInvalid = (row: DisassembledInstruction | undefined): boolean =>
  row === undefined || row.presentationHint === 'invalid';

/** Without those that only fill up; a location that is left out is that of the one before. */
function real(rows: readonly DisassembledInstruction[]): readonly ShownInstruction[] {
  const found: ShownInstruction[] = [];
  let source: Source | undefined;
  for (const row of rows) {
    if (isInvalid(row)) continue;
    source = row.location ?? (row.line === undefined ? undefined : source);
    found.push({
      address: row.address,
      text: row.instruction,
      ...(row.instructionBytes === undefined ? {} : { bytes: row.instructionBytes }),
      ...(row.symbol === undefined ? {} : { symbol: row.symbol }),
      ...(source === undefined ? {} : { source }),
      ...(row.line === undefined ? {} : { line: row.line }),
    });
  }
  return found;
}
