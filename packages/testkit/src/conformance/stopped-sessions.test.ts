import type { WireMessage } from '@sonde/dap';
import { expect, test } from 'vitest';
import { Timeline } from '../timeline.js';
import { StoppedSessions } from './stopped-sessions.js';
import type { Stopped } from './subject.js';

type Said = readonly ['sent' | 'received', WireMessage];

const request = (seq: number, command: string, args = {}): Said => [
  'sent',
  { seq, type: 'request', command, arguments: args },
];
const response = (to: number): Said => [
  'received',
  { seq: 0, type: 'response', request_seq: to, success: true, command: '' },
];
const event = (name: string): Said => ['received', { seq: 0, type: 'event', event: name }];

/** A session in which this was said after the stop. */
function session(...said: readonly Said[]): Stopped {
  const timeline = new Timeline();
  for (const [direction, message] of [event('stopped'), ...said])
    timeline.append(timeline.prepare(direction, message));
  return { client: { timeline }, stop: { number: 1 } } as unknown as Stopped;
}

const isKept = (...said: readonly Said[]): boolean => new StoppedSessions().keep('here', session(...said));

test('a session in which a check only looked goes to the next that wants to stand there, and to no other', () => {
  const sessions = new StoppedSessions();
  const looked = session(request(5, 'scopes'), response(5), event('output'));
  expect(sessions.keep('here', looked)).toBe(true);
  expect(sessions.take('elsewhere')).toBeUndefined();
  expect(sessions.take('here')).toBe(looked);
  expect(sessions.take('here')).toBeUndefined();
});

test('one that was moved, changed or asked what may change it does not', () => {
  expect(isKept(request(5, 'next'), response(5))).toBe(false);
  expect(isKept(request(5, 'setVariable'), response(5))).toBe(false);
  expect(isKept(request(5, 'setBreakpoints'), response(5))).toBe(false);
  expect(isKept(request(5, 'evaluate', { expression: 'f()', context: 'repl' }), response(5))).toBe(false);
  expect(isKept(request(5, 'evaluate', { expression: 'f()' }), response(5))).toBe(false);
  expect(isKept(request(5, 'evaluate', { expression: 'x', context: 'hover' }), response(5))).toBe(true);
});

test('nor one that has something to say yet', () => {
  expect(isKept(request(5, 'scopes'))).toBe(false);
  expect(isKept(event('terminated'))).toBe(false);
  expect(isKept(event('continued'))).toBe(false);
});
