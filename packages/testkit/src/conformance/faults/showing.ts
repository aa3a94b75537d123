// Shows messages to a fault, which may rely on what the protocol promises.
import { checkMessage } from '@sonde/dap';
import type { WireMessage } from '@sonde/dap';
import type { Line } from './fault.js';

export type Hook = (message: WireMessage, line: Line) => void;

/** Of one connection. */
export class Showing {
  /** By their numbers. */
  readonly #requests = new Map<number, WireMessage>();

  /** A message that is wrong on purpose, or that answers one, and that the fault stumbles over, passes as it is. */
  show(message: WireMessage, hook: Hook, line: Line, pass: (message: WireMessage) => void): void {
    if (message.type === 'request') this.#requests.set(message.seq, message);
    try {
      hook(message, line);
    } catch (error) {
      const asked = message.type === 'response' ? this.#requests.get(message.request_seq) : undefined;
      const fits = [message, asked].every(each => each === undefined || checkMessage(each).ok);
      if (fits) throw error;
      pass(message);
    }
  }
}
