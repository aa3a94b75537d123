// Where a line can stop: compilers give lines to addresses that no instruction begins at, or that are run less often than meant.

import { lastAtOrBefore } from '@sonde/engine';
import { instructionsOf, type FunctionBody, type WasmModule } from '@sonde/wasm';

export class CodePlaces {
  /** Of each function that was asked about: its instructions, and where each of them leads. */
  readonly #known = new Map<
    number,
    { readonly starts: readonly number[]; readonly real: readonly number[] }
  >();

  constructor(private readonly module: WasmModule) {}

  bodyAt(offset: number): FunctionBody | undefined {
    const { functions } = this.module;
    const found = functions[lastAtOrBefore(functions, offset, each => each.start)];
    return found !== undefined && offset < found.end ? found : undefined;
  }

  /**
   * The instruction that does the work of the one at the offset; undefined outside of all functions, and between two
   * instructions. The declarations of locals lead to the first instruction. `loop` is run once and its body again and again,
   * which is what the compiler means by its address; jumps out of a block arrive behind its `end`.
   */
  instruction(offset: number): number | undefined {
    const body = this.bodyAt(offset);
    if (body === undefined) return undefined;
    const { starts, real } = this.#placesOf(body);
    const wanted = Math.max(offset, body.code);
    const nth = lastAtOrBefore(starts, wanted, each => each);
    return starts[nth] === wanted ? real[nth] : undefined;
  }

  #placesOf(body: FunctionBody) {
    let known = this.#known.get(body.index);
    if (known === undefined) {
      const all = instructionsOf(this.module, body);
      const real = all.map(({ offset }) => offset);
      for (let nth = all.length - 2; nth >= 0; nth--)
        if (structure.has(all[nth]!.name)) real[nth] = real[nth + 1]!;
      known = { starts: all.map(({ offset }) => offset), real };
      this.#known.set(body.index, known);
    }
    return known;
  }
}

const structure: ReadonlySet<string> = new Set(['block', 'loop', 'end', 'nop']);
