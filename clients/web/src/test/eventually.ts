// Waits for what a person would see: looks until it is there, without sleeping longer than it takes.
import { expect } from 'vitest';

const patienceMs = 60_000;

/** `await eventually(() => page.status()).toBe('Paused')`: the last look is what a failure shows. */
export const eventually = <Seen>(look: () => Promise<Seen>): ReturnType<typeof expect.poll<Promise<Seen>>> =>
  expect.poll(look, { timeout: patienceMs, interval: 40 });
