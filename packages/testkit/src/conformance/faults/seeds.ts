// The usual ways in which a line is faulty, so that a fault says in a line or two what it does.
import type { Event, Request, Response, WireMessage } from '@sonde/dap';
import type { FaultyLine, Line } from './fault.js';

/** What to pass instead: a message, several, or none. */
export type Instead = WireMessage | readonly WireMessage[] | undefined;

/** Responses to this command are changed on their way; `request` is what they answer. */
export const changedResponses =
  (command: string, change: (response: Response, request: Request, line: Line) => Instead) =>
  (): FaultyLine => {
    const requests = new Map<number, Request>();
    return {
      fromClient(message, line) {
        if (message.type === 'request' && message.command === command) requests.set(message.seq, message);
        line.toAdapter(message);
      },
      fromAdapter(message, line) {
        const request = message.type === 'response' ? requests.get(message.request_seq) : undefined;
        if (message.type !== 'response' || request === undefined) return line.toClient(message);
        pass(change(message, request, line), each => line.toClient(each));
      },
    };
  };

/** The same for successful responses, of which only the body changes. */
// A sound adapter answers, so that whoever names the command may say what the body is.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export const changedBodies = <Body>(command: string, change: (body: Body, request: Request) => unknown) =>
  changedResponses(command, (response, request) =>
    response.success ? { ...response, body: change(response.body as Body, request) } : response,
  );

/** Requests with this command are changed on their way; left out, they are never answered. */
export const changedRequests =
  (command: string, change: (request: Request, line: Line) => Instead) => (): FaultyLine => ({
    fromClient(message, line) {
      if (message.type !== 'request' || message.command !== command) return line.toAdapter(message);
      pass(change(message, line), each => line.toAdapter(each));
    },
  });

/** Requests with this command that fit are answered with success and never reach the adapter. */
export const pretendedSuccess = (
  command: string,
  body?: (request: Request) => unknown,
  fits: (request: Request) => boolean = () => true,
) =>
  changedRequests(command, (request, line) => {
    if (!fits(request)) return request;
    line.toClient(successOf(request, body?.(request)));
    return undefined;
  });

export const changedEvents =
  (name: string, change: (event: Event, line: Line) => Instead) => (): FaultyLine => ({
    fromAdapter(message, line) {
      if (message.type !== 'event' || message.event !== name) return line.toClient(message);
      pass(change(message, line), each => line.toClient(each));
    },
  });

export const successOf = ({ seq, command }: Request, body?: unknown): Response => ({
  ...{ seq: 0, type: 'response', request_seq: seq, success: true, command },
  ...(body === undefined ? {} : { body }),
});

export const failureOf = ({ seq, command }: Request, format: string): Response => ({
  ...{ seq: 0, type: 'response', request_seq: seq, success: false, command, message: format },
  body: { error: { id: 1, format } },
});

export const eventOf = (event: string, body?: unknown): Event => ({
  ...{ seq: 0, type: 'event', event },
  ...(body === undefined ? {} : { body }),
});

function pass(instead: Instead, send: (message: WireMessage) => void): void {
  if (instead === undefined) return;
  for (const message of 'type' in instead ? [instead] : instead) send(message);
}
