import { fileURLToPath } from 'node:url';
import { overStdio, type Endpoint } from '@sonde/testkit';
import {
  allChecks,
  allFaults,
  faultyEndpoint,
  loadProfile,
  runSuite,
  type Fault,
  type LoadedProfile,
} from '@sonde/testkit/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failedIn } from './fault-matrix.js';
import { sondeScript, webServer } from './fixtures.js';

const brokenAdapter = fileURLToPath(
  new URL('../../../../../packages/testkit/bin/broken-adapter.js', import.meta.url),
);
const minutes = 60_000;
/** Starting two processes takes its time on a busy machine. */
const patienceMs = 60_000;
const silenceMs = 10_000;

let loaded: LoadedProfile;
beforeAll(async () => {
  loaded = await loadProfile(
    new URL('../../../../../languages/mini/conformance/profile.json', import.meta.url),
  );
});
afterAll(() => loaded.close());

async function failing(endpoint: Endpoint, ids: RegExp, aim?: string): Promise<readonly string[]> {
  const report = await runSuite({
    profile: loaded.profile,
    endpoint,
    checks: allChecks.filter(({ id }) => ids.test(id)),
    jobs: 2,
    timeoutMs: patienceMs,
    tune: ({ id }) => (id === aim ? { timeoutMs: silenceMs } : {}),
  });
  expect(report.results.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
  return failedIn(report);
}

const broken = (fault: Fault): Endpoint =>
  overStdio(process.execPath, [
    brokenAdapter,
    '--fault',
    fault.check,
    '--',
    process.execPath,
    sondeScript,
    'dap',
  ]);

const faultOf = (id: string): Fault => allFaults.find(({ check }) => check === id)!;

// At once, because much of it is waiting for what does not come.
describe.concurrent('a process that', () => {
  it(
    'has a fault of messages ends as it should, and is caught for what it says',
    async () => {
      const fault = faultOf('input/unknown-command');
      const both = /^(process\/|input\/unknown-command$)/;
      expect(await failing(broken(fault), both, fault.check)).toEqual([fault.check]);
    },
    4 * minutes,
  );

  it.each(
    allFaults
      .filter(({ process }) => process !== undefined)
      .map((fault): [string, string, Fault] => [fault.does, fault.check, fault]),
  )(
    '%s fails %s and no other check of processes',
    async (_does, check, fault) => {
      expect(await failing(broken(fault), /^process\//, check)).toEqual([check]);
    },
    4 * minutes,
  );
});

describe('a server that', () => {
  const server = webServer();

  it(
    'looks at the origin of web pages passes',
    async () => {
      expect(await failing(await server(), /^security\/websocket/)).toEqual([]);
    },
    minutes,
  );

  it(
    'lets a web page of any origin in fails security/websocket-origin',
    async () => {
      const fault = faultOf('security/websocket-origin');
      const endpoint = faultyEndpoint(await server(), fault);
      expect(await failing(endpoint, /^security\/websocket/)).toEqual([fault.check]);
    },
    minutes,
  );
});
