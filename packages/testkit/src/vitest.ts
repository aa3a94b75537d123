// The testkit's ties to vitest: loud skips, transcripts that must be asserted, clients that are closed with their test.
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from './client.js';
import { watchClients } from './client-watch.js';
import type { ClientOptions } from './wire-client.js';
import type { Endpoint } from './endpoint.js';
import { compareWithGolden } from './golden.js';
import { absentReason, outsideData } from './outside.js';
import { behaviours } from './scenario.js';
import type { Profile } from './scenario.js';
import type { Timeline } from './timeline.js';
import { Transcript } from './transcript.js';
import type { TranscriptOptions } from './transcript.js';
import { unprovenClaims, unprovenRefusal } from './witness.js';
import type { ProtocolElement, WitnessLanguage } from './witness.js';

/** Anything with an end, such as a client or a server: it is closed when the running test is over, pass or fail. */
export function closeAfterTest<T extends { close(): Promise<void> }>(owned: T): T {
  onTestFinished(() => owned.close());
  return owned;
}

/** A transcript of the running test. If something is logged and never asserted, the test fails. */
export function transcriptOfTest(options: TranscriptOptions = {}): Transcript {
  const transcript = new Transcript(options);
  onTestFinished(({ task }) => {
    // A test that failed before it came to the assertion has said enough.
    if (transcript.isAsserted || task.result?.state === 'fail') return;
    throw new Error(
      `the transcript was logged but never asserted; call expectTranscript:\n${transcript.text}`,
    );
  });
  return transcript;
}

/** Compares with `goldens/<name>.txt` beside the test's source; the name is the test's unless one is given. */
export function expectTranscript(transcript: Transcript, name?: string): void {
  const { testPath, currentTestName } = expect.getState();
  if (testPath === undefined || currentTestName === undefined) {
    throw new Error('expectTranscript must be called while a test is running');
  }
  compareWithGolden(transcript, { testFile: testPath, name: name ?? currentTestName });
}

/** Where a skip is made known; another one than vitest and stderr only in the tests of just this. */
export interface SkipRegister {
  skip(title: string): void;
  print(line: string): void;
}

const vitestRegister: SkipRegister = {
  skip: title => test.skip(title, () => expect.unreachable('a skipped test was run')),
  print: line => void process.stderr.write(line),
};

/** Registers a test that is skipped, with the reason in its name and on stderr: a silent skip looks like a pass. */
export function skipLoudly(title: string, reason: string, register = vitestRegister): void {
  register.print(`skipped: ${title} (${reason})\n`);
  register.skip(`${title} (skipped: ${reason})`);
}

/** `missing` says what keeps the tests from running here; undefined runs them. */
export function describeUnlessMissing(
  title: string,
  missing: string | undefined,
  body: () => void,
  register = vitestRegister,
): void {
  if (missing === undefined) describe(title, body);
  else skipLoudly(title, missing, register);
}

/** Tests that need one outside artefact; they get its path. */
export function describeWithOutside(
  title: string,
  relativePath: string,
  body: (path: string) => void,
  register = vitestRegister,
): void {
  const path = outsideData(relativePath);
  if (path === undefined) skipLoudly(title, absentReason(relativePath), register);
  else describe(title, () => body(path));
}

/**
 * The whole scenario as tests, once per endpoint. A behaviour whose section the profile lacks is skipped loudly with
 * the profile's own reason; without a reason it fails.
 */
export function describeScenario(
  profile: Profile,
  endpoints: Readonly<Record<string, () => Promise<Endpoint>>>,
  options: ClientOptions = {},
): void {
  for (const [transport, open] of Object.entries(endpoints)) {
    describe(`${profile.name} over ${transport}`, () => {
      for (const { title, section, run } of behaviours) {
        const lacking = profile.lacks?.[section];
        if (profile[section] === undefined && lacking !== undefined) {
          skipLoudly(`${profile.name} over ${transport}: ${title}`, lacking);
          continue;
        }
        test(title, async () => {
          const client = closeAfterTest(await connect(await open(), options));
          await run(client, profile);
        });
      }
    });
  }
}

/**
 * A test that is the witness for elements of the protocol: its body observes their effect in a program of the language.
 * That they were really exchanged is checked here, so that a wrong claim fails. `npm run coverage-table` makes the table
 * docs/protocol-coverage.md from these calls as they stand in the source; so the elements and the title are literals.
 */
export function witness(
  language: WitnessLanguage,
  elements: readonly ProtocolElement[],
  title: string,
  body: () => Promise<void>,
): void {
  test(title, () => testify(body, timelines => unprovenClaims(language, elements, timelines)));
}

/** A test that an element without an honest witness is not declared and is refused, with a reason that holds these words. */
export function witnessRefusal(
  language: WitnessLanguage,
  element: ProtocolElement,
  reason: string,
  title: string,
  body: () => Promise<void>,
): void {
  test(title, () => testify(body, timelines => unprovenRefusal(language, element, reason, timelines)));
}

/** Runs the body, then judges what all the clients it connected have said and heard. */
export async function testify(
  body: () => Promise<void>,
  judge: (timelines: readonly Timeline[]) => readonly string[],
): Promise<void> {
  const watch = watchClients();
  try {
    await body();
    const problems = judge(watch.timelines);
    if (problems.length === 0) return;
    throw new Error(
      `the test does not show what it claims:\n${problems.map(each => `  - ${each}`).join('\n')}`,
    );
  } finally {
    watch.end();
  }
}
