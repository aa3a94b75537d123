// Data breakpoints of a far machine: armed there, counted and judged here.

import { Failure, type BreakpointId, type Place } from '@sonde/engine';
import type { ArmedBreakpoint, BreakpointTable } from '@sonde/engine/machine';
import type { FarCandidate, PilotParts } from './pilot.js';
import type { RemoteMachine } from './remote-machine.js';

interface Known {
  readonly candidate: FarCandidate;
  readonly where: ArmedBreakpoint['where'] & { readonly kind: 'data' };
}

export class Watches {
  readonly #known = new Map<BreakpointId, Known>();

  constructor(
    private readonly machine: RemoteMachine,
    private readonly table: BreakpointTable<undefined>,
    /** Kinds of places that can be watched. */
    private readonly places: readonly Place['kind'][],
  ) {}

  /** Throws a Failure with the reason when it cannot be armed. */
  async add(candidate: FarCandidate, where: Known['where']): Promise<void> {
    const { id } = candidate.breakpoint.spec;
    await this.#arm(id, where);
    this.#known.set(id, { candidate, where });
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  async remove(id: BreakpointId): Promise<void> {
    if (!this.#known.delete(id)) return;
    await this.machine.unwatch?.(id);
  }

  find: PilotParts['watched'] = id => {
    const known = this.#known.get(id);
    return known && { candidate: known.candidate, reason: { place: known.where.place } };
  };

  /** The far side may have forgotten them; answers with those that cannot be armed any more. */
  async rearm(): Promise<readonly { readonly id: BreakpointId; readonly why: string }[]> {
    const lost: { id: BreakpointId; why: string }[] = [];
    for (const [id, { where }] of this.#known) {
      try {
        await this.#arm(id, where);
      } catch (error) {
        this.#known.delete(id);
        this.table.remove(id);
        lost.push({ id, why: error instanceof Failure ? error.text : String(error) });
      }
    }
    return lost;
  }

  async #arm(id: BreakpointId, { place, size, access, onlyChanges }: Known['where']): Promise<void> {
    if (this.machine.watch === undefined || !this.places.includes(place.kind))
      throw new Failure('not-supported', 'user', 'this cannot be watched here.');
    await this.machine.watch({ id, place, size, access, onlyChanges });
  }
}
