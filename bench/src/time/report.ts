// The tables and the picture of `npm run time-bench`: each measure with its goal, and whether it is met.
import { median, percentile, short } from '../statistics.js';
import type { GdbRecorded } from './gdb-record.js';
import type { Round } from './measures.js';
import { picture } from './plot.js';

export interface LanguageResult {
  readonly name: string;
  readonly runsAgain: boolean;
  readonly unit: string;
  /** Repeated, at the length that goals are about. */
  readonly rounds: readonly Round[];
  /** Each length once, rising; without `rounds`. */
  readonly lengths: readonly Round[];
}

interface Goal {
  readonly what: string;
  readonly most: number | undefined;
  readonly unit: string;
  /** Of all rounds. */
  readonly of: (rounds: readonly Round[]) => number;
}

const each = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));
const nearSteps = ({ near }: Round): readonly number[] => [...near.first, ...near.next];

const goals: readonly Goal[] = [
  {
    what: 'Recorded against not recorded, in the debugger',
    most: 1.3,
    unit: '×',
    of: rounds => each(rounds, ({ recordedMs, unrecordedMs }) => recordedMs / unrecordedMs),
  },
  {
    what: 'Recorded in the debugger against `sonde run`',
    most: undefined,
    unit: '×',
    of: rounds => each(rounds, ({ recordedMs, plainMs }) => recordedMs / plainMs),
  },
  {
    what: 'Step back near the present, 95 of 100 within',
    most: 5,
    unit: 'ms',
    of: rounds => percentile(rounds.flatMap(nearSteps), 95),
  },
  {
    what: 'of these the first at a present, 95 of 100 within',
    most: undefined,
    unit: 'ms',
    of: rounds =>
      percentile(
        rounds.flatMap(({ near }) => near.first),
        95,
      ),
  },
  {
    what: 'of these the first at a present, median',
    most: undefined,
    unit: 'ms',
    of: rounds => median(rounds.flatMap(({ near }) => near.first)),
  },
  {
    what: 'of these those that follow, 95 of 100 within',
    most: undefined,
    unit: 'ms',
    of: rounds =>
      percentile(
        rounds.flatMap(({ near }) => near.next),
        95,
      ),
  },
  {
    what: 'Step back anywhere, 95 of 100 within',
    most: 100,
    unit: 'ms',
    of: rounds =>
      percentile(
        rounds.flatMap(({ anywhere }) => anywhere),
        95,
      ),
  },
  {
    what: 'Go to a moment anywhere, 95 of 100 within',
    most: undefined,
    unit: 'ms',
    of: rounds =>
      percentile(
        rounds.flatMap(({ goTo }) => goTo),
        95,
      ),
  },
  {
    what: 'Reverse-continue over all of it against running it forward',
    most: 1.5,
    unit: '×',
    of: rounds => each(rounds, ({ reverseMs, recordedMs }) => reverseMs / recordedMs),
  },
  {
    what: 'Who wrote this last, over all of it',
    most: undefined,
    unit: 'ms',
    of: rounds => each(rounds, ({ lastWriteMs }) => lastWriteMs),
  },
  {
    what: 'the same, against running it forward',
    most: undefined,
    unit: '×',
    of: rounds => each(rounds, ({ lastWriteMs, recordedMs }) => lastWriteMs / recordedMs),
  },
];

const verdict = (value: number, most: number | undefined): string =>
  most === undefined ? '' : value <= most ? 'met' : '**missed**';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');

const label = ({ name, runsAgain }: LanguageResult): string =>
  runsAgain ? `${name}, by running again` : name;

/** Whatever a step of the line counts there. */
const length = (instructions: number): string => {
  const exponent = Math.round(Math.log10(instructions));
  return `10^${exponent}`;
};

export function goalTable(results: readonly LanguageResult[]): string {
  const rows = goals.flatMap(({ what, most, unit, of }) =>
    results
      .filter(({ rounds }) => rounds.length > 0)
      .map(result => {
        const value = of(result.rounds);
        const over = length(result.rounds[0]!.instructions);
        const bound = most === undefined ? '' : `≤ ${most} ${unit}`;
        return [what, label(result), over, bound, `${short(value)} ${unit}`, verdict(value, most)];
      }),
  );
  return table(['measure', 'language', 'length', 'goal', 'result', 'goal met'], rows);
}

export function growthTable(results: readonly LanguageResult[]): string {
  const rows = results.flatMap(result =>
    allLengths(result).map(rounds => [
      label(result),
      length(rounds[0]!.instructions),
      short(each(rounds, ({ recordedMs }) => recordedMs / 1000)),
      short(each(rounds, ({ recordedMB }) => recordedMB)),
      short(each(rounds, ({ unrecordedMB }) => unrecordedMB)),
      short(
        percentile(
          rounds.flatMap(({ anywhere }) => anywhere),
          95,
        ),
      ),
    ]),
  );
  const head = [
    'language',
    'length',
    'recorded run, s',
    'memory, MB',
    'not recorded, MB',
    'step back anywhere, 95 of 100 within, ms',
  ];
  return table(head, rows);
}

/** Rounds of one length together, rising. */
function allLengths({ rounds, lengths }: LanguageResult): readonly (readonly Round[])[] {
  const groups = [...lengths.map(round => [round]), ...(rounds.length === 0 ? [] : [rounds])];
  return groups.sort((a, b) => a[0]!.instructions - b[0]!.instructions);
}

export function gdbTable(gdb: GdbRecorded): string {
  return table(
    ['gdb `record full`', 'result'],
    [
      ['Instructions recorded a second', short(gdb.perSecond)],
      ['Recorded against not recorded', `${short(gdb.ratio)} ×`],
      ['Step back near the present, 95 of 100 within', `${short(gdb.stepBackMs)} ms`],
      ['Reverse-continue against recording', `${short(gdb.reverseRatio)} ×`],
      [
        `Memory for ${short(gdb.instructions)} instructions`,
        `${short(gdb.grownMB)} MB, ${short((gdb.grownMB * 1024 * 1024) / gdb.instructions)} bytes each`,
      ],
    ],
  );
}

export function growthPicture(results: readonly LanguageResult[]): string {
  const points = (result: LanguageResult, y: (rounds: readonly Round[]) => number) =>
    allLengths(result).map(rounds => ({ x: each(rounds, ({ instructions }) => instructions), y: y(rounds) }));
  return picture(
    [
      {
        title: 'A step back anywhere',
        unit: 'milliseconds, 95 of 100 within',
        goals: [{ y: 100, text: 'goal at 10⁸: 100 ms' }],
        lines: results.map((result, style) => ({
          name: label(result),
          style,
          points: points(result, rounds =>
            percentile(
              rounds.flatMap(({ anywhere }) => anywhere),
              95,
            ),
          ),
        })),
      },
      {
        title: 'Memory of the debugger',
        unit: 'MB resident; dashed: not recorded',
        lines: results.flatMap((result, style) => [
          {
            name: label(result),
            style,
            points: points(result, rounds => each(rounds, ({ recordedMB }) => recordedMB)),
          },
          {
            name: label(result),
            style,
            dashed: true,
            points: points(result, rounds => each(rounds, ({ unrecordedMB }) => unrecordedMB)),
          },
        ]),
      },
    ],
    'instructions that ran',
  );
}
