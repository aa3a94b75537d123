// What the words of the command line ask for, checked before anything is started.
import { allChecks } from '../checks/all.js';
import type { Check } from '../check.js';
import { allFaults } from '../faults/all.js';
import type { Fault } from '../faults/fault.js';
import { chosenChecks, nearest } from './chosen-checks.js';
import type { Words } from './options.js';
import { UsageProblem } from './usage-problem.js';

export interface RunSettings {
  readonly checks: readonly Check[];
  readonly timeoutMs?: number;
  readonly jobs?: number;
  readonly fault?: Fault;
  readonly json?: string;
  readonly junit?: string;
  readonly verbose: boolean;
}

export function settingsIn(words: Words): RunSettings {
  const timeout = numberIn(words, 'timeout', 'a number of seconds above 0', value => value > 0);
  const jobs = numberIn(
    words,
    'jobs',
    'a whole number from 1 to 64',
    value => Number.isInteger(value) && value >= 1 && value <= 64,
  );
  const [json, junit] = [words.text('json'), words.text('junit')];
  if (json === '-' && junit === '-')
    throw new UsageProblem('only one of --json and --junit can go to standard output.');
  const fault = faultIn(words);
  return {
    checks: chosenChecks(allChecks, words.texts('only'), words.texts('skip')),
    verbose: words.flag('verbose'),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(fault === undefined ? {} : { fault }),
    ...(json === undefined ? {} : { json }),
    ...(junit === undefined ? {} : { junit }),
  };
}

function numberIn(
  words: Words,
  name: string,
  wanted: string,
  fits: (value: number) => boolean,
): number | undefined {
  const text = words.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && fits(value)) return value;
  throw new UsageProblem(`--${name} needs ${wanted}, not "${text}".`);
}

function faultIn(words: Words): Fault | undefined {
  const id = words.text('fault');
  if (id === undefined) return undefined;
  const fault = allFaults.find(({ check }) => check === id);
  if (fault === undefined) {
    const near = nearest(
      id,
      allFaults.map(({ check }) => check),
    );
    throw new UsageProblem(
      `there is no fault "${id}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    );
  }
  if (fault.process === undefined) return fault;
  throw new UsageProblem(
    `the fault of ${id} is one of processes: put broken-adapter.js --fault ${id} before the adapter's command instead.`,
  );
}
