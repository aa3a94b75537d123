// The runs of the scoreboard: every language over every line, the other adapters that have a profile, and more by name.

import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Language } from '@sonde/language';
import {
  UnusableAdapter,
  endpointOf,
  foundOnPath,
  loadProfile,
  readProfile,
  runSuite,
  versionOf,
  type Report,
  type ScoredRun,
  type UntriedRun,
} from '@sonde/testkit/conformance';
import type { Endpoint } from '@sonde/testkit';
import { version } from '../version.js';
import { foreignProfiles } from './known-profiles.js';
import { ownLines } from './own-adapters.js';

export interface ScoreboardSettings {
  readonly languages: readonly Language[];
  /** Files of further profiles, each with a command of its own. */
  readonly profiles: readonly string[];
  readonly timeoutMs?: number;
  readonly jobs?: number;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

export interface Scores {
  readonly runs: readonly ScoredRun[];
  readonly untried: readonly UntriedRun[];
}

export async function collectScores(settings: ScoreboardSettings): Promise<Scores> {
  const runs: ScoredRun[] = [];
  const untried: UntriedRun[] = [];
  const note = (result: ScoredRun | UntriedRun): void => {
    if ('report' in result) runs.push(result);
    else untried.push(result);
  };
  for (const language of settings.languages) {
    for (const result of await scoresOf(language, settings)) note(result);
  }
  const others = await Promise.all(settings.languages.map(foreignProfiles));
  for (const profile of [...others.flat(), ...settings.profiles.map(file => pathToFileURL(file))])
    note(await scoreOfForeign(profile, settings));
  return { runs, untried };
}

async function scoresOf(
  language: Language,
  settings: ScoreboardSettings,
): Promise<readonly (ScoredRun | UntriedRun)[]> {
  if (language.conformance === undefined)
    return [{ adapter: language.name, reason: 'the language brings no profile' }];
  const tools = (await language.tools?.()) ?? [];
  const missing = tools.filter(({ found }) => found === undefined).map(({ tool }) => tool);
  if (missing.length > 0)
    return [{ adapter: language.name, reason: `${missing.join(' and ')} are not installed` }];
  const results: (ScoredRun | UntriedRun)[] = [];
  for (const open of Object.values(ownLines)) {
    const { endpoint, close } = await open(language);
    try {
      results.push(await score(language.conformance, endpoint, version, settings));
    } finally {
      await close();
    }
  }
  return results;
}

async function scoreOfForeign(profile: URL, settings: ScoreboardSettings): Promise<ScoredRun | UntriedRun> {
  const { command, name } = await readProfile(profile);
  if (command === undefined) return { adapter: name, reason: 'its profile has no command' };
  const [program = ''] = command;
  if (foundOnPath(program) === program && !program.includes('/'))
    return { adapter: name, reason: `${program} is not installed` };
  return score(profile, endpointOf(command), await versionOf(command), settings);
}

async function score(
  profile: URL,
  endpoint: Endpoint,
  adapterVersion: string | undefined,
  settings: ScoreboardSettings,
): Promise<ScoredRun | UntriedRun> {
  const { signal, timeoutMs, jobs, say } = settings;
  const loaded = await loadProfile(profile, { signal });
  try {
    say(`${loaded.profile.name} over ${endpoint.line}`);
    const report = await runSuite({
      profile: loaded.profile,
      endpoint,
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(jobs === undefined ? {} : { jobs }),
    });
    const places = { [loaded.folder]: '${folder}', [fileURLToPath(new URL('.', profile))]: '${profile}/' };
    return {
      report: withoutPaths(report, places),
      ...(adapterVersion === undefined ? {} : { version: adapterVersion }),
    };
  } catch (error) {
    if (!(error instanceof UnusableAdapter)) throw error;
    return { adapter: loaded.profile.name, reason: error.message.split('\n')[0] ?? '' };
  } finally {
    await loaded.close();
  }
}

/** Folders of this machine say nothing to whoever reads the table elsewhere. */
function withoutPaths(report: Report, places: Readonly<Record<string, string>>): Report {
  const neutral = (text: string): string =>
    Object.entries(places).reduce((all, [path, name]) => all.replaceAll(path, name), text);
  const results = report.results.map(result =>
    result.reason === undefined ? result : { ...result, reason: neutral(result.reason) },
  );
  return { ...report, results };
}
