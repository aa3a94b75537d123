// Log messages with more than plain numbers in them: the program halts, unheard, and the session writes them.

import {
  asFailure,
  breakpointId,
  threadId,
  type BreakpointId,
  type BreakpointSpec,
  type EngineHost,
  type SourceLocation,
  type Stop,
  type ThreadId,
} from '@sonde/engine';
import { locationFrom } from './wire-sources.js';
import { fields, integer, optional } from './wire.js';

export interface LogHit {
  readonly breakpoint: BreakpointId;
  readonly thread: ThreadId;
  readonly location?: SourceLocation;
}

export function logHitFrom(value: unknown): LogHit {
  const from = fields(value);
  return {
    breakpoint: breakpointId(integer(from['breakpoint'])),
    thread: threadId(integer(from['thread'])),
    ...optional(from, 'location', locationFrom),
  };
}

export class LogStops {
  readonly #specs = new Map<BreakpointId, BreakpointSpec>();

  constructor(private readonly host: EngineHost) {}

  change(set: readonly BreakpointSpec[], removed: readonly BreakpointId[]): void {
    for (const id of removed) this.#specs.delete(id);
    for (const spec of set) this.#specs.set(spec.id, spec);
  }

  async write(stop: Stop, hits: readonly LogHit[]): Promise<void> {
    for (const { breakpoint, thread, ...place } of hits) {
      const spec = this.#specs.get(breakpoint);
      // Removed meanwhile.
      if (spec === undefined) continue;
      const text = await this.host.logText!(stop, thread, spec).catch(
        (error: unknown) => `<${asFailure(error).text}>`,
      );
      this.host.event({ kind: 'output', stream: 'console', data: `${text}\n`, breakpoint, ...place });
    }
  }
}
