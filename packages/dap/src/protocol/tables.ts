// The whole protocol as three tables (requests, reverse requests, events) and the types that follow from them.
import type { Infer } from './building-blocks.js';
import { breakpointRequests } from './breakpoints.js';
import type { Event, Request, Response } from './envelope.js';
import { evaluateRequests } from './evaluate.js';
import { events } from './events.js';
import { exceptionRequests } from './exceptions.js';
import { executionRequests } from './execution.js';
import { lifecycleRequests } from './lifecycle.js';
import { memoryRequests } from './memory.js';
import { moduleRequests } from './modules.js';
import { reverseRequests } from './reverse.js';
import { sourceRequests } from './sources.js';
import { stackRequests } from './stack.js';
import { variableRequests } from './variables.js';

/** What a client asks of an adapter. */
export const requests = {
  ...lifecycleRequests,
  ...breakpointRequests,
  ...exceptionRequests,
  ...executionRequests,
  ...stackRequests,
  ...variableRequests,
  ...evaluateRequests,
  ...sourceRequests,
  ...moduleRequests,
  ...memoryRequests,
};

export { events, reverseRequests };

type Requests = typeof requests;
type ReverseRequests = typeof reverseRequests;
type AllRequests = Requests & ReverseRequests;
type Events = typeof events;

export type RequestName = keyof Requests;
export type ReverseRequestName = keyof ReverseRequests;
export type AnyRequestName = RequestName | ReverseRequestName;
export type EventName = keyof Events;

/** The arguments as a handler sees them: checked, and `{}` where the client sent none. */
export type RequestArguments<Command extends AnyRequestName> = Infer<AllRequests[Command]['arguments']>;

/** The body of a successful response; undefined too where the protocol lets it be absent. */
export type ResponseBody<Command extends AnyRequestName> =
  | Infer<AllRequests[Command]['response']>
  | (AllRequests[Command]['responseRequired'] extends true ? never : undefined);

export type EventBody<Name extends EventName> =
  | Infer<Events[Name]['body']>
  | (Events[Name]['bodyRequired'] extends true ? never : undefined);

/** Commands that may be sent without arguments. */
export type CommandWithoutArguments = {
  [Command in AnyRequestName]: AllRequests[Command]['argumentsRequired'] extends true ? never : Command;
}[AnyRequestName];

/** Events that may be sent without a body. */
export type EventWithoutBody = {
  [Name in EventName]: Events[Name]['bodyRequired'] extends true ? never : Name;
}[EventName];

/** Whole messages, for those who look at the wire. */
export type RequestMessage<Command extends AnyRequestName> = Request & {
  readonly command: Command;
  readonly arguments?: RequestArguments<Command>;
};
export type ResponseMessage<Command extends AnyRequestName> = Response & {
  readonly command: Command;
  readonly body?: ResponseBody<Command>;
};
export type EventMessage<Name extends EventName> = Event & {
  readonly event: Name;
  readonly body?: EventBody<Name>;
};

export const isRequestName = (command: string): command is RequestName => Object.hasOwn(requests, command);
export const isReverseRequestName = (command: string): command is ReverseRequestName =>
  Object.hasOwn(reverseRequests, command);
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);

export const requestNames = Object.keys(requests) as readonly RequestName[];
export const reverseRequestNames = Object.keys(reverseRequests) as readonly ReverseRequestName[];
export const eventNames = Object.keys(events) as readonly EventName[];
