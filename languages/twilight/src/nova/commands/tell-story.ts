// Runs a scenario file for a command: on a chain by itself, or on a node that debuggers are attached to.

import { dirname, resolve } from 'node:path';
import { readNamedFile, type CommandStreams, type Diagnostic } from '@sonde/language';
import type { LogEntry } from '../log/entry.js';
import { readScenario } from '../scenario/read-scenario.js';
import { runScenario, type ScenarioHost } from '../scenario/run-scenario.js';
import { contractFile, showDiagnostics } from './contract-file.js';

/** What is wrong with it, or does not come out as expected; told on `stderr` too. */
export async function tellStory(
  path: string,
  { chain, submit }: Pick<ScenarioHost, 'chain' | 'submit'>,
  stderr: CommandStreams['stderr'],
  done: (entry: LogEntry) => void,
): Promise<readonly Diagnostic[]> {
  const read = readScenario(path, new TextDecoder().decode(readNamedFile(path)));
  const problems = read.ok
    ? await runScenario(read.scenario, {
        chain,
        submit,
        load: (file, contract) =>
          contractFile(
            resolve(dirname(path), file),
            { contract, release: false, runtimeAsserts: true },
            stderr,
          ),
        done: (_, entry) => done(entry),
      })
    : read.problems;
  showDiagnostics(problems, stderr);
  return problems;
}
