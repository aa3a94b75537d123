// What `sonde conformance` does once its words are known: one adapter, or all of them for the scoreboard.

import type { Language } from '@sonde/language';
import { runConformance, scoreboard, UsageProblem } from '@sonde/testkit/conformance';
import { UsageError, type Invocation } from '../command.js';
import { SignalWatch, signalCode } from '../signals.js';
import { languageIn, profileOf } from './known-profiles.js';
import { ownCommand } from './own-adapters.js';
import { collectScores } from './scoreboard-run.js';

export async function tryAdapters(invocation: Invocation): Promise<number> {
  try {
    return await (invocation.flag('scoreboard') ? printScores(invocation) : tryOne(invocation));
  } catch (error) {
    throw error instanceof UsageProblem ? new UsageError(error.message) : error;
  }
}

function tryOne(invocation: Invocation): Promise<number> {
  const { streams, languages } = invocation;
  const language = languageIn(invocation, languages);
  return runConformance(invocation, {
    output: streams.output,
    errors: streams.errors,
    ...(language === undefined
      ? { profileHint: hint(languages) }
      : { knownProfile: () => profileOf(language), knownCommand: () => ownCommand(language) }),
  });
}

const hint = (languages: readonly Language[]): string =>
  `For an adapter of Sonde's own, --language chooses the built-in one: ${languages.map(({ id }) => id).join(', ')}.`;

/** Nobody waits for it, so that slow adapters are given their time. */
const scoreboardSeconds = '30';

async function printScores({ streams, languages, operands, text }: Invocation): Promise<number> {
  const seconds = Number(text('timeout') ?? scoreboardSeconds);
  if (!(seconds > 0)) throw new UsageError('--timeout needs a number of seconds above 0.');
  const signals = new SignalWatch();
  let heard = 0;
  signals.onSignal = signal => {
    // Who asks twice does not want to wait for an orderly end.
    if (++heard > 1) process.exit(signalCode(signal));
  };
  try {
    const { runs, untried } = await collectScores({
      languages,
      profiles: operands,
      timeoutMs: seconds * 1000,
      signal: signals.aborted,
      say: line => void streams.errors.write(`${line}\n`),
    });
    streams.output.write(`${scoreboard(runs, untried)}\n`);
    return 0;
  } catch (error) {
    if (signals.first === undefined) throw error;
    return signalCode(signals.first);
  } finally {
    signals.stop();
  }
}
