// Conditions of breakpoints, compiled for the bridge wherever the language can say them as checks.
//
// LLDB has the text until a check takes its place, so nothing is lost where one cannot be made or comes late. Texts that
// are none of LLDB's languages it never sees: those are compiled, decided by the session at a silent stop, or told to be
// wrong.

import {
  asFailure,
  nameScope,
  typeId,
  type BreakpointHost,
  type BreakpointId,
  type BreakpointSpec,
  type CompiledExpression,
  type LogValue,
  type NameScope,
  type Resolution,
  type TypeId,
  type TypeTable,
  type VisibleName,
} from '@sonde/engine';
import { checkOf, numberCheckOf, shownCheckOf, type Check } from './check-program.js';
import { resolutionFrom } from './wire-stops.js';
import { fields, flag, integer, list, oneOf, text, type Fields } from './wire.js';

/** The checks of one breakpoint, as the bridge takes them. */
export interface CompiledChecks {
  readonly id: BreakpointId;
  /** It does more than looking, and is not to be set at all. */
  readonly refused?: boolean;
  readonly sites: readonly CompiledSite[];
}

export interface CompiledSite {
  /** LLDB's number of the place: code that comes again may be another at the same address. */
  readonly number: number;
  readonly check?: Check;
  /** The condition has no check: the session decides at a silent stop. */
  readonly asked?: true;
  /** What a log message is written from; without them the program halts for it. */
  readonly values?: readonly ValueCheck[];
  /** Why the condition cannot be evaluated here. */
  readonly problem?: string;
}

/** A value that is read at a hit: by itself, or so many bytes from its address; and the memory behind it. */
interface ValueCheck {
  readonly type: TypeId;
  readonly check: Check;
  readonly size?: number;
  readonly behind: readonly { readonly address: Check; readonly length?: Check }[];
}

/** What was compiled for a place, why its condition has no check, and why its log message has no meaning there. */
interface CompiledPlace {
  readonly site: CompiledSite;
  readonly asked?: string;
  readonly logProblem?: string;
}

export class BreakpointChecks {
  readonly #conditions = new Map<BreakpointId, string>();
  /** Those with a log message that the bridge reads the values of. */
  readonly #logs = new Map<BreakpointId, BreakpointSpec>();
  /** Those whose texts LLDB must not see. */
  readonly #compiledAll = new Map<BreakpointId, BreakpointSpec>();

  constructor(
    private readonly host: BreakpointHost,
    private readonly types: TypeTable,
  ) {}

  /** Remembers what was asked for; what LLDB makes of it may come at any time. */
  change(set: readonly BreakpointSpec[], removed: readonly BreakpointId[]): void {
    for (const id of removed) {
      this.#conditions.delete(id);
      this.#logs.delete(id);
      this.#compiledAll.delete(id);
    }
    for (const spec of set) {
      const { id, condition, where } = spec;
      if (this.compilesAll(spec)) this.#compiledAll.set(id, spec);
      else this.#compiledAll.delete(id);
      const checked = where.kind !== 'data' && where.kind !== 'exception';
      if (condition !== undefined && checked) this.#conditions.set(id, condition);
      else this.#conditions.delete(id);
      if (spec.logMessage !== undefined && checked) this.#logs.set(id, spec);
      else this.#logs.delete(id);
    }
  }

  /** Whether the texts of a breakpoint are for us alone. What stands at exceptions is no expression. */
  compilesAll(spec: BreakpointSpec): boolean {
    const { condition, logMessage, where } = spec;
    if (where.kind === 'data' || where.kind === 'exception') return false;
    return (condition !== undefined || logMessage !== undefined) && this.host.compilesAll?.(spec) === true;
  }

  /** What the bridge made of breakpoints, with how their conditions are evaluated; and the checks to be sent to it. */
  resolved(wires: readonly unknown[]): {
    readonly resolutions: readonly Resolution[];
    readonly checks: readonly CompiledChecks[];
  } {
    const checks: CompiledChecks[] = [];
    const resolutions = wires.map(wire => {
      const resolution = resolutionFrom(wire);
      const spec = this.#compiledAll.get(resolution.id);
      if (spec !== undefined) return this.#allCompiled(spec, resolution, fields(wire), checks);
      const logged = this.#loggedValues(resolution.id, fields(wire));
      if (logged !== undefined) checks.push(logged);
      const condition = this.#conditions.get(resolution.id);
      if (condition === undefined || resolution.sites.length === 0) return resolution;
      try {
        checks.push(this.#compiled(resolution.id, condition, fields(wire)));
        return resolution;
      } catch (error) {
        const calls = 'calls' in fields(wire) && flag(fields(wire)['calls']);
        const reason = calls ? 'it calls a function.' : asFailure(error).text;
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
      return { number: integer(fields(site)['number']), check: numberCheckOf(program, this.types) };
    });
    return { id, sites };
  }

  /** Undefined where a message needs more than looking at every place; then the program halts for it. */
  #loggedValues(id: BreakpointId, wire: Fields): CompiledChecks | undefined {
    const spec = this.#logs.get(id);
    if (spec === undefined) return undefined;
    const sites = list(wire['sites'], site => {
      const { values } = this.#logged(spec, namesFrom(fields(site)['names']));
      return values === undefined ? undefined : { number: integer(fields(site)['number']), values };
    }).filter(site => site !== undefined);
    return sites.length === 0 ? undefined : { id, sites };
  }

  /** What a message is written from at a place, where looking is enough; and why it has no meaning there. */
  #logged(
    spec: BreakpointSpec,
    names: NameScope,
  ): { readonly values?: readonly ValueCheck[]; readonly problem?: string } {
    if (spec.logMessage === undefined || this.host.compileLogValues === undefined) return {};
    let values: readonly LogValue[] | undefined;
    try {
      values = this.host.compileLogValues(spec, names);
    } catch (error) {
      return { problem: asFailure(error).text };
    }
    try {
      return values === undefined ? {} : { values: values.map(value => this.#valueCheck(value)) };
    } catch {
      return {};
    }
  }

  #valueCheck({ program, behind }: LogValue): ValueCheck {
    const check = shownCheckOf(program, this.types);
    const { kind, size } = this.types.resolve(program.type);
    // What is larger than a number is known by where it lies.
    const isLarge = kind === 'struct' || kind === 'union' || kind === 'array';
    return {
      type: program.type,
      check,
      ...(isLarge && size !== undefined ? { size } : {}),
      behind: behind.map(({ address, length }) => ({
        address: checkOf(address, this.types),
        ...(length === undefined ? {} : { length: checkOf(length, this.types) }),
      })),
    };
  }

  #allCompiled(
    spec: BreakpointSpec,
    resolution: Resolution,
    wire: Fields,
    checks: CompiledChecks[],
  ): Resolution {
    const { id } = spec;
    const places = list(wire['sites'], site => this.#compiledPlace(spec, fields(site)));
    const sites = places.map(({ site }) => site);
    const refuse = (message: string): Resolution => {
      checks.push({ id, sites: [], refused: true });
      return { id, state: 'failed', sites: [], message };
    };
    const problem = sites.find(site => site.problem !== undefined)?.problem;
    const asked = places.find(place => place.asked !== undefined)?.asked;
    const logProblem = places.find(place => place.logProblem !== undefined)?.logProblem;
    if (problem === changes) return refuse(`the condition ${changes}.`);
    // A log point that has nothing to say anywhere is none.
    if (logProblem !== undefined && places.every(place => place.logProblem !== undefined))
      return refuse(`the log message cannot be evaluated here: ${logProblem}`);
    if (sites.length > 0) checks.push({ id, sites });
    if (problem !== undefined)
      return { ...resolution, message: `the condition cannot be evaluated here: ${problem}` };
    if (asked !== undefined) {
      const message = `the program halts each time to have the condition checked: ${asked}`;
      return { ...resolution, evaluated: 'stop-and-ask', message };
    }
    return logProblem === undefined
      ? resolution
      : { ...resolution, message: `the log message cannot be evaluated everywhere: ${logProblem}` };
  }

  #compiledPlace(spec: BreakpointSpec, site: Fields): CompiledPlace {
    const number = integer(site['number']);
    const names = namesFrom(site['names']);
    const { check, problem, asked } = this.#compiledCondition(spec, names);
    const { values, problem: logProblem } = this.#logged(spec, names);
    return {
      site: {
        number,
        ...(check === undefined ? {} : { check }),
        ...(problem === undefined ? {} : { problem }),
        ...(asked === undefined ? {} : { asked: true }),
        ...(values === undefined ? {} : { values }),
      },
      ...(asked === undefined ? {} : { asked }),
      ...(logProblem === undefined ? {} : { logProblem }),
    };
  }

  /** The check, why there can be none here, or why the session has to be asked each time. */
  #compiledCondition(
    spec: BreakpointSpec,
    names: NameScope,
  ): { readonly check?: Check; readonly problem?: string; readonly asked?: string } {
    if (spec.condition === undefined) return {};
    let compiled: CompiledExpression;
    try {
      compiled = this.host.compileCondition(spec.condition, names, spec);
    } catch (error) {
      return { problem: asFailure(error).text };
    }
    if (!compiled.pure) return { problem: changes };
    try {
      return { check: checkOf(compiled.program, this.types) };
    } catch (error) {
      return { asked: asFailure(error).text };
    }
  }
}

const changes = 'would change the program or run code of it: it may only look';

/** The bridge leaves them out where the texts name nothing. */
const namesFrom = (value: unknown): NameScope =>
  nameScope(value === undefined ? [] : list(value, visibleNameFrom));

export function visibleNameFrom(value: unknown): VisibleName {
  const from = fields(value);
  const name = text(from['name']);
  return {
    name,
    type: typeId(integer(from['type'])),
    place: { kind: 'named', name },
    kind: oneOf(from['kind'], ['parameter', 'local', 'global', 'constant'] as const),
  };
}
