// The entry of @sonde/engine-native: native programs through LLDB.

import type { EngineFactory } from '@sonde/engine';
import { withPossibleConsole } from './console-choice.js';
import { Debuggee } from './debuggee.js';
import { NativeEngine } from './native-engine.js';
import { findTool, lldbTool } from './tool-search.js';
import { nativeTraits } from './traits.js';
import { PlainProcess } from './plain-process.js';

export * from './native-tools.js';
export * from './tool-search.js';
export { nativeTraits } from './traits.js';

export interface NativeOptions {
  /** LLDB to use; else SONDE_LLDB, else the newest on the PATH. A launch option `lldb` goes before it. */
  readonly lldb?: string;
  /** Where a stop on entry halts: the first function people wrote. */
  readonly entryFunction?: string;
}

/** Debuggees that are executables of this machine; `Target.program` names the file. */
export function nativeEngine(options: NativeOptions = {}): EngineFactory {
  return {
    traits: nativeTraits,
    async start(target, wanted, host, signal) {
      const { program } = target;
      const settings = withPossibleConsole(wanted, host);
      if (settings.noDebug) return PlainProcess.start(program, settings, host, signal);
      const told = settings.extra['lldb'];
      const lldb = await findTool(lldbTool(typeof told === 'string' ? told : options.lldb));
      const debuggee = new Debuggee(host);
      await debuggee.start(
        { lldb, program, entryFunction: options.entryFunction ?? 'main' },
        settings,
        signal,
      );
      return new NativeEngine(debuggee, settings.stopOnEntry);
    },
  };
}
