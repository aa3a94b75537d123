// remoteEngine: the engine factory of a language whose programs run on a machine in another process.

import {
  changeMode,
  Failure,
  TypeTable,
  type AttachSettings,
  type EngineFactory,
  type EngineHost,
  type EngineTraits,
  type LaunchSettings,
  type ModuleColumn,
  type Target,
} from '@sonde/engine';
import { functionsColumn } from '@sonde/engine/machine';
import { RemoteEngine } from './engine.js';
import { EventRelay } from './event-relay.js';
import type { RemoteContext, RemoteMachine } from './remote-machine.js';

/** A protocol driver: how a machine is reached. What it answers with stands halted. */
export interface RemoteProtocol {
  /** Starts a machine with the program loaded, and connects to it. */
  launch?(target: Target, settings: LaunchSettings, context: RemoteContext): Promise<RemoteMachine>;
  /** Connects to a machine that was there before, and halts it. */
  attach?(settings: AttachSettings, context: RemoteContext): Promise<RemoteMachine>;
}

/** What machines behind the protocol can do at best; one that can less says so by lacking the method. */
export interface RemoteEngineTraits {
  readonly memory?: boolean;
  readonly registers?: boolean;
  readonly disassembly?: boolean;
  readonly goto?: boolean;
  readonly restartFrame?: boolean;
  readonly terminateThreads?: boolean;
  readonly evaluatesText?: boolean;
  /** Machines run code of the language's own compiler. */
  readonly runsCode?: boolean;
  readonly stepTargets?: boolean;
  readonly singleThread?: boolean;
  /** Machines can run their program again to where it was. */
  readonly time?: boolean;
  readonly data?: EngineTraits['breakpoints']['data'];
  /** Kinds of places that can be watched; memory when absent. */
  readonly dataPlaces?: EngineTraits['breakpoints']['dataPlaces'];
  readonly moduleColumns?: readonly ModuleColumn[];
}

/** A lost peer that does not come back is told as such after this time; the option `reconnectSeconds` goes before it. */
const usualReconnectMs = 1_500;

export function remoteEngine(protocol: RemoteProtocol, abilities: RemoteEngineTraits = {}): EngineFactory {
  const traits = traitsOf(abilities);
  const made = async (
    connect: (context: RemoteContext) => Promise<RemoteMachine>,
    host: EngineHost,
    settings: LaunchSettings | AttachSettings,
    signal: AbortSignal,
  ): Promise<RemoteEngine> => {
    const types = new TypeTable();
    const relay = new EventRelay();
    const wish = 'recording' in settings ? settings.recording : undefined;
    if (wish?.kind === 'replay')
      throw new Failure('not-supported', 'user', 'recordings of such programs cannot be replayed.');
    const machine = await connect({ types, events: relay.events, signal });
    for (const [id, description] of machine.symbols.types) types.define(id, description);
    const attached = !('noDebug' in settings);
    // Such a machine keeps what it needs in any case, so that only who does not want it goes without.
    const isOff = wish?.kind === 'off';
    const seconds = settings.extra['reconnectSeconds'];
    const engine = new RemoteEngine(machine, types, host, {
      traits: narrowed(traits, machine, attached, isOff),
      stopOnEntry: settings.stopOnEntry,
      noDebug: 'noDebug' in settings && settings.noDebug,
      attached,
      reconnectMs: typeof seconds === 'number' ? seconds * 1000 : usualReconnectMs,
    });
    try {
      await engine.load();
    } catch (error) {
      await machine.close();
      throw error;
    }
    relay.connect(engine.events);
    if ('console' in settings && settings.console !== 'internalConsole')
      engine.events.notice(
        'A program on another machine has no terminal here: its output is shown in the console.',
      );
    return engine;
  };
  return {
    traits,
    start(target, settings, host, signal) {
      if (protocol.launch === undefined) throw new TypeError('the protocol starts nothing');
      return made(context => protocol.launch!(target, settings, context), host, settings, signal);
    },
    ...(protocol.attach === undefined
      ? {}
      : {
          attach: (settings: AttachSettings, host: EngineHost, signal: AbortSignal) =>
            made(context => protocol.attach!(settings, context), host, settings, signal),
        }),
  };
}

function traitsOf(abilities: RemoteEngineTraits): EngineTraits {
  const { data = [], dataPlaces = ['memory'], moduleColumns = [] } = abilities;
  return {
    stops: 'all',
    time: abilities.time === true ? 'full' : 'none',
    recordings: false,
    granularities: ['line', 'statement', 'instruction'],
    breakpoints: {
      function: true,
      instruction: true,
      data,
      ...(data.length > 0 ? { dataPlaces, modes: [changeMode] } : {}),
      exception: true,
      condition: true,
      hitCount: true,
      log: true,
    },
    expressions: new Set(abilities.runsCode === true ? ['run'] : []),
    evaluatesText: abilities.evaluatesText === true,
    calls: false,
    writes: true,
    memory: abilities.memory === true,
    registers: abilities.registers === true,
    disassembly: abilities.disassembly === true,
    modules: true,
    moduleColumns: [functionsColumn, ...moduleColumns],
    goto: abilities.goto === true,
    restartFrame: abilities.restartFrame === true,
    stepTargets: abilities.stepTargets === true,
    terminateThreads: abilities.terminateThreads === true,
    singleThread: abilities.singleThread === true,
    detachesSuspended: true,
  };
}

const noExpressions: EngineTraits['expressions'] = new Set();

/** The traits of one machine. The same object where nothing is missing: capabilities are kept by it. */
function narrowed(
  traits: EngineTraits,
  machine: RemoteMachine,
  attached: boolean,
  isOff: boolean,
): EngineTraits {
  const actual: EngineTraits = {
    ...traits,
    time: machine.time === undefined || isOff ? 'none' : traits.time,
    breakpoints: {
      ...traits.breakpoints,
      ...(machine.watch === undefined ? { data: [], modes: [] } : {}),
    },
    ...(machine.runCode === undefined && traits.expressions.size > 0 ? { expressions: noExpressions } : {}),
    evaluatesText: traits.evaluatesText && machine.evaluate !== undefined,
    writes: machine.write !== undefined || machine.writeMemory !== undefined,
    memory: traits.memory && machine.readMemory !== undefined,
    disassembly: traits.disassembly && machine.disassemble !== undefined,
    goto: traits.goto && machine.goto !== undefined,
    restartFrame: traits.restartFrame && machine.restart !== undefined,
    terminateThreads: traits.terminateThreads && machine.endTask !== undefined,
    // What the debugger started ends with its connection.
    detachesSuspended: traits.detachesSuspended === true && attached,
    stepTargets: traits.stepTargets && (machine.symbols.calls?.length ?? 0) > 0,
  };
  const differs = (Object.keys(traits) as (keyof EngineTraits)[]).some(
    key => key !== 'breakpoints' && traits[key] !== actual[key],
  );
  const lessData = actual.breakpoints.data.length !== traits.breakpoints.data.length;
  return differs || lessData ? actual : traits;
}
