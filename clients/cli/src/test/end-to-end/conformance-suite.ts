// The conformance suite as a test: Sonde's adapter for one language, over each line that it can be reached by.

import type { Language } from '@sonde/language';
import {
  allChecks,
  groupOf,
  loadProfile,
  runSuite,
  sectionSchemas,
  textReport,
  type Report,
} from '@sonde/testkit/conformance';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownLines } from '../../conformance/own-adapters.js';

/** Silence is nowhere expected, so that patience costs nothing; a busy machine needs it. */
const timeoutMs = 60_000;
const suiteLimitMs = 15 * 60_000;

export interface ConformanceScope {
  /**
   * Where another language shows already that its engine does not care for the line: the groups that are tried over
   * other lines than standard streams, which get all.
   */
  readonly overOtherLines?: readonly string[];
}

export function describeConformance(language: Language, { overOtherLines }: ConformanceScope = {}): void {
  const profile = language.conformance!;

  describe('the profile', () => {
    it('has every section, or says why not', async () => {
      const { profile: loaded, close } = await loadProfile(profile);
      onTestFinished(close);
      const silent = Object.keys(sectionSchemas).filter(
        name => !(name in loaded) && loaded.lacks?.[name] === undefined,
      );
      expect(silent).toEqual([]);
      expect(Object.keys(loaded.lacks ?? {}).filter(name => name in loaded)).toEqual([]);
      expect(loaded.excused ?? {}).toEqual({});
    });
  });

  describe('the suite', () => {
    for (const [line, open] of Object.entries(ownLines)) {
      it(`passes over ${line}`, { timeout: suiteLimitMs }, async () => {
        const loaded = await loadProfile(profile);
        onTestFinished(loaded.close);
        const { endpoint, close } = await open(language);
        onTestFinished(close);
        const some = line === 'stdio' ? undefined : overOtherLines;
        const checks = allChecks.filter(({ id }) => some === undefined || some.includes(groupOf(id)));
        const report = await runSuite({ profile: loaded.profile, endpoint, checks, timeoutMs });
        expectSound(report, some === undefined ? 100 : checks.length / 2);
        expect(report.line).toBe(line);
      });
    }
  });
}

/** All that could be tried passed, and what was not tried has a reason. */
export function expectSound(report: Report, least = 100): void {
  const failed = report.results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  if (failed.length > 0) expect.unreachable(textReport({ ...report, results: failed }));
  const unexplained = report.results
    .filter(({ outcome }) => outcome === 'skipped')
    .filter(({ reason = '' }) => reason === '' || reason.includes('does not say why'));
  expect(unexplained.map(({ id }) => id)).toEqual([]);
  expect(report.results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(least);
}
