// All breakpoints of the program: the table counts them, the watches know those on data.

import type { BreakpointId } from '@sonde/engine';
import { problemWith, type ArmedBreakpoint, type BreakpointTable } from '@sonde/engine/machine';
import type { ActivationAccess } from './programs.js';
import type { Watches } from './watches.js';

export class ArmedBreakpoints {
  constructor(
    private readonly table: BreakpointTable<ActivationAccess>,
    private readonly watches: Watches,
  ) {}

  /** Answers with those that could not be set. */
  change(
    set: readonly ArmedBreakpoint[],
    remove: readonly BreakpointId[],
  ): readonly { readonly id: BreakpointId; readonly why: string }[] {
    for (const id of remove) this.remove(id);
    const refused: { id: BreakpointId; why: string }[] = [];
    for (const spec of set) {
      try {
        this.watches.remove(spec.id);
        const candidate = this.table.set(spec);
        if (candidate !== undefined && spec.where.kind === 'data') this.watches.add(candidate, spec.where);
      } catch (error) {
        this.table.remove(spec.id);
        refused.push({ id: spec.id, why: problemWith(error) });
      }
    }
    return refused;
  }

  remove(id: BreakpointId): void {
    this.watches.remove(id);
    this.table.remove(id);
  }

  /** Removes the temporary ones among these, which hit, and names them. */
  takeSpent(hits: readonly BreakpointId[]): readonly BreakpointId[] {
    const spent = hits.filter(id => this.table.isTemporary(id));
    for (const id of spent) this.remove(id);
    return spent;
  }

  /** Removes the watches on variables of calls that have returned, and names them. */
  takeEnded(): readonly BreakpointId[] {
    const ended = this.watches.takeEnded();
    for (const id of ended) this.table.remove(id);
    return ended;
  }
}
