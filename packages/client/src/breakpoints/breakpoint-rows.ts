// All breakpoints as one list: lines, functions, data, exceptions, and those of other clients.
import type { Breakpoint, Capabilities } from '@sonde/dap';
import type { BookContent, BreakpointTerms } from '../breakpoint-book.js';
import type { ForeignBreakpoint, Outcomes } from '../breakpoint-sync.js';
import { breakpointWords } from '../source/breakpoint-marks.js';
import { fileName, sourceName } from '../source/source-name.js';

export interface BreakpointRow {
  readonly key: string;
  readonly kind: 'line' | 'function' | 'data' | 'instruction' | 'exception' | 'foreign';
  readonly label: string;
  /** Where it is, or on what terms. */
  readonly detail: string;
  readonly enabled: boolean;
  readonly state: 'set' | 'waiting' | 'off';
  /** Why it is not set. */
  readonly message?: string;
  readonly path?: string;
  readonly line?: number;
  readonly index?: number;
  readonly filter?: string;
}

export function breakpointRows(
  book: BookContent,
  outcomes: Outcomes,
  others: readonly ForeignBreakpoint[],
  filters: NonNullable<Capabilities['exceptionBreakpointFilters']>,
  active: Readonly<Record<string, string>>,
): readonly BreakpointRow[] {
  const lines = Object.entries(book.lines).flatMap(([path, list]) =>
    list.map((breakpoint): BreakpointRow => {
      const outcome = (outcomes.lines[path] ?? []).find(({ asked }) => asked === breakpoint.line);
      return {
        key: `${path}:${breakpoint.line}`,
        kind: 'line',
        label: `${fileName(path)}:${outcome?.line ?? breakpoint.line}`,
        detail: breakpointWords(breakpoint)
          .replace(/^(Breakpoint|Log point) on line \d+(, )?/, '')
          .replace(/\.$/, ''),
        ...stateOf(breakpoint.disabled, outcome),
        path,
        line: breakpoint.line,
      };
    }),
  );
  const functions = withOutcomes(book.functions, outcomes.functions).map(
    ([breakpoint, outcome], index): BreakpointRow => ({
      key: `function ${breakpoint.name}`,
      kind: 'function',
      label: breakpoint.name,
      detail: ['function', termsText(breakpoint)].filter(text => text !== '').join(', '),
      ...stateOf(breakpoint.disabled, outcome),
      index,
    }),
  );
  const data = withOutcomes(book.data, outcomes.data).map(([breakpoint, outcome], index): BreakpointRow => ({
    key: `data ${breakpoint.dataId}`,
    kind: 'data',
    label: breakpoint.label,
    detail:
      breakpoint.accessType === 'readWrite'
        ? 'read or written'
        : breakpoint.accessType === 'read'
          ? 'read'
          : 'written',
    ...stateOf(breakpoint.disabled, outcome),
    index,
  }));
  const instructions = book.instructions.map(({ instructionReference }, index): BreakpointRow => ({
    key: `instruction ${instructionReference}`,
    kind: 'instruction',
    label: instructionReference,
    detail: 'instruction',
    ...stateOf(false, outcomes.instructions[index]),
    index,
  }));
  const foreign = others.filter(other => !filters.some(({ label }) => isAbout(other, label)));
  const exceptions = filters.map(({ filter, label, description }): BreakpointRow => ({
    key: `exception ${filter}`,
    kind: 'exception',
    label,
    detail: [
      active[filter] === undefined || active[filter] === '' ? '' : `when ${active[filter]}`,
      ...others.filter(other => isAbout(other, label)).map(({ owner }) => `on for ${owner}`),
    ]
      .filter(text => text !== '')
      .join(', '),
    enabled: filter in active,
    state: filter in active ? 'set' : 'off',
    ...(description === undefined ? {} : { message: description }),
    filter,
  }));
  return [...lines, ...functions, ...data, ...instructions, ...foreign.map(foreignRow), ...exceptions];
}

const termsText = ({ condition = '', hitCondition = '' }: BreakpointTerms): string =>
  [condition === '' ? '' : `when ${condition}`, hitCondition === '' ? '' : `hit ${hitCondition}`]
    .filter(text => text !== '')
    .join(', ');

/** What others have chosen of the exceptions stands in the row of the filter. */
const isAbout = ({ kind, name }: ForeignBreakpoint, label: string): boolean =>
  kind === 'exception' && name === label;

function foreignRow(breakpoint: ForeignBreakpoint): BreakpointRow {
  const { id, kind, name, source, line, owner, verified, message } = breakpoint;
  return {
    key: `foreign ${id ?? name ?? ''}`,
    kind: 'foreign',
    label:
      kind === 'source' ? `${source === undefined ? '' : sourceName(source)}:${line ?? '?'}` : (name ?? kind),
    detail: `of ${owner}`,
    enabled: true,
    state: verified ? 'set' : 'waiting',
    ...(message === undefined ? {} : { message }),
    ...(source?.path === undefined ? {} : { path: source.path }),
    ...(line === undefined ? {} : { line }),
  };
}

/** Disabled ones are not sent, so that they have no outcome. */
function withOutcomes<Each extends { readonly disabled?: boolean }>(
  wanted: readonly Each[],
  outcomes: readonly Breakpoint[],
): readonly (readonly [Each, Breakpoint | undefined])[] {
  let next = 0;
  return wanted.map(each => [each, each.disabled === true ? undefined : outcomes[next++]] as const);
}

function stateOf(
  disabled: boolean | undefined,
  outcome: Breakpoint | undefined,
): Pick<BreakpointRow, 'enabled' | 'state' | 'message'> {
  if (disabled === true) return { enabled: false, state: 'off' };
  const state = outcome?.verified === true ? 'set' : 'waiting';
  const message = outcome === undefined ? 'Set when a program runs.' : outcome.message;
  return { enabled: true, state, ...(message === undefined ? {} : { message }) };
}
