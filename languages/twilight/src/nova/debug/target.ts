// A transaction under a debugger: waits for its turn, runs on a thread of its own, stands and goes on.

import { Failure } from '@sonde/engine';
import {
  WasmRun,
  type LoggedEntry,
  type ProbeHandler,
  type RunMotion,
  type RunOutcome,
  type RunSetup,
  type WatchedPlace,
} from '@sonde/engine-wasm';
import type { ContractCall, ContractResult } from '../chain/contract-runner.js';
import { instructionCosts } from '../host/gas.js';
import { sameBytes } from '../hex.js';
import type { EmittedEvent } from '../host/host-run.js';
import type { ContractHostData, HostNews, HostReport } from '../machine/contract-host.js';
import { entering } from '../machine/entry-calls.js';
import { resultOf } from '../machine/plain-runner.js';
import type { StorageWatch } from '../machine/stop-wishes.js';
import { withDetails } from './stop-details.js';
import { stopOf, type Stop } from './stop.js';

/** `stopped`: it has not begun. */
export type TargetState = 'stopped' | 'running' | 'paused' | 'terminated';

/** Who watches a target. */
export interface TargetListener {
  /** Offsets, each with the handler that decides, where there is one. */
  readonly breakpoints: ReadonlyMap<number, ProbeHandler | undefined>;
  readonly watches: readonly StorageWatch[];
  readonly stopsOnEntry: boolean;
  readonly stopsOnEvents: boolean;
  /** Whether this one wants to hear of it; if nobody does, the transaction goes on. */
  wants(stop: Stop): boolean;
  stopped(stop: Stop): void;
  continued(): void;
  output(text: string): void;
  event(event: EmittedEvent): void;
  /** Memory that is watched in any case; locals are watched where the transaction stands. */
  readonly watchedMemory: ReadonlyMap<string, WatchedPlace>;
  /** The calls that these data breakpoints were of have returned. */
  watchesEnded(ids: readonly string[]): void;
  ownsLog(log: number): boolean;
  /** Log points were passed; `taken`: their client has dealt with them. */
  logged(entries: readonly LoggedEntry[], taken: () => void): void;
}

/** Two that count or log are never the same: each client has its own numbers. */
const same = (a: ProbeHandler | undefined, b: ProbeHandler | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : a.counter === undefined && a.log === undefined && sameBytes(a.module, b.module);

const hostUrl = new URL('../machine/contract-host.js', import.meta.url).href;

export class DebugTarget {
  state: TargetState = 'stopped';
  /** Where it stands. */
  stop: Stop | undefined;
  readonly listeners = new Set<TargetListener>();
  readonly events: EmittedEvent[] = [];
  /** Hits that handlers have passed, by counter; known when it is over. */
  passed: ReadonlyMap<string, number> | undefined;
  #lastLog = 0;
  #call: ContractCall | undefined;
  #run: WasmRun | undefined;
  #report: HostReport | undefined;
  #failedAt: number | undefined;
  #isEdited = false;
  /** Why it was ended from outside. */
  #ended: Failure | undefined;
  #isPauseWanted = false;
  /** The next stop is the first one of the run. */
  #isEntry = false;
  /** A step over a call has gone into it, and goes on until the stack is as deep as this. */
  #climbTo: number | undefined;
  #release: () => void = () => undefined;
  #settle: { resolve(outcome: RunOutcome): void; reject(error: Failure): void } | undefined;

  constructor(
    readonly hash: string,
    /** Does not begin before somebody attaches or lets it. */
    private held: boolean,
    private readonly options: Pick<RunSetup, 'mostRecordedBytes'> = {},
  ) {}

  /** What is called; from the moment its turn came. */
  get call(): ContractCall | undefined {
    return this.#call;
  }

  /** Somebody has to attach, or let it begin. */
  get isHeld(): boolean {
    return this.held;
  }

  /** Lets it begin when its turn comes. */
  release(): void {
    this.held = false;
    this.#release();
  }

  async perform(call: ContractCall): Promise<ContractResult> {
    this.#call = call;
    if (this.held) await new Promise<void>(resolve => (this.#release = resolve));
    this.#checkEnded();
    const { calls, memory, address } = entering(call);
    const over = new Promise<RunOutcome>((resolve, reject) => (this.#settle = { resolve, reject }));
    over.catch(() => undefined);
    const run = await this.#start(call, calls);
    try {
      this.#checkEnded();
      for (const each of memory) await run.ask('writeMemory', each);
      await this.#begin(run);
      await over;
      return {
        ...resultOf(call, this.#report!, this.#failedAt, address),
        ...(this.#isEdited ? { edited: true } : {}),
      };
    } finally {
      this.state = 'terminated';
      this.stop = undefined;
      await run.end();
    }
  }

  #checkEnded(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  async #start(call: ContractCall, calls: Parameters<typeof WasmRun.start>[0]['calls']): Promise<WasmRun> {
    const { mostRecordedBytes } = this.options;
    const { variables } = call.contract.interface;
    const data: ContractHostData = { context: call.context, storage: await call.storage.all() };
    const run = await WasmRun.start(
      {
        module: call.contract.code,
        // What is armed later at other places makes another variant of the module; this one costs nothing more.
        probes: [...call.contract.interface.statements, ...this.#breakpoints().keys()],
        ...(variables === undefined ? {} : { variables }),
        costs: instructionCosts,
        limit: call.gasLimit,
        host: { url: hostUrl, data },
        calls,
        stopsAtTraps: true,
        ...(mostRecordedBytes === undefined ? {} : { mostRecordedBytes }),
      },
      {
        output: (_, text) => this.#tellAll(each => each.output(text)),
        logged: (entries, taken) => this.#logged(entries, taken),
        watchesEnded: ids => this.#tellAll(each => each.watchesEnded(ids)),
        told: news => this.#told(news as HostNews),
        outcome: outcome => void this.#heard(outcome),
        lost: failure => this.#settle?.reject(failure),
      },
    );
    this.#run = run;
    return run;
  }

  async #begin(run: WasmRun): Promise<void> {
    await this.configure();
    for (const { watchedMemory } of this.listeners)
      for (const [id, place] of watchedMemory) await run.ask('watch', { id, place }).catch(() => undefined);
    this.state = 'running';
    const wantsEntry = [...this.listeners].some(each => each.stopsOnEntry);
    if (!wantsEntry) {
      await run.move({ kind: 'run', past: false });
      if (this.#isPauseWanted) await run.halt();
      return;
    }
    this.#isEntry = true;
    // Without statements the first instruction has to do.
    await run.move(
      this.hasStatements
        ? { kind: 'advance', until: { kind: 'statement', into: true } }
        : { kind: 'instruction' },
    );
  }

  /** Breakpoints, watches and wishes of all who listen, as they are now. */
  async configure(): Promise<void> {
    const run = this.#run;
    if (run === undefined || this.state === 'terminated') return;
    const all = [...this.listeners];
    const breakpoints = this.#breakpoints();
    const handlers = new Map(
      [...breakpoints].flatMap(([at, handler]) => (handler === undefined ? [] : [[at, handler]])),
    );
    try {
      await run.ask('host', { about: 'wishes', given: { event: all.some(each => each.stopsOnEvents) } });
      await run.ask('host', { about: 'watch', given: all.flatMap(each => each.watches) });
      await run.arm([...breakpoints.keys()], handlers);
    } catch (error) {
      // It came to its end meanwhile, and stops nowhere any more.
      if (!(error instanceof Failure && error.code === 'wrong-state')) throw error;
    }
  }

  /** Of all who listen. Where they do not agree about a condition, the transaction stops, and all of them are told. */
  #breakpoints(): ReadonlyMap<number, ProbeHandler | undefined> {
    const found = new Map<number, ProbeHandler | undefined>();
    for (const { breakpoints } of this.listeners)
      for (const [offset, handler] of breakpoints)
        found.set(offset, found.has(offset) && !same(found.get(offset), handler) ? undefined : handler);
    return found;
  }

  /** Each goes to the session that it is of; the contract may log more once all of them are dealt with. */
  #logged(entries: readonly LoggedEntry[], taken: () => void): void {
    const shares = [...this.listeners].flatMap(listener => {
      const share = entries.filter(({ log }) => listener.ownsLog(log));
      return share.length === 0 ? [] : [{ listener, share }];
    });
    let open = shares.length;
    if (open === 0) return taken();
    for (const { listener, share } of shares)
      listener.logged(share, () => {
        if (--open === 0) taken();
      });
  }

  /** Throws a Failure where that cannot be watched. Before the transaction begins, memory waits for it. */
  async watch(id: string, place: WatchedPlace): Promise<void> {
    if (this.#run !== undefined && this.state !== 'stopped') await this.#run.ask('watch', { id, place });
  }

  async unwatch(id: string): Promise<void> {
    // A transaction that is over watches nothing.
    await this.#run?.ask('unwatch', { id }).catch(() => undefined);
  }

  /** A number for what logs: sessions may have given theirs twice. */
  newLog(): number {
    return ++this.#lastLog;
  }

  get hasStatements(): boolean {
    return (this.#call?.contract.interface.statements.length ?? 0) > 0;
  }

  /** One instruction, and if that is a call, all that it calls. */
  async stepOverCall(): Promise<void> {
    this.#climbTo = this.stop?.depth;
    try {
      await this.move({ kind: 'instruction' });
    } catch (error) {
      this.#climbTo = undefined;
      throw error;
    }
  }

  /** Throws a Failure where the motion cannot be made, and it stands as it stood. */
  async move(motion: RunMotion): Promise<void> {
    const run = this.standing();
    const { stop } = this;
    // While the engine decides, a second motion is refused.
    this.state = 'running';
    this.stop = undefined;
    try {
      await run.move(motion);
    } catch (error) {
      this.#standAgain(stop);
      throw error;
    }
    this.#tellAll(each => each.continued());
  }

  /** Unless it ended meanwhile. */
  #standAgain(stop: Stop | undefined): void {
    if (this.state !== 'running') return;
    this.state = 'paused';
    this.stop = stop;
  }

  /** Begins the call of a frame again, counted from the top. Throws a Failure where that cannot be, and it stands as it stood. */
  async restartFrame(frame: number): Promise<void> {
    await this.move({ kind: 'restart', frame });
    this.edited();
  }

  async pause(): Promise<void> {
    const run = this.#run;
    if (this.state === 'paused') return;
    if (this.state === 'stopped' && !this.held) {
      // It is on its way.
      this.#isPauseWanted = true;
      return;
    }
    if (run === undefined || this.state !== 'running')
      throw new Failure('not-stopped', 'user', 'the transaction does not run.');
    await run.halt();
  }

  /** Of a transaction that stands; throws a Failure where it does not. */
  standing(): WasmRun {
    if (this.state === 'paused' && this.#run !== undefined) return this.#run;
    throw new Failure(
      'not-stopped',
      'user',
      this.state === 'running'
        ? 'the transaction runs.'
        : this.state === 'stopped'
          ? 'the transaction has not begun.'
          : 'the transaction is over.',
      this.state === 'running' ? 'Pause it first.' : undefined,
    );
  }

  /** What is called, of a transaction that stands. */
  standingCall(): ContractCall {
    this.standing();
    return this.#call!;
  }

  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** Somebody changed it: what comes of it is no longer what the code alone does. */
  edited(): void {
    this.#isEdited = true;
  }

  /** Nobody listens any more: it goes on to its end, without stops. */
  async abandon(): Promise<void> {
    this.release();
    await this.configure();
    if (this.state === 'paused') await this.move({ kind: 'run', past: true });
  }

  /** Ends the run; what it did is discarded. */
  async end(why: Failure): Promise<void> {
    this.#ended = why;
    this.release();
    this.#settle?.reject(why);
    await this.#run?.end();
  }

  #told(news: HostNews): void {
    if (news.kind === 'over') this.#report = news.report;
    else if (news.kind === 'rewound') this.events.length = news.events;
    else {
      this.events.push(news.event);
      this.#tellAll(each => each.event(news.event));
    }
  }

  async #heard(outcome: RunOutcome): Promise<void> {
    try {
      if (outcome.kind === 'exited') {
        this.passed = outcome.passed;
        this.#failedAt ??= outcome.failedAt;
        return this.#settle?.resolve(outcome);
      }
      if (outcome.kind === 'thrown') this.#failedAt = outcome.at.offset;
      const isEntry = this.#isEntry;
      this.#isEntry = false;
      const climbTo = this.#climbTo;
      this.#climbTo = undefined;
      if (outcome.kind === 'step' && climbTo !== undefined && outcome.at.depth > climbTo)
        return await this.#goOn({ kind: 'advance', until: { kind: 'depth', depth: climbTo } });
      const stop = await withDetails(stopOf(outcome, isEntry), this.#call!.contract, this.#run!);
      const wanting = [...this.listeners].filter(each => each.wants(stop));
      if (wanting.length === 0) return await this.#goOn({ kind: 'run', past: true });
      this.state = 'paused';
      this.stop = stop;
      this.#tellAll(each => each.stopped(stop));
    } catch (error) {
      this.#settle?.reject(
        error instanceof Failure
          ? error
          : new Failure('internal', 'sonde', String(error), undefined, { cause: error }),
      );
    }
  }

  async #goOn(motion: RunMotion): Promise<void> {
    await this.#run?.move(motion);
  }

  #tellAll(tell: (listener: TargetListener) => void): void {
    for (const listener of [...this.listeners]) tell(listener);
  }
}
