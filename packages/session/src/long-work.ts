// Long work for a request, such as building and loading a program: told as progress, limited in time, ended by a cancel.

import { cancelled, Failure } from '@sonde/engine';
import { Progress } from './progress.js';
import type { RequestContext } from './request-table.js';
import { unlessAborted } from './waiting/time-limit.js';

export interface LongWorkAbout {
  readonly title: string;
  /** What did not come in time, for the failure: "the program did not start". */
  readonly wanted: string;
  readonly timeoutMs: number;
}

export class LongWork {
  /** Aborted by a cancel of the request, a cancel of its progress, or when the time is over. */
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #progress: Progress;
  #doing: string | undefined;

  constructor({ adapter, requestId, signal }: RequestContext, about: LongWorkAbout) {
    this.signal = AbortSignal.any([signal, this.#abort.signal]);
    this.#timer = setTimeout(() => this.#abort.abort(this.#tooLate(about)), about.timeoutMs);
    this.#progress = new Progress(adapter.client!, {
      title: about.title,
      requestId,
      cancel: () => this.#abort.abort(cancelled()),
    });
  }

  /** What is being done now. */
  readonly report = (doing: string): void => {
    this.#doing = doing;
    this.#progress.update(doing);
  };

  /** The result, or the reason why nobody waits for it any more. */
  result<T>(work: Promise<T>): Promise<T> {
    return unlessAborted(work, this.signal);
  }

  /** Whatever came of it, and whatever had to be cleared away. */
  end(): void {
    clearTimeout(this.#timer);
    this.#progress.end();
  }

  #tooLate({ wanted, timeoutMs }: LongWorkAbout): Failure {
    const doing = this.#doing === undefined ? '' : ` It was at: ${this.#doing}.`;
    return new Failure(
      'deadline',
      'environment',
      `${wanted} within ${timeoutMs / 1000} s.${doing}`,
      'Find out why it takes so long, or raise the launch option "timeout".',
    );
  }
}
