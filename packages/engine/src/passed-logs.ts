// Log points that the program has passed: their messages are written beside it, and come out in its order.

import type { BreakpointSpec, CapturedValue } from './breakpoint.js';
import type { EngineHost } from './contract.js';
import { asFailure } from './failure.js';
import type { BreakpointId } from './ids.js';
import type { SourceLocation } from './source.js';

/** A log point that the program has passed, with what was read there. */
export interface PassedLog {
  readonly breakpoint: BreakpointId;
  readonly location?: SourceLocation;
  readonly values: readonly CapturedValue[];
}

export class PassedLogs {
  /** The last message that is being written; they come out as they went in. */
  #last: Promise<void> | undefined;

  constructor(
    private readonly host: Pick<EngineHost, 'event' | 'passedText'>,
    /** Undefined for one that was removed meanwhile. */
    private readonly specOf: (id: BreakpointId) => BreakpointSpec | undefined,
  ) {}

  /** Whatever comes after it, and is not to overtake it, waits for `written`. */
  passed({ breakpoint, values, ...place }: PassedLog): void {
    const spec = this.specOf(breakpoint);
    if (spec === undefined) return;
    const text = this.host.passedText!(spec, values).catch((error: unknown) => `<${asFailure(error).text}>`);
    this.#queue(text.then(said => () => this.say(said, breakpoint, place)));
  }

  /** What the program printed behind a message that is being written comes behind it. */
  after(say: () => void): void {
    if (this.#last === undefined) say();
    else this.#queue(Promise.resolve(say));
  }

  /** Undefined where nothing is being written. */
  get written(): Promise<void> | undefined {
    return this.#last;
  }

  say(text: string, breakpoint: BreakpointId, place: { readonly location?: SourceLocation }): void {
    this.host.event({ kind: 'output', stream: 'console', data: `${text}\n`, breakpoint, ...place });
  }

  #queue(next: Promise<() => void>): void {
    const before = this.#last;
    const last = next.then(async say => {
      await before;
      say();
      if (this.#last === last) this.#last = undefined;
    });
    this.#last = last;
  }
}
