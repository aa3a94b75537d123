import { fileURLToPath } from 'node:url';
import { overStdio } from '@sonde/testkit';
import { loadProfile, runSuite, textReport } from '@sonde/testkit/conformance';
import { expect, it, onTestFinished } from 'vitest';

const profile = new URL('../../conformance.json', import.meta.url);
const adapter = fileURLToPath(new URL('../../bin/steps-dap.js', import.meta.url));

it('the adapter passes the conformance suite', { timeout: 10 * 60_000 }, async () => {
  const loaded = await loadProfile(profile);
  onTestFinished(loaded.close);
  expect(loaded.profile.command).toEqual([adapter]);
  expect(loaded.profile.excused).toBeUndefined();
  const endpoint = overStdio(process.execPath, [adapter]);
  const report = await runSuite({
    profile: loaded.profile,
    endpoint,
    timeoutMs: 60_000,
    shareSessions: true,
  });
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  if (failed.length > 0) expect.unreachable(textReport({ ...report, results: failed }));
  expect(report.results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(80);
  const unexplained = report.results.filter(({ reason = '' }) => reason.includes('does not say why'));
  expect(unexplained.map(({ id }) => id)).toEqual([]);
});
