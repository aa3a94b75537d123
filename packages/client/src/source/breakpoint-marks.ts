// The breakpoints of one file as marks beside its lines: this browser's own, and those of others on the session.
import type { ForeignBreakpoint, LineOutcome } from '../breakpoint-sync.js';
import type { LineBreakpoint } from '../breakpoint-book.js';

export type MarkShape = 'plain' | 'condition' | 'log' | 'foreign';

/** A breakpoint as it is drawn. */
export interface BreakpointMark {
  readonly line: number;
  readonly shape: MarkShape;
  readonly state: 'set' | 'waiting' | 'disabled';
  /** What it is, and why it is not set; for the pointer and for screen readers. */
  readonly title: string;
  /** The line under which the book knows it. */
  readonly asked: number;
  /** Those of others that are bound to the same line. */
  readonly alsoAsked?: readonly number[];
}

export function marksOf(
  wanted: readonly LineBreakpoint[],
  outcomes: readonly LineOutcome[],
  others: readonly ForeignBreakpoint[],
  path: string,
): readonly BreakpointMark[] {
  const own = onePerLine(wanted.map(breakpoint => ownMark(breakpoint, outcomes)));
  const taken = new Set(own.map(({ line }) => line));
  const foreign = others
    .filter(({ kind, source, line }) => kind === 'source' && source?.path === path && line !== undefined)
    .filter(({ line }) => !taken.has(line!))
    .map(foreignMark);
  return [...own, ...foreign];
}

/** Two that were bound to one line are one dot, which says what both are; what is set there counts more than what waits. */
function onePerLine(marks: readonly BreakpointMark[]): readonly BreakpointMark[] {
  const lines = new Map<number, BreakpointMark>();
  for (const mark of marks) {
    const other = lines.get(mark.line);
    const [shown, hidden] =
      other === undefined || rank(other) >= rank(mark) ? [other ?? mark, mark] : [mark, other];
    const alsoAsked = [...(other?.alsoAsked ?? []), hidden.asked];
    const title = `${shown.title} ${hidden.title}`;
    lines.set(mark.line, other === undefined ? mark : { ...shown, alsoAsked, title });
  }
  return [...lines.values()];
}

/** One that was asked for on the line itself is the one that a click there means. */
const rank = ({ state, line, asked }: BreakpointMark): number =>
  (state === 'set' ? 4 : state === 'waiting' ? 2 : 0) + (line === asked ? 1 : 0);

function ownMark(breakpoint: LineBreakpoint, outcomes: readonly LineOutcome[]): BreakpointMark {
  const outcome = outcomes.find(({ asked }) => asked === breakpoint.line);
  const line = outcome?.line ?? breakpoint.line;
  const state = breakpoint.disabled === true ? 'disabled' : outcome?.verified === true ? 'set' : 'waiting';
  return {
    line,
    shape: shapeOf(breakpoint),
    state,
    title: [breakpointWords(breakpoint), stateText(state, outcome)].join(' '),
    asked: breakpoint.line,
  };
}

const shapeOf = ({ condition, hitCondition, logMessage }: LineBreakpoint): MarkShape =>
  (logMessage ?? '') !== '' ? 'log' : (condition ?? '') + (hitCondition ?? '') !== '' ? 'condition' : 'plain';

export function breakpointWords({ line, condition, hitCondition, logMessage }: LineBreakpoint): string {
  const name = (logMessage ?? '') === '' ? 'Breakpoint' : 'Log point';
  const terms = [
    (condition ?? '') === '' ? '' : `when ${condition!}`,
    (hitCondition ?? '') === '' ? '' : `hit ${hitCondition!}`,
    (logMessage ?? '') === '' ? '' : `logs “${logMessage!}”`,
  ].filter(term => term !== '');
  return `${[`${name} on line ${line}`, ...terms].join(', ')}.`;
}

function stateText(state: BreakpointMark['state'], outcome: LineOutcome | undefined): string {
  if (state === 'disabled') return 'Disabled.';
  if (outcome === undefined) return 'Set when a program runs.';
  return outcome.message ?? (state === 'set' ? '' : 'Not set.');
}

const foreignMark = (breakpoint: ForeignBreakpoint): BreakpointMark => ({
  line: breakpoint.line!,
  shape: 'foreign',
  state: breakpoint.verified ? 'set' : 'waiting',
  title: `${breakpointWords({ ...breakpoint, line: breakpoint.line! })} It is of ${breakpoint.owner}.${breakpoint.message === undefined ? '' : ` ${breakpoint.message}`}`,
  asked: breakpoint.line!,
});
