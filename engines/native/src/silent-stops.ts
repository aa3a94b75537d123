// What the session does for breakpoints while no client hears of a stop: it writes log messages, from values that were read
// as the program passed or where it has halted, and decides conditions that no check can.

import {
  asFailure,
  breakpointId,
  PassedLogs,
  scalar,
  threadId,
  typeId,
  type BreakpointId,
  type BreakpointSpec,
  type CapturedValue,
  type EngineHost,
  type PassedLog,
  type Place,
  type SourceLocation,
  type Stop,
  type ThreadId,
  type TypeDescription,
  type TypeTable,
} from '@sonde/engine';
import { locationFrom } from './wire-sources.js';
import { addressFrom } from './wire-values.js';
import { bytes, fields, integer, list, optional, text, type Fields } from './wire.js';

/** A breakpoint where a thread is, whose message is to be written or whose condition decided. */
export interface PendingHit {
  readonly breakpoint: BreakpointId;
  readonly thread: ThreadId;
  readonly location?: SourceLocation;
}

export function pendingHitFrom(value: unknown): PendingHit {
  const from = fields(value);
  return {
    breakpoint: breakpointId(integer(from['breakpoint'])),
    thread: threadId(integer(from['thread'])),
    ...optional(from, 'location', locationFrom),
  };
}

export function passedLogFrom(from: Fields, types: TypeTable): PassedLog {
  return {
    breakpoint: breakpointId(integer(from['breakpoint'])),
    ...optional(from, 'location', locationFrom),
    values: list(from['values'], value => capturedFrom(fields(value), types)),
  };
}

function capturedFrom(from: Fields, types: TypeTable): CapturedValue {
  const type = typeId(integer(from['type']));
  const memory = list(from['behind'], item => {
    const piece = fields(item);
    return { address: addressFrom(piece['address']), bytes: bytes(piece['bytes']) };
  });
  if (from['bytes'] === undefined)
    return { value: scalar(type, numberFrom(text(from['value']), types.resolve(type))), memory };
  const place: Place = { kind: 'memory', address: addressFrom(from['address']) };
  return { value: { type, place, content: { kind: 'bytes', bytes: bytes(from['bytes']) } }, memory };
}

function numberFrom(written: string, { kind }: TypeDescription): bigint | number | boolean {
  if (kind === 'float') return Number(written);
  return kind === 'boolean' ? written !== '0' : BigInt(written);
}

export class SilentStops {
  readonly #specs = new Map<BreakpointId, BreakpointSpec>();
  readonly logs: PassedLogs;

  constructor(private readonly host: EngineHost) {
    this.logs = new PassedLogs(host, id => this.#specs.get(id));
  }

  add(set: readonly BreakpointSpec[]): void {
    for (const spec of set) this.#specs.set(spec.id, spec);
  }

  remove(removed: readonly BreakpointId[]): void {
    for (const id of removed) this.#specs.delete(id);
  }

  async write(stop: Stop, hits: readonly PendingHit[]): Promise<void> {
    for (const { breakpoint, thread, ...place } of hits) {
      const spec = this.#specs.get(breakpoint);
      // Removed meanwhile.
      if (spec === undefined) continue;
      const written = this.host.logText?.(stop, thread, spec) ?? Promise.resolve(spec.logMessage ?? '');
      const text = await written.catch((error: unknown) => `<${asFailure(error).text}>`);
      this.logs.say(text, breakpoint, place);
    }
  }

  /** The answers to conditions, in their order. */
  async decide(stop: Stop, hits: readonly PendingHit[]): Promise<readonly Fields[]> {
    const answers: Fields[] = [];
    for (const { breakpoint, thread } of hits) answers.push(await this.#decided(stop, breakpoint, thread));
    return answers;
  }

  async #decided(stop: Stop, breakpoint: BreakpointId, thread: ThreadId): Promise<Fields> {
    const spec = this.#specs.get(breakpoint);
    // Removed meanwhile.
    if (spec === undefined) return { holds: false };
    const { id, where, condition } = spec;
    const onlyCondition = { id, where, ...(condition === undefined ? {} : { condition }) };
    try {
      const { stop: holds, problem } = await this.host.decide(stop, onlyCondition, thread);
      return { holds, problem: problem?.replace(/\.$/, '') };
    } catch (error) {
      return { holds: true, problem: asFailure(error).message };
    }
  }
}
