// Threads, stack frames and scopes. All ids except those of threads are valid only while the program stays stopped.
import {
  anyStructure,
  closedEnumeration,
  flag,
  int32,
  list,
  nothing,
  openEnumeration,
  optional,
  reference,
  request,
  required,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { ModuleId } from './modules.js';
import { Source } from './sources.js';
import { valueFormatFields } from './variables.js';

export const Thread = structure({ id: int32, name: text });
export type Thread = Infer<typeof Thread>;

/** The protocol gives `threads` no arguments; clients that send some are forgiven. */
export const ThreadsArguments = anyStructure;
export type ThreadsArguments = Infer<typeof ThreadsArguments>;

export const ThreadsResponseBody = structure({ threads: list(Thread) });
export type ThreadsResponseBody = Infer<typeof ThreadsResponseBody>;

export const TerminateThreadsArguments = structure({}, { threadIds: list(int32) });
export type TerminateThreadsArguments = Infer<typeof TerminateThreadsArguments>;

/** A frame without a source still needs `line` and `column`: they are 0 then and to be ignored. */
export const StackFrame = structure(
  { id: int32, name: text, line: uint53, column: uint53 },
  {
    source: Source,
    endLine: uint53,
    endColumn: uint53,
    canRestart: flag,
    instructionPointerReference: text,
    moduleId: ModuleId,
    /** `label` is not a frame but a caption between frames. */
    presentationHint: closedEnumeration('normal', 'label', 'subtle'),
  },
);
export type StackFrame = Infer<typeof StackFrame>;

export const StackFrameFormat = structure(
  {},
  {
    ...valueFormatFields,
    parameters: flag,
    parameterTypes: flag,
    parameterNames: flag,
    parameterValues: flag,
    line: flag,
    module: flag,
    includeAll: flag,
  },
);
export type StackFrameFormat = Infer<typeof StackFrameFormat>;

export const StackTraceArguments = structure(
  { threadId: int32 },
  {
    startFrame: uint32,
    /** Absent or 0: all frames. */
    levels: uint32,
    format: StackFrameFormat,
  },
);
export type StackTraceArguments = Infer<typeof StackTraceArguments>;

/** Without `totalFrames` a client asks until it gets fewer frames than it asked for. */
export const StackTraceResponseBody = structure({ stackFrames: list(StackFrame) }, { totalFrames: uint32 });
export type StackTraceResponseBody = Infer<typeof StackTraceResponseBody>;

export const Scope = structure(
  { name: text, variablesReference: reference, expensive: flag },
  {
    presentationHint: openEnumeration('arguments', 'locals', 'registers', 'returnValue'),
    namedVariables: reference,
    indexedVariables: reference,
    source: Source,
    line: uint53,
    column: uint53,
    endLine: uint53,
    endColumn: uint53,
  },
);
export type Scope = Infer<typeof Scope>;

export const ScopesArguments = structure({ frameId: int32 });
export type ScopesArguments = Infer<typeof ScopesArguments>;

export const ScopesResponseBody = structure({ scopes: list(Scope) });
export type ScopesResponseBody = Infer<typeof ScopesResponseBody>;

export const stackRequests = {
  stackTrace: request(required(StackTraceArguments), required(StackTraceResponseBody)),
  scopes: request(required(ScopesArguments), required(ScopesResponseBody)),
  threads: request(optional(ThreadsArguments), required(ThreadsResponseBody)),
  terminateThreads: request(required(TerminateThreadsArguments), nothing),
};
