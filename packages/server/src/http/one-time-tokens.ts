// Tokens for one exchange, soon: what is put on a browser's command line, which every user of the machine can read.

import { randomBytes } from 'node:crypto';
import { sameSecret } from '@sonde/engine';
import type { Rights } from '@sonde/session';

/** A browser that has to start first, on a slow machine. */
const lifeMs = 120_000;

interface Waiting {
  readonly value: string;
  readonly rights: Rights;
  readonly until: number;
}

export class OneTimeTokens {
  #waiting: readonly Waiting[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  make(rights: Rights): string {
    const value = randomBytes(32).toString('base64url');
    this.#waiting = [...this.#current(), { value, rights, until: this.now() + lifeMs }];
    return value;
  }

  /** The rights of whoever presents it first. */
  redeem(presented: string): Rights | undefined {
    const found = this.#current().filter(({ value }) => sameSecret(value, presented))[0];
    this.#waiting = this.#current().filter(each => each !== found);
    return found?.rights;
  }

  #current(): readonly Waiting[] {
    return this.#waiting.filter(({ until }) => until > this.now());
  }
}
