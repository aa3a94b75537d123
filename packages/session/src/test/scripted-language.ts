// A language for tests of the session: its programs stand still, its machine evaluates what the test says.

import {
  Failure,
  codeAddress,
  frameId,
  nameScope,
  notSupported,
  placeKey,
  stopId,
  threadId,
  TypeTable,
  unavailable,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type EngineRegion,
  type EngineTraits,
  type Expression,
  type LaunchSettings,
  type Motion,
  type Place,
  type RawValue,
  type Scope,
  type Stack,
  type Stop,
  type SourceRef,
  type StopReason,
  type StopTime,
  type StoppedThread,
  type Thread,
  type TimeTravel,
  type TypeId,
} from '@sonde/engine';
import type { ExpressionLanguage, Language } from '@sonde/language';
import { build } from '@sonde/lens';

const refuse = (): Promise<never> => Promise.reject(notSupported('this', 'the program stands still'));

/** What the test decides and what it sees. */
export class Script {
  readonly types = new TypeTable();
  readonly any: TypeId = this.types.add({ kind: 'dynamic', name: 'any' });
  readonly record: TypeId = this.types.add({ kind: 'object', name: 'record' });
  readonly places = new Map<string, RawValue>();
  /** The code of every evaluation, and whether it might change something. */
  readonly evaluated: { readonly code: unknown; readonly effects: boolean }[] = [];
  readonly written: { readonly place: Place; readonly value: RawValue }[] = [];
  /** Images that expressions were compiled against. */
  readonly images: unknown[] = [];
  tell: (event: EngineEvent) => void = () => undefined;
  /** What the engine may ask of the session, once the program was started. */
  host: EngineHost | undefined;
  /** What the machine makes of code. */
  evaluate: (code: string, effects: boolean, signal?: AbortSignal) => RawValue | Promise<RawValue> = code => {
    throw new Failure('bad-expression', 'user', `nobody said what ${code} is.`);
  };
  /** What the machine does when it is to go on, and to halt. */
  resume: (motion: Motion) => Promise<void> = async () => undefined;
  pause: () => Promise<void> = refuse;
  /** What was given to the machine to run. */
  readonly targets: unknown[] = [];
  /** What the program was built from. */
  sources: readonly SourceRef[] = [];
  canGoBack = false;
  /** How one goes back; undefined for a run that is not recorded. */
  time: TimeTravel | undefined;
  /** When the next stop is. */
  stopTime: StopTime | undefined;
  /** How the program was launched. */
  settings: LaunchSettings | undefined;
  beforeStart: (settings: LaunchSettings) => void = () => undefined;
  /** What the machine waits for before it sets breakpoints. */
  stall: Promise<unknown> = Promise.resolve();
  /** What is mapped; undefined for a machine that does not tell. */
  regions: readonly EngineRegion[] | undefined;
  /** What runs when the stack returns. */
  fragments: Stack['fragments'] = [];
  threads: readonly Thread[] = [{ id: threadId(1), name: 'main', kind: 'task', state: 'stopped' }];
  #stops = 0;

  set(place: Place, value: RawValue): RawValue {
    const placed = { ...value, place };
    this.places.set(placeKey(place), placed);
    return placed;
  }

  /** In the first thread; `beside`: threads that have reasons of their own. */
  stop(reason: StopReason, beside: readonly StoppedThread[] = []): void {
    const thread = threadId(1);
    const stop: Stop = {
      id: stopId(++this.#stops),
      threads: [{ thread, reasons: [reason] }, ...beside],
      focus: thread,
      allThreads: true,
      ...(this.stopTime === undefined ? {} : { time: this.stopTime }),
      top: { ...this.stack, scopes: this.scopes },
    };
    this.tell({ kind: 'stopped', stop });
  }

  get stack(): Stack {
    return {
      frames: [{ id: frameId('f'), function: 'main', address: codeAddress(0), confidence: 'exact' }],
      total: 1,
      ...(this.fragments === undefined ? {} : { fragments: this.fragments }),
    };
  }

  get scopes(): readonly Scope[] {
    const variables = [...this.places.values()].map((value, nth) => ({ name: `v${nth}`, value }));
    return [{ name: 'Locals', kind: 'locals', variables }];
  }
}

const traits: EngineTraits = {
  stops: 'all',
  time: 'none',
  granularities: ['line'],
  breakpoints: {
    function: true,
    instruction: false,
    data: ['write'],
    exception: true,
    condition: true,
    hitCount: true,
    log: true,
  },
  expressions: new Set<Expression['op']>(['run']),
  evaluatesText: false,
  calls: false,
  writes: true,
  memory: false,
  registers: false,
  disassembly: false,
  modules: false,
  goto: false,
  restartFrame: false,
  stepTargets: false,
  terminateThreads: false,
  singleThread: false,
};

const traitsOf = ({ canGoBack }: Script): EngineTraits =>
  !canGoBack ? traits : { ...traits, time: 'full', modules: true, granularities: ['line', 'instruction'] };

function scriptedEngine(script: Script): Engine {
  const { regions } = script;
  return {
    traits: {
      ...traitsOf(script),
      ...(script.time === undefined ? { time: 'none' } : {}),
      memory: regions !== undefined,
    },
    types: script.types,
    process: { name: 'scripted', pointerSize: 4, isLocal: true },
    begin: async () => script.stop({ kind: 'entry' }),
    threads: async () => script.threads,
    resume: motion => script.resume(motion),
    pause: () => script.pause(),
    stack: async () => script.stack,
    scopes: async () => script.scopes,
    names: async () => nameScope([]),
    changeBreakpoints: async set => {
      await script.stall;
      return set.map(({ id }) => ({ id, state: 'resolved', sites: [] }));
    },
    breakpointLocations: async () => [],
    write: async (_stop, place, value) => {
      script.written.push({ place, value });
      return script.set(place, value);
    },
    runCode: async (_stop, _frame, code, effects, signal) => {
      script.evaluated.push({ code, effects });
      return script.evaluate(String(code), effects, signal);
    },
    ...(regions === undefined ? {} : { regions: async () => regions }),
    ...(script.time === undefined ? {} : { time: script.time }),
    writeMemory: refuse,
    readMemory: refuse,
    loadedSources: async () => script.sources,
    readObjects: async (_stop, reads) => reads.map(() => []),
    readPlaces: async (_stop, wanted) =>
      wanted.map(({ place, type }) => script.places.get(placeKey(place)) ?? unavailable(type, 'gone', place)),
    input: async () => undefined,
    terminate: async () => {
      script.tell({ kind: 'exited', status: { code: 0 } });
      script.tell({ kind: 'ended' });
    },
    detach: async () => undefined,
    dispose: async () => undefined,
  };
}

/** An expression is its own code; one with `:=` in it is meant to change the program. */
export const scripted = (script: Script): Language => ({
  id: 'scripted',
  name: 'Scripted',
  extensions: ['.scripted'],
  adapterNames: ['scripted-dap'],
  exceptionFilters: [],
  engine: {
    get traits() {
      return traitsOf(script);
    },
    start: async (target, settings, host) => {
      script.targets.push(target.image);
      script.settings = settings;
      script.beforeStart(settings);
      script.host = host;
      script.tell = event => host.event(event);
      return scriptedEngine(script);
    },
  },
  expressions: {
    compile: (text, { image }) => {
      script.images.push(image);
      return build.compiled(text, build.run(text, text.includes(':='), script.any));
    },
    complete: (_text, { image }) => {
      script.images.push(image);
      return [];
    },
  },
  build: async ({ program }) => ({
    target: { program, temporary: [], image: { of: program } },
    diagnostics: [],
  }),
});

/** Expressions that take what a user types for a variable, and nothing else. */
export const onlyEncoding = (encode: NonNullable<ExpressionLanguage['encode']>): ExpressionLanguage => ({
  compile: text => {
    throw new Failure('bad-expression', 'user', `${text} is no expression.`);
  },
  encode,
});
