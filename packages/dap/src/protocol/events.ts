// Events: what an adapter tells its client unasked.
import { Type } from '@sinclair/typebox';
import {
  anything,
  closedEnumeration,
  event,
  flag,
  int32,
  int53,
  list,
  nothing,
  openEnumeration,
  optional,
  reference,
  required,
  sequenceNumber,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Breakpoint } from './breakpoint-types.js';
import { Capabilities } from './capabilities.js';
import { Module } from './modules.js';
import { Source } from './sources.js';

/** Without `allThreadsStopped` only `threadId` is taken to be stopped. */
export const StoppedEventBody = structure(
  {
    reason: openEnumeration(
      'step',
      'breakpoint',
      'exception',
      'pause',
      'entry',
      'goto',
      'function breakpoint',
      'data breakpoint',
      'instruction breakpoint',
    ),
  },
  {
    description: text,
    threadId: int32,
    preserveFocusHint: flag,
    text,
    allThreadsStopped: flag,
    hitBreakpointIds: list(int32),
  },
);
export type StoppedEventBody = Infer<typeof StoppedEventBody>;

/** Not sent for a motion that the client asked for itself. */
export const ContinuedEventBody = structure({ threadId: int32 }, { allThreadsContinued: flag });
export type ContinuedEventBody = Infer<typeof ContinuedEventBody>;

export const ExitedEventBody = structure({ exitCode: int32 });
export type ExitedEventBody = Infer<typeof ExitedEventBody>;

/** A `restart` that is there, whatever its value but false, makes the client start a new session with it. */
export const TerminatedEventBody = structure({}, { restart: anything });
export type TerminatedEventBody = Infer<typeof TerminatedEventBody>;

export const ThreadEventBody = structure({ reason: openEnumeration('started', 'exited'), threadId: int32 });
export type ThreadEventBody = Infer<typeof ThreadEventBody>;

/** An absent `category` means `console`; some clients fail without one, so always send it. */
export const OutputEventBody = structure(
  { output: text },
  {
    category: openEnumeration('console', 'important', 'stdout', 'stderr', 'telemetry'),
    group: closedEnumeration('start', 'startCollapsed', 'end'),
    variablesReference: reference,
    source: Source,
    line: uint53,
    column: uint53,
    data: anything,
    locationReference: int32,
  },
);
export type OutputEventBody = Infer<typeof OutputEventBody>;

export const BreakpointEventBody = structure({
  reason: openEnumeration('changed', 'new', 'removed'),
  breakpoint: Breakpoint,
});
export type BreakpointEventBody = Infer<typeof BreakpointEventBody>;

const change = closedEnumeration('new', 'changed', 'removed');

export const ModuleEventBody = structure({ reason: change, module: Module });
export type ModuleEventBody = Infer<typeof ModuleEventBody>;

export const LoadedSourceEventBody = structure({ reason: change, source: Source });
export type LoadedSourceEventBody = Infer<typeof LoadedSourceEventBody>;

export const ProcessEventBody = structure(
  { name: text },
  {
    systemProcessId: int32,
    isLocalProcess: flag,
    startMethod: closedEnumeration('launch', 'attach', 'attachForSuspendedLaunch'),
    /** In bits. */
    pointerSize: uint32,
  },
);
export type ProcessEventBody = Infer<typeof ProcessEventBody>;

/** Only what changed; the rest stays as it was. */
export const CapabilitiesEventBody = structure({ capabilities: Capabilities });
export type CapabilitiesEventBody = Infer<typeof CapabilitiesEventBody>;

const percentage = Type.Number({ minimum: 0, maximum: 100 });

export const ProgressStartEventBody = structure(
  { progressId: text, title: text },
  { requestId: sequenceNumber, cancellable: flag, message: text, percentage },
);
export type ProgressStartEventBody = Infer<typeof ProgressStartEventBody>;

export const ProgressUpdateEventBody = structure({ progressId: text }, { message: text, percentage });
export type ProgressUpdateEventBody = Infer<typeof ProgressUpdateEventBody>;

export const ProgressEndEventBody = structure({ progressId: text }, { message: text });
export type ProgressEndEventBody = Infer<typeof ProgressEndEventBody>;

export const InvalidatedAreas = openEnumeration('all', 'stacks', 'threads', 'variables');
export type InvalidatedAreas = Infer<typeof InvalidatedAreas>;

/** No areas means all of them. */
export const InvalidatedEventBody = structure(
  {},
  { areas: list(InvalidatedAreas), threadId: int32, stackFrameId: int32 },
);
export type InvalidatedEventBody = Infer<typeof InvalidatedEventBody>;

export const MemoryEventBody = structure({ memoryReference: text, offset: int53, count: uint53 });
export type MemoryEventBody = Infer<typeof MemoryEventBody>;

export const events = {
  initialized: event(nothing),
  stopped: event(required(StoppedEventBody)),
  continued: event(required(ContinuedEventBody)),
  exited: event(required(ExitedEventBody)),
  terminated: event(optional(TerminatedEventBody)),
  thread: event(required(ThreadEventBody)),
  output: event(required(OutputEventBody)),
  breakpoint: event(required(BreakpointEventBody)),
  module: event(required(ModuleEventBody)),
  loadedSource: event(required(LoadedSourceEventBody)),
  process: event(required(ProcessEventBody)),
  capabilities: event(required(CapabilitiesEventBody)),
  progressStart: event(required(ProgressStartEventBody)),
  progressUpdate: event(required(ProgressUpdateEventBody)),
  progressEnd: event(required(ProgressEndEventBody)),
  invalidated: event(required(InvalidatedEventBody)),
  memory: event(required(MemoryEventBody)),
};
