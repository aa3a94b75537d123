import { allChecks, allFaults, type CheckResult, type Fault } from '@sonde/testkit/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultMatrix, failedIn } from './fault-matrix.js';
import { tcpServer } from './fixtures.js';

const profileOf = (language: string): URL =>
  new URL(`../../../../../languages/${language}/conformance/profile.json`, import.meta.url);

const minutes = 60_000;
/** One process for thousands of sessions: its work is not done on the thread of the checks. */
const server = tcpServer();
let matrix: FaultMatrix;
/** For the few checks that cannot be tried on the first language. */
let other: FaultMatrix;

beforeAll(async () => {
  const endpoint = await server();
  matrix = await FaultMatrix.of(profileOf('mini'), endpoint);
  const left = allChecks.filter(check => 'run' in check && matrix.wasSkipped(check.id));
  other = await FaultMatrix.of(profileOf('ng'), endpoint, left);
}, 5 * minutes);
afterAll(async () => {
  await matrix.close();
  await other.close();
});

const explained = (results: readonly CheckResult[]): string =>
  results.map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason ?? ''}`).join('\n');

describe('an adapter without a fault', () => {
  it('passes the whole suite, through a line that could have one', () => {
    expect(failedIn(matrix.control), explained(matrix.control.results)).toEqual([]);
    expect(failedIn(other.control), explained(other.control.results)).toEqual([]);
  });
});

const seeded = allFaults.filter(fault => 'seed' in fault);

describe.concurrent('an adapter', () => {
  it.each(seeded.map((fault): [string, string, Fault] => [fault.does, fault.check, fault]))(
    'that %s fails %s and no other check',
    async (_does, check, fault) => {
      const report = await matrix.failingWith(fault);
      const isUntried = report.results.some(({ id, outcome }) => id === check && outcome === 'skipped');
      const failed = [...failedIn(report), ...(isUntried ? failedIn(await other.aimOf(fault)) : [])];
      expect(failed, explained(report.results)).toEqual([check]);
      expect(await matrix.newlySkipped(report), explained(report.results)).toEqual(fault.hides ?? []);
    },
    3 * minutes,
  );
});
