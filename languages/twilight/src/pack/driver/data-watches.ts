// Data breakpoints on locals and memory of a contract: watched by the node, over the transactions that they outlive.

import { Failure, type BreakpointId, type TypeTable } from '@sonde/engine';
import { parseFrameId } from '@sonde/engine/machine';
import type { RemoteTouch, RemoteWatch } from '@sonde/engine-remote';
import { checkWatched, touchOf } from '@sonde/engine-wasm';
import type { DebuggedContract } from './contract.js';
import type { StoppedParams } from './messages.js';
import { nodeFrame } from './standing.js';

type Ask = <Answer>(method: string, params: object) => Promise<Answer>;

interface Known {
  readonly watch: RemoteWatch;
  /** As the node calls it; of the transaction that runs. */
  id: string;
}

export class DataWatches {
  readonly #all = new Map<BreakpointId, Known>();

  constructor(
    private readonly contract: DebuggedContract,
    private readonly types: TypeTable,
  ) {}

  /** Whether it is about a local, or about memory of the contract itself. */
  static isOne({ place }: RemoteWatch): boolean {
    return place.kind === 'slot' || (place.kind === 'memory' && place.address.space === '');
  }

  /** Throws a Failure for what cannot be watched. */
  async add(watch: RemoteWatch, ask: Ask): Promise<void> {
    checkWatched(watch);
    this.#all.set(watch.id, { watch, id: await this.#ask(watch, ask) });
  }

  /** False where there is none. */
  async remove(id: BreakpointId, ask: Ask): Promise<boolean> {
    const known = this.#all.get(id);
    this.#all.delete(id);
    if (known === undefined) return false;
    await ask('unwatch', { id: known.id });
    return true;
  }

  /** Another transaction begins: memory is watched on. */
  async begin(ask: Ask): Promise<void> {
    for (const known of this.#all.values()) known.id = await this.#ask(known.watch, ask);
  }

  /** The node has dropped these; without a list all locals, because the transaction is over. Answers with who they were. */
  ended(ids?: readonly string[]): readonly BreakpointId[] {
    const gone = [...this.#all.values()].filter(({ id, watch }) =>
      ids === undefined ? watch.place.kind === 'slot' : ids.includes(id),
    );
    for (const { watch } of gone) this.#all.delete(watch.id);
    return gone.map(({ watch }) => watch.id);
  }

  /** The one that the node calls so. */
  named(id: string): RemoteWatch | undefined {
    return [...this.#all.values()].find(each => each.id === id)?.watch;
  }

  touched({ data = [] }: StoppedParams): readonly RemoteTouch[] {
    const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
    return [...this.#all.values()].flatMap(({ id, watch }) => {
      const change = data.find(each => each.id === id);
      return change === undefined
        ? []
        : [touchOf(watch, bytes(change.before), bytes(change.after), this.types)];
    });
  }

  async #ask({ place, size }: RemoteWatch, ask: Ask): Promise<string> {
    if (place.kind === 'memory')
      return (await ask<{ id: string }>('watchMemory', { offset: Number(place.address.offset), count: size }))
        .id;
    const location = place.kind === 'slot' ? this.contract.symbols.slots[place.slot]?.location : undefined;
    if (place.kind !== 'slot' || location?.k !== 'local')
      throw new Failure('not-supported', 'user', 'this is nowhere that could be watched.');
    const frameId = nodeFrame(parseFrameId(place.frame).serial);
    return (await ask<{ id: string }>('watchLocal', { frameId, index: location.index })).id;
  }
}
