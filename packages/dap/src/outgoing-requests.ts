// Requests that wait for the peer's answer.
import { RequestTimeout } from './connection-types.js';
import type { RequestOptions } from './connection-types.js';
import type { Check, ErrorResponseBody, Response } from './protocol/protocol.js';
import { ErrorResponseBody as ErrorResponseSchema } from './protocol/protocol.js';
import { findProblem } from './protocol/problem.js';
import { ResponseFailure, fillIn } from './response-failure.js';

interface Waiting {
  readonly command: string;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly dispose: () => void;
}

/** Reads a body, or says what is wrong with it. */
export type BodyReader = (command: string, body: unknown) => Check<unknown>;

export class OutgoingRequests {
  readonly #waiting = new Map<number, Waiting>();
  /** Given up on; their answers may still come and are no surprise then. */
  readonly #abandoned = new Set<number>();

  /** `onAbandon` runs when the caller gives up before the answer came. */
  add(seq: number, command: string, options: RequestOptions, onAbandon: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const abandon = (error: Error): void => {
        if (!this.#waiting.delete(seq)) return;
        this.#abandoned.add(seq);
        dispose();
        reject(error);
        onAbandon();
      };
      const { signal, timeoutMs } = options;
      const onAbort = (): void => abandon(ResponseFailure.cancelled());
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              abandon(new RequestTimeout(`${command} was not answered within ${timeoutMs} ms`));
            }, timeoutMs);
      const dispose = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(seq, { command, resolve, reject, dispose });
    });
  }

  /** False if nobody waits for this response. */
  settle(
    response: Response,
    readBody: BodyReader,
  ): { readonly expected: boolean; readonly problem?: string } {
    const seq = response.request_seq;
    const waiting = this.#waiting.get(seq);
    if (waiting === undefined) return { expected: this.#abandoned.delete(seq) };
    this.#waiting.delete(seq);
    waiting.dispose();
    if (!response.success) {
      waiting.reject(failureFrom(waiting.command, response));
      return { expected: true };
    }
    const body = readBody(waiting.command, response.body);
    if (body.ok) {
      waiting.resolve(body.value);
      return { expected: true };
    }
    const problem = `the response to ${waiting.command} is malformed: ${body.problem}`;
    waiting.reject(new ResponseFailure(problem));
    return { expected: true, problem };
  }

  rejectAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#abandoned.clear();
    for (const waiting of all) {
      waiting.dispose();
      waiting.reject(error);
    }
  }
}

function failureFrom(command: string, response: Response): ResponseFailure {
  const wellFormed = findProblem(ErrorResponseSchema, response.body, 'body') === undefined;
  const body = wellFormed ? (response.body as ErrorResponseBody) : undefined;
  const message: unknown = response.message;
  if (typeof message === 'string' && message !== '') return new ResponseFailure(message, body);
  const text = body?.error === undefined ? `${command} failed without a reason` : fillIn(body.error);
  return new ResponseFailure(text, body);
}
