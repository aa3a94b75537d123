// One program under one LLDB, from its start to its end: whatever happens, both are gone afterwards and it was said why.

import { basename } from 'node:path';
import { cancelled, Failure, TypeTable, type EngineHost, type LaunchSettings } from '@sonde/engine';
import { BridgeProcess, type BridgeEnd } from './bridge-process.js';
import { terminalKind } from './console-choice.js';
import { checkLaunch, environment } from './launch-check.js';
import { reap, type KnownProcess } from './reaper.js';
import { eventFrom } from './wire-events.js';
import { fields, flag, integer, list, text, type Fields } from './wire.js';

export interface LaunchOptions {
  readonly lldb: string;
  readonly program: string;
  /** Where a stop on entry halts. */
  readonly entryFunction: string;
}

interface Launched {
  readonly name: string;
  readonly process: KnownProcess;
  readonly server: KnownProcess;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
}

const terminateMs = 3_000;
const reapMs = 2_000;

export class Debuggee {
  readonly types = new TypeTable();
  #bridge: BridgeProcess | undefined;
  #launched: Launched | undefined;
  #exitTold = false;
  #endTold = false;
  #inTerminal = false;
  #detached = false;
  /** Somebody wished the end: it is no trouble, however LLDB takes it. */
  #ending = false;

  constructor(private readonly host: EngineHost) {}

  async start(options: LaunchOptions, settings: LaunchSettings, signal: AbortSignal): Promise<void> {
    await checkLaunch(options.program, settings);
    const bridge = await BridgeProcess.start(
      options.lldb,
      this.types,
      event => this.#event(event),
      end => this.#ended(end),
      signal,
    );
    this.#bridge = bridge;
    try {
      if (settings.console !== 'internalConsole') await this.#openTerminal(bridge, options, settings, signal);
      this.#launched = launchedFrom(await bridge.request('launch', launchTo(options, settings), signal));
    } catch (error) {
      // Nobody has seen an engine yet, so nobody is told of its end. LLDB goes by itself, with the files it made.
      this.#endTold = true;
      this.#ending = true;
      await bridge.close();
      throw error;
    }
  }

  get launched(): Launched {
    if (this.#launched === undefined)
      throw new Failure('wrong-state', 'sonde', 'the program was not started.');
    return this.#launched;
  }

  /** The process of LLDB itself. */
  get lldbProcessId(): number | undefined {
    return this.#bridge?.processId;
  }

  async ask(command: string, parameters: Fields = {}, signal?: AbortSignal): Promise<unknown> {
    if (this.#bridge === undefined) throw new Failure('wrong-state', 'sonde', 'the program was not started.');
    return this.#bridge.request(command, parameters, signal);
  }

  tell(command: string): void {
    this.#bridge?.notify(command);
  }

  async terminate(): Promise<void> {
    const bridge = this.#bridge;
    if (bridge === undefined || bridge.isGone || this.#exitTold) return;
    this.#ending = true;
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

  /**
   * The program goes on where it has a terminal of its own; else its streams end with us, and so does it. One that stays
   * suspended needs no streams: it is there to be looked at.
   */
  async detach(suspended: boolean): Promise<void> {
    if (!this.#inTerminal && !suspended) return this.terminate();
    this.#ending = true;
    await this.ask('detach', { suspended });
    this.#detached = true;
    await this.#bridge?.close();
  }

  async dispose(): Promise<void> {
    this.#ending = true;
    await this.#bridge?.close();
  }

  async #openTerminal(
    bridge: BridgeProcess,
    { program }: LaunchOptions,
    settings: LaunchSettings,
    signal: AbortSignal,
  ): Promise<void> {
    this.#inTerminal = true;
    const wanted = { program, args: settings.args, stdin: stdinTo(settings) };
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

  #event(event: Fields): void {
    if (event['event'] === 'lost') return this.#bridge?.kill(text(event['reason']));
    const told = eventFrom(event, (stream, count) => this.#bridge?.notify('taken', { stream, count }));
    if (told.kind !== 'exited') return this.host.event(told);
    this.#exitTold = true;
    this.#ending = true;
    this.host.event(told);
    void this.#bridge?.close();
  }

  async #ended(end: BridgeEnd): Promise<void> {
    if (this.#launched !== undefined && !this.#detached)
      await reap([this.#launched.process, this.#launched.server], reapMs);
    if (this.#endTold) return;
    this.#endTold = true;
    if (this.#launched === undefined) return;
    if (this.#ending || end.expected) {
      if (!this.#exitTold && !this.#detached)
        this.host.event({ kind: 'exited', status: { signal: 'SIGKILL' } });
      this.host.event({ kind: 'ended' });
      return;
    }
    this.host.event({
      kind: 'ended',
      trouble: {
        blame: 'environment',
        message: `LLDB is gone: ${end.reason}. The program was ended with it.`,
        next: 'Start the program again.',
      },
    });
  }
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
  };
}

const stdinTo = ({ stdin }: LaunchSettings): Fields => ({
  data: Buffer.from(stdin.text, 'utf8').toString('base64'),
  closed: stdin.closed,
});

function launchedFrom(value: unknown): Launched {
  const from = fields(value);
  return {
    name: text(from['name']),
    process: { id: integer(from['processId']), started: text(from['started']) },
    server: { id: integer(from['serverId']), started: text(from['serverStarted']) },
    pointerSize: integer(from['pointerSize']),
    littleEndian: flag(from['littleEndian']),
  };
}
