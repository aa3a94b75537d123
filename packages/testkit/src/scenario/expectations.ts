// Expectations of the scenario: small assertions that need no test runner and say what they looked at.
import { realpathSync } from 'node:fs';
import type { StackFrame } from '@sonde/dap';
import { toLine } from '../breakpoint-places.js';
import type { LineOrMarker } from '../breakpoint-places.js';
import type { TestClient } from '../client.js';
import { TimelineFailure } from '../timeline.js';
import type { Expected, Shows } from './profile.js';

export function fits(text: string | undefined, expected: Expected): boolean {
  if (text === undefined) return false;
  return typeof expected === 'string' ? text === expected : expected.test(text);
}

/** Throws with the timeline unless the condition holds. */
export function expectThat(client: TestClient, condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new TimelineFailure(otherwise, client.timeline);
}

/** The top frame is at one of these places of the file. */
export async function expectAt(
  client: TestClient,
  file: string,
  places: readonly LineOrMarker[],
): Promise<StackFrame> {
  const frame = await client.topFrame();
  const lines = places.map(place => toLine(file, place));
  const wanted = places.map((place, index) => `line ${lines[index] ?? 0} (${place})`).join(' or ');
  const where = `${frame.name} in ${frame.source?.path ?? 'no file'} line ${frame.line}`;
  expectThat(client, lines.includes(frame.line), `stopped at ${where}, expected ${wanted}`);
  const path = frame.source?.path;
  expectThat(client, path !== undefined && isSameFile(path, file), `stopped at ${where}, expected ${file}`);
  return frame;
}

export async function expectShows(client: TestClient, { expression, value }: Shows): Promise<void> {
  const frame = await client.topFrame();
  const { result } = await client.evaluate(expression, { frameId: frame.id, context: 'watch' });
  expectThat(client, fits(result, value), `${expression} shows ${result}, expected ${String(value)}`);
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return one === other;
  }
}
