// Drives an engine without a session: what tests of a machine or a language need. Waits for events, never for time.

import { graphFromSource, HeapAnalysis, type HeapReading } from '@sonde/heap';
import {
  breakpointId,
  Failure,
  type AttachSettings,
  type BreakpointSpec,
  type BreakpointWhere,
  type CompiledExpression,
  type Engine,
  type EngineEvent,
  type EngineFactory,
  type EngineHost,
  type Frame,
  type LaunchSettings,
  type LogValue,
  type Motion,
  type MotionKind,
  type NameScope,
  type RawValue,
  type Resolution,
  type Stop,
  type StopReason,
  type Target,
  type TypeTable,
} from './engine.js';

export { recordingOf, replayCost } from './replay-cost.js';
export { WalkedEngine } from './walked-engine.js';

export interface DriverOptions {
  readonly settings?: Partial<LaunchSettings>;
  /** Compiles the texts of breakpoints. */
  readonly compile?: (text: string, names: NameScope, types: TypeTable) => CompiledExpression;
  readonly compileLog?: (text: string, names: NameScope, types: TypeTable) => CompiledExpression;
  readonly decide?: EngineHost['decide'];
  /** The expressions of log messages, for engines that read them while the program runs on. */
  readonly compileLogValues?: (
    spec: BreakpointSpec,
    names: NameScope,
    types: TypeTable,
  ) => readonly LogValue[] | undefined;
  readonly passedText?: EngineHost['passedText'];
  readonly runInTerminal?: EngineHost['runInTerminal'];
  /** False: nobody takes the output, as with a reader that hangs. */
  readonly takesOutput?: boolean;
}

type EventOf<Kind extends EngineEvent['kind']> = EngineEvent & { readonly kind: Kind };

const noSignal = new AbortController().signal;

export class EngineDriver {
  readonly events: EngineEvent[] = [];
  #engine: Engine | undefined;
  #seen = 0;
  #wake: (() => void) | undefined;
  #stop: Stop | undefined;
  #lastBreakpoint = 0;

  private constructor(private readonly options: DriverOptions) {}

  /** The program is loaded and has not run. */
  static async start(
    factory: EngineFactory,
    target: Target,
    options: DriverOptions = {},
  ): Promise<EngineDriver> {
    const driver = new EngineDriver(options);
    const settings: LaunchSettings = {
      program: target.program,
      args: [],
      cwd: process.cwd(),
      env: {},
      stopOnEntry: false,
      noDebug: false,
      stdin: { text: '', closed: false },
      console: 'internalConsole',
      extra: {},
      ...options.settings,
    };
    driver.#engine = await factory.start(target, settings, driver.#host(), noSignal);
    return driver;
  }

  /** Attached to a program that was there before. */
  static async attach(
    factory: EngineFactory,
    settings: Partial<AttachSettings>,
    options: DriverOptions = {},
  ): Promise<EngineDriver> {
    const driver = new EngineDriver(options);
    if (factory.attach === undefined)
      throw new Failure('not-supported', 'sonde', 'the engine attaches to nothing.');
    const whole: AttachSettings = { cwd: process.cwd(), stopOnEntry: false, extra: {}, ...settings };
    driver.#engine = await factory.attach(whole, driver.#host(), noSignal);
    return driver;
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Failure('wrong-state', 'sonde', 'the engine was not started.');
    return this.#engine;
  }

  /** The stop that was waited for last. */
  get stop(): Stop {
    if (this.#stop === undefined) throw new Failure('not-stopped', 'sonde', 'no stop was waited for.');
    return this.#stop;
  }

  get top(): Frame {
    const frame = this.stop.top?.frames[0];
    if (frame === undefined) throw new Failure('not-found', 'sonde', 'the stop has no frame.');
    return frame;
  }

  get line(): number | undefined {
    return this.top.location?.line;
  }

  get reasons(): readonly StopReason[] {
    return this.stop.threads.flatMap(t => t.reasons);
  }

  /** The objects at the stop, ready to be asked about; fails with the reason where there are none to be had. */
  async heap(reading: Partial<HeapReading> = {}): Promise<HeapAnalysis> {
    const source = await this.engine.heap?.(this.stop.id);
    if (source?.available !== true)
      throw new Failure('not-supported', 'sonde', source?.why ?? 'the engine knows no objects.');
    const usual = { signal: noSignal, progress: () => undefined, mostNodes: 100_000, addresses: false };
    return new HeapAnalysis(await graphFromSource(source, { ...usual, ...reading }));
  }

  /** What the program printed so far on one stream. */
  output(stream = 'stdout'): string {
    return this.outputBytes(stream).toString('utf8');
  }

  outputBytes(stream = 'stdout'): Buffer {
    const pieces = this.events.filter(
      (e): e is EventOf<'output'> => e.kind === 'output' && e.stream === stream,
    );
    return Buffer.concat(pieces.map(e => (typeof e.data === 'string' ? Buffer.from(e.data) : e.data)));
  }

  /** The next event of the kind that was not waited past before; fails when the engine ends without it. */
  async next<Kind extends EngineEvent['kind']>(
    kind: Kind,
    where: (event: EventOf<Kind>) => boolean = () => true,
  ): Promise<EventOf<Kind>> {
    for (;;) {
      while (this.#seen < this.events.length) {
        const event = this.events[this.#seen++]!;
        if (event.kind === kind && where(event as EventOf<Kind>)) return event as EventOf<Kind>;
        if (event.kind === 'ended')
          throw new Failure(
            'engine-died',
            'sonde',
            `ended while waiting for ${kind}: ${event.trouble?.message ?? ''}`,
          );
      }
      await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }

  async stopped(): Promise<Stop> {
    this.#stop = (await this.next('stopped')).stop;
    return this.#stop;
  }

  /** Lets the program go, to the entry or its first stop. */
  async begin(): Promise<Stop> {
    await this.engine.begin();
    return this.stopped();
  }

  async move(motion: MotionKind, how: Partial<Motion> = {}): Promise<void> {
    const { id: stop, focus: thread } = this.stop;
    await this.engine.resume({ stop, thread, scope: 'all', direction: 'forward', motion, ...how });
  }

  async continue(): Promise<Stop> {
    await this.move({ kind: 'continue' });
    return this.stopped();
  }

  async step(
    how: 'over' | 'in' | 'out',
    granularity: 'line' | 'statement' | 'instruction' = 'line',
    more: Partial<Motion> = {},
  ): Promise<Stop> {
    await this.move({ kind: 'step', how, granularity }, more);
    return this.stopped();
  }

  /** Sets a breakpoint and answers with what came of it. */
  async break(where: BreakpointWhere, more: Partial<BreakpointSpec> = {}): Promise<Resolution> {
    const id = breakpointId(++this.#lastBreakpoint);
    const [resolution] = await this.engine.changeBreakpoints([{ id, where, ...more }], []);
    if (resolution === undefined) throw new Failure('internal', 'sonde', 'the engine did not answer.');
    return resolution;
  }

  /** The variables of a frame by scope and name, as plain values; what cannot be read is its reason in brackets. */
  async variables(frame: Frame = this.top): Promise<Record<string, Record<string, unknown>>> {
    const scopes = await this.engine.scopes(this.stop.id, frame.id);
    return Object.fromEntries(
      scopes.map(s => [s.name, Object.fromEntries(s.variables.map(v => [v.name, plain(v.value)]))]),
    );
  }

  /** Runs to the end and answers with the exit code. */
  async finish(): Promise<number | string> {
    const { status } = await this.next('exited');
    await this.next('ended');
    return 'code' in status ? status.code : status.signal;
  }

  async dispose(): Promise<void> {
    await this.engine.dispose();
  }

  #host(): EngineHost {
    const { options } = this;
    const refuse = (): never => {
      throw new Failure('not-supported', 'sonde', 'this driver compiles no texts.');
    };
    return {
      event: event => {
        this.events.push(event);
        if (event.kind === 'output' && options.takesOutput !== false) event.taken?.();
        this.#wake?.();
      },
      compileCondition: (text, names) => (options.compile ?? refuse)(text, names, this.engine.types),
      compileLog: (text, names) => (options.compileLog ?? refuse)(text, names, this.engine.types),
      decide: options.decide ?? (async () => ({ stop: true })),
      ...(options.compileLogValues === undefined
        ? {}
        : {
            compileLogValues: (spec: BreakpointSpec, names: NameScope) =>
              options.compileLogValues!(spec, names, this.engine.types),
          }),
      ...(options.passedText === undefined ? {} : { passedText: options.passedText }),
      ...(options.runInTerminal === undefined ? {} : { runInTerminal: options.runInTerminal }),
    };
  }
}

/** A raw value as a test wants to compare it. */
export function plain(value: RawValue): unknown {
  const { content } = value;
  switch (content.kind) {
    case 'scalar':
      return typeof content.value === 'bigint' ? Number(content.value) : content.value;
    case 'bytes':
      return [...content.bytes];
    case 'unavailable':
      return `<${content.why}>`;
    case 'partial':
      return `${content.value.slice(0, 8)}… (${content.length})`;
    case 'object':
    case 'deferred':
      return content.kind;
  }
}
