// All breakpoints of a far program: what was asked for, what is armed there, and what is judged here.

import type { BreakpointId, BreakpointSpec, Place, Resolution } from '@sonde/engine';
import {
  ArmedAddresses,
  BreakpointTable,
  LogicalBreakpoints,
  problemWith,
  type ArmedBreakpoint,
  type Resolver,
} from '@sonde/engine/machine';
import { ArmedSet, type SoleAt } from './armed-set.js';
import type { RemoteMachine } from './remote-machine.js';
import { Watches } from './watches.js';

export class RemoteBreakpoints {
  readonly armed: ArmedSet;
  readonly addresses: ArmedAddresses;
  /** Nothing is evaluated near the machine: the table has no programs. */
  readonly table: BreakpointTable<undefined>;
  readonly watches: Watches;
  readonly #logical: LogicalBreakpoints;
  /** The filters for exceptions that the machine was told of. */
  #filters: string | undefined;

  constructor(
    private readonly machine: RemoteMachine,
    resolver: Resolver,
    places: readonly Place['kind'][],
    /** Whether what changes must be sent at once, because the machine runs. */
    private readonly isRunning: () => boolean,
  ) {
    this.armed = new ArmedSet(machine, address => this.#soleAt(address));
    this.addresses = new ArmedAddresses(this.armed);
    this.table = new BreakpointTable(this.addresses, () => ({}));
    this.watches = new Watches(machine, this.table, places);
    this.#logical = new LogicalBreakpoints(
      resolver,
      (set, remove) => this.#arm(set, remove),
      async () => undefined,
    );
  }

  /** Where nothing else wants the address, one breakpoint says whether anybody has to hear of it. */
  #soleAt(address: number): SoleAt | undefined {
    const [only, another] = this.table.at(address);
    if (only === undefined || another !== undefined || this.addresses.count(address) > 1) return undefined;
    const { spec, hits, passed, counter } = only.breakpoint;
    const { id, where, hitCondition } = spec;
    const { condition, logMessage } = this.#logical.get(id) ?? {};
    if (condition === undefined && hitCondition === undefined && logMessage === undefined) return undefined;
    const site = where.kind === 'code' ? where.sites.find(each => each.address === address) : undefined;
    const texts = site?.near ?? {};
    // Hits are counted behind a condition: where the session decides that, it counts too.
    const counts = hitCondition !== undefined && (condition === undefined || texts.condition !== undefined);
    const isJudged = this.machine.judges !== undefined && (counts || site?.near !== undefined);
    // A message that only the session can write needs a stop at every hit that counts.
    return {
      ...(condition === undefined ? {} : { condition }),
      ...(logMessage === undefined ? {} : { logMessage }),
      ...(isJudged
        ? {
            sole: {
              id,
              texts,
              ...(counts ? { hits: { wanted: hitCondition, counter, counted: hits - passed } } : {}),
            },
          }
        : {}),
    };
  }

  /** Before the machine runs: what it is to halt at. */
  async flush(): Promise<void> {
    const filters = this.table.exceptionFilters;
    const telling = [...filters].sort().join();
    if (telling !== this.#filters) {
      this.#filters = telling;
      await this.machine.filterThrown?.(filters);
    }
    await this.armed.flush();
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
    await this.drop(hits.filter(each => this.table.isTemporary(each)));
  }

  /** They are gone without anyone having asked. */
  async drop(ids: readonly BreakpointId[]): Promise<void> {
    for (const id of ids) {
      this.#logical.forget(id);
      this.table.remove(id);
      await this.watches.remove(id);
    }
  }

  /** The far side may have forgotten them; answers with those that cannot be armed any more. */
  async rearm(): Promise<readonly Resolution[]> {
    this.armed.doubt();
    this.#filters = undefined;
    const lost = await this.watches.rearm();
    await this.flush();
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
    if (this.isRunning()) await this.flush();
    return refused;
  }
}
