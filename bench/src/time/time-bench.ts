// `npm run time-bench`: what time travel costs, how long the ways back take, and how both grow with the length of a run.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, short } from '../statistics.js';
import { gdbProblem, gdbRecorded, type GdbRecorded } from './gdb-record.js';
import { LanguageMeasures, type Round } from './measures.js';
import { turnsPrograms } from './programs.js';
import { gdbTable, goalTable, growthPicture, growthTable, type LanguageResult } from './report.js';

export interface TimeBenchOptions {
  readonly runs: number;
  /** Only programs whose file name has this text. */
  readonly only: string;
  /** The length that goals are about, and the longest for memory; as powers of ten. */
  readonly length: number;
  readonly longest: number;
  readonly progress: (text: string) => void;
}

export interface TimeBenchReport {
  readonly text: string;
  readonly picture: string;
  /** Peers that could not be measured. */
  readonly skipped: readonly string[];
}

/** A program that is run again takes longer for each step than for the run: longer runs would measure the same for hours. */
const longestRunAgain = 7;
const shortest = 6;
/** A run that would take longer is left out. */
const longestRunMs = 100_000;

export async function timeBench(options: TimeBenchOptions): Promise<TimeBenchReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  const loads: number[] = [];
  const leftOut: string[] = [];
  const progress = (text: string): void => {
    loads.push(loadavg()[0]!);
    options.progress(text);
  };
  try {
    const goalLength = ({ program }: LanguageMeasures): number =>
      program.runsAgain ? Math.min(longestRunAgain, options.length) : options.length;
    const programs = turnsPrograms().filter(({ file }) => file.includes(options.only));
    const measured: { readonly measures: LanguageMeasures; rounds: Round[]; lengths: Round[] }[] = [];
    for (const program of programs) {
      const measures = new LanguageMeasures(program, folder, progress);
      await measures.prepare();
      measured.push({ measures, rounds: [], lengths: [] });
    }
    // One round of each language after the other, so that what else the machine does hits all alike.
    for (let run = 0; run < options.runs; run++)
      for (const { measures, rounds } of measured) {
        progress(`run ${run + 1} of ${options.runs}`);
        rounds.push(await measures.round(10 ** goalLength(measures), true));
      }
    for (const { measures, rounds, lengths } of measured) {
      const { runsAgain } = measures.program;
      const most = runsAgain ? Math.min(longestRunAgain, options.longest) : options.longest;
      const known = goalLength(measures);
      const knownMs = median(rounds.map(({ recordedMs }) => recordedMs));
      for (let exponent = shortest; exponent <= most; exponent++)
        if (exponent === known) continue;
        else if (knownMs * 10 ** (exponent - known) > longestRunMs)
          leftOut.push(`${measures.program.name} over 10^${exponent}`);
        else lengths.push(await measures.round(10 ** exponent, false));
    }
    const gdb = await peer(folder, progress);
    const results = measured.map(({ measures, rounds, lengths }): LanguageResult => {
      const { name, runsAgain } = measures.program;
      return { name, runsAgain, unit: measures.unit, rounds, lengths };
    });
    return {
      text: [
        goalTable(results),
        growthTable(results),
        ...(typeof gdb === 'string' ? [] : [gdbTable(gdb)]),
        about(options.runs, loads, gdb),
        ...(leftOut.length === 0
          ? []
          : [
              `Left out, because a run would take more than ${longestRunMs / 1000} s: ${leftOut.join(', ')}.`,
            ]),
      ].join('\n\n'),
      picture: growthPicture(results),
      skipped: typeof gdb === 'string' ? [`gdb: ${gdb}`] : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Or why not. */
async function peer(folder: string, progress: (text: string) => void): Promise<GdbRecorded | string> {
  const problem = gdbProblem();
  if (problem !== undefined) return problem;
  progress('gdb');
  try {
    return await gdbRecorded(folder);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function about(runs: number, loads: readonly number[], gdb: GdbRecorded | string): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version.slice(1)}`;
  const load = `load ${short(median(loads))} (median) to ${short(Math.max(...loads))}, of which the bench makes about 1`;
  const peerText = typeof gdb === 'string' ? `gdb is left out: ${gdb}` : gdb.version;
  return `Medians of ${runs} runs in turns on ${machine}; ${load}; ${peerText}.`;
}
