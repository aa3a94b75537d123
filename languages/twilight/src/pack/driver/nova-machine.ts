// A transaction on a node as a machine of the remote engine: all it knows of the node is its debug interface.

import {
  asFailure,
  type Address,
  type BreakpointId,
  type EngineRegion,
  type Instruction,
  type MemoryRange,
  type MemoryRead,
  type ModuleId,
  type NamedValue,
  type ObjectRead,
  type Place,
  type RawValue,
  type Scope,
  type SymbolData,
  type TypeId,
  type WantedPlace,
} from '@sonde/engine';
import type { NearTexts } from '@sonde/engine/machine';
import {
  OutcomeQueue,
  type RemoteContext,
  type RemoteFrame,
  type RemoteFrameRef,
  type RemoteMachine,
  type RemoteOutcome,
  type RemoteTask,
  type RemoteTime,
  type RemoteWatch,
  type SoleBreakpoint,
  type StepEnd,
} from '@sonde/engine-remote';
import { RunClock } from '@sonde/engine-wasm';
import type { HeapSource, HeapUnavailable } from '@sonde/heap';
import { ContractObjects, type StandingCall } from '../objects/contract-objects.js';
import { compileFor } from '../expressions/compiled-texts.js';
import type { ExpressionCode } from '../expressions/expression-code.js';
import { ArmedBreakpoints } from './armed-breakpoints.js';
import type { DebuggedContract } from './contract.js';
import { ExpressionRunner } from './expression-runner.js';
import type { CodeAnswer, LoggedParams, StoppedParams, TerminatedParams } from './messages.js';
import type { NodeLink, Notification } from './node-link.js';
import { NovaSession } from './nova-session.js';
import { nodeFrame, StandingTransaction } from './standing.js';
import { StorageWatches } from './storage-watches.js';
import { thrownFor } from './thrown.js';
import { ToldStops } from './told-stops.js';
import { timeProtocol, transactionTime } from './transaction-time.js';
import { TransactionTeller } from './transaction-teller.js';
import { DataWatches } from './data-watches.js';
import type { SentTransaction, TransactionQueue } from './transaction-queue.js';
import { contextBytes, TransactionValues, type CallFacts } from './values.js';

/** The only task: transactions run one after the other. */
const task = 1;

const thrown = new Set(['revert', 'panic', 'outOfGas', 'assertion', 'event']);

export interface NovaMachineParts {
  readonly link: NodeLink;
  readonly contract: DebuggedContract;
  readonly context: RemoteContext;
  /** What comes after the first; absent for a session that is attached to one. */
  readonly queue?: TransactionQueue;
  readonly noDebug: boolean;
  /** Whether it is told where the gas of each transaction went. */
  readonly gasSummary: boolean;
  /** Ends what the driver owns. */
  close(): Promise<void>;
}

export class NovaMachine implements RemoteMachine {
  readonly pointerSize = 4;
  readonly littleEndian = true;
  readonly symbols: SymbolData;
  readonly loaded: readonly ModuleId[];
  entry?: number;
  isUnderWay = false;
  readonly #outcomes = new OutcomeQueue();
  readonly #watches: StorageWatches;
  readonly #teller: TransactionTeller;
  readonly #data: DataWatches;
  readonly #objects = new ContractObjects();
  #session!: NovaSession;
  #standing!: StandingTransaction;
  #values!: TransactionValues;
  #expressions!: ExpressionRunner;
  #sent: SentTransaction | undefined;
  /** The function that a transaction calls that was attached to. */
  #attached: string | null = null;
  readonly #armed: ArmedBreakpoints;
  #filters: ReadonlySet<string> = new Set();
  #facts: CallFacts | undefined;
  #target: CodeAnswer | undefined;
  #last: StoppedParams | undefined;
  /** What was used at the last stop that people have seen. */
  #gasShown = 0n;
  readonly #told = new ToldStops();
  /** A step under way goes on until the stack is as deep as this. */
  #climbTo: number | undefined;
  #motion: 'run' | 'step' = 'run';
  #isPauseWanted = false;
  /** It moves because this debugger wants it to. */
  #isOwnMotion = false;
  /** It is put into another time. */
  #isTravelling = false;
  #isOver = false;
  readonly #clock = new RunClock();
  readonly time?: RemoteTime;

  constructor(private readonly parts: NovaMachineParts) {
    const { symbols } = parts.contract;
    this.symbols = { ...symbols.data, types: symbols.types.all };
    this.loaded = this.symbols.modules.map(({ id }) => id);
    const { link, contract, context, gasSummary } = parts;
    this.#watches = new StorageWatches(contract);
    this.#data = new DataWatches(contract, context.types);
    this.#armed = new ArmedBreakpoints(contract, context.types, link.protocol);
    this.#teller = new TransactionTeller(link, contract, context.events, gasSummary);
    compileFor(context.types, contract.meta);
    if (link.protocol >= timeProtocol)
      this.time = transactionTime({
        contract,
        types: context.types,
        clock: this.#clock,
        session: () => this.#session,
        travel: params => this.#travel('travel', params),
        watch: id => this.#data.named(id),
        stored: async (write, step, read) => {
          const touched = await this.#watches.touched(write, read);
          if (touched.length > 0) this.#told.wrote(step);
          return touched;
        },
        read: key => this.#read(key),
      });
  }

  get name(): string {
    return this.parts.contract.name;
  }

  get isLocal(): boolean {
    return this.parts.link.isLocal;
  }

  readonly heard: Notification = (method, params) => this.#session.heard(method, params);

  // -- transactions

  /** The first of a launch; it has not begun. */
  async begin(first: SentTransaction): Promise<void> {
    const entry = this.parts.contract.entryOf(first.function);
    if (entry !== undefined) this.entry = entry;
    if (!(await this.#take(first, false))) await this.#next();
  }

  /** One that is there already: it stands afterwards, or is over. */
  async join(session: NovaSession, stopped: StoppedParams, called: string | null): Promise<void> {
    this.#adopt(session);
    this.#attached = called;
    this.isUnderWay = stopped.reason !== 'entry';
    await this.#stand(stopped);
  }

  #newSession(): NovaSession {
    return new NovaSession(this.parts.link, this.listener);
  }

  readonly listener = {
    stopped: (stop: StoppedParams) => void this.#stopped(stop),
    continued: () => this.#continued(),
    terminated: (end: TerminatedParams) => void this.#terminated(end),
    output: (text: string) => this.#teller.output(text),
    logged: (logged: LoggedParams) => this.#logged(logged),
    watchesEnded: (ids: readonly string[]) => this.parts.context.events.watchesEnded(this.#data.ended(ids)),
    event: (topics: readonly string[], data: string) => this.#teller.emitted(topics, data),
  };

  #adopt(session: NovaSession): void {
    const { contract, context } = this.parts;
    this.#session = session;
    this.#standing = new StandingTransaction(session, contract);
    this.#values = new TransactionValues(session, contract, this.#standing, context.types);
    this.#expressions = new ExpressionRunner(session, contract, this.#standing, context.types);
    this.#facts = undefined;
    this.#target = undefined;
    this.#last = undefined;
    this.#clock.begin();
    this.#gasShown = 0n;
    this.#told.begin();
  }

  /** False where no code runs in it. */
  async #take(sent: SentTransaction, stopOnEntry: boolean): Promise<boolean> {
    this.#sent = sent;
    this.#adopt(this.#newSession());
    try {
      await this.#session.attach(sent.hash, stopOnEntry && this.#isOurs);
    } catch (error) {
      if (await this.#teller.neverRan(error, sent)) return false;
      throw error;
    }
    await this.#configure();
    return true;
  }

  /** Whether it is a call of the contract under the debugger. */
  get #isOurs(): boolean {
    return this.#sent === undefined || this.#sent.contract === 0;
  }

  async #configure(): Promise<void> {
    await this.#sendStops();
    if (!this.#isOurs || this.parts.noDebug) return;
    await this.#setBreakpoints(this.#armed.all);
    await this.#sendWatches();
    await this.#data.begin((method, params) => this.#session.request(method, params));
  }

  async #next(): Promise<void> {
    try {
      for (;;) {
        const sent = await this.parts.queue?.next();
        if (sent === undefined) return this.#exit();
        const stops = this.#motion === 'step' || this.#isPauseWanted;
        if (!(await this.#take(sent, stops))) continue;
        if (!stops || !this.#isOurs) await this.#session.request('continue');
        return;
      }
    } catch (error) {
      this.#teller.failed(error);
      this.#exit();
    }
  }

  #exit(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tellOutcome({ kind: 'exited', status: { code: this.#teller.exitCode } });
  }

  /** With what breakpoints have passed, in this transaction and those before. */
  #tellOutcome(outcome: RemoteOutcome, now?: StoppedParams): void {
    const passed = this.#armed.passed(now?.passed);
    this.#outcomes.add(passed === undefined ? outcome : { ...outcome, passed });
  }

  #logged(logged: LoggedParams): void {
    const { number, sessionId } = logged;
    this.parts.context.events.logged(this.#armed.logged(logged), () => {
      // A session that is over meanwhile needs no answer.
      void this.parts.link.request('takeLogs', { sessionId, number }).catch(() => undefined);
    });
  }

  async #terminated(end: TerminatedParams): Promise<void> {
    this.#armed.over(end.passed);
    const ended = this.#data.ended();
    if (ended.length > 0) this.parts.context.events.watchesEnded(ended);
    await this.#teller.ended(end, this.#sent, this.#isOurs ? this.#sent?.hash : undefined, this.#attached);
    this.#climbTo = undefined;
    await this.#next();
  }

  // -- stops

  /** Another debugger lets it go on: nothing that was known of it is true any more. */
  #continued(): void {
    if (this.#isOwnMotion) return;
    this.#standing.moved();
    this.#facts = undefined;
    this.parts.context.events.resumed();
  }

  async #stopped(stop: StoppedParams): Promise<void> {
    try {
      if (!this.#isOurs) return void (await this.#session.request('continue'));
      await this.#stand(stop);
      if (this.#climbTo !== undefined && stop.reason === 'step' && (await this.#climb())) return;
      this.#climbTo = undefined;
      const outcome = await this.#outcome(stop);
      this.#isOwnMotion = false;
      this.#tellOutcome(outcome, stop);
    } catch (error) {
      this.parts.context.events.lost(asFailure(error).message);
    }
  }

  async #stand(stop: StoppedParams): Promise<void> {
    const gasUsed = BigInt(stop.gasUsed);
    // A way back has cost nothing.
    const gasOfStep = this.#isTravelling ? undefined : gasUsed - this.#gasShown;
    this.#last = stop;
    this.#clock.heard({ position: BigInt(stop.gasUsed), site: stop.site ?? stop.offset });
    this.#standing.moved();
    this.#values.gas.forget();
    const step = Number(stop.gasUsed);
    if (stop.reason === 'storageWrite') this.#told.wrote(step);
    this.#standing.hidesHelpers = this.#told.isWrite(step);
    this.#target ??= await this.#session.request<CodeAnswer>('getTarget');
    this.#facts = {
      target: this.#target,
      stop: this.#told.withFailure(stop, this.#clock.branch, step),
      gasOfStep,
    };
    this.#standing.context = contextBytes(this.#facts);
  }

  async #outcome(stop: StoppedParams): Promise<RemoteOutcome> {
    const { reason, text } = stop;
    if (this.#isPauseWanted && (reason === 'entry' || reason === 'pause')) {
      this.#isPauseWanted = false;
      return { kind: 'halted', task };
    }
    if (thrown.has(reason)) return { kind: 'thrown', task, thrown: thrownFor(reason, text) };
    // What another debugger stopped it for, this one did not ask for; it stands all the same.
    if (this.#isOthers(stop)) return { kind: 'halted', task };
    if (reason === 'dataChange') return { kind: 'watch', task, touched: this.#data.touched(stop) };
    if (stop.storage !== undefined) {
      const touched = await this.#watches.touched(stop.storage, key => this.#read(key));
      return { kind: 'watch', task, touched };
    }
    return { kind: reason === 'breakpoint' ? 'site' : reason === 'pause' ? 'halted' : 'step', task };
  }

  async #read(key: string): Promise<string | null> {
    return (await this.#session.request<{ value: string | null }>('getContractStorage', { key })).value;
  }

  announced(): void {
    this.#gasShown = BigInt(this.#last?.gasUsed ?? 0);
  }

  #isOthers(stop: StoppedParams): boolean {
    if (stop.reason === 'breakpoint') return !this.#armed.all.has(stop.offset);
    if (stop.reason === 'storageWrite') return !this.#watches.knows(stop);
    return stop.reason === 'dataChange' ? this.#data.touched(stop).length === 0 : !this.#isOwnMotion;
  }

  // -- motions

  async arm(
    addresses: readonly number[],
    _conditions?: ReadonlyMap<number, string>,
    sole: ReadonlyMap<number, SoleBreakpoint> = new Map(),
  ): Promise<void> {
    const { gone, changed } = this.#armed.arm(addresses, sole);
    if (this.parts.noDebug || !this.#isOurs) return;
    if (gone.length > 0) await this.#session.request('clearBreakpoints', { offsets: gone });
    await this.#setBreakpoints(changed);
  }

  async #setBreakpoints(wanted: ArmedBreakpoints['all']): Promise<void> {
    if (wanted.size === 0) return;
    const asked = this.#armed.asked(wanted);
    const { breakpoints } = await this.#session.request<{
      breakpoints: readonly { readonly offset: number; readonly verified: boolean }[];
    }>('setBreakpoints', asked);
    if (asked.conditions === undefined) return;
    // What the node does not decide, as before a contract is deployed, the session does.
    const refused = breakpoints.filter(({ verified }) => !verified).map(({ offset }) => offset);
    if (refused.length > 0) await this.#session.request('setBreakpoints', { offsets: refused });
  }

  judges(texts: NearTexts, address: number): boolean {
    return this.#armed.judges(texts, address);
  }

  async filterThrown(filters: ReadonlySet<string>): Promise<void> {
    this.#filters = filters;
    if (!this.parts.noDebug && this.#isOurs) await this.#sendStops();
  }

  /** An event that nobody waits for does not halt the transaction; what ends it is always told. */
  async #sendStops(): Promise<void> {
    const stops = this.#isOurs && !this.parts.noDebug;
    await this.#session.request('setStops', {
      revert: stops,
      panic: stops,
      outOfGas: stops,
      assertion: stops,
      event: stops && ['event', 'thrown', 'uncaught'].some(filter => this.#filters.has(filter)),
    });
  }

  beginsInstruction(address: number): boolean {
    return this.parts.contract.view.beginsInstruction(address);
  }

  run(): Promise<void> {
    this.#motion = 'run';
    return this.#move('continue');
  }

  step(): Promise<void> {
    this.#motion = 'step';
    return this.#move('stepInstruction');
  }

  async advance(_task: number, until: StepEnd): Promise<void> {
    this.#motion = 'step';
    if (until.kind === 'statement') return this.#move(until.into ? 'stepInto' : 'stepOver');
    this.#climbTo = until.depth;
    if (!(await this.#climb())) await this.#move('stepOver');
  }

  /** One level up, where the stack is too deep; false when it is not. */
  async #climb(): Promise<boolean> {
    const wanted = this.#climbTo ?? 0;
    const frames = await this.#standing.frames();
    if (frames.length <= wanted) return false;
    const level = wanted === 0 ? Number.POSITIVE_INFINITY : (frames[frames.length - wanted]?.level ?? 0);
    // Out of a modifier leads no return: the function goes on behind it.
    await this.#move(level === 0 ? 'stepOver' : 'stepOut');
    return true;
  }

  async #move(operation: string): Promise<void> {
    this.#standing.moved();
    if (this.#isOver) return;
    this.#clock.leaves();
    this.#isOwnMotion = true;
    try {
      await this.#session.request(operation);
    } catch (error) {
      this.#isOwnMotion = false;
      throw error;
    }
  }

  /** What the contract did in the call is taken back, in its memory and in storage. */
  async restart(_task: number, serial: number): Promise<void> {
    await this.#travel('restartFrame', { frameId: nodeFrame(serial) });
    this.#clock.restarted();
  }

  /** Stands elsewhere afterwards, and nobody else hears of it. */
  async #travel(operation: string, params: object): Promise<void> {
    this.#standing.moved();
    this.#isOwnMotion = this.#isTravelling = true;
    try {
      await this.#session.request(operation, params);
      await this.#outcomes.next();
    } catch (error) {
      this.#isOwnMotion = false;
      throw error;
    } finally {
      this.#isTravelling = false;
    }
  }

  async halt(): Promise<void> {
    this.#isPauseWanted = true;
    await this.#session.request('pause').catch(() => undefined);
  }

  outcome(): Promise<RemoteOutcome> {
    return this.#outcomes.next();
  }

  // -- looking

  async tasks(): Promise<readonly RemoteTask[]> {
    return this.#isOver ? [] : [{ id: task, name: this.name, state: 'ready' }];
  }

  async frames(_task: number, start: number, count: number) {
    const all: readonly RemoteFrame[] = this.#facts === undefined ? [] : await this.#standing.frames();
    const frames = all.slice(start, start + count).map(({ serial, pc }) => ({ serial, pc }));
    return { frames, total: all.length };
  }

  scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    return this.#values.scopes(frame, this.#facts);
  }

  read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    return Promise.all(wanted.map(({ place, type }) => this.#values.value(place, type)));
  }

  async children(reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]> {
    return Promise.all(reads.map(async read => (await this.#values.gas.children(read)) ?? []));
  }

  async write(place: Place, value: RawValue): Promise<RawValue | undefined> {
    await this.#values.write(place, value);
    this.#clock.edited();
    return undefined;
  }

  runCode(
    frame: RemoteFrameRef | undefined,
    code: unknown,
    type: TypeId | undefined,
    effects: boolean,
  ): Promise<RawValue> {
    return this.#expressions.run(code as ExpressionCode, frame, type, effects);
  }

  readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    return this.#standing.readMemory(ranges);
  }

  async writeMemory({ space, offset }: Address, bytes: Uint8Array): Promise<number> {
    const written = await this.#standing.writeMemory(space, offset, bytes);
    this.#clock.edited();
    this.#standing.forget();
    return written;
  }

  async regions(): Promise<readonly EngineRegion[]> {
    const size = await this.#standing.memorySize();
    return [{ start: { space: '', offset: 0n }, size, kind: 'data', name: 'memory', permissions: 'rw-' }];
  }

  async heap(): Promise<HeapSource | HeapUnavailable> {
    const call = this.#standingCall();
    return call === undefined
      ? { available: false, why: 'no transaction stands, and what a contract holds is read through one' }
      : this.#objects.source(call);
  }

  async heapId(value: RawValue): Promise<number | undefined> {
    const call = this.#standingCall();
    return call && this.#objects.idOf(call, value);
  }

  #standingCall(): StandingCall | undefined {
    const facts = this.#facts;
    if (facts === undefined) return undefined;
    const { contract, context } = this.parts;
    return {
      ...{ contract, standing: this.#standing, values: this.#values, types: context.types },
      transaction: facts.target.transaction,
      moved: () => this.#facts !== facts,
    };
  }

  async disassemble(from: number, offset: number, count: number): Promise<readonly Instruction[]> {
    return this.parts.contract.view.listing(from, offset, count);
  }

  async returned(_task: number, type: TypeId | undefined): Promise<RawValue | undefined> {
    return this.#last && this.#values.returned(this.#last, type);
  }

  async sourceText(key: string): Promise<string | undefined> {
    return this.parts.contract.symbols.texts.get(key);
  }

  async watch(watch: RemoteWatch): Promise<void> {
    if (DataWatches.isOne(watch))
      return this.#data.add(watch, (method, params) => this.#session.request(method, params));
    this.#watches.add(watch);
    await this.#sendWatches();
  }

  async unwatch(id: BreakpointId): Promise<void> {
    if (await this.#data.remove(id, (method, params) => this.#session.request(method, params))) return;
    if (this.#watches.remove(id)) await this.#sendWatches();
  }

  async #sendWatches(): Promise<void> {
    const { breakpoints } = await this.#session.request<{ breakpoints: readonly { readonly id: string }[] }>(
      'setStorageBreakpoints',
      { keys: this.#watches.keys },
    );
    this.#watches.sent(breakpoints.map(({ id }) => id));
  }

  // -- the end

  async input(): Promise<void> {
    // A contract reads nothing.
  }

  async end(): Promise<void> {
    await this.#session.request('detach').catch(() => undefined);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#outcomes.add({ kind: 'exited', status: { signal: 'SIGTERM' } });
  }

  async leave(): Promise<void> {
    await this.#session.request('detach');
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.parts.link.close().catch(() => undefined);
    await this.parts.close();
  }
}
