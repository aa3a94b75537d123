// From the bytes of one frame's body to a message, or to an error that says what is wrong with it.
import { FramingError } from './framing-error.js';
import type { Salvage } from './framing-error.js';
import type { Event, Request, Response } from './protocol/protocol.js';

/** A message whose envelope can be relied on; what is inside is still unchecked. */
export type WireMessage = Request | Response | Event;

export type DecodedFrame =
  | { readonly ok: true; readonly message: WireMessage }
  | { readonly ok: false; readonly error: FramingError };

const strictDecoder = new TextDecoder('utf-8', { fatal: true });
const lossyDecoder = new TextDecoder('utf-8');

export function decodeMessage(body: Uint8Array): DecodedFrame {
  let text: string;
  try {
    text = strictDecoder.decode(body);
  } catch {
    const salvage = salvageFromText(lossyDecoder.decode(body));
    return { ok: false, error: new FramingError('bad-utf8', 'the message is not valid UTF-8', salvage) };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const salvage = salvageFromText(text);
    return {
      ok: false,
      error: new FramingError('bad-json', `the message is not valid JSON: ${reason}`, salvage),
    };
  }
  return readEnvelope(value);
}

/**
 * Asks for no more than is needed to route a message: `seq` only of requests (some clients count from 0, and some
 * adapters send it as text in messages where nobody looks at it). Strict checks are `checkMessage`'s business.
 */
function readEnvelope(value: unknown): DecodedFrame {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, error: new FramingError('not-an-object', 'the message is not a JSON object') };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const problem = envelopeProblem(fields);
  if (problem === undefined) return { ok: true, message: value as WireMessage };
  return { ok: false, error: new FramingError('bad-envelope', problem, salvageFromFields(fields)) };
}

function envelopeProblem(fields: Readonly<Record<string, unknown>>): string | undefined {
  switch (fields['type']) {
    case 'request':
      if (!isCount(fields['seq'])) return 'seq must be an integer';
      return typeof fields['command'] === 'string' ? undefined : 'command must be a string';
    case 'response':
      if (!isCount(fields['request_seq'])) return 'request_seq must be an integer';
      return typeof fields['success'] === 'boolean' ? undefined : 'success must be true or false';
    case 'event':
      return typeof fields['event'] === 'string' ? undefined : 'event must be a string';
    default:
      return 'type must be "request", "response" or "event"';
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Responses and events are never answered; anything else with a number is taken for a request gone wrong. */
function salvageFromFields(fields: Readonly<Record<string, unknown>>): Salvage | undefined {
  if (fields['type'] === 'response' || fields['type'] === 'event') return undefined;
  const seq = typeof fields['seq'] === 'string' ? Number(fields['seq']) : fields['seq'];
  if (!isCount(seq)) return undefined;
  return { seq, command: typeof fields['command'] === 'string' ? fields['command'] : '' };
}

/** Only if there is no doubt: one `seq` in the whole text, and it says that it is a request. */
function salvageFromText(text: string): Salvage | undefined {
  if (!/"type"\s*:\s*"request"/.test(text)) return undefined;
  const numbers = [...text.matchAll(/"seq"\s*:\s*(\d{1,15})(?!\d)/g)];
  if (numbers.length !== 1) return undefined;
  const commands = [...text.matchAll(/"command"\s*:\s*"(\w{1,100})"/g)];
  return { seq: Number(numbers[0]?.[1]), command: commands.length === 1 ? (commands[0]?.[1] ?? '') : '' };
}
