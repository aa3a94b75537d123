// One program under one LLDB, from its start to its end: whatever happens, both are gone afterwards and it was said why.

import { basename } from 'node:path';
import {
  cancelled,
  Failure,
  TypeTable,
  type BreakpointId,
  type BreakpointSpec,
  type EngineEvent,
  type EngineHost,
  type LaunchSettings,
  type Resolution,
  type Stop,
  type Thread,
} from '@sonde/engine';
import { BreakpointChecks } from './breakpoint-checks.js';
import { removeTraps } from './code-repair.js';
import { BridgeProcess, type BridgeEnd } from './bridge-process.js';
import { ComingTop } from './coming-top.js';
import { terminalKind } from './console-choice.js';
import { descriptorsTo, type PreparedDescriptor } from './descriptors.js';
import { checkLaunch, environment } from './launch-check.js';
import {
  hasOwnLife,
  heldProgramFrom,
  inCoreOnly,
  lostNext,
  lostText,
  refusalIn,
  type HeldProgram,
} from './held-program.js';
import { allFacts } from './language-facts.js';
import { SilentStops, passedLogFrom, pendingHitFrom } from './silent-stops.js';
import { olderThanTested } from './lldb-version.js';
import { goesOnText } from './left-program.js';
import { areGone, isAlive, reap, signalTo } from './reaper.js';
import { letProgramGo, type WatchedRange } from './server-farewell.js';
import { Told } from './told.js';
import { eventFrom } from './wire-events.js';
import { topFrom } from './wire-frames.js';
import { threadFrom } from './wire-stops.js';
import { fields, flag, integer, list, text, type Fields } from './wire.js';

export interface LaunchOptions {
  readonly lldb: string;
  readonly program: string;
  /** Where a stop on entry halts. */
  readonly entryFunction: string;
  readonly descriptors: readonly PreparedDescriptor[];
}

const terminateMs = 3_000;
const reapMs = 2_000;

export class Debuggee {
  readonly types = new TypeTable();
  readonly told = new Told(this.types);
  #stoppedThreads: readonly Thread[] | undefined;
  /** Of the last stop that told them. */
  #lastThreads: readonly Thread[] | undefined;
  readonly #top = new ComingTop();
  readonly #checks: BreakpointChecks;
  readonly #silentStops: SilentStops;
  #bridge: BridgeProcess | undefined;
  #held: HeldProgram | undefined;
  /** Also what is not watched any more. */
  readonly #watched: WatchedRange[] = [];
  #exitTold = false;
  #endTold = false;
  #detached = false;
  /** Somebody wished the end: it is no trouble, however LLDB takes it. */
  #ending = false;

  constructor(private readonly host: EngineHost) {
    this.#checks = new BreakpointChecks(host, this.types);
    this.#silentStops = new SilentStops(host);
  }

  async start(options: LaunchOptions, settings: LaunchSettings, signal: AbortSignal): Promise<void> {
    await checkLaunch(options.program, settings);
    await this.#open(options.lldb, signal, async bridge => {
      if (settings.console !== 'internalConsole') await this.#openTerminal(bridge, options, settings, signal);
      return bridge.request('launch', launchTo(options, settings), signal);
    });
  }

  /** To what was there before: `command` says how, to the bridge. */
  attach(
    lldb: string,
    command: 'attach' | 'core' | 'remote',
    parameters: Fields,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#open(lldb, signal, bridge => bridge.request(command, parameters, signal));
  }

  async #open(
    lldb: string,
    signal: AbortSignal,
    take: (bridge: BridgeProcess) => Promise<unknown>,
  ): Promise<void> {
    const bridge = await BridgeProcess.start(
      lldb,
      this.told,
      event => this.#event(event),
      end => this.#ended(end),
      signal,
    );
    this.#bridge = bridge;
    const advice = olderThanTested(bridge.version);
    if (advice !== undefined) this.host.event({ kind: 'notice', message: advice, important: false });
    try {
      await bridge.request('languages', { ...allFacts() }, signal);
      this.#held = heldProgramFrom(await take(bridge));
    } catch (error) {
      // Nobody has seen an engine yet, so nobody is told of its end. LLDB goes by itself, with the files it made.
      this.#endTold = true;
      this.#ending = true;
      await bridge.close();
      throw error;
    }
  }

  get held(): HeldProgram {
    if (this.#held === undefined) throw new Failure('wrong-state', 'sonde', 'the program was not started.');
    return this.#held;
  }

  /** The process of LLDB itself. */
  get lldbProcessId(): number | undefined {
    return this.#bridge?.processId;
  }

  /** The threads of the present stop, unless nobody but the bridge can tell. */
  get stoppedThreads(): readonly Thread[] | undefined {
    return this.#stoppedThreads;
  }

  async ask(command: string, parameters: Fields = {}, signal?: AbortSignal): Promise<unknown> {
    if (command === 'resume' || command === 'go-back') this.#stoppedThreads = undefined;
    if (this.#bridge === undefined) throw new Failure('wrong-state', 'sonde', 'the program was not started.');
    const refusal = refusalIn(this.#held, command);
    if (refusal !== undefined) throw refusal;
    return this.#bridge.request(command, parameters, signal);
  }

  /** Whether the texts of a breakpoint are none for LLDB. */
  compilesAll(spec: BreakpointSpec): boolean {
    return this.#checks.compilesAll(spec);
  }

  /** `wires`: those of `set` that could be put into words for the bridge. */
  async changeBreakpoints(
    set: readonly BreakpointSpec[],
    wires: readonly Fields[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]> {
    if (this.#held?.hold === 'core')
      return set.map(({ id }) => ({ id, state: 'unresolved', sites: [], message: inCoreOnly }));
    this.#watched.push(...set.flatMap(watchedBy));
    this.#checks.change(set, remove);
    this.#silentStops.add(set);
    const answer = await this.ask('breakpoints', { set: wires, remove });
    // What the program has passed before that is still to be written.
    this.#silentStops.remove(remove);
    return this.#resolved(list(answer, item => item));
  }

  tell(command: string): void {
    const refusal = refusalIn(this.#held, command);
    if (refusal !== undefined) throw refusal;
    this.#bridge?.notify(command);
  }

  async terminate(): Promise<void> {
    const bridge = this.#bridge;
    if (bridge === undefined || bridge.isGone || this.#exitTold) return;
    this.#ending = true;
    // What it is of has ended long ago.
    if (this.#held?.hold === 'core') return bridge.close();
    // A bridge that is busy does not get to it in time; then LLDB goes first and the program with it.
    const timer = setTimeout(() => bridge.kill(), terminateMs);
    timer.unref();
    try {
      await bridge.request('kill');
    } catch {
      // It ended on its own while we asked.
    } finally {
      clearTimeout(timer);
    }
  }

  /** The program goes on. One that has no terminal of its own prints to nowhere from then on, and reads an end. */
  async detach(suspended: boolean): Promise<void> {
    if (this.#exitTold) return;
    this.#ending = true;
    const { hold, name, process } = this.held;
    if (hold === 'core') return this.#bridge?.close();
    const left = fields(await this.ask('detach', { suspended }));
    this.#detached = true;
    if (flag(left['printsToNowhere']))
      this.host.event({ kind: 'notice', message: goesOnText(name, process.id), important: false });
    await this.#bridge?.close();
  }

  async dispose(): Promise<void> {
    this.#ending = true;
    await this.#bridge?.close();
  }

  async #openTerminal(
    bridge: BridgeProcess,
    { program, descriptors }: LaunchOptions,
    settings: LaunchSettings,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = {
      ...{ program, args: settings.args, stdin: stdinTo(settings) },
      descriptors: descriptorsTo(descriptors),
    };
    const command = await bridge.request('prepare-terminal', wanted, signal);
    const opened = this.host.runInTerminal?.({
      kind: terminalKind(settings),
      title: basename(program),
      cwd: settings.cwd,
      args: list(command, text),
      env: settings.env,
    });
    // A client may take its time, and nobody may want to wait for it any more.
    await Promise.race([opened, rejectedBy(signal)]);
  }

  /** The bridge gets the checks in the order of what it said, and before anything that is asked of it later. */
  #resolved(wires: readonly unknown[]): readonly Resolution[] {
    const { resolutions, checks } = this.#checks.resolved(wires);
    // LLDB goes on checking the text when nobody takes them any more.
    if (checks.length > 0) this.ask('checks', { checks }).catch(() => undefined);
    return resolutions;
  }

  #event(event: Fields): void {
    if (event['event'] === 'lost') return this.#bridge?.kill(text(event['reason']));
    if (event['event'] === 'breakpoints') {
      const resolutions = this.#resolved(list(event['resolutions'], item => item));
      return this.host.event({ kind: 'breakpoints', resolutions });
    }
    if (event['event'] === 'child') return this.#offerChild(event);
    if (event['event'] === 'log' && event['values'] !== undefined)
      return this.#silentStops.logs.passed(passedLogFrom(event, this.types));
    if (event['event'] === 'top') return this.#top.came(topFrom(event['top'], this.told));
    const told = eventFrom(event, (stream, count) => this.#bridge?.notify('taken', { stream, count }));
    if (told.kind === 'stopped') {
      this.#stoppedThreads = this.#threadsAt(event['all']);
      return void this.#stopped(event, { ...told.stop, topSoon: this.#top.expect() });
    }
    if (told.kind === 'output') return this.#silentStops.logs.after(() => this.host.event(told));
    if (told.kind !== 'exited') return this.host.event(told);
    this.#exitTold = true;
    this.#ending = true;
    void this.#exited(told);
  }

  #threadsAt(all: unknown): readonly Thread[] | undefined {
    if (all === undefined) return undefined;
    if (all !== 'same') this.#lastThreads = list(all, threadFrom);
    return this.#lastThreads;
  }

  async #exited(told: EngineEvent): Promise<void> {
    if (this.#silentStops.logs.written !== undefined) await this.#silentStops.logs.written;
    this.host.event(told);
    await this.#bridge?.close();
  }

  async #stopped(event: Fields, stop: Stop): Promise<void> {
    const hits = 'logs' in event ? list(event['logs'], pendingHitFrom) : [];
    if (this.#silentStops.logs.written !== undefined) await this.#silentStops.logs.written;
    if (hits.length > 0) await this.#silentStops.write(stop, hits);
    if (event['silent'] !== true) return this.host.event({ kind: 'stopped', stop });
    const answers = await this.#silentStops.decide(stop, list(event['questions'], pendingHitFrom));
    // It may have ended meanwhile, which is told by itself.
    await this.ask('answered', { stop: stop.id, answers }).catch(() => undefined);
  }

  /** It waits, suspended, for a debugger; the bridge sees to it that it does not do so for ever. */
  #offerChild(event: Fields): void {
    const child = { id: integer(event['processId']), started: text(event['started']) };
    this.host.event({
      kind: 'child',
      child: {
        name: `${this.held.name} ${child.id}`,
        request: 'attach',
        configuration: { pid: child.id },
        leaveAlone: () => signalTo(child, 'SIGCONT'),
      },
    });
  }

  async #ended(end: BridgeEnd): Promise<void> {
    const held = this.#held;
    this.#top.came(undefined);
    if (held !== undefined && !this.#detached)
      await clearAway(held, this.#watched, words => this.#bridge?.sayToServer(words));
    if (this.#endTold) return;
    this.#endTold = true;
    if (held === undefined) return;
    if (this.#ending || end.expected) {
      if (!this.#exitTold && !this.#detached && held.hold === 'launched')
        this.host.event({ kind: 'exited', status: { signal: 'SIGKILL' } });
      this.host.event({ kind: 'ended' });
      return;
    }
    this.host.event({
      kind: 'ended',
      trouble: {
        blame: 'environment',
        message: await lostText(held, end.reason),
        next: lostNext(held),
      },
    });
  }
}

/** LLDB is gone; so is what it owned. A program with a life of its own is not touched. */
async function clearAway(
  held: HeldProgram,
  watched: readonly WatchedRange[],
  sayToServer: (words: string) => void,
): Promise<void> {
  if (held.hold === 'launched') return reap([held.process, held.server], reapMs);
  if (!hasOwnLife(held)) return;
  if (held.hold === 'attached') await letProgramGo(held.process, watched, sayToServer);
  if (!(await areGone([held.server], reapMs))) await reap([held.server], reapMs);
  // Where the server was gone as well, its breakpoints are still there.
  if (held.hold === 'attached' && (await isAlive(held.process))) await removeTraps(held.process.id);
}

function watchedBy({ where }: BreakpointSpec): readonly WatchedRange[] {
  if (where.kind !== 'data' || where.place.kind !== 'memory') return [];
  return [{ address: BigInt.asUintN(64, where.place.address.offset), size: where.size }];
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(cancelled());
    signal.addEventListener('abort', () => reject(cancelled()), { once: true });
  });

function launchTo(options: LaunchOptions, settings: LaunchSettings): Fields {
  return {
    program: options.program,
    entryFunction: options.entryFunction,
    args: settings.args,
    cwd: settings.cwd,
    env: Object.entries(environment(settings.env)).map(([name, value]) => `${name}=${value}`),
    stdin: stdinTo(settings),
    descriptors: descriptorsTo(options.descriptors),
    followFork: settings.extra['followFork'] === true,
  };
}

const stdinTo = ({ stdin }: LaunchSettings): Fields => ({
  data: Buffer.from(stdin.text, 'utf8').toString('base64'),
  closed: stdin.closed,
});
