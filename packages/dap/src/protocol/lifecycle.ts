// A session from its first to its last request: initialize, launch or attach, restart, terminate, disconnect, cancel.
import { Type } from '@sinclair/typebox';
import {
  anyStructure,
  anything,
  flag,
  nothing,
  openEnumeration,
  optional,
  request,
  required,
  sequenceNumber,
  structure,
  text,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Capabilities } from './capabilities.js';

/** What the client can take. Lines and columns start at 1 and paths are native unless it says otherwise. */
export const InitializeRequestArguments = structure(
  { adapterID: text },
  {
    clientID: text,
    clientName: text,
    locale: text,
    /** Absent means true, and so for columns. */
    linesStartAt1: flag,
    columnsStartAt1: flag,
    /** Absent means `path`. */
    pathFormat: openEnumeration('path', 'uri'),
    supportsVariableType: flag,
    supportsVariablePaging: flag,
    supportsRunInTerminalRequest: flag,
    supportsMemoryReferences: flag,
    supportsProgressReporting: flag,
    supportsInvalidatedEvent: flag,
    supportsMemoryEvent: flag,
    supportsArgsCanBeInterpretedByShell: flag,
    supportsStartDebuggingRequest: flag,
    supportsANSIStyling: flag,
  },
);
export type InitializeRequestArguments = Infer<typeof InitializeRequestArguments>;

export const ConfigurationDoneArguments = anyStructure;
export type ConfigurationDoneArguments = Infer<typeof ConfigurationDoneArguments>;

/** The launch configuration itself travels beside the two properties that the protocol knows. */
export const LaunchRequestArguments = Type.Unsafe<{
  noDebug?: boolean;
  __restart?: unknown;
  [name: string]: unknown;
}>(structure({}, { noDebug: flag, __restart: anything }));
export type LaunchRequestArguments = Infer<typeof LaunchRequestArguments>;

export const AttachRequestArguments = Type.Unsafe<{ __restart?: unknown; [name: string]: unknown }>(
  structure({}, { __restart: anything }),
);
export type AttachRequestArguments = Infer<typeof AttachRequestArguments>;

/** `arguments` is the newest configuration: the user may have edited it since the launch. */
export const RestartArguments = structure(
  {},
  { arguments: Type.Union([LaunchRequestArguments, AttachRequestArguments]) },
);
export type RestartArguments = Infer<typeof RestartArguments>;

/** Without `terminateDebuggee` a launched program is ended and an attached one goes on. */
export const DisconnectArguments = structure(
  {},
  { restart: flag, terminateDebuggee: flag, suspendDebuggee: flag },
);
export type DisconnectArguments = Infer<typeof DisconnectArguments>;

export const TerminateArguments = structure({}, { restart: flag });
export type TerminateArguments = Infer<typeof TerminateArguments>;

/** The cancelled request still gets its own response, which may even be a success. */
export const CancelArguments = structure({}, { requestId: sequenceNumber, progressId: text });
export type CancelArguments = Infer<typeof CancelArguments>;

export const lifecycleRequests = {
  cancel: request(optional(CancelArguments), nothing),
  initialize: request(required(InitializeRequestArguments), optional(Capabilities)),
  configurationDone: request(optional(ConfigurationDoneArguments), nothing),
  launch: request(required(LaunchRequestArguments), nothing),
  attach: request(required(AttachRequestArguments), nothing),
  restart: request(optional(RestartArguments), nothing),
  disconnect: request(optional(DisconnectArguments), nothing),
  terminate: request(optional(TerminateArguments), nothing),
};
