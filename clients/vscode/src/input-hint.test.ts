import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { watchInput } from './input-hint.js';

const session = (options: object = {}): vscode.DebugSession =>
  ({ name: 'Debug ask.xyz', configuration: options }) as unknown as vscode.DebugSession;

const input = (waiting: boolean) => ({ type: 'event', event: 'sonde/input', body: { waiting } });

/** The lines that are shown after each message. */
function shownAfter(...messages: readonly object[]): readonly (readonly string[])[] {
  const lines = new Set<string>();
  const factory = watchInput(text => {
    lines.add(text);
    return () => lines.delete(text);
  });
  const tracker = factory.createDebugAdapterTracker(session()) as vscode.DebugAdapterTracker;
  return messages.map(message => {
    tracker.onDidSendMessage!(message);
    return [...lines];
  });
}

const line = 'Debug ask.xyz waits for input: type it in the debug console';

it('is shown while the program waits, and gone with the session', () => {
  expect(shownAfter(input(true), input(true), input(false))).toEqual([[line], [line], []]);
  expect(shownAfter(input(true), { type: 'event', event: 'terminated' })).toEqual([[line], []]);
});

it('says to the adapter that the event is known, and keeps what VS Code said', () => {
  const message = { type: 'request', command: 'initialize', arguments: { clientID: 'vscode' } };
  const tracker = watchInput(() => () => {}).createDebugAdapterTracker(
    session(),
  ) as vscode.DebugAdapterTracker;
  tracker.onWillReceiveMessage!(message);
  expect(message.arguments).toEqual({ clientID: 'vscode', supportsInputEvent: true });
});

it('is left out where the program has a terminal', () => {
  const of = (console: string) => watchInput(() => () => {}).createDebugAdapterTracker(session({ console }));
  expect(of('integratedTerminal')).toBeUndefined();
  expect(of('internalConsole')).toBeDefined();
});
