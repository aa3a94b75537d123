// Events of the bridge as events of the engine.

import { breakpointId, type EngineEvent, type ExitStatus } from '@sonde/engine';
import { bytes, fields, flag, integer, oneOf, optional, text, type Fields } from './wire.js';
import { locationFrom, sourceFrom } from './wire-sources.js';
import { moduleFrom, stopFrom, threadFrom } from './wire-stops.js';

const kinds = [
  'stopped',
  'output',
  'log',
  'thread',
  'module',
  'source',
  'waiting-for-input',
  'exited',
  'notice',
] as const;

/** `taken` is told how much of a stream was taken, so that the bridge reads on. */
export function eventFrom(from: Fields, taken: (stream: string, count: number) => void): EngineEvent {
  const kind = oneOf(from['event'], kinds);
  switch (kind) {
    case 'stopped':
      return { kind, stop: stopFrom(from) };
    case 'output':
      return outputFrom(from, taken);
    case 'log':
      return {
        kind: 'output',
        stream: 'console',
        data: `${text(from['text'])}\n`,
        breakpoint: breakpointId(integer(from['breakpoint'])),
        ...optional(from, 'location', locationFrom),
      };
    case 'thread':
      return {
        kind,
        thread: threadFrom(from['thread']),
        change: oneOf(from['change'], ['started', 'exited', 'renamed'] as const),
      };
    case 'module':
      return {
        kind,
        module: moduleFrom(from['module']),
        change: oneOf(from['change'], ['new', 'changed', 'removed'] as const),
      };
    case 'source':
      return {
        kind,
        source: sourceFrom(from['source']),
        change: oneOf(from['change'], ['new', 'removed'] as const),
      };
    case 'waiting-for-input':
      return { kind, waiting: flag(from['waiting']) };
    case 'exited':
      return { kind, status: statusFrom(from['status']) };
    case 'notice':
      return { kind, message: text(from['message']), important: flag(from['important']) };
  }
}

function outputFrom(from: Fields, taken: (stream: string, count: number) => void): EngineEvent {
  const data = bytes(from['data']);
  const stream = text(from['stream']);
  let left = data.length;
  return {
    kind: 'output',
    stream,
    data,
    taken: () => {
      // Said twice it counts once.
      if (left > 0) taken(stream, left);
      left = 0;
    },
  };
}

function statusFrom(value: unknown): ExitStatus {
  const from = fields(value);
  return from['signal'] === undefined ? { code: integer(from['code']) } : { signal: text(from['signal']) };
}
