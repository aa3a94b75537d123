// Reverse requests: what an adapter asks of its client.
import { Type } from '@sinclair/typebox';
import {
  anything,
  closedEnumeration,
  flag,
  int32,
  list,
  nothing,
  request,
  required,
  structure,
  text,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';

export const RunInTerminalRequestArguments = structure(
  {
    /** Must be there; empty means the client's own choice. */
    cwd: text,
    /** The command comes first. */
    args: list(text),
  },
  {
    kind: closedEnumeration('integrated', 'external'),
    title: text,
    /** A null removes the variable. */
    env: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
    argsCanBeInterpretedByShell: flag,
  },
);
export type RunInTerminalRequestArguments = Infer<typeof RunInTerminalRequestArguments>;

/** Clients may know the shell's process but not the program's, or neither. */
export const RunInTerminalResponseBody = structure({}, { processId: int32, shellProcessId: int32 });
export type RunInTerminalResponseBody = Infer<typeof RunInTerminalResponseBody>;

export const StartDebuggingRequestArguments = structure(
  { configuration: Type.Record(Type.String(), anything), request: closedEnumeration('launch', 'attach') },
  { outputPresentation: closedEnumeration('separate', 'mergeWithParent') },
);
export type StartDebuggingRequestArguments = Infer<typeof StartDebuggingRequestArguments>;

export const reverseRequests = {
  runInTerminal: request(required(RunInTerminalRequestArguments), required(RunInTerminalResponseBody)),
  startDebugging: request(required(StartDebuggingRequestArguments), nothing),
};
