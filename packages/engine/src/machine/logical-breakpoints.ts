// The logical breakpoints of one program: what was asked for, what came of it, and what changes when modules load.

import type { BreakpointSpec, Resolution } from '../breakpoint.js';
import type { BreakpointId } from '../ids.js';
import type { NameScope } from '../names.js';
import type { ArmedBreakpoint, AskedText } from './armed-breakpoint.js';
import type { Resolver } from './resolver.js';

interface Known {
  readonly spec: BreakpointSpec;
  readonly resolution: Resolution;
}

/** Arms and disarms near the machine; answers with the reasons of those that could not be. */
export type Arm = (
  set: readonly ArmedBreakpoint[],
  remove: readonly BreakpointId[],
) => Promise<readonly { readonly id: BreakpointId; readonly why: string }[]>;

export class LogicalBreakpoints {
  readonly #known = new Map<BreakpointId, Known>();

  constructor(
    private readonly resolver: Resolver,
    private readonly arm: Arm,
    /** What the condition of a data breakpoint may name. */
    private readonly namesOf: (spec: BreakpointSpec) => Promise<NameScope | undefined>,
  ) {}

  get(id: BreakpointId): BreakpointSpec | undefined {
    return this.#known.get(id)?.spec;
  }

  /** It is gone without anyone having asked. */
  forget(id: BreakpointId): void {
    this.#known.delete(id);
  }

  async change(
    set: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    for (const id of remove) this.#known.delete(id);
    return this.#set(set, remove);
  }

  /** Code was loaded: answers with the breakpoints whose resolution is another one now. */
  async rebind(): Promise<readonly Resolution[]> {
    const open = [...this.#known.values()].filter(
      k => k.spec.where.kind === 'source' || k.spec.where.kind === 'function',
    );
    const before = new Map(open.map(k => [k.spec.id, JSON.stringify(k.resolution, bigintText)]));
    const now = await this.#set(
      open.map(k => k.spec),
      [],
    );
    return now.filter(r => JSON.stringify(r, bigintText) !== before.get(r.id));
  }

  async #set(
    specs: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    const armed: ArmedBreakpoint[] = [];
    const disarmed = [...remove];
    const resolutions: Resolution[] = [];
    for (const spec of specs) {
      const before = this.#known.get(spec.id)?.spec;
      const same =
        before !== undefined && JSON.stringify(before, bigintText) === JSON.stringify(spec, bigintText);
      const resolved = this.resolver.resolve(spec, same, await this.namesOf(spec));
      resolutions.push(resolved.resolution);
      if (resolved.armed === undefined) disarmed.push(spec.id);
      else armed.push(resolved.armed);
    }
    const refused = await this.arm(armed, disarmed);
    const final = resolutions.map((resolution): Resolution => {
      const refusal = refused.find(r => r.id === resolution.id);
      return refusal === undefined
        ? resolution
        : { id: resolution.id, state: 'failed', sites: [], message: refusal.why };
    });
    final.forEach((resolution, nth) => this.#known.set(resolution.id, { spec: specs[nth]!, resolution }));
    return final;
  }
}

const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value;

/** The breakpoint with one of its texts, for a host that is asked about that one. */
export function onlyText(spec: BreakpointSpec, about: AskedText): BreakpointSpec {
  const { condition, logMessage, ...rest } = spec;
  if (about === 'log') return logMessage === undefined ? rest : { ...rest, logMessage };
  return condition === undefined ? rest : { ...rest, condition };
}

/** What becomes of breakpoints in a program that nobody debugs. */
export const notDebugged = (set: readonly BreakpointSpec[]): readonly Resolution[] =>
  set.map(({ id }) => ({
    id,
    state: 'failed',
    sites: [],
    message: 'the program runs without debugging',
  }));
