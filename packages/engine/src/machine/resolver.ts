// Resolves logical breakpoints to sites in loaded code, and has their texts compiled for each of them.

import type { BreakpointHost, BreakpointSpec, Resolution, Site } from '../breakpoint.js';
import type { GotoTarget } from '../contract.js';
import { changesProgram, type CompiledExpression } from '../expression.js';
import { Failure } from '../failure.js';
import type { ModuleId } from '../ids.js';
import { bindLine } from '../line-binding.js';
import { nameScope, type NameScope } from '../names.js';
import { sourceKey, type SourceLocation, type SourceRef } from '../source.js';
import { codeAddress, visibleGlobal, type LineEntry, type SymbolIndex } from '../symbols.js';
import type { ArmedBreakpoint, NearTexts } from './armed-breakpoint.js';
import { problemWith } from './text-problem.js';

export interface Resolved {
  readonly resolution: Resolution;
  /** Absent when there is nothing to arm. */
  readonly armed?: ArmedBreakpoint;
}

/** What a spec's place comes to, before its texts are looked at. */
type Found =
  | { readonly state: 'resolved'; readonly addresses: readonly number[]; readonly message?: string }
  | { readonly state: 'pending' | 'unresolved'; readonly message: string };

/** `ask`: they cannot be evaluated near the program, so the host is asked at each hit. */
interface CompiledTexts {
  readonly ask: boolean;
  readonly condition?: CompiledExpression['program'] | undefined;
  readonly log?: CompiledExpression['program'] | undefined;
  readonly near?: NearTexts | undefined;
}

/** Where the texts of breakpoints are evaluated. */
export interface TextPolicy {
  /** Whether a program can run near the debuggee; what cannot is put before the host at each hit. */
  runsNear(text: CompiledExpression): boolean;
  /** Whether the machine itself can decide the condition and read what the log message shows; the host is asked about the rest. */
  judges?(texts: NearTexts, address: number): boolean;
  /** The far side has an evaluator of its own: nothing is compiled here, and the host has it asked at each hit. */
  readonly byText?: boolean;
}

export class Resolver {
  constructor(
    private readonly symbols: SymbolIndex,
    private readonly loaded: ReadonlySet<ModuleId>,
    private readonly host: BreakpointHost,
    private readonly texts: TextPolicy,
  ) {}

  /** `frameNames`: what a data breakpoint's condition may name. */
  resolve(spec: BreakpointSpec, keepCount: boolean, frameNames?: NameScope): Resolved {
    const { where } = spec;
    if (where.kind === 'data' || where.kind === 'exception')
      return this.#withoutSite(spec, keepCount, frameNames);
    const found = this.#find(where);
    if (found.state !== 'resolved') return { resolution: { id: spec.id, sites: [], ...found } };
    try {
      const sites = found.addresses.map(address => ({
        address,
        ...this.#compile(spec, this.symbols.namesAt(address)),
      }));
      const ask = sites.some(site => site.ask);
      const resolution: Resolution = {
        id: spec.id,
        state: 'resolved',
        sites: found.addresses.map(address => this.#site(address)),
        ...(found.message === undefined ? {} : { message: found.message }),
        ...evaluatedIn(spec, ask && !sites.every(({ near }) => isWhole(spec, near))),
      };
      const armedSites = sites.map(({ address, condition, log, near }) => ({
        address,
        ...withoutUndefined({ condition, log, near }),
      }));
      return {
        resolution,
        armed: { ...armedBase(spec, ask, keepCount), where: { kind: 'code', sites: armedSites } },
      };
    } catch (error) {
      return { resolution: failed(spec, error) };
    }
  }

  /** Statement starts between two lines, in loaded code; several where a place of the text was compiled several times. */
  locations(source: SourceRef, firstLine: number, lastLine: number): readonly LineEntry[] {
    return this.symbols
      .statements(source, firstLine, lastLine)
      .filter(entry => this.#isLoaded(entry.address));
  }

  /** The same with each place once. */
  places(source: SourceRef, firstLine: number, lastLine: number): readonly LineEntry[] {
    const all = this.locations(source, firstLine, lastLine);
    return all.filter((entry, nth) => {
      const before = all[nth - 1];
      return before?.line !== entry.line || before.column !== entry.column;
    });
  }

  /** Where a run to a line ends: at its first statement, in every copy of it. */
  runTargets({ source, line }: SourceLocation): readonly number[] {
    const entries = this.locations(source, line, Infinity);
    const [first] = entries;
    if (first === undefined)
      throw new Failure('not-found', 'user', `no code at line ${line} of ${source.name} or after it.`);
    return entries.filter(e => e.line === first.line && e.column === first.column).map(e => e.address);
  }

  /** Where on a line the next statement can be set to. */
  gotoTargets(source: SourceRef, line: number, column: number | undefined): readonly GotoTarget[] {
    return this.places(source, line, line)
      .filter(entry => column === undefined || entry.column >= column)
      .map(entry => ({
        address: codeAddress(entry.address),
        location: this.symbols.locate(entry),
        label: `${this.symbols.functionAt(entry.address)?.name ?? '?'}, line ${entry.line}, column ${entry.column}`,
      }));
  }

  #withoutSite(spec: BreakpointSpec, keepCount: boolean, names = this.globalNames()): Resolved {
    const { where } = spec;
    try {
      const { condition, log, ask } =
        where.kind === 'exception' ? this.#compileForThrows(spec) : this.#compile(spec, names);
      const texts = withoutUndefined({ condition, log });
      const resolution: Resolution = { id: spec.id, state: 'resolved', sites: [], ...evaluatedIn(spec, ask) };
      const base = armedBase(spec, ask, keepCount);
      if (where.kind === 'data') {
        const onlyChanges = spec.mode === 'change';
        if (onlyChanges && where.access === 'read')
          throw new Failure('bad-arguments', 'user', 'reading changes nothing;', 'watch for writes.');
        return { resolution, armed: { ...base, where: { ...where, onlyChanges, ...texts } } };
      }
      if (where.kind === 'exception')
        return { resolution, armed: { ...base, where: { ...where, ...texts } } };
      return { resolution };
    } catch (error) {
      return { resolution: failed(spec, error) };
    }
  }

  #find(where: BreakpointSpec['where']): Found {
    switch (where.kind) {
      case 'source':
        return this.#findLine(where.source, where.line, where.column);
      case 'function':
        return this.#findFunction(where.name);
      case 'instruction': {
        const address = Number(where.address.offset);
        if (this.symbols.functionAt(address) === undefined || !this.#isLoaded(address))
          return { state: 'unresolved', message: `there is no instruction at 0x${address.toString(16)}` };
        return { state: 'resolved', addresses: [address] };
      }
      case 'data':
      case 'exception':
        return { state: 'resolved', addresses: [] };
    }
  }

  #findLine(source: SourceRef, line: number, column: number | undefined): Found {
    const bound = bindLine(this.symbols, source, line, column);
    const [first] = bound;
    if (first === undefined) return { state: 'unresolved', message: this.#whyNoLine(source, line) };
    const addresses = bound.map(entry => entry.address).filter(address => this.#isLoaded(address));
    if (addresses.length === 0)
      return { state: 'pending', message: `${source.name} is not loaded yet; it will be set when it is` };
    return {
      state: 'resolved',
      addresses,
      ...movedTo(first, line),
    };
  }

  #whyNoLine(asked: SourceRef, line: number): string {
    const source = this.symbols.known(asked);
    const known = this.symbols.data.sources.some(s => sourceKey(s) === sourceKey(source));
    return known
      ? `no code at line ${line} of ${source.name} or after it`
      : `the program has no code from ${source.name}`;
  }

  #findFunction(name: string): Found {
    const all = this.symbols.functionsNamed(name);
    const addresses = all.map(f => f.body ?? f.start).filter(address => this.#isLoaded(address));
    // Code of one function may be in several places that begin with the same statement.
    if (addresses.length > 0) return { state: 'resolved', addresses: [...new Set(addresses)] };
    return all.length > 0
      ? { state: 'pending', message: `the module of ${name} is not loaded yet; it will be set when it is` }
      : { state: 'unresolved', message: `there is no function ${name}` };
  }

  #isLoaded(address: number): boolean {
    const module = this.symbols.functionAt(address)?.module;
    return module !== undefined && this.loaded.has(module);
  }

  #site(address: number): Site {
    const location = this.symbols.locationAt(address);
    const inside = this.symbols.functionAt(address);
    return {
      address: codeAddress(address),
      ...(location === undefined ? {} : { location }),
      ...(inside === undefined ? {} : { function: inside.name }),
    };
  }

  /** They speak of the frame that raises, which nobody knows yet: checked for sense here, compiled by the host there. */
  #compileForThrows(spec: BreakpointSpec): CompiledTexts {
    if (spec.condition === undefined && spec.logMessage === undefined) return { ask: false };
    this.#compile(spec, this.symbols.namesAnywhere());
    return { ask: true };
  }

  #compile(spec: BreakpointSpec, names: NameScope): CompiledTexts {
    if (this.texts.byText === true)
      return { ask: spec.condition !== undefined || spec.logMessage !== undefined };
    const condition =
      spec.condition === undefined ? undefined : this.host.compileCondition(spec.condition, names);
    const log = spec.logMessage === undefined ? undefined : this.host.compileLog(spec.logMessage, names);
    for (const text of [condition, log]) if (text !== undefined) refuseChanges(text);
    const ask = [condition, log].some(text => text !== undefined && !this.texts.runsNear(text));
    if (ask) return { ask, near: this.#near(spec, names, condition?.program) };
    return { ask, condition: condition?.program, log: log?.program };
  }

  /** As much of the texts as the machine takes: a message behind a condition only with that. */
  #near(
    spec: BreakpointSpec,
    names: NameScope,
    condition: CompiledExpression['program'] | undefined,
  ): NearTexts | undefined {
    const at = names.address;
    if (at === undefined || this.texts.judges === undefined) return undefined;
    const log = spec.logMessage === undefined ? undefined : this.host.compileLogValues?.(spec, names);
    const judged = [{ condition, log }, { condition }]
      .map(texts => withoutUndefined(texts))
      .find(texts => Object.keys(texts).length > 0 && this.texts.judges!(texts, Number(at.offset)));
    return judged;
  }

  /** What can be named outside all frames: the globals of all modules. */
  globalNames(): NameScope {
    return nameScope(this.symbols.data.globals.map(visibleGlobal));
  }
}

function movedTo({ line: found, endLine = found }: LineEntry, wanted: number): { readonly message?: string } {
  if (found === wanted) return {};
  if (found < wanted && endLine >= wanted)
    return { message: `line ${wanted} belongs to the statement that begins in line ${found}` };
  return { message: `line ${wanted} holds no code; moved to line ${found}` };
}

/** Whoever watches must not change what is watched. */
function refuseChanges({ text, program }: CompiledExpression): void {
  if (changesProgram(program))
    throw new Failure('bad-expression', 'user', `'${text}' would change the program.`);
}

/** Whether nothing is left to ask the host. */
const isWhole = (spec: BreakpointSpec, near: NearTexts | undefined): boolean =>
  near !== undefined &&
  (spec.condition === undefined || near.condition !== undefined) &&
  (spec.logMessage === undefined || near.log !== undefined);

const evaluatedIn = (spec: BreakpointSpec, ask: boolean): Pick<Resolution, 'evaluated'> =>
  spec.condition === undefined && spec.logMessage === undefined
    ? {}
    : { evaluated: ask ? 'stop-and-ask' : 'in-program' };

const failed = (spec: BreakpointSpec, error: unknown): Resolution => ({
  id: spec.id,
  state: 'failed',
  sites: [],
  message: problemWith(error),
});

function armedBase(spec: BreakpointSpec, ask: boolean, keepCount: boolean): Omit<ArmedBreakpoint, 'where'> {
  return {
    id: spec.id,
    temporary: spec.temporary === true,
    keepCount,
    ask,
    conditional: spec.condition !== undefined,
    logs: spec.logMessage !== undefined,
    ...(spec.hitCondition === undefined ? {} : { hitCondition: spec.hitCondition }),
    ...(spec.thread === undefined ? {} : { task: Number(spec.thread) }),
  };
}

/** Optional properties may be absent, not undefined. */
function withoutUndefined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
