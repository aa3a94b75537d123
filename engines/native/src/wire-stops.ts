// Threads, frames, scopes and stops, as the bridge writes them.

import {
  breakpointId,
  frameId,
  moduleId,
  stopId,
  threadId,
  type AsyncFragment,
  type CodeUnit,
  type Frame,
  type ModuleInfo,
  type PushedTop,
  type Resolution,
  type Scope,
  type Site,
  type Stack,
  type Stop,
  type StoppedThread,
  type StopReason,
  type Thread,
  type ThreadId,
} from '@sonde/engine';
import type { RegisterList } from './register-list.js';
import { fields, flag, integer, list, oneOf, optional, text, type Fields } from './wire.js';
import { locationFrom } from './wire-sources.js';
import { addressFrom, namedValueFrom, placeFrom, valueFrom } from './wire-values.js';

const threadKinds = ['os', 'task', 'fiber', 'coroutine', 'transaction'] as const;

const threadIdFrom = (value: unknown): ThreadId => threadId(integer(value));

export function threadFrom(value: unknown): Thread {
  const from = fields(value);
  return {
    id: threadId(integer(from['id'])),
    name: text(from['name']),
    kind: from['kind'] === undefined ? 'os' : oneOf(from['kind'], threadKinds),
    state: oneOf(from['state'], ['running', 'stopped', 'waiting'] as const),
    ...optional(from, 'carrier', threadIdFrom),
    ...optional(from, 'waitReason', reason => oneOf(reason, ['await', 'time'] as const)),
    ...optional(from, 'awaiting', text),
    ...optional(from, 'handle', text),
    ...optional(from, 'awaitedBy', threadIdFrom),
    ...optional(from, 'tasks', integer),
    ...optional(from, 'location', locationFrom),
  };
}

export function frameFrom(value: unknown): Frame {
  const from = fields(value);
  return {
    id: frameId(text(from['id'])),
    function: text(from['function']),
    address: addressFrom(from['address']),
    confidence: from['guessed'] === true ? 'guessed' : 'exact',
    ...optional(from, 'location', locationFrom),
    ...optional(from, 'module', name => moduleId(text(name))),
    ...optional(from, 'unit', unitFrom),
    ...optional(from, 'artificial', flag),
    ...optional(from, 'inlined', flag),
  };
}

function unitFrom(value: unknown): CodeUnit {
  const from = fields(value);
  return {
    ...optional(from, 'language', text),
    ...optional(from, 'producer', text),
    ...optional(from, 'file', text),
  };
}

export function stackFrom(value: unknown): Stack {
  const from = fields(value);
  return {
    frames: list(from['frames'], frameFrom),
    ...optional(from, 'total', integer),
    ...optional(from, 'fragments', fragments => list(fragments, fragmentFrom)),
  };
}

function fragmentFrom(value: unknown): AsyncFragment {
  const from = fields(value);
  return { description: text(from['description']), frames: list(from['frames'], frameFrom) };
}

const scopeKinds = ['returnValue', 'arguments', 'locals', 'globals', 'registers'] as const;

export const scopesFrom = (value: unknown, registers: RegisterList): readonly Scope[] =>
  list(value, each => {
    const from = fields(each);
    const kind = oneOf(from['kind'], scopeKinds);
    const variables = kind === 'registers' ? registers.of(from) : list(from['variables'], namedValueFrom);
    return { name: text(from['name']), kind, variables, ...optional(from, 'expensive', flag) };
  });

export function topFrom(value: unknown, registers: RegisterList): PushedTop {
  const top = fields(value);
  return { ...stackFrom(top), ...optional(top, 'scopes', scopes => scopesFrom(scopes, registers)) };
}

export function stopFrom(value: unknown): Stop {
  const from = fields(value);
  return {
    id: stopId(integer(from['stop'])),
    threads: list(from['threads'], stoppedThreadFrom),
    focus: threadId(integer(from['focus'])),
    allThreads: true,
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
