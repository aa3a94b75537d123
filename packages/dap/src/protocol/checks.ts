// Checks of whole messages and of their parts against the tables of the protocol.
import type { TSchema } from '@sinclair/typebox';
import { ErrorResponseBody, Event, Request, Response } from './envelope.js';
import { findProblem } from './problem.js';
import {
  events,
  isEventName,
  isRequestName,
  isReverseRequestName,
  requests,
  reverseRequests,
} from './tables.js';
import type { AnyRequestName, EventBody, EventName, RequestArguments, ResponseBody } from './tables.js';
import type { RequestShape } from './building-blocks.js';

export type Check<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** A message that is well-formed; `known` is false for commands and events that the protocol does not define. */
export type MessageCheck =
  | { readonly ok: true; readonly value: Request | Response | Event; readonly known: boolean }
  | { readonly ok: false; readonly problem: string };

/** Arguments that are missing or null count as `{}`, which is a problem only if something in them is required. */
export function checkArguments<Command extends AnyRequestName>(
  command: Command,
  value: unknown,
): Check<RequestArguments<Command>> {
  const shape = requestShape(command);
  if (shape === undefined) return { ok: false, problem: `unknown command ${JSON.stringify(command)}` };
  const given = value ?? {};
  const problem = findProblem(shape.arguments, given, 'arguments');
  if (problem === undefined) return { ok: true, value: given as RequestArguments<Command> };
  const absent = value === undefined || value === null;
  return { ok: false, problem: absent ? `arguments are missing: ${problem}` : problem };
}

/** The body of a successful response. */
export function checkResponse<Command extends AnyRequestName>(
  command: Command,
  body: unknown,
): Check<ResponseBody<Command>> {
  const shape = requestShape(command);
  if (shape === undefined) return { ok: false, problem: `unknown command ${JSON.stringify(command)}` };
  return checkPart<ResponseBody<Command>>(shape.response, shape.responseRequired, body);
}

export function checkEvent<Name extends EventName>(name: Name, body: unknown): Check<EventBody<Name>> {
  if (!isEventName(name)) return { ok: false, problem: `unknown event ${JSON.stringify(name)}` };
  const shape = events[name];
  return checkPart<EventBody<Name>>(shape.body, shape.bodyRequired, body);
}

/** Any message, in either direction: its envelope, and what is inside if the protocol defines it. */
export function checkMessage(message: unknown): MessageCheck {
  const type =
    typeof message === 'object' && message !== null ? (message as { type?: unknown }).type : undefined;
  if (type === 'request') return checkRequestMessage(message);
  if (type === 'response') return checkResponseMessage(message);
  if (type === 'event') return checkEventMessage(message);
  return { ok: false, problem: 'message.type must be "request", "response" or "event"' };
}

function checkRequestMessage(message: unknown): MessageCheck {
  const problem = findProblem(Request, message, 'message');
  if (problem !== undefined) return { ok: false, problem };
  const request = message as Request;
  if (!isAnyRequestName(request.command)) return { ok: true, value: request, known: false };
  const inside = checkArguments(request.command, request.arguments);
  return inside.ok ? { ok: true, value: request, known: true } : about(request.command, inside.problem);
}

function checkResponseMessage(message: unknown): MessageCheck {
  const problem = findProblem(Response, message, 'message');
  if (problem !== undefined) return { ok: false, problem };
  const response = message as Response;
  const known = isAnyRequestName(response.command);
  if (!response.success) {
    // The specification asks for a body here, yet a bare `message` is what many adapters send and all clients take.
    const inside = checkPart(ErrorResponseBody, false, response.body);
    return inside.ok ? { ok: true, value: response, known } : about(response.command, inside.problem);
  }
  if (!isAnyRequestName(response.command)) return { ok: true, value: response, known };
  const inside = checkResponse(response.command, response.body);
  return inside.ok ? { ok: true, value: response, known } : about(response.command, inside.problem);
}

function checkEventMessage(message: unknown): MessageCheck {
  const problem = findProblem(Event, message, 'message');
  if (problem !== undefined) return { ok: false, problem };
  const event = message as Event;
  if (!isEventName(event.event)) return { ok: true, value: event, known: false };
  const inside = checkEvent(event.event, event.body);
  return inside.ok ? { ok: true, value: event, known: true } : about(event.event, inside.problem);
}

export const isAnyRequestName = (command: string): command is AnyRequestName =>
  isRequestName(command) || isReverseRequestName(command);

function requestShape(command: string): RequestShape | undefined {
  if (isRequestName(command)) return requests[command];
  return isReverseRequestName(command) ? reverseRequests[command] : undefined;
}

function checkPart<T>(schema: TSchema, required: boolean, body: unknown): Check<T> {
  // Some encoders write null for what is absent.
  if (!required && (body === undefined || body === null)) return { ok: true, value: undefined as T };
  const problem = findProblem(schema, body, 'body');
  return problem === undefined ? { ok: true, value: body as T } : { ok: false, problem };
}

const about = (name: string, problem: string): MessageCheck => ({
  ok: false,
  problem: `${name}: ${problem}`,
});
