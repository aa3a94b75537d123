import { expect, test } from 'vitest';
import { Transcript } from './transcript.js';

test('messages are logged in short form with stable names', () => {
  const transcript = new Transcript({ paths: { '${program}': '/home/x/prog' } });
  transcript.message('sent', {
    seq: 3,
    type: 'request',
    command: 'setBreakpoints',
    arguments: { source: { path: '/home/x/prog' }, breakpoints: [{ line: 4, condition: 'i == 3' }] },
  });
  transcript.message('received', {
    seq: 9,
    type: 'response',
    request_seq: 3,
    success: true,
    command: 'setBreakpoints',
    body: { breakpoints: [{ id: 17, verified: true, line: 4 }] },
  });
  transcript.message('received', { seq: 10, type: 'event', event: 'initialized' });
  transcript.message('received', {
    seq: 11,
    type: 'event',
    event: 'stopped',
    body: { reason: 'breakpoint', threadId: 55, hitBreakpointIds: [17], allThreadsStopped: true },
  });
  transcript.message('received', {
    seq: 12,
    type: 'response',
    request_seq: 4,
    success: false,
    command: 'pause',
    message: 'not running',
  });
  expect(transcript.text).toBe(`\
> setBreakpoints { source: { path: \${program} }, breakpoints: [{ line: 4, condition: i == 3 }] }
< setBreakpoints answered { breakpoints: [{ id: breakpoint1, verified: true, line: 4 }] }
< event initialized
< event stopped
  reason: breakpoint
  threadId: thread1
  hitBreakpointIds: [breakpoint1]
  allThreadsStopped: true
< pause failed: not running
`);
});

test('keys that say nothing can be left out', () => {
  const transcript = new Transcript({ without: ['column'] });
  transcript.data('frame', { line: 1, column: 5, inner: [{ column: 2, name: 'a' }] });
  expect(transcript.text).toBe('frame { line: 1, inner: [{ name: a }] }\n');
});

test('what could be misread is quoted', () => {
  const transcript = new Transcript();
  transcript.data('values', ['plain text', '42', 42, 'true', true, 'a\nb', '', 'tail ', null]);
  expect(transcript.text).toBe('values [plain text, "42", 42, "true", true, "a\\nb", "", "tail ", null]\n');
});

test('a transcript is unasserted from the first thing logged', () => {
  const transcript = new Transcript();
  expect(transcript.isAsserted).toBe(true);
  transcript.line('something');
  expect(transcript.isAsserted).toBe(false);
  transcript.markAsserted();
  expect(transcript.isAsserted).toBe(true);
});
