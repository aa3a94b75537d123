// Stops: what comes with one, and which of them still holds.

import {
  staleStop,
  stopId,
  threadId,
  type RawValue,
  type Scope,
  type Stop,
  type StopId,
  type StopReason,
  type StopTime,
} from '@sonde/engine';
import type { Inspector } from './inspector.js';

export class StopMaker {
  #last = 0;
  #current: StopId | undefined;

  constructor(
    private readonly inspector: Inspector,
    /** When it is, where one can go back. */
    private readonly time: () => StopTime | undefined = () => undefined,
  ) {}

  get current(): StopId | undefined {
    return this.#current;
  }

  /** The top of the stack comes along: everyone asks for it. */
  async make(task: number, reasons: readonly StopReason[]): Promise<Stop> {
    this.inspector.forget();
    const { frames, total = 0 } = await this.inspector.stack(task, 0, 1);
    const scopes = frames[0] === undefined ? [] : await this.inspector.scopes(frames[0].id);
    const returned = reasons.find(reason => reason.kind === 'step')?.returned;
    const id = stopId(++this.#last);
    this.#current = id;
    const time = this.time();
    return {
      id,
      ...(time === undefined ? {} : { time }),
      threads: [{ thread: threadId(task), reasons }],
      focus: threadId(task),
      allThreads: true,
      top: { frames, total, scopes: returned === undefined ? scopes : [returnScope(returned), ...scopes] },
    };
  }

  /** Throws when a handle is of a stop that is over. */
  check(stop: StopId): void {
    if (stop !== this.#current) throw staleStop();
  }

  /** The machine moves, and nothing that was handed out holds any more. */
  expire(): void {
    this.#current = undefined;
    this.inspector.forget();
  }

  /** A motion was refused: everything is as it was. */
  revive(stop: StopId | undefined): void {
    this.#current = stop;
  }
}

const returnScope = (value: RawValue): Scope => ({
  name: 'Return value',
  kind: 'returnValue',
  variables: [{ name: 'returned', value }],
});
