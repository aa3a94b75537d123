import { expect, it } from 'vitest';
import { FrameNames } from './frame-names.js';

it('remembers the names of frames until the program goes on, by session', () => {
  const names = new FrameNames();
  const tracker = names.createDebugAdapterTracker({ id: 'a' });
  const stack = {
    ...{ type: 'response', command: 'stackTrace', success: true },
    body: { stackFrames: [{ id: 3, name: 'Counter.add' }] },
  };
  tracker.onDidSendMessage!(stack);
  expect([names.of('a', 3), names.of('a', 4), names.of('b', 3)]).toEqual([
    'Counter.add',
    undefined,
    undefined,
  ]);
  tracker.onDidSendMessage!({ type: 'response', command: 'stackTrace', success: false, body: {} });
  tracker.onDidSendMessage!({ type: 'event', event: 'continued' });
  expect(names.of('a', 3)).toBeUndefined();
  tracker.onDidSendMessage!(stack);
  tracker.onWillStopSession!();
  expect(names.of('a', 3)).toBeUndefined();
});
