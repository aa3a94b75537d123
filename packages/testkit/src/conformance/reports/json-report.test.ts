import { expect, it } from 'vitest';
import { jsonReport } from './json-report.js';
import { sampleReport } from '../../test/sample-report.js';

it('is an object with a version, the counts and one entry for each check', () => {
  const value = JSON.parse(jsonReport(sampleReport)) as Record<string, unknown>;
  expect(value).toMatchObject({
    format: 'dap-conformance-report',
    version: 2,
    adapter: 'An adapter',
    line: 'stdio',
    milliseconds: 2345,
    passed: 1,
    failed: 1,
    unmet: 1,
    skipped: 2,
    excused: 1,
  });
  const [passed, failed, unmet] = value['checks'] as readonly Record<string, unknown>[];
  expect(Object.keys(passed!)).toEqual([
    ...['id', 'title', 'level', 'outcome', 'why', 'reference', 'milliseconds'],
  ]);
  expect(failed).toMatchObject({
    id: 'motion/next',
    outcome: 'failed',
    reference: { in: 'specification', page: 'Requests_Next' },
  });
  expect(failed).toMatchObject({ level: 'must' });
  expect(unmet).toMatchObject({ level: 'should', outcome: 'unmet', reason: 'it says "step"' });
  expect(failed!['transcript']).toContain('1 → message');
});
