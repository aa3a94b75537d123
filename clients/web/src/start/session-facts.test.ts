import { describe, expect, it } from 'vitest';
import type { RunningSession } from '../page/server-api.js';
import { sessionFacts, sessionTitle } from './session-facts.js';

const session: RunningSession = {
  id: 's1',
  name: 'tour',
  program: '/code/tour.xy',
  language: 'xy',
  state: 'stopped',
  clients: 2,
  // Without a zone it is the time of the machine that the test runs on.
  startedAt: '2020-01-02T09:05:00',
  here: true,
};

describe('a running session', () => {
  it('is told with its state first', () => {
    expect(sessionFacts(session, 'Xy')).toEqual(['stopped', 'Xy', '2 clients', 'since 09:05']);
  });

  it('of another process says so, and one client is no plural', () => {
    const facts = sessionFacts({ ...session, here: false, clients: 1, startedAt: 'never' }, '');
    expect(facts).toEqual(['stopped', '1 client', 'held by another process']);
    expect(sessionFacts({ ...session, clients: 0 }, '')).toContain('no clients');
  });

  it('is named by its name, else by its program, else by its id', () => {
    expect(sessionTitle(session)).toBe('tour');
    expect(sessionTitle({ ...session, name: '' })).toBe('tour.xy');
    expect(sessionTitle({ ...session, name: '', program: '' })).toBe('s1');
  });
});
