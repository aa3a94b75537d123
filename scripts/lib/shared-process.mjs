// Loaded before each test file that shares its process with others: fails a file that leaves the process changed.
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';
import { changesOfState, readProcessState } from './process-state.mjs';

/** What was told to end may need a moment. */
const patienceMs = 5000;
const betweenLooksMs = 20;

// Node 20 takes what was looked at last for a part of the path that it follows when it resolves a package: after a pipe or
// a socket it stops at the link to a workspace, and loads its code a second time under another name.
statSync('/');

const before = readProcessState();

// Declared before those of the file, so that it runs after them.
afterAll(async () => {
  const areTimersFake = vi.isFakeTimers();
  if (areTimersFake) vi.useRealTimers();
  const changes = await lastingChanges();
  if (areTimersFake) changes.push('timers: they are fake');
  if (changes.length === 0) return;
  throw new Error(
    [
      'This file shares its process with other tests and leaves it changed:',
      ...changes.map(change => `  ${change}`),
      'Put it back in the test, or say above its code why it needs a process of its own: // Own process: …',
    ].join('\n'),
  );
}, patienceMs * 2);

async function lastingChanges() {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const changes = changesOfState(before, readProcessState());
    if (changes.length === 0 || Date.now() > deadline) return changes;
    await wait(betweenLooksMs);
  }
}
