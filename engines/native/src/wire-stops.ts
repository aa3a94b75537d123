// Threads, stops, breakpoints and modules, as the bridge writes them.

import {
  breakpointId,
  moduleId,
  stopId,
  threadId,
  type ModuleInfo,
  type Resolution,
  type Site,
  type Stop,
  type StoppedThread,
  type StopReason,
  type StopTime,
  type Thread,
  type ThreadId,
} from '@sonde/engine';
import { fields, flag, integer, list, oneOf, optional, text, type Fields } from './wire.js';
import { locationFrom } from './wire-sources.js';
import { addressFrom, placeFrom, valueFrom } from './wire-values.js';

const threadKinds = ['os', 'task', 'fiber', 'coroutine', 'transaction'] as const;

const waitReasons = ['input', 'output', 'time', 'lock', 'message', 'await'] as const;

const threadIdFrom = (value: unknown): ThreadId => threadId(integer(value));

export function threadFrom(value: unknown): Thread {
  const from = fields(value);
  return {
    id: threadId(integer(from['id'])),
    name: text(from['name']),
    kind: from['kind'] === undefined ? 'os' : oneOf(from['kind'], threadKinds),
    state: oneOf(from['state'], ['running', 'stopped', 'waiting'] as const),
    ...optional(from, 'carrier', threadIdFrom),
    ...optional(from, 'waitReason', reason => oneOf(reason, waitReasons)),
    ...optional(from, 'awaiting', text),
    ...optional(from, 'handle', text),
    ...optional(from, 'awaits', text),
    ...optional(from, 'awaitedBy', threadIdFrom),
    ...optional(from, 'tasks', integer),
    ...optional(from, 'location', locationFrom),
  };
}

export function stopFrom(value: unknown): Stop {
  const from = fields(value);
  return {
    id: stopId(integer(from['stop'])),
    threads: list(from['threads'], stoppedThreadFrom),
    focus: threadId(integer(from['focus'])),
    allThreads: true,
    ...optional(from, 'time', timeFrom),
  };
}

/** A label says that it is right behind the event; in which words, the record does. */
function timeFrom(value: unknown): StopTime {
  const from = fields(value);
  const at = (step: number) => ({ branch: 0, step, edit: 0 });
  return {
    at: at(integer(from['event'])),
    first: at(0),
    last: at(integer(from['newest'])),
    ...(flag(from['isAtEvent']) ? { label: '' } : {}),
  };
}

function stoppedThreadFrom(value: unknown): StoppedThread {
  const from = fields(value);
  return { thread: threadId(integer(from['thread'])), reasons: list(from['reasons'], reasonFrom) };
}

const reasonKinds = ['entry', 'breakpoint', 'data', 'step', 'pause', 'goto', 'exception', 'program'] as const;

function reasonFrom(value: unknown): StopReason {
  const from = fields(value);
  const kind = oneOf(from['kind'], reasonKinds);
  switch (kind) {
    case 'entry':
    case 'pause':
    case 'goto':
      return { kind };
    case 'breakpoint':
      return { kind, hits: hitsFrom(from), ...optional(from, 'problem', text) };
    case 'data':
      return {
        kind,
        hits: hitsFrom(from),
        place: placeFrom(from['place']),
        access: oneOf(from['access'], ['read', 'write'] as const),
        ...optional(from, 'before', valueFrom),
        ...optional(from, 'after', valueFrom),
        ...optional(from, 'problem', text),
      };
    case 'step':
      return { kind, ...optional(from, 'returned', valueFrom) };
    case 'exception': {
      const thrown = fields(from['thrown']);
      return {
        kind,
        hits: hitsFrom(from),
        thrown: {
          name: text(thrown['name']),
          message: text(thrown['message']),
          ...optional(thrown, 'type', text),
          ...optional(thrown, 'caught', flag),
        },
      };
    }
    case 'program':
      return { kind, ...optional(from, 'text', text) };
  }
}

const hitsFrom = (from: Fields) => list(from['hits'], id => breakpointId(integer(id)));

export function resolutionFrom(value: unknown): Resolution {
  const from = fields(value);
  return {
    id: breakpointId(integer(from['id'])),
    state: oneOf(from['state'], ['pending', 'unresolved', 'resolved', 'failed'] as const),
    sites: list(from['sites'], siteFrom),
    ...optional(from, 'message', text),
    ...optional(from, 'evaluated', where => oneOf(where, ['in-engine', 'in-program'] as const)),
  };
}

function siteFrom(value: unknown): Site {
  const from = fields(value);
  return {
    ...optional(from, 'address', addressFrom),
    ...optional(from, 'location', locationFrom),
    ...optional(from, 'function', text),
  };
}

export function moduleFrom(value: unknown): ModuleInfo {
  const from = fields(value);
  return {
    id: moduleId(text(from['id'])),
    name: text(from['name']),
    ...optional(from, 'path', text),
    ...optional(from, 'symbols', text),
    ...optional(from, 'symbolFile', text),
    ...optional(from, 'range', range => {
      const bounds = fields(range);
      return { start: addressFrom(bounds['start']), end: addressFrom(bounds['end']) };
    }),
    ...optional(from, 'isUserCode', flag),
    ...optional(from, 'extra', extraFrom),
  };
}

/** Values for the columns that the traits declare. */
function extraFrom(value: unknown): NonNullable<ModuleInfo['extra']> {
  const from = fields(value);
  return { ...optional(from, 'uuid', text), ...optional(from, 'debugInfoBytes', integer) };
}
