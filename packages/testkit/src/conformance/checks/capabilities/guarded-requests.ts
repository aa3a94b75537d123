// Which capability guards which request, and arguments that make sense for each at the stop of a profile.
import type { CapabilityName, RequestName } from '@sonde/dap';
import type { Stopped, Subject } from '../../subject.js';

export interface GuardedRequest {
  readonly command: RequestName;
  readonly capability: CapabilityName;
  /** As a client would ask that takes the capability for granted. */
  readonly plausible: unknown;
  /** Asks for something that does not exist, so that an adapter which knows the request says so and nothing happens. */
  readonly harmless?: unknown;
  /** The program moves or ends when it succeeds: nothing can be asked afterwards. */
  readonly moves?: true;
}

const nowhere = 2_000_000_011;
const noAddress = '0x0';

export function guardedRequests(
  subject: Subject,
  { stop, frame }: Stopped,
  container: number,
): readonly GuardedRequest[] {
  const { threadId } = stop;
  const frameId = frame.id;
  const { name, value } = subject.profile.stop.variable;
  const source = { path: subject.source('stop') };
  const line = subject.line(subject.profile.stop.at, 'stop');
  const memoryReference = frame.instructionPointerReference ?? noAddress;
  return [
    {
      command: 'breakpointLocations',
      capability: 'supportsBreakpointLocationsRequest',
      plausible: { source, line },
    },
    {
      command: 'setFunctionBreakpoints',
      capability: 'supportsFunctionBreakpoints',
      plausible: { breakpoints: [] },
    },
    {
      command: 'dataBreakpointInfo',
      capability: 'supportsDataBreakpoints',
      plausible: { variablesReference: container, name },
    },
    { command: 'setDataBreakpoints', capability: 'supportsDataBreakpoints', plausible: { breakpoints: [] } },
    {
      command: 'setInstructionBreakpoints',
      capability: 'supportsInstructionBreakpoints',
      plausible: { breakpoints: [] },
    },
    { command: 'stepInTargets', capability: 'supportsStepInTargetsRequest', plausible: { frameId } },
    { command: 'gotoTargets', capability: 'supportsGotoTargetsRequest', plausible: { source, line } },
    {
      command: 'completions',
      capability: 'supportsCompletionsRequest',
      plausible: { frameId, text: name, column: name.length + 1 },
    },
    { command: 'exceptionInfo', capability: 'supportsExceptionInfoRequest', plausible: { threadId } },
    { command: 'modules', capability: 'supportsModulesRequest', plausible: {} },
    { command: 'loadedSources', capability: 'supportsLoadedSourcesRequest', plausible: {} },
    {
      command: 'readMemory',
      capability: 'supportsReadMemoryRequest',
      plausible: { memoryReference, count: 1 },
    },
    {
      command: 'disassemble',
      capability: 'supportsDisassembleRequest',
      plausible: { memoryReference, instructionCount: 1 },
    },
    { command: 'cancel', capability: 'supportsCancelRequest', plausible: { requestId: nowhere } },
    {
      command: 'setVariable',
      capability: 'supportsSetVariable',
      plausible: { variablesReference: container, name, value: bare(value) },
      harmless: { variablesReference: nowhere, name, value: bare(value) },
    },
    {
      command: 'setExpression',
      capability: 'supportsSetExpression',
      plausible: { frameId, expression: name, value: bare(value) },
      harmless: { frameId: nowhere, expression: name, value: bare(value) },
    },
    {
      command: 'writeMemory',
      capability: 'supportsWriteMemoryRequest',
      plausible: { memoryReference, data: '' },
      harmless: { memoryReference: noAddress, data: '' },
    },
    {
      command: 'restartFrame',
      capability: 'supportsRestartFrame',
      plausible: { frameId },
      harmless: { frameId: nowhere },
      moves: true,
    },
    {
      command: 'goto',
      capability: 'supportsGotoTargetsRequest',
      plausible: { threadId, targetId: 1 },
      harmless: { threadId, targetId: nowhere },
      moves: true,
    },
    {
      command: 'stepBack',
      capability: 'supportsStepBack',
      plausible: { threadId },
      harmless: { threadId: nowhere },
      moves: true,
    },
    {
      command: 'reverseContinue',
      capability: 'supportsStepBack',
      plausible: { threadId },
      harmless: { threadId: nowhere },
      moves: true,
    },
    {
      command: 'terminateThreads',
      capability: 'supportsTerminateThreadsRequest',
      plausible: { threadIds: [threadId] },
      harmless: { threadIds: [] },
      moves: true,
    },
    { command: 'restart', capability: 'supportsRestartRequest', plausible: {}, moves: true },
    { command: 'terminate', capability: 'supportsTerminateRequest', plausible: {}, moves: true },
  ];
}

/** A value that is expected by a pattern cannot be written; that one can write at all is what is asked for. */
const bare = (expected: string): string => (/^\/.+\/$/s.test(expected) ? '1' : expected);
