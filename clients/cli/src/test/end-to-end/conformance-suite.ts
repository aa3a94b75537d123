// The conformance suite as a test: Sonde's adapter for one language, over each line that it can be reached by.

import type { Language } from '@sonde/language';
import {
  allChecks,
  groupOf,
  loadProfile,
  runSuite,
  sectionSchemas,
  textReport,
  type Check,
  type Report,
} from '@sonde/testkit/conformance';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownLines } from '../../conformance/own-adapters.js';
import { withBuiltPrograms } from './built-profile.js';

/** Silence is nowhere expected, so that patience costs nothing; a busy machine needs it. */
const timeoutMs = 60_000;
const suiteLimitMs = 15 * 60_000;

/** Every line with every check, whatever it costs. */
const wantsAll = process.env['SONDE_EVERY_LINE'] === '1';

/** One process for all sessions, so that this line can have every check at the price of a few processes. */
const wholeLine = 'tcp';

/**
 * How much of the suite the other lines get. Programs that are slow to compile are built before.
 * - `all`: every check, each program compiled anew; for `SONDE_EVERY_LINE=1`.
 * - `each-once`: every check over one of them, and those that have to do with lines over each.
 * - `line-checks`: those that have to do with lines. For a language whose engine another language has shown.
 */
export type Thoroughness = 'each-once' | 'line-checks';

/** Groups of checks that have to do with lines. */
const aboutLines = ['wire', 'lifecycle'];

export function describeConformance(language: Language, wanted: Thoroughness = 'each-once'): void {
  const profile = language.conformance!;
  const thoroughness = wantsAll ? 'all' : wanted;

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
        // Where to start a program is to begin a debugger, to compile it takes as long.
        const isBuilt = language.engine.prepare !== undefined && thoroughness !== 'all';
        const tried = isBuilt
          ? await withBuiltPrograms(loaded.profile, language, loaded.folder)
          : loaded.profile;
        const { endpoint, close } = await open(language);
        onTestFinished(close);
        const isWhole = thoroughness === 'all' || line === wholeLine;
        const checks = isWhole
          ? allChecks
          : thoroughness === 'line-checks'
            ? lineChecks
            : shareOf(line === 'stdio' ? 0 : 1);
        const report = await runSuite({ profile: tried, endpoint, checks, timeoutMs });
        expectSound(report, isWhole ? 100 : checks.length / 3);
        expect(report.line).toBe(line);
      });
    }
  });
}

const isAboutLines = ({ id }: Check): boolean => aboutLines.includes(groupOf(id));
const lineChecks = allChecks.filter(isAboutLines);

/** Those that listen to all the others, and those about lines, belong to every share; of the rest each has one. */
function shareOf(half: 0 | 1): readonly Check[] {
  let nth = 0;
  return allChecks.filter(check => !('run' in check) || isAboutLines(check) || nth++ % 2 === half);
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
