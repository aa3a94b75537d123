import type { WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { ProgramWatch } from './program-state.js';

const request = (command: string): WireMessage => ({ seq: 1, type: 'request', command });
const event = (name: string): WireMessage => ({ seq: 1, type: 'event', event: name });

describe('the state of the program', () => {
  it('follows what is said', () => {
    const watch = new ProgramWatch();
    const seen = [watch.state];
    const said: readonly (() => void)[] = [
      () => watch.fromClient(request('initialize')),
      () => watch.fromClient(request('launch')),
      () => watch.fromAdapter(event('stopped')),
      () => watch.fromClient(request('threads')),
      () => watch.fromClient(request('next')),
      () => watch.fromAdapter(event('stopped')),
      () => watch.fromAdapter(event('continued')),
      () => watch.fromAdapter(event('terminated')),
      () => watch.fromAdapter(event('stopped')),
    ];
    for (const say of said) {
      say();
      seen.push(watch.state);
    }
    const [running, stopped, ended] = ['running', 'stopped', 'ended'];
    expect(seen).toEqual([
      'unused',
      'ready',
      running,
      stopped,
      stopped,
      running,
      stopped,
      running,
      ended,
      ended,
    ]);
  });

  it('is over with `disconnect`', () => {
    const watch = new ProgramWatch();
    watch.fromClient(request('launch'));
    watch.fromClient(request('disconnect'));
    expect(watch.state).toBe('ended');
  });
});
