// Sessions: opened with what was agreed on, kept alive, listed and closed.

import { Refusal, type Answer, type Request } from '../request.js';
import type { BreakOn, Session, SessionTerms } from '../sessions.js';
import { isVariant, negotiate, variantName, type Variant } from '../variants.js';
import type { Call, CommandTable } from './call.js';

const knownFeatures = ['events', 'stack', 'disasm', 'symbols', 'memory', 'watch', 'trace'];
const breakReasons: readonly BreakOn[] = ['fault', 'brk', 'exit'];

export const executiveName = 'sonde-hsx-exec';
export const executiveVersion = '1';

export const sessionCommands: CommandTable = {
  'session.open': call => open(call),
  'session.keepalive': call => {
    void call.requiredSession;
    return {};
  },
  'session.close': ({ executive, requiredSession }) => {
    executive.sessions.end(requiredSession, 'closed');
    return {};
  },
  'session.current': ({ requiredSession }) => ({ session: current(requiredSession) }),
  'session.list': ({ executive }) => ({
    sessions: executive.sessions.all().map(session => ({
      ...current(session),
      age_s: (Date.now() - session.createdAt) / 1_000,
    })),
  }),
  'session.terminate': call => {
    void call.requiredSession;
    const target = call.executive.sessions.find(call.request.text('target'));
    if (target === undefined) throw new Refusal('unknown session');
    call.executive.sessions.end(target, 'admin_close');
    return { closed: { id: target.id, reason: 'admin_close' } };
  },
  'session.lock': ({ executive, request, requiredSession }) => {
    executive.sessions.lock(requiredSession, request.integers('pid'));
    for (const pid of request.integers('pid')) useTraceSize(executive.tasks.get(pid), requiredSession);
    return { session: current(requiredSession) };
  },
  'session.unlock': ({ executive, request, requiredSession }) => {
    executive.sessions.unlock(requiredSession, request.integers('pid'));
    return { session: current(requiredSession) };
  },
  auth: ({ client }) => {
    // The token itself was looked at before any command is.
    client.authenticated = true;
    return {};
  },
};

/** The trace is as long as the session that debugs the task wants it. */
export function useTraceSize(task: Call['task'] | undefined, { terms }: Session): void {
  if (task !== undefined && terms.features.includes('trace') && task.trace.size !== terms.traceSize)
    task.trace.resize(terms.traceSize);
}

function open({ executive, request, client }: Call): Answer {
  const locks = request.has('pid_lock') ? request.integers('pid_lock') : [];
  const terms = termsOf(request, executive.variant);
  const session = executive.sessions.open(terms, locks);
  executive.sessions.touch(session, client);
  for (const pid of locks) useTraceSize(executive.tasks.get(pid), session);
  const { features, maxEvents, traceSize, traceMode } = terms;
  return {
    session: {
      ...described(session, request.fields['pid_lock'] ?? null),
      ...(terms.warnings.length === 0 ? {} : { warnings: terms.warnings }),
      executive: { name: executiveName, version: executiveVersion, boot: executive.boot },
    },
    capabilities: {
      features,
      max_events: maxEvents,
      trace_buffer_size: traceSize,
      trace_mode: traceMode,
      trace_variant: variantName(executive.variant),
    },
  };
}

function termsOf(request: Request, variant: Variant): SessionTerms {
  const asked = request.part('capabilities');
  const warnings: string[] = [];
  const within = (from: Request, name: string, word: string, least: number, most: number, absent: number) => {
    const given = from.integer(name, { min: -1e9, max: 1e9 }, absent);
    const taken = Math.min(most, Math.max(least, given));
    if (taken !== given) warnings.push(`${word}_clamped:${taken}`);
    return taken;
  };
  const features = asked.texts('features').filter(feature => {
    if (knownFeatures.includes(feature)) return true;
    warnings.push(`unsupported_feature:${feature.slice(0, 64)}`);
    return false;
  });
  const maxEvents = within(asked, 'max_events', 'max_events', 2, 2_048, 256);
  const heartbeatSeconds = within(request, 'heartbeat_s', 'heartbeat', 5, 300, 30);
  const mode = asked.optionalText('trace_mode');
  if (mode !== undefined && !isVariant(mode)) throw new Refusal('trace_mode is minimal, development or full');
  const size = asked.has('trace_buffer_size') ? asked.integer('trace_buffer_size', { max: 1e9 }) : undefined;
  const trace = negotiate(variant, {
    ...(size === undefined ? {} : { size }),
    ...(mode === undefined ? {} : { mode }),
  });
  if (size !== undefined && size !== trace.size) warnings.push(`trace_buffer_size_clamped:${trace.size}`);
  const breakOn = request.texts('break_on');
  for (const each of breakOn)
    if (!(breakReasons as readonly string[]).includes(each))
      throw new Refusal(`break_on is a list of ${breakReasons.join(', ')}`);
  return {
    client: request.text('client', 'unknown').slice(0, 256),
    features,
    maxEvents,
    heartbeatSeconds,
    traceSize: trace.size,
    traceMode: trace.mode,
    warnings,
    bound: request.flag('bound'),
    breakOn: new Set(breakOn as BreakOn[]),
    stopGroup: request.flag('stop_group'),
    lossless: request.flag('lossless'),
  };
}

const described = ({ id, terms, createdAt, lastSeen }: Session, lock: unknown): Answer => ({
  id,
  client: terms.client,
  heartbeat_s: terms.heartbeatSeconds,
  features: terms.features,
  max_events: terms.maxEvents,
  pid_lock: lock,
  created_at: createdAt / 1_000,
  last_seen: lastSeen / 1_000,
});

function current(session: Session): Answer {
  const locks = [...session.locks].sort((a, b) => a - b);
  const lock = locks.length === 0 ? null : locks.length === 1 ? locks[0] : locks;
  return { ...described(session, lock), pid_locks: locks, warnings: session.terms.warnings };
}
