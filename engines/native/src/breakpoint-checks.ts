// Conditions of breakpoints, compiled for the bridge wherever the language can say them as checks.
//
// LLDB has the text until a check takes its place, so nothing is lost where one cannot be made or comes late.

import {
  asFailure,
  nameScope,
  typeId,
  type BreakpointHost,
  type BreakpointId,
  type BreakpointSpec,
  type NameScope,
  type Resolution,
  type TypeTable,
  type VisibleName,
} from '@sonde/engine';
import { checkOf, type Check } from './check-program.js';
import { resolutionFrom } from './wire-stops.js';
import { fields, integer, list, oneOf, text, type Fields } from './wire.js';

/** The checks of one breakpoint, as the bridge takes them. */
export interface CompiledChecks {
  readonly id: BreakpointId;
  readonly sites: readonly { readonly address: string; readonly check: Check }[];
}

export class BreakpointChecks {
  readonly #conditions = new Map<BreakpointId, string>();

  constructor(
    private readonly host: BreakpointHost,
    private readonly types: TypeTable,
  ) {}

  /** Remembers what was asked for; what LLDB makes of it may come at any time. */
  change(set: readonly BreakpointSpec[], removed: readonly BreakpointId[]): void {
    for (const id of removed) this.#conditions.delete(id);
    for (const { id, condition, where } of set) {
      const checked = where.kind !== 'data' && where.kind !== 'exception';
      if (condition !== undefined && checked) this.#conditions.set(id, condition);
      else this.#conditions.delete(id);
    }
  }

  /** What the bridge made of breakpoints, with how their conditions are evaluated; and the checks to be sent to it. */
  resolved(wires: readonly unknown[]): {
    readonly resolutions: readonly Resolution[];
    readonly checks: readonly CompiledChecks[];
  } {
    const checks: CompiledChecks[] = [];
    const resolutions = wires.map(wire => {
      const resolution = resolutionFrom(wire);
      const condition = this.#conditions.get(resolution.id);
      if (condition === undefined || resolution.sites.length === 0) return resolution;
      try {
        checks.push(this.#compiled(resolution.id, condition, fields(wire)));
        return resolution;
      } catch (error) {
        const reason = asFailure(error).text;
        return {
          ...resolution,
          message: `the program halts each time to have LLDB check the condition: ${reason}`,
        };
      }
    });
    return { resolutions, checks };
  }

  #compiled(id: BreakpointId, condition: string, wire: Fields): CompiledChecks {
    const sites = list(wire['sites'], site => {
      const { program } = this.host.compileCondition(condition, namesFrom(fields(site)['names']));
      return { address: text(fields(site)['address']), check: checkOf(program, this.types) };
    });
    return { id, sites };
  }
}

const namesFrom = (value: unknown): NameScope => nameScope(list(value, visibleNameFrom));

export function visibleNameFrom(value: unknown): VisibleName {
  const from = fields(value);
  const name = text(from['name']);
  return {
    name,
    type: typeId(integer(from['type'])),
    place: { kind: 'named', name },
    kind: oneOf(from['kind'], ['parameter', 'local', 'global'] as const),
  };
}
