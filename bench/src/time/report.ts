// The tables and the picture of `npm run time-bench`: each measure with its goal, and whether it is met.
import { median, percentile, short } from '../statistics.js';
import type { GdbRecorded } from './gdb-record.js';
import type { Round, Taken } from './measures.js';
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

type Way = (round: Round) => readonly Taken[];
type By = keyof Taken;

const each = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));
const within95 = (rounds: readonly Round[], of: Way, by: By = 'ms'): number =>
  percentile(
    rounds.flatMap(of).map(taken => taken[by]),
    95,
  );

const near: Way = ({ near: { first, next } }) => [...first, ...next];
const nearFirst: Way = ({ near: { first } }) => first;
const nearNext: Way = ({ near: { next } }) => next;
const anywhere: Way = round => round.anywhere;
const goTo: Way = round => round.goTo;

const ratio = (
  what: string,
  most: number | undefined,
  part: (processor: Round['processor']) => number,
  whole: (processor: Round['processor']) => number,
): Goal => ({
  what,
  most,
  unit: '×',
  of: rounds => each(rounds, ({ processor }) => part(processor) / whole(processor)),
});

const steps = (what: string, most: number | undefined, way: Way, by: By = 'ms'): Goal => ({
  what: `${what}, 95 of 100 within`,
  most,
  unit: 'ms',
  of: rounds => within95(rounds, way, by),
});

const goals: readonly Goal[] = [
  ratio(
    'Recorded against not recorded, in the debugger',
    1.3,
    p => p.recorded,
    p => p.unrecorded,
  ),
  ratio(
    'Recorded in the debugger against `sonde run`',
    undefined,
    p => p.recorded,
    p => p.plain,
  ),
  steps('Step back near the present', 5, near),
  steps('the same, of the processor', undefined, near, 'processorMs'),
  steps('the first at each present, of the processor', undefined, nearFirst, 'processorMs'),
  steps('those that follow it, of the processor', undefined, nearNext, 'processorMs'),
  steps('Step back anywhere', 100, anywhere),
  steps('the same, of the processor', undefined, anywhere, 'processorMs'),
  steps('Go to a moment anywhere', undefined, goTo),
  ratio(
    'Reverse-continue over all of it against running it forward',
    1.5,
    p => p.reverse,
    p => p.recorded,
  ),
  ratio(
    'Who wrote this last, over all of it, against running it forward',
    undefined,
    p => p.lastWrite,
    p => p.recorded,
  ),
  {
    what: 'Who wrote this last, over all of it',
    most: undefined,
    unit: 's',
    of: rounds => each(rounds, ({ lastWriteMs }) => lastWriteMs / 1000),
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
      short(within95(rounds, anywhere)),
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
          points: points(result, rounds => within95(rounds, anywhere)),
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
