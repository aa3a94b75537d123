// The line of time as a strip: where on it a moment is, which moment a place on it means, and the strip as text.
import type { Moment, Timeline, TimePosition, WantedTime } from './time-requests.js';

export interface TimeMark {
  readonly moment: Moment;
  /** 0 for the beginning, 1 for the newest. */
  readonly share: number;
}

type Span = Pick<Timeline, 'first' | 'last'>;

export function shareOf({ first, last }: Span, { step }: Pick<TimePosition, 'step'>): number {
  const length = last.step - first.step;
  return length <= 0 ? 1 : Math.min(1, Math.max(0, (step - first.step) / length));
}

export const timeMarks = (timeline: Timeline): readonly TimeMark[] =>
  timeline.moments.map(moment => ({ moment, share: shareOf(timeline, moment) }));

/** The moment whose mark is nearest to a place; undefined where none is within reach. */
export function momentNear(timeline: Timeline, share: number, reach: number): Moment | undefined {
  let nearest: TimeMark | undefined;
  for (const mark of timeMarks(timeline)) {
    const distance = Math.abs(mark.share - share);
    // Of those at one place the last: what came before led to it.
    if (distance <= reach && (nearest === undefined || distance <= Math.abs(nearest.share - share)))
      nearest = mark;
  }
  return nearest?.moment;
}

/** What a place on the strip means: a moment whose mark is near, else the step that lies there. */
export function timeAt(timeline: Timeline, share: number, reach: number): WantedTime {
  const near = momentNear(timeline, share, reach);
  if (near !== undefined) return { position: near.at };
  const { first, last } = timeline;
  const inside = Math.min(1, Math.max(0, share));
  return { step: Math.round(first.step + inside * (last.step - first.step)) };
}

/** So many moments before or after the one that the program stands at; the ends of the run beyond them. */
export function momentBeside(timeline: Timeline, by: number): WantedTime {
  const { moments, here, first, last } = timeline;
  const places = [...new Map([first, ...moments, last].map(each => [each.step, each.at]))];
  const at = places.findIndex(([step]) => step >= here.step);
  const exact = at >= 0 && places[at]![0] === here.step;
  // Between two moments the next one is one step away in either direction.
  const from = at < 0 ? places.length : at;
  const index = from + by - (by > 0 && !exact ? 1 : 0);
  return { position: places[Math.min(places.length - 1, Math.max(0, index))]![1] };
}

const signs: Readonly<Record<Moment['kind'], string>> = {
  entry: '[',
  stop: '•',
  output: '‧',
  exception: '!',
  call: '(',
  input: '<',
  event: '·',
  edit: '~',
  exit: ']',
};

/** What hides the others where several fall on one column. */
const weight = '·‧(<[]•~!';

/** The strip in so many columns: `[‧‧•‧‧!──▮──]`. */
export function stripText(timeline: Timeline, columns: number): string {
  const cells = Array.from({ length: Math.max(1, columns) }, () => '─');
  const put = (share: number, sign: string, wins: (there: string) => boolean): void => {
    const column = Math.round(share * (cells.length - 1));
    if (wins(cells[column]!)) cells[column] = sign;
  };
  for (const { moment, share } of timeMarks(timeline)) {
    const sign = signs[moment.kind];
    put(share, sign, there => weight.indexOf(sign) >= weight.indexOf(there));
  }
  put(shareOf(timeline, timeline.here), '▮', () => true);
  return cells.join('');
}
