// The contract under the debugger: its module, what its `.meta` says, and symbols made of both.

import { Failure, SymbolIndex } from '@sonde/engine';
import { ModuleView, readProgram } from '@sonde/engine-wasm';
import { readMeta, type DebugFailure, type Meta } from '../../toolchain/toolchain.js';
import { contractSymbols, type ContractSymbols, type InlineRange } from '../values/contract-symbols.js';

export class DebuggedContract {
  readonly view: ModuleView;
  readonly meta: Meta;
  readonly symbols: ContractSymbols;
  readonly index: SymbolIndex;
  readonly #globals: ReturnType<typeof readProgram>['globals'];

  /** Throws a Failure where code and description cannot be read or are not of each other. */
  constructor(
    readonly code: Uint8Array,
    meta: string | null,
    folder: string | undefined,
  ) {
    if (meta === null)
      throw new Failure(
        'not-found',
        'user',
        'the contract was deployed without its .meta, so nothing is known of its source.',
        'Deploy it with the .meta beside it; twilightc build writes both.',
      );
    const read = readMeta(meta, code);
    if (!read.ok) throw new Failure('bad-arguments', 'user', `the .meta of the contract ${read.message}.`);
    if (read.meta.debug_info === null)
      throw new Failure(
        'not-found',
        'user',
        `${read.meta.contract} was built without debug information.`,
        'Build it without --release.',
      );
    this.meta = read.meta;
    const module = readProgram({ module: code });
    this.view = new ModuleView(module);
    this.#globals = module.globals;
    const symbols = contractSymbols(this.meta, folder, code.length);
    this.symbols = { ...symbols, data: this.view.complete(symbols.data) };
    this.index = new SymbolIndex(this.symbols.data);
  }

  get name(): string {
    return this.meta.contract;
  }

  /** The first statement of what a transaction calls. */
  entryOf(name: string): number | undefined {
    const functions = Object.values(this.meta.debug_info?.variable_info.functions ?? {});
    const found = functions.find(each => each.name === name || each.display === name);
    if (found === undefined) return undefined;
    const first = this.symbols.data.lines.find(
      line => line.statement && line.address >= found.body[0] && line.address < found.body[1],
    );
    return first?.address ?? found.prologue_end;
  }

  /** What a global of the module is when a call begins; undefined for one that is no constant of 32 bits. */
  initialGlobal(index: number): number | undefined {
    const [first] = this.#globals[index]?.init ?? [];
    return first?.immediate.kind === 'i32' ? first.immediate.value >>> 0 : undefined;
  }

  /** By its index in the module. */
  functionNamed(index: number): string {
    const { functions, runtime } = this.meta.debug_info!.variable_info;
    const all = [...Object.values(functions), ...runtime];
    return all.find(each => each.wasm_index === index)?.name ?? `function ${index}`;
  }

  /** Whether the compiler's own code is there. */
  isHelper(address: number): boolean {
    const { runtime } = this.meta.debug_info!.variable_info;
    return runtime.some(({ body: [from, to] }) => address >= from && address < to);
  }

  instructionBefore(address: number): number {
    const [before] = this.view.listing(address, -1, 1);
    return before === undefined ? address - 1 : Number(before.address.offset);
  }

  /** Inlined code at an address, innermost first. */
  inlinedAt(address: number): readonly InlineRange[] {
    const around = this.symbols.inlined.filter(({ from, to }) => address >= from && address < to);
    const innermost = around.reduce<InlineRange | undefined>(
      (best, each) => (best === undefined || each.to - each.from <= best.to - best.from ? each : best),
      undefined,
    );
    const chain: InlineRange[] = [];
    for (let at = innermost; at !== undefined && at.depth > 0; at = at.outer) chain.push(at);
    return chain;
  }

  /** What fails at an address, innermost. */
  failureAt(address: number): DebugFailure | undefined {
    const all = Object.values(this.meta.debug_info?.variable_info.functions ?? {}).flatMap(
      each => each.failures,
    );
    return all
      .filter(({ range: [from, to] }) => address >= from && address <= to)
      .sort((one, other) => one.range[1] - one.range[0] - (other.range[1] - other.range[0]))[0];
  }
}
