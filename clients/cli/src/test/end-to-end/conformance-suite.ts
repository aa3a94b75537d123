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
import { brief } from './fixtures.js';

/** Silence is nowhere expected, so that patience costs nothing; a busy machine needs it. */
const timeoutMs = 60_000;
const suiteLimitMs = 15 * 60_000;

/** Every line with every check, whatever it costs. */
const wantsAll = process.env['SONDE_EVERY_LINE'] === '1';

/** One process for all sessions, so that this line can have every check at the price of a few processes. */
const wholeLine = 'tcp';

/**
 * What is tried over the other lines. The code of a line knows no language, so that one language shows all there is to
 * show about lines; of the others it is shown that their programs and engines leave the line alone.
 */
export type OtherLines = 'show the lines' | 'leave them alone';

/** Groups of checks that have to do with lines. Those that judge all messages belong to every line. */
const aboutLines = ['wire', 'lifecycle', 'input', 'security', 'process'];
/** How a process ends in every state of its program; and one whole run with all its output. */
const aboutLanguages = (check: Check): boolean =>
  'judges' in check || groupOf(check.id) === 'process' || check.id === 'lifecycle/output-complete';

export function describeConformance(
  language: Language,
  others: OtherLines = 'leave them alone',
  profile = language.conformance!,
  lines: readonly string[] = Object.keys(ownLines),
): void {
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
    for (const [line, open] of Object.entries(ownLines).filter(([name]) => lines.includes(name))) {
      it(`passes over ${line}`, { timeout: suiteLimitMs }, async () => {
        const loaded = await loadProfile(profile);
        onTestFinished(loaded.close);
        // Where to start a program is to begin a debugger, to compile it takes as long.
        const isBuilt = language.engine.prepare !== undefined && !wantsAll;
        const tried = isBuilt
          ? await withBuiltPrograms(loaded.profile, language, loaded.folder)
          : loaded.profile;
        const { endpoint, close } = await open(language, brief);
        onTestFinished(close);
        const isWhole = wantsAll || line === wholeLine;
        const checks = isWhole ? allChecks : others === 'show the lines' ? lineChecks : languageChecks;
        const report = await runSuite({
          profile: tried,
          endpoint,
          checks,
          timeoutMs,
          shareSessions: !wantsAll,
        });
        expectSound(report, isWhole ? 100 : checks.length / 3);
        expect(report.line).toBe(line);
      });
    }
  });
}

const lineChecks = allChecks.filter(({ id }) => aboutLines.includes(groupOf(id)));
const languageChecks = allChecks.filter(aboutLanguages);

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
