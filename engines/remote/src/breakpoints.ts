// All breakpoints of a far program: what was asked for, what is armed there, and what is judged here.

import type { BreakpointId, BreakpointSpec, Resolution } from '@sonde/engine';
import {
  ArmedAddresses,
  BreakpointTable,
  LogicalBreakpoints,
  problemWith,
  type ArmedBreakpoint,
  type Resolver,
} from '@sonde/engine/machine';
import { ArmedSet, type SoleCondition } from './armed-set.js';
import type { RemoteMachine } from './remote-machine.js';
import { Watches } from './watches.js';

export class RemoteBreakpoints {
  readonly armed: ArmedSet;
  readonly addresses: ArmedAddresses;
  /** Nothing is evaluated near the machine: the table has no programs. */
  readonly table: BreakpointTable<undefined>;
  readonly watches: Watches;
  readonly #logical: LogicalBreakpoints;

  constructor(
    machine: RemoteMachine,
    resolver: Resolver,
    /** Whether what changes must be sent at once, because the machine runs. */
    private readonly isRunning: () => boolean,
  ) {
    this.armed = new ArmedSet(machine, address => this.#conditionAt(address));
    this.addresses = new ArmedAddresses(this.armed);
    this.table = new BreakpointTable(this.addresses, () => ({}));
    this.watches = new Watches(machine, this.table);
    this.#logical = new LogicalBreakpoints(
      resolver,
      (set, remove) => this.#arm(set, remove),
      async () => undefined,
    );
  }

  /** Where nothing else wants the address, one breakpoint's condition says whether anybody has to hear of it. */
  #conditionAt(address: number): SoleCondition | undefined {
    const [only, another] = this.table.at(address);
    if (only === undefined || another !== undefined || this.addresses.count(address) > 1) return undefined;
    const { id, where } = only.breakpoint.spec;
    const text = this.#logical.get(id)?.condition;
    if (text === undefined) return undefined;
    const site = where.kind === 'code' ? where.sites.find(each => each.address === address) : undefined;
    return { text, ...(site?.filter === undefined ? {} : { filter: site.filter }) };
  }

  get(id: BreakpointId): BreakpointSpec | undefined {
    return this.#logical.get(id);
  }

  change(set: readonly BreakpointSpec[], remove: readonly BreakpointId[]): Promise<readonly Resolution[]> {
    return this.#logical.change(set, remove);
  }

  /** Code was loaded: answers with the breakpoints whose resolution is another one now. */
  rebind(): Promise<readonly Resolution[]> {
    return this.#logical.rebind();
  }

  /** Temporary ones among those that hit are gone. */
  async spend(hits: readonly BreakpointId[]): Promise<void> {
    for (const id of hits.filter(each => this.table.isTemporary(each))) {
      this.#logical.forget(id);
      this.table.remove(id);
      await this.watches.remove(id);
    }
  }

  /** The far side may have forgotten them; answers with those that cannot be armed any more. */
  async rearm(): Promise<readonly Resolution[]> {
    this.armed.doubt();
    const lost = await this.watches.rearm();
    await this.armed.flush();
    for (const { id } of lost) this.#logical.forget(id);
    return lost.map(({ id, why: message }) => ({ id, state: 'unresolved', sites: [], message }));
  }

  /** Answers with the reasons of those that could not be set. */
  async #arm(
    set: readonly ArmedBreakpoint[],
    remove: readonly BreakpointId[],
  ): Promise<readonly { readonly id: BreakpointId; readonly why: string }[]> {
    const refused: { id: BreakpointId; why: string }[] = [];
    for (const id of remove) {
      this.table.remove(id);
      await this.watches.remove(id);
    }
    for (const spec of set) {
      try {
        await this.watches.remove(spec.id);
        const candidate = this.table.set(spec);
        if (candidate !== undefined && spec.where.kind === 'data')
          await this.watches.add(candidate, spec.where);
      } catch (error) {
        this.table.remove(spec.id);
        refused.push({ id: spec.id, why: problemWith(error) });
      }
    }
    if (this.isRunning()) await this.armed.flush();
    return refused;
  }
}
