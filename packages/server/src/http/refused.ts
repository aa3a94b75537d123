// A request that is not served: the status, why, and what to do instead.

import type { Refusal } from './request-checks.js';

export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    why: string,
    readonly next?: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }

  get refusal(): Refusal {
    return {
      status: this.status,
      why: this.message,
      ...(this.next === undefined ? {} : { next: this.next }),
    };
  }
}
