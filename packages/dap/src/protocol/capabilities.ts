// Capabilities: what an adapter says it can do. A client may use nothing that is not declared here.
import { flag, list, structure, text } from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { BreakpointMode } from './breakpoint-types.js';
import { ExceptionBreakpointsFilter } from './exceptions.js';
import { ColumnDescriptor } from './modules.js';
import { ChecksumAlgorithm } from './sources.js';

export const Capabilities = structure(
  {},
  {
    supportsConfigurationDoneRequest: flag,
    supportsFunctionBreakpoints: flag,
    supportsConditionalBreakpoints: flag,
    supportsHitConditionalBreakpoints: flag,
    supportsEvaluateForHovers: flag,
    exceptionBreakpointFilters: list(ExceptionBreakpointsFilter),
    /** Covers `stepBack` and `reverseContinue` together. */
    supportsStepBack: flag,
    supportsSetVariable: flag,
    supportsRestartFrame: flag,
    /** Covers `gotoTargets` and `goto`. */
    supportsGotoTargetsRequest: flag,
    supportsStepInTargetsRequest: flag,
    supportsCompletionsRequest: flag,
    completionTriggerCharacters: list(text),
    supportsModulesRequest: flag,
    additionalModuleColumns: list(ColumnDescriptor),
    supportedChecksumAlgorithms: list(ChecksumAlgorithm),
    supportsRestartRequest: flag,
    supportsExceptionOptions: flag,
    supportsValueFormattingOptions: flag,
    supportsExceptionInfoRequest: flag,
    /** Spelt `support`, without an s; so is the next one. */
    supportTerminateDebuggee: flag,
    supportSuspendDebuggee: flag,
    supportsDelayedStackTraceLoading: flag,
    supportsLoadedSourcesRequest: flag,
    supportsLogPoints: flag,
    supportsTerminateThreadsRequest: flag,
    supportsSetExpression: flag,
    supportsTerminateRequest: flag,
    supportsDataBreakpoints: flag,
    supportsReadMemoryRequest: flag,
    supportsWriteMemoryRequest: flag,
    supportsDisassembleRequest: flag,
    supportsCancelRequest: flag,
    supportsBreakpointLocationsRequest: flag,
    supportsClipboardContext: flag,
    supportsSteppingGranularity: flag,
    supportsInstructionBreakpoints: flag,
    supportsExceptionFilterOptions: flag,
    supportsSingleThreadExecutionRequests: flag,
    supportsDataBreakpointBytes: flag,
    breakpointModes: list(BreakpointMode),
    supportsANSIStyling: flag,
  },
);
export type Capabilities = Infer<typeof Capabilities>;

export type CapabilityName = keyof Capabilities;

/** All capabilities, in the order of the specification. */
export const capabilityNames = Object.keys(Capabilities.properties) as readonly CapabilityName[];
