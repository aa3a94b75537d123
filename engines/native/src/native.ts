// The entry of @sonde/engine-native: native programs through LLDB.

import { Failure, type EngineFactory, type LaunchSettings } from '@sonde/engine';
import { coreFileOf } from './attach-aim.js';
import { attachTo, openCore } from './attach.js';
import { withPossibleConsole } from './console-choice.js';
import { Debuggee } from './debuggee.js';
import { prepareDescriptors, type ExtraDescriptor } from './descriptors.js';
import { endAhead, startAhead } from './head-start.js';
import { NativeEngine } from './native-engine.js';
import { findTool, lldbTool } from './tool-search.js';
import { nativeTraits } from './traits.js';
import { PlainProcess } from './plain-process.js';
import { allRecords, note, type LanguageFacts } from './language-facts.js';
import type { RunRecord } from './records.js';
import { NativeTime } from './time/native-time.js';

export type { DescriptorInput, ExtraDescriptor } from './descriptors.js';
export { NativeEngine } from './native-engine.js';
export * from './native-tools.js';
export * from './tool-search.js';
export * from './options.js';
export type { Fault, FaultArgument } from './faults.js';
export * from './heap/heap.js';
export type { LanguageFacts } from './language-facts.js';
export type { RecordedEvent, RecordTable, RunRecord } from './records.js';
export type { RuntimeBlocks, RuntimeMemory } from './runtime-memory.js';
export type { HandOver, StrandOffsets, StrandTable, StrandWait } from './strands.js';
export type { SymbolPlace, TaskOffsets, TaskTable } from './tasks.js';
export { nativeTraits } from './traits.js';

export interface NativeOptions extends LanguageFacts {
  /** LLDB to use; else SONDE_LLDB, else the newest on the PATH. A launch option `lldb` goes before it. */
  readonly lldb?: string;
  /** Where a stop on entry halts: the first function people wrote. */
  readonly entryFunction?: string;
  /** Descriptors that programs of the language have beyond the standard ones. */
  readonly descriptors?: readonly ExtraDescriptor[];
  /** Where launches may keep a record of their run. */
  readonly runRecord?: {
    /** The one that a launch with these settings keeps; undefined where it keeps none. */
    readonly of: (settings: LaunchSettings) => RunRecord | undefined;
    /** What people are told who want to go back where none is kept. */
    readonly lack: string;
  };
}

/** Debuggees that are executables of this machine; `Target.program` names the file. */
export function nativeEngine(options: NativeOptions = {}): EngineFactory {
  note(options);
  return {
    traits:
      options.runRecord === undefined ? nativeTraits : { ...nativeTraits, timeLacks: options.runRecord.lack },
    prepare(extra) {
      void startAhead(lldbIn(extra, options));
      return endAhead;
    },
    async start(target, wanted, host, signal) {
      const { program } = target;
      const core = coreFileOf(wanted.extra, wanted.cwd);
      if (core !== undefined && wanted.noDebug) throw cannotRun(core);
      if (core !== undefined)
        return openCore(core, program, () => lldbFor(wanted.extra, options), host, signal);
      const settings = withPossibleConsole(wanted, host, options.descriptors);
      const descriptors = await prepareDescriptors(options.descriptors ?? [], settings);
      if (settings.noDebug) return PlainProcess.start(program, settings, descriptors, host, signal);
      const lldb = await lldbFor(settings.extra, options);
      const record = options.runRecord?.of(settings);
      const time = record === undefined ? undefined : new NativeTime(record);
      const debuggee = new Debuggee(time === undefined ? host : time.listening(host));
      await debuggee.start(
        { lldb, program, descriptors, entryFunction: options.entryFunction ?? 'main' },
        settings,
        signal,
      );
      const isKept = time !== undefined && (await keepsRecord(debuggee));
      return new NativeEngine(debuggee, settings.stopOnEntry, isKept ? time : undefined);
    },
    attach(settings, host, signal) {
      return attachTo(settings, () => lldbFor(settings.extra, options), host, signal);
    },
  };
}

/** Whether the program has a runtime that does: another compiler's may not. */
async function keepsRecord(debuggee: Debuggee): Promise<boolean> {
  const names = allRecords().map(({ newest }) => newest.symbol);
  const found = await debuggee.ask('symbol-addresses', { names });
  return Array.isArray(found) && found.some(address => address !== null);
}

const cannotRun = (core: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `${core} is a core file: what a program left when it ended. It cannot run.`,
    'Start with debugging to look at it, or leave it out to run the program.',
  );

const lldbFor = (extra: LaunchSettings['extra'], options: NativeOptions): Promise<string> =>
  findTool(lldbTool(lldbIn(extra, options)));

function lldbIn(extra: LaunchSettings['extra'], options: NativeOptions): string | undefined {
  const told = extra['lldb'];
  return typeof told === 'string' ? told : options.lldb;
}
