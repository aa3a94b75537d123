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

/**
 * How much of the suite each line gets. Programs that are slow to compile are built before, but for standard streams.
 * - `all`: every check over every line, for `SONDE_EVERY_LINE=1`.
 * - `each-once`: every check over standard streams, and over one of the sockets.
 * - `one-line`: every check over standard streams, over the others those that have to do with lines. For a language
 *   whose engine another language has shown; its programs are built before in any case.
 */
export type Thoroughness = 'each-once' | 'one-line';

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
    for (const [nth, [line, open]] of Object.entries(ownLines).entries()) {
      it(`passes over ${line}`, { timeout: suiteLimitMs }, async () => {
        const loaded = await loadProfile(profile);
        onTestFinished(loaded.close);
        const isWhole = thoroughness === 'all' || line === 'stdio';
        // Where to start a program is to begin a debugger, to compile it takes as long.
        const isSlow = language.engine.prepare !== undefined;
        const isBuilt = isSlow && (!isWhole || thoroughness === 'one-line');
        const tried = isBuilt
          ? await withBuiltPrograms(loaded.profile, language, loaded.folder)
          : loaded.profile;
        const { endpoint, close } = await open(language);
        onTestFinished(close);
        const checks = isWhole ? allChecks : thoroughness === 'one-line' ? lineChecks : shareOf(nth % 2);
        const report = await runSuite({ profile: tried, endpoint, checks, timeoutMs });
        expectSound(report, isWhole ? 100 : checks.length / 3);
        expect(report.line).toBe(line);
      });
    }
  });
}

const lineChecks = allChecks.filter(({ id }) => aboutLines.includes(groupOf(id)));

/** Those that listen to all the others belong to every share; of the rest each has one. */
function shareOf(half: number): readonly Check[] {
  let nth = 0;
  return allChecks.filter(check => !('run' in check) || nth++ % 2 === half);
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
