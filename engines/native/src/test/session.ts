// A debug session for tests: drives the engine, waits for its events without races.

import { tmpdir } from 'node:os';
import {
  breakpointId,
  StopReader,
  topOf,
  type AttachSettings,
  type BreakpointSpec,
  type BreakpointWhere,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type LaunchSettings,
  type MotionKind,
  type NamedValue,
  type RawValue,
  type Resolution,
  type Stop,
  type StopReason,
  type ThreadId,
} from '@sonde/engine';
import { Lens, parseLogMessage } from '@sonde/lens';
import { nativeEngine, type NativeOptions } from '../native.js';
import type { Fixture } from './fixtures.js';

type Kind = EngineEvent['kind'];
export type EventOf<K extends Kind> = Extract<EngineEvent, { kind: K }>;

export interface SessionOptions {
  readonly settings?: Partial<LaunchSettings>;
  readonly engine?: NativeOptions;
  /** The client's terminal. */
  readonly runInTerminal?: NonNullable<EngineHost['runInTerminal']>;
  /** Output is not taken by itself: for tests of back-pressure. */
  readonly keepOutput?: boolean;
}

export interface AttachOptions {
  readonly processId?: number;
  readonly program?: string;
  readonly stopOnEntry?: boolean;
  readonly [option: string]: unknown;
}

const open = new Set<TestSession>();

export class TestSession {
  readonly events: EngineEvent[] = [];
  #engine: Engine | undefined;
  #seen = 0;
  #waiting: (() => void)[] = [];
  #nextBreakpoint = 1;

  static async start(program: string, options: SessionOptions = {}): Promise<TestSession> {
    const session = new TestSession();
    open.add(session);
    const settings: LaunchSettings = {
      program,
      args: [],
      cwd: tmpdir(),
      env: {},
      stopOnEntry: false,
      noDebug: false,
      stdin: { text: '', closed: true },
      console: 'internalConsole',
      extra: {},
      ...options.settings,
    };
    const host = session.#host(options);
    const target = { program, temporary: [], image: undefined };
    session.#engine = await nativeEngine(options.engine).start(
      target,
      settings,
      host,
      new AbortController().signal,
    );
    return session;
  }

  /** To what was there before; `extra` are the options of an attach. */
  static async attach(
    { processId, program, stopOnEntry, ...extra }: AttachOptions,
    signal: AbortSignal = new AbortController().signal,
    engine?: NativeOptions,
  ): Promise<TestSession> {
    const session = new TestSession();
    open.add(session);
    const settings: AttachSettings = {
      ...(processId === undefined ? {} : { processId }),
      ...(program === undefined ? {} : { program }),
      cwd: tmpdir(),
      stopOnEntry: stopOnEntry ?? false,
      extra,
    };
    session.#engine = await nativeEngine(engine).attach!(settings, session.#host({}), signal);
    return session;
  }

  /** After each test: whatever it left running is ended. */
  static async disposeAll(): Promise<void> {
    const sessions = [...open];
    open.clear();
    await Promise.all(sessions.map(async session => session.#engine?.dispose()));
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error('not started');
    return this.#engine;
  }

  /** The next event of a kind that no earlier call has answered with. */
  async next<K extends Kind>(
    kind: K,
    fits: (event: EventOf<K>) => boolean = () => true,
  ): Promise<EventOf<K>> {
    for (;;) {
      for (; this.#seen < this.events.length;) {
        const event = this.events[this.#seen++]!;
        if (event.kind === kind && fits(event as EventOf<K>)) return event as EventOf<K>;
        if (event.kind === 'ended' && kind !== 'ended')
          throw new Error(`ended before '${kind}': ${JSON.stringify(event.trouble ?? 'no trouble')}`);
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  async stopped(): Promise<Stop> {
    const { stop } = await this.next('stopped');
    const top = await topOf(stop);
    return top === undefined ? stop : { ...stop, top };
  }

  ended(): Promise<EventOf<'ended'>> {
    return this.next('ended');
  }

  uint64(value: RawValue): bigint {
    return bytesOf(value).readBigUInt64LE(0);
  }

  async breakAt(where: BreakpointWhere, more: Partial<BreakpointSpec> = {}): Promise<Resolution> {
    const spec = { id: breakpointId(this.#nextBreakpoint++), where, ...more };
    return (await this.engine.changeBreakpoints([spec], []))[0]!;
  }

  breakAtMarker(fixture: Fixture, marker: string, more: Partial<BreakpointSpec> = {}): Promise<Resolution> {
    const source = { name: 'source', path: fixture.source };
    return this.breakAt({ kind: 'source', source, line: fixture.line(marker) }, more);
  }

  async move(stop: Stop, motion: MotionKind): Promise<Stop> {
    await this.go(stop, motion);
    return this.stopped();
  }

  go(stop: Stop, motion: MotionKind): Promise<void> {
    return this.engine.resume({
      stop: stop.id,
      thread: stop.focus,
      scope: 'all',
      direction: 'forward',
      motion,
    });
  }

  step(stop: Stop, how: 'over' | 'in' | 'out', granularity: 'line' | 'instruction' = 'line'): Promise<Stop> {
    return this.move(stop, { kind: 'step', how, granularity });
  }

  /** Everything printed so far. */
  text(stream: string): string {
    return this.events
      .filter(event => event.kind === 'output' && event.stream === stream)
      .map(event => {
        const { data } = event as EventOf<'output'>;
        return typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
      })
      .join('');
  }

  #host(options: SessionOptions): EngineHost {
    return {
      event: event => this.#event(event, options.keepOutput === true),
      decide: () => Promise.reject(new Error('nothing is left to the session')),
      compileCondition: () => {
        throw new Error('conditions are evaluated in the engine');
      },
      compileLog: () => {
        throw new Error('log messages are written where the program halts');
      },
      logText: (stop, thread, spec) => this.#logText(stop, thread, spec.logMessage ?? ''),
      ...(options.runInTerminal === undefined ? {} : { runInTerminal: options.runInTerminal }),
    };
  }

  async #logText(stop: Stop, thread: ThreadId, message: string): Promise<string> {
    const { engine } = this;
    const frame = (await engine.stack(stop.id, thread, 0, 1)).frames[0]?.id;
    const { pointerSize } = engine.process;
    const lens = new Lens({ renderers: [], types: engine.types, pointerSize, littleEndian: true });
    const reader = new StopReader(engine, stop.id);
    const texts = parseLogMessage(message).map(async part =>
      typeof part === 'string'
        ? part
        : engine.evaluateText!(stop.id, frame, part.expression).then(
            value => lens.loggedText(value, reader, {}),
            (error: unknown) => `<${(error as Error).message.replace(/\.$/, '')}>`,
          ),
    );
    return (await Promise.all(texts)).join('');
  }

  #event(event: EngineEvent, keepOutput: boolean): void {
    this.events.push(event);
    if (event.kind === 'output' && !keepOutput) event.taken?.();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

export const reasonOf = (stop: Stop): StopReason => {
  const thread = stop.threads.find(item => item.thread === stop.focus);
  return thread!.reasons[0]!;
};

export const lineOf = (stop: Stop): number | undefined => stop.top?.frames[0]?.location?.line;

export function variable(stop: Stop, name: string): RawValue {
  const scopes = stop.top?.scopes ?? [];
  const found = scopes.flatMap(scope => [...scope.variables]).find((item: NamedValue) => item.name === name);
  if (found === undefined) throw new Error(`no variable ${name}`);
  return found.value;
}

export function bytesOf(value: RawValue): Buffer {
  if (value.content.kind !== 'bytes') throw new Error(`no bytes: ${JSON.stringify(value.content)}`);
  return Buffer.from(value.content.bytes);
}

export const intOf = (value: RawValue): number => bytesOf(value).readInt32LE(0);
