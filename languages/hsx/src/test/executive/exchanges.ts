// Exchanges as upstream's executive has them, restated: requests, and the fields of their answers, ids and times aside. Where ours
// differs on purpose, the README of the language says so (differences from the original).

import { expect } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { DirectClient } from './bench-executive.js';
import type { Wire } from './wire-fields.js';

/** A request and the fields of its answer; `SESSION` and `OBSERVER` stand for the ids. */
export type Exchange = readonly [cmd: string, fields: object, expected: object];

export const error = (text: string): object => ({ version: 1, status: 'error', error: text });
export const ok = (fields: object = {}): object => ({ version: 1, status: 'ok', ...fields });

export const clockFields = (steps: number, total: number): object => ({
  ...{ state: 'stopped', running: false, mode: 'stopped', throttled: false, throttle_reason: null },
  ...{ last_wait_s: 0, rate_hz: 0, step_size: 1, auto_steps: 0, auto_total_steps: 0 },
  ...{ manual_steps: steps, manual_total_steps: total },
});

export async function replay(client: DirectClient, exchanges: readonly Exchange[], ids: Map<string, string>) {
  for (const [cmd, fields, expected] of exchanges) {
    const request = JSON.stringify({ version: 1, cmd, ...fields }).replace(
      /"(SESSION|OBSERVER)"/g,
      (_, name: string) => JSON.stringify(ids.get(name)),
    );
    const answer = JSON.parse((await client.line(request))!) as Wire;
    expect(answer, request).toMatchObject(expected);
    if (cmd === 'session.open' && answer.status === 'ok')
      ids.set(ids.has('SESSION') ? 'OBSERVER' : 'SESSION', answer.session.id);
  }
}

export const framing: readonly Exchange[] = [
  ['ping', {}, ok({ reply: 'pong' })],
  ['PING', {}, ok({ reply: 'pong' })],
  ['ping', { version: 2 }, error('unsupported_version:2')],
  ['nosuch', {}, error('unknown_cmd:nosuch')],
  ['dumpregs', { pid: 99 }, error('unknown pid 99')],
  ['bp', { op: 'set', addr: 64 }, error("bp requires 'pid'")],
];

export const sessions = (pid: number): readonly Exchange[] => [
  [
    'session.open',
    {
      client: 'ts-probe',
      capabilities: {
        features: ['events', 'stack', 'watch', 'disasm', 'symbols', 'memory', 'other'],
        ...{ max_events: 5000, trace_buffer_size: 1000, trace_mode: 'full' },
      },
      ...{ pid_lock: pid, heartbeat_s: 2 },
    },
    ok({
      session: {
        ...{ client: 'ts-probe', heartbeat_s: 5, max_events: 2048, pid_lock: pid },
        features: ['events', 'stack', 'watch', 'disasm', 'symbols', 'memory'],
        warnings: ['unsupported_feature:other', 'max_events_clamped:2048', 'heartbeat_clamped:5'],
      },
    }),
  ],
  ['session.open', { client: 'other', pid_lock: pid }, error(`pid_locked:${pid}`)],
  [
    'session.open',
    { client: 'observer' },
    ok({ session: { client: 'observer', heartbeat_s: 30, features: [], max_events: 256, pid_lock: null } }),
  ],
  ['session.keepalive', { session: 'SESSION' }, ok()],
  [
    'session.current',
    { session: 'OBSERVER' },
    ok({ session: { client: 'observer', pid_lock: null, pid_locks: [], warnings: [] } }),
  ],
  ['ps', { session: 'nope' }, error('session_required')],
];

export const closing: readonly Exchange[] = [
  ['clock', {}, ok({ clock: { state: 'stopped', running: false, rate_hz: 0, step_size: 1 } })],
  ['clock', { op: 'rate', rate: 1000 }, ok({ clock: { state: 'stopped', rate_hz: 1000 } })],
  [
    'session.terminate',
    { target: 'OBSERVER', session: 'SESSION' },
    ok({ closed: { reason: 'admin_close' } }),
  ],
  ['session.close', { session: 'SESSION' }, ok()],
  ['ps', { session: 'SESSION' }, error('session_required')],
];

export function executive(): { client: DirectClient; made: Executive } {
  const made = new Executive();
  return { made, client: new DirectClient(made) };
}
