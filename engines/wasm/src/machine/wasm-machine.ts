// A module in its thread as a machine that the remote engine drives.

import {
  SymbolIndex,
  breakpointId,
  Failure,
  type Address,
  type BreakpointId,
  type EngineRegion,
  type Instruction,
  type MemoryRange,
  type MemoryRead,
  type ModuleId,
  type Place,
  type RawValue,
  type Scope,
  type SymbolData,
  type TypeId,
  type TypeTable,
  type WantedPlace,
} from '@sonde/engine';
import type { Allocations, NearTexts } from '@sonde/engine/machine';
import {
  OutcomeQueue,
  type RemoteContext,
  type RemoteEvents,
  type RemoteFrame,
  type RemoteFrameRef,
  type RemoteMachine,
  type RemoteOutcome,
  type RemoteTask,
  type RemoteTime,
  type RemoteWatch,
  type RunRequest,
  type SoleBreakpoint,
  type StepEnd,
} from '@sonde/engine-remote';
import type { HostStop } from '../host.js';
import type { RunMotion, RunOutcome, StopData } from '../messages.js';
import { WasmRun, type RunOptions } from '../wasm-run.js';
import { ModuleView } from '../program/module-view.js';
import { readProgram, runSetup, type WasmProgram } from '../program/program.js';
import { BreakpointHandlers } from './breakpoint-handlers.js';
import { MachineTime, RunClock } from './machine-time.js';
import { checkWatched, touchOf } from './touches.js';
import { WasmValues } from './values.js';

/** The only task: WebAssembly has no threads of its own. */
const task = 1;
/** Bytes of memory that are copied to look for an allocator's list. */
const mostSearched = 256 * 1024 * 1024;

export class WasmMachine implements RemoteMachine {
  readonly pointerSize = 4;
  readonly littleEndian = true;
  readonly isLocal = true;
  readonly symbols: SymbolData;
  readonly loaded: readonly ModuleId[];
  readonly entry?: number;
  readonly #sourceTexts: ReadonlyMap<string, string>;
  readonly #values: WasmValues;
  readonly #allocations: WasmProgram['allocations'];
  readonly time: RemoteTime;

  private constructor(
    readonly name: string,
    private readonly run_: WasmRun,
    private readonly outcomes: OutcomeQueue,
    private readonly view: ModuleView,
    program: WasmProgram,
    types: TypeTable,
    private readonly last: LastStop,
    private readonly handlers: BreakpointHandlers,
    private readonly watches: Map<string, RemoteWatch>,
  ) {
    this.symbols = view.complete(program.symbols);
    this.loaded = this.symbols.modules.map(({ id }) => id);
    this.#sourceTexts = program.sourceTexts ?? new Map();
    this.#allocations = program.allocations;
    const index = new SymbolIndex(this.symbols);
    this.#values = new WasmValues(run_, view, index, types, program.locations ?? {});
    this.time = new MachineTime({
      types,
      clock: last.clock,
      past: query => run_.ask('past', { query }),
      printed: () => run_.ask('printed', {}),
      replayed: () => run_.ask('replayed', {}),
      told: async visits =>
        visits.map(({ stop }) => (stop?.kind === 'thrown' ? { thrown: stop.thrown } : {})),
      travel: to => this.#travel({ kind: 'travel', to }),
      watched: (place, size) => this.#values.watched(place, size),
      watch: id => watches.get(id),
    });
    const entry = program.entry ?? entryOf(view, index, program);
    if (entry !== undefined) this.entry = entry;
  }

  /** Rejects with a Failure when the module cannot be run. */
  static async start(
    name: string,
    program: WasmProgram,
    { types, events }: Pick<RemoteContext, 'types' | 'events'>,
    debug: boolean,
    options: RunOptions = {},
  ): Promise<WasmMachine> {
    const view = new ModuleView(readProgram(program));
    const outcomes = new OutcomeQueue();
    const last: LastStop = { returned: undefined, clock: new RunClock() };
    const watches = new Map<string, RemoteWatch>();
    const { locations = {} } = program;
    const handlers = new BreakpointHandlers(address => {
      const body = view.bodyAt(address);
      return body && { view, function: body.index, types, locations };
    });
    const run = await WasmRun.start(
      runSetup(program, debug, view),
      {
        output: (stream, text) => events.output(stream, text),
        logged: (entries, taken) => events.logged(handlers.passed(entries), taken),
        waiting: waiting => events.waitingForInput(waiting),
        watchesEnded: ids => {
          for (const id of ids) watches.delete(id);
          events.watchesEnded(ids.map(id => breakpointId(Number(id))));
        },
        outcome: outcome => outcomes.add(translated(outcome, { last, events, watches, types })),
        lost: failure => events.lost(failure.text),
      },
      options,
    );
    return new WasmMachine(name, run, outcomes, view, program, types, last, handlers, watches);
  }

  async tasks(): Promise<readonly RemoteTask[]> {
    return [{ id: task, name: 'main', state: 'ready' }];
  }

  async frames(_task: number, start: number, count: number) {
    const all = await this.#values.frames();
    const frames = all
      .slice(start, start + count)
      .map(({ serial, offset }): RemoteFrame => ({ serial, pc: offset }));
    return { frames, total: all.length };
  }

  arm(
    addresses: readonly number[],
    _conditions?: ReadonlyMap<number, string>,
    sole: ReadonlyMap<number, SoleBreakpoint> = new Map(),
  ): Promise<void> {
    return this.run_.arm(addresses, this.handlers.of(sole));
  }

  judges(texts: NearTexts, address: number): boolean {
    return this.handlers.judges(texts, address);
  }

  beginsInstruction(address: number): boolean {
    return this.view.beginsInstruction(address);
  }

  run({ past }: RunRequest): Promise<void> {
    return this.#move({ kind: 'run', past: past.includes(task) });
  }

  step(): Promise<void> {
    return this.#move({ kind: 'instruction' });
  }

  advance(_task: number, until: StepEnd): Promise<void> {
    return this.#move({ kind: 'advance', until });
  }

  #move(motion: RunMotion): Promise<void> {
    this.#values.forget();
    this.last.clock.leaves();
    return this.run_.move(motion);
  }

  /** By running again to where the frame was entered. */
  async restart(_task: number, serial: number): Promise<void> {
    const frame = (await this.#values.frames()).findIndex(each => each.serial === serial);
    if (frame < 0) throw new Failure('not-found', 'user', 'this frame has returned.');
    await this.#travel({ kind: 'restart', frame });
    this.last.clock.restarted();
  }

  /** Stands elsewhere afterwards, and nobody else hears of it. */
  async #travel(motion: RunMotion): Promise<void> {
    this.#values.forget();
    await this.run_.move(motion);
    await this.outcomes.next();
    this.#values.forget();
  }

  halt(): Promise<void> {
    return this.run_.halt();
  }

  outcome(): Promise<RemoteOutcome> {
    return this.outcomes.next();
  }

  scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    return this.#values.scopes(frame);
  }

  read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    return Promise.all(wanted.map(({ place, type }) => this.#values.value(place, type)));
  }

  async write(place: Place, value: RawValue): Promise<RawValue> {
    const written = await this.#values.write(place, value);
    this.last.clock.edited();
    return written;
  }

  readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    return this.#values.readMemory(ranges);
  }

  async writeMemory(address: Address, bytes: Uint8Array): Promise<number> {
    const written = await this.run_.ask('writeMemory', { address: Number(address.offset), bytes });
    this.last.clock.edited();
    return written;
  }

  /** Compared at statements: a change is told behind the statement that made it. */
  async watch(watch: RemoteWatch): Promise<void> {
    checkWatched(watch);
    const id = String(watch.id);
    await this.run_.ask('watch', { id, place: await this.#values.watched(watch.place, watch.size) });
    this.watches.set(id, watch);
  }

  async unwatch(id: BreakpointId): Promise<void> {
    if (this.watches.delete(String(id))) await this.run_.ask('unwatch', { id: String(id) });
  }

  async regions(): Promise<readonly EngineRegion[]> {
    const size = await this.run_.ask('memorySize', {});
    return size === 0
      ? []
      : [{ start: { space: '', offset: 0n }, size, kind: 'data', name: 'memory', permissions: 'rw-' }];
  }

  /** An allocator is found by looking at all of the memory. */
  async allocations(): Promise<Allocations | undefined> {
    if (this.#allocations === undefined) return undefined;
    const size = await this.run_.ask('memorySize', {});
    if (size > mostSearched) return undefined;
    const [read] = await this.readMemory([{ address: { space: '', offset: 0n }, size }]);
    return read === undefined ? undefined : this.#allocations(read.bytes);
  }

  async sourceText(key: string): Promise<string | undefined> {
    return this.#sourceTexts.get(key);
  }

  async disassemble(from: number, offset: number, count: number): Promise<readonly Instruction[]> {
    return this.view.listing(from, offset, count);
  }

  async returned(_task: number, type: TypeId | undefined): Promise<RawValue | undefined> {
    const { returned } = this.last;
    return returned && this.#values.returned(returned.function, returned.bits, type);
  }

  async input(text: string | undefined): Promise<void> {
    if (text === undefined) return this.run_.input(undefined);
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) this.run_.input(line);
  }

  async end(): Promise<void> {
    await this.run_.end();
    this.outcomes.add({ kind: 'exited', status: { signal: 'SIGTERM' } });
  }

  async leave(): Promise<void> {
    await this.run_.end();
  }

  async close(): Promise<void> {
    await this.run_.end();
  }
}

/** What the next question may be about. */
interface LastStop {
  returned: StopData['returned'];
  readonly clock: RunClock;
}

/** What outcomes are told with. */
interface Telling {
  readonly last: LastStop;
  readonly events: RemoteEvents;
  readonly watches: ReadonlyMap<string, RemoteWatch>;
  readonly types: TypeTable;
}

function translated(outcome: RunOutcome, telling: Telling): RemoteOutcome {
  const told = outcomeOf(outcome, telling);
  const { passed } = outcome;
  return passed === undefined ? told : { ...told, passed: countersOf(passed) };
}

/** By the numbers of the engine. */
export const countersOf = (passed: ReadonlyMap<string, number>): ReadonlyMap<number, number> =>
  new Map([...passed].map(([id, count]) => [Number(id), count]));

function outcomeOf(outcome: RunOutcome, { last, events, watches, types }: Telling): RemoteOutcome {
  if (outcome.kind === 'exited') {
    const { failure, code } = outcome;
    if (failure !== undefined) events.output('stderr', `${failure.name}: ${failure.message}\n`);
    return { kind: 'exited', status: { code } };
  }
  const { at: stop } = outcome;
  last.returned = stop.returned;
  last.clock.heard(stop);
  const at = { serial: stop.serial, pc: stop.offset, depth: stop.depth };
  if (outcome.kind === 'thrown') return { kind: 'thrown', task, thrown: outcome.thrown, at };
  if (outcome.kind === 'host') return hostOutcome(outcome.stop);
  if (outcome.kind === 'watch')
    return {
      kind: 'watch',
      task,
      touched: outcome.touched.flatMap(({ id, before, after }) => {
        const watch = watches.get(id);
        return watch === undefined ? [] : [touchOf(watch, before, after, types)];
      }),
    };
  return { kind: outcome.kind, task, at };
}

function hostOutcome(stop: HostStop): RemoteOutcome {
  return { kind: 'trap', task, ...(stop.kind === 'note' ? { text: stop.text } : {}) };
}

/** The first statement of the function that the program begins with, behind its prologue. */
function entryOf(view: ModuleView, symbols: SymbolIndex, { calls }: WasmProgram): number | undefined {
  const [first] = calls;
  const exported = view.module.exports.find(each => each.kind === 'function' && each.name === first?.name);
  const body = exported && view.body(exported.index);
  if (body === undefined) return undefined;
  const statement = symbols.data.lines.find(
    line => line.statement && line.address >= body.code && line.address < body.end,
  );
  return symbols.functionAt(body.code)?.body ?? statement?.address ?? body.code;
}
