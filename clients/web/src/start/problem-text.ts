// What went wrong between the page and its server, and what to do about it.
import { ServerError } from '../page/server-api.js';

export interface Problem {
  readonly text: string;
  readonly next?: string;
}

const newAddress = 'Open the address that `sonde serve` printed: it carries the token of this start.';

export function problemOf(error: unknown): Problem {
  if (error instanceof ServerError) {
    if (error.status === 401) return { text: 'This browser is not signed in.', next: newAddress };
    return { text: sentence(error.message), ...(error.next === undefined ? {} : { next: error.next }) };
  }
  // What `fetch` throws when nobody answers differs from browser to browser, and is in words of its own.
  if (error instanceof TypeError)
    return { text: 'The server does not answer.', next: `Start it again: sonde serve. ${newAddress}` };
  return { text: sentence(error instanceof Error ? error.message : String(error)) };
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
