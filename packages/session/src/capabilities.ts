// Capabilities: what clients are told we can do, derived from engine traits and nothing else.

import type { Capabilities } from '@sonde/dap';
import type { EngineTraits } from '@sonde/engine';
import type { ExceptionFilter, Language } from '@sonde/language';

/** Exact for one language. */
export function capabilitiesOf(language: Language): Capabilities {
  return capabilitiesFrom(
    language.engine.traits,
    language.exceptionFilters,
    language.expressions?.complete !== undefined,
  );
}

/** What holds whichever language the launch will choose; the rest follows in a `capabilities` event. */
export function safeCapabilities(languages: readonly Language[]): Capabilities {
  const each = languages.map(capabilitiesOf);
  const first = each[0];
  if (first === undefined) return sessionCapabilities;
  const shared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(first)) {
    if (each.every(other => JSON.stringify(other[name as keyof Capabilities]) === JSON.stringify(value)))
      shared[name] = value;
  }
  return shared;
}

/** The properties of `now` that a client holding `before` does not know yet. */
export function capabilityChanges(before: Capabilities, now: Capabilities): Capabilities {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(now)) {
    if (JSON.stringify(before[name as keyof Capabilities]) !== JSON.stringify(value)) changes[name] = value;
  }
  for (const [name, value] of Object.entries(before))
    if (!(name in now) && value === true) changes[name] = false;
  return changes;
}

/** What the session does itself, whatever the engine. */
const sessionCapabilities: Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsEvaluateForHovers: true,
  supportsRestartRequest: true,
  supportTerminateDebuggee: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsValueFormattingOptions: true,
  supportsClipboardContext: true,
  supportsCancelRequest: true,
  supportsBreakpointLocationsRequest: true,
};

function capabilitiesFrom(
  traits: EngineTraits,
  filters: readonly ExceptionFilter[],
  completes: boolean,
): Capabilities {
  const breakpoints = traits.breakpoints;
  return withoutAbsent({
    ...sessionCapabilities,
    supportsFunctionBreakpoints: breakpoints.function,
    supportsInstructionBreakpoints: breakpoints.instruction,
    supportsDataBreakpoints: breakpoints.data.length > 0,
    supportsDataBreakpointBytes: breakpoints.data.length > 0 && traits.memory,
    supportsConditionalBreakpoints: breakpoints.condition,
    supportsHitConditionalBreakpoints: breakpoints.hitCount,
    supportsLogPoints: breakpoints.log,
    supportsExceptionFilterOptions: breakpoints.exception && filters.some(f => f.supportsCondition),
    supportsExceptionInfoRequest: breakpoints.exception,
    exceptionBreakpointFilters: breakpoints.exception ? filters.map(filterOf) : [],
    supportsSetVariable: traits.writes,
    supportsSetExpression: traits.writes,
    supportsGotoTargetsRequest: traits.goto,
    supportsRestartFrame: traits.restartFrame,
    supportsStepInTargetsRequest: traits.stepTargets,
    supportsSteppingGranularity: traits.granularities.length > 1,
    supportsSingleThreadExecutionRequests: traits.singleThread,
    supportsTerminateThreadsRequest: traits.terminateThreads,
    supportsStepBack: traits.time === 'full',
    supportsCompletionsRequest: completes,
    supportsModulesRequest: traits.modules,
    supportsReadMemoryRequest: traits.memory,
    supportsWriteMemoryRequest: traits.memory && traits.writes,
    supportsDisassembleRequest: traits.disassembly,
    supportsLoadedSourcesRequest: traits.modules,
  });
}

function filterOf(filter: ExceptionFilter): NonNullable<Capabilities['exceptionBreakpointFilters']>[number] {
  return {
    filter: filter.id,
    label: filter.label,
    default: filter.default,
    supportsCondition: filter.supportsCondition,
    ...(filter.description === undefined ? {} : { description: filter.description }),
    ...(filter.conditionDescription === undefined
      ? {}
      : { conditionDescription: filter.conditionDescription }),
  };
}

/** A capability that is false is not declared: absent and false mean the same, and absent is shorter. */
function withoutAbsent(capabilities: Capabilities): Capabilities {
  return Object.fromEntries(Object.entries(capabilities).filter(([, value]) => value !== false));
}
