// Capabilities: what clients are told we can do, derived from engine traits and nothing else.

import type { Capabilities } from '@sonde/dap';
import type { EngineTraits, ModuleColumn } from '@sonde/engine';
import type { ExceptionFilter, ExpressionLanguage, Language } from '@sonde/language';
import { modesOf } from './breakpoints/breakpoint-modes.js';
import { checksumAlgorithms } from './program/built-sources.js';
import { offerFor, offerOfAll } from './breakpoints/exception-offer.js';

/** Exact for one language; for one debuggee of it, where that can do less, by the traits of its engine. */
export function capabilitiesOf(language: Language, traits = language.engine.traits): Capabilities {
  const known = found.get(language) ?? new WeakMap<EngineTraits, Capabilities>();
  found.set(language, known);
  const before = known.get(traits);
  if (before !== undefined) return before;
  const capabilities = capabilitiesFrom(traits, language.exceptionFilters, language.expressions);
  known.set(traits, capabilities);
  return capabilities;
}

/** Exact for one program. */
export function capabilitiesOfProgram(
  language: Language,
  program: string,
  traits?: EngineTraits,
): Capabilities {
  const all = capabilitiesOf(language, traits);
  const filters = offerFor(language, program);
  if (filters.length === (all.exceptionBreakpointFilters ?? []).length) return all;
  return traits?.breakpoints.exception === false
    ? all
    : { ...all, exceptionBreakpointFilters: filters.map(filterOf) };
}

/** Asked for with every request that a capability guards. Neither a language nor the traits of an engine change. */
const found = new WeakMap<Language, WeakMap<EngineTraits, Capabilities>>();

/**
 * What holds whichever language the launch will choose by its program; the rest follows in a `capabilities` event, and one
 * that is only ever chosen by name takes back there what it cannot do. Exception filters are those of all languages: a
 * client that hears of them only later may never show them.
 */
export function safeCapabilities(languages: readonly Language[]): Capabilities {
  const each = languages
    .filter(({ extensions }) => extensions.length > 0)
    .map(language => capabilitiesOf(language));
  const first = each[0];
  if (first === undefined) return sessionCapabilities;
  const shared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(first)) {
    if (each.every(other => JSON.stringify(other[name as keyof Capabilities]) === JSON.stringify(value)))
      shared[name] = value;
  }
  const offered = offerOfAll(languages);
  return offered.length === 0 ? shared : { ...shared, exceptionBreakpointFilters: offered.map(filterOf) };
}

/** The properties of `now` that a client holding `before` does not know yet. */
export function capabilityChanges(before: Capabilities, now: Capabilities): Capabilities {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(now)) {
    if (JSON.stringify(before[name as keyof Capabilities]) !== JSON.stringify(value)) changes[name] = value;
  }
  for (const [name, value] of Object.entries(before)) {
    if (name in now) continue;
    if (value === true) changes[name] = false;
    if (Array.isArray(value)) changes[name] = [];
  }
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
  supportsANSIStyling: true,
  supportedChecksumAlgorithms: [...checksumAlgorithms],
};

function capabilitiesFrom(
  traits: EngineTraits,
  filters: readonly ExceptionFilter[],
  expressions: ExpressionLanguage | undefined,
): Capabilities {
  const breakpoints = traits.breakpoints;
  const completes = expressions?.complete !== undefined;
  const completesAfter = expressions?.completesAfter ?? [];
  const exceptions = breakpoints.exception && filters.length > 0;
  return withoutAbsent({
    ...sessionCapabilities,
    supportsFunctionBreakpoints: breakpoints.function,
    supportsInstructionBreakpoints: breakpoints.instruction,
    supportsDataBreakpoints: breakpoints.data.length > 0,
    supportsDataBreakpointBytes: breakpoints.data.length > 0 && traits.memory,
    supportsConditionalBreakpoints: breakpoints.condition,
    supportsHitConditionalBreakpoints: breakpoints.hitCount,
    supportsLogPoints: breakpoints.log,
    // A mode is such an option, whether or not a filter takes conditions.
    supportsExceptionFilterOptions: exceptions,
    supportsExceptionOptions: exceptions,
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
    ...(completes && completesAfter.length > 0 ? { completionTriggerCharacters: [...completesAfter] } : {}),
    breakpointModes: modesOf(traits).map(mode => ({ ...mode, appliesTo: [...mode.appliesTo] })),
    supportSuspendDebuggee: traits.detachesSuspended === true,
    supportsModulesRequest: traits.modules,
    ...(traits.moduleColumns === undefined
      ? {}
      : { additionalModuleColumns: traits.moduleColumns.map(columnOf) }),
    supportsReadMemoryRequest: traits.memory,
    supportsWriteMemoryRequest: traits.memory && traits.writes,
    supportsDisassembleRequest: traits.disassembly,
    supportsLoadedSourcesRequest: traits.modules,
  });
}

const columnOf = ({ name, label, type, width }: ModuleColumn) => ({
  attributeName: name,
  label,
  type,
  ...(width === undefined ? {} : { width }),
});

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
