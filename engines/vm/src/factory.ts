// vmEngine: the engine factory a language hands out for its machine.

import { availableParallelism } from 'node:os';
import {
  PlacesAtOnce,
  changeMode,
  type EngineFactory,
  type EngineTraits,
  type ModuleColumn,
  type Target,
} from '@sonde/engine';
import { functionsColumn } from '@sonde/engine/machine';
import { javascriptOperations, memoryOperations } from '@sonde/lens/javascript';
import { VmEngine } from './host/engine.js';
import { recordingOf } from './host/time-travel.js';
import type { MachineImage } from './machine.js';

/** Optional parts of the machine contract; `calls` are those of the symbols. */
export type MachinePart =
  | 'goto'
  | 'restartFrame'
  | 'endTask'
  | 'disassemble'
  | 'restrictTo'
  | 'memory'
  | 'evaluate'
  | 'calls';

export interface VmEngineOptions {
  /** What the machine does not implement; capabilities follow from it before any machine exists. */
  readonly without?: readonly MachinePart[];
  /** In bytes, for what a program may use; the launch option `memoryLimit` (in megabytes) goes before it. */
  readonly memoryLimit?: number;
  /** The machine has registers that people want to see (`Machine.registers`). */
  readonly registers?: boolean;
  /** Variables lie in byte memory (`Machine.locate`): conditions read them there, and pointers can be followed. */
  readonly variablesInMemory?: boolean;
  /** What the symbols tell about modules (`ModuleSymbol.extra`). */
  readonly moduleColumns?: readonly ModuleColumn[];
  /** Builds a program that the debuggee starts and that no client wants to debug. */
  readonly buildChild?: (program: string, cwd: string) => Promise<Target>;
}

const megabyte = 1024 * 1024;
const defaultMemoryLimit = 512 * megabyte;
/** The machine's own data comes on top of the program's. */
const machineMegabytes = 128;

const loading = new PlacesAtOnce(Math.max(2, availableParallelism()));

/** `moduleUrl` names a module that exports `createMachine` (see `MachineModule`). */
export function vmEngine(moduleUrl: URL, options: VmEngineOptions = {}): EngineFactory {
  const traits = traitsOf(options);
  const { buildChild } = options;
  const factory: EngineFactory = {
    traits,
    async start(target, settings, host, signal) {
      const wanted = settings.extra['memoryLimit'];
      const memoryLimit =
        typeof wanted === 'number' && wanted > 0
          ? wanted * megabyte
          : (options.memoryLimit ?? defaultMemoryLimit);
      const recording = recordingOf(settings, target.image as MachineImage);
      // A hundred threads that load at once would leave nothing to those who debug already.
      const loaded = await loading.take(signal);
      const engine = new VmEngine(target, settings, host, {
        loaded,
        moduleUrl,
        traits,
        variablesInMemory: options.variablesInMemory === true,
        memoryLimit,
        recording,
        heapMegabytes:
          Math.ceil((memoryLimit + (recording?.memoryBudget ?? 0)) / megabyte) + machineMegabytes,
        childMaker:
          buildChild === undefined
            ? undefined
            : {
                build: buildChild,
                start: (...child) => factory.start(...child, new AbortController().signal),
              },
      });
      await engine.load(signal);
      return engine;
    },
  };
  return factory;
}

/** Without a machine that evaluates, `run` cannot be part of an expression. */
const operationsOf = (evaluates: boolean, inMemory: boolean): EngineTraits['expressions'] =>
  new Set([
    ...[...javascriptOperations].filter(operation => evaluates || operation !== 'run'),
    ...(inMemory ? memoryOperations : []),
  ]);

function traitsOf(options: VmEngineOptions): EngineTraits {
  const { without: missing = [], moduleColumns = [], variablesInMemory = false, registers = false } = options;
  const has = (part: MachinePart): boolean => !missing.includes(part);
  return {
    stops: 'all',
    time: 'full',
    granularities: ['line', 'statement', 'instruction'],
    breakpoints: {
      function: true,
      instruction: true,
      data: ['read', 'write', 'readWrite'],
      ...(variablesInMemory ? { dataPlaces: ['memory'] as const } : {}),
      exception: true,
      condition: true,
      hitCount: true,
      log: true,
      modes: [changeMode],
    },
    expressions: operationsOf(has('evaluate'), variablesInMemory),
    evaluatesText: false,
    calls: false,
    writes: true,
    memory: has('memory'),
    registers,
    disassembly: has('disassemble'),
    modules: true,
    moduleColumns: [functionsColumn, ...moduleColumns],
    goto: has('goto'),
    restartFrame: has('restartFrame'),
    stepTargets: has('calls'),
    terminateThreads: has('endTask'),
    singleThread: has('restrictTo'),
  };
}
