// wasmEngine: the engine factory of a language whose programs are modules of WebAssembly.

import type { EngineFactory, LaunchSettings, Target } from '@sonde/engine';
import { remoteEngine, type RemoteEngineTraits } from '@sonde/engine-remote';
import { WasmMachine } from './machine/wasm-machine.js';
import type { WasmProgram } from './program/program.js';

export interface WasmEngineOptions {
  /** What to run, out of what the build made. Throws a Failure when it cannot be run. */
  readonly load: (target: Target, settings: LaunchSettings) => Promise<WasmProgram> | WasmProgram;
  readonly traits?: RemoteEngineTraits;
}

/** What every program of this engine can do, whoever drives it. */
export const moduleTraits: RemoteEngineTraits = {
  memory: true,
  disassembly: true,
  data: ['write'],
  dataPlaces: ['memory', 'slot'],
  stepTargets: true,
  restartFrame: true,
  time: true,
};

export const wasmEngine = ({ load, traits = {} }: WasmEngineOptions): EngineFactory =>
  remoteEngine(
    {
      launch: async (target, settings, context) => {
        const program = await load(target, settings);
        const machine = await WasmMachine.start(target.program, program, context, !settings.noDebug);
        const { text, closed } = settings.stdin;
        if (text !== '') await machine.input(text);
        if (closed) await machine.input(undefined);
        return machine;
      },
    },
    { ...moduleTraits, ...traits },
  );
