// The exceptions that a client wants to stop at: filters, filters with options, and paths into the tree of exceptions.
//
// The tree has two levels: the filters of the language, and below each the names of exceptions.

import type { RequestArguments } from '@sonde/dap';
import type { BreakpointWhere } from '@sonde/engine';
import type { KnownMode } from './breakpoint-modes.js';
import { problem, readBreakpoint, type Wanted } from './wanted-breakpoint.js';

type Choice = RequestArguments<'setExceptionBreakpoints'>;
type Options = NonNullable<Choice['exceptionOptions']>[number];
type Segment = NonNullable<Options['path']>[number];
type Filter = NonNullable<NonNullable<Choice['filterOptions']>[number]>;
type ExceptionWhere = Extract<BreakpointWhere, { kind: 'exception' }>;

export interface KnownFilter {
  readonly id: string;
  readonly label: string;
  readonly supportsCondition: boolean;
  /** The id in the offer of all languages, which a client may know it by. */
  readonly offeredAs?: string;
}

/** Anything is asked for. */
export const isChoice = ({ filters, filterOptions = [], exceptionOptions = [] }: Choice): boolean =>
  filters.length + filterOptions.length + exceptionOptions.length > 0;

/** One for each filter, filter with options and path, in the order of the protocol's answer. */
export function readExceptionChoice(
  given: Choice,
  /** Undefined before it is known which language the program is in: then nothing can be checked. */
  filters: readonly KnownFilter[] | undefined,
  modes: readonly KnownMode[],
): readonly Wanted[] {
  return [
    ...given.filters.map(filterId => readFilter({ filterId }, filters, modes)),
    ...(given.filterOptions ?? []).map(option => readFilter(option, filters, modes)),
    ...(given.exceptionOptions ?? []).map(option => readPath(option, filters)),
  ];
}

function readFilter(
  { filterId, condition, mode }: Filter,
  filters: readonly KnownFilter[] | undefined,
  modes: readonly KnownMode[],
): Wanted {
  const known = filters?.find(filter => hasId(filter, filterId));
  if (filters !== undefined && known === undefined) return noFilter(filterId, filters);
  if (known?.supportsCondition === false && condition !== undefined && condition.trim() !== '')
    return problem(`The filter "${filterId}" takes no condition. Leave it out.`);
  return readBreakpoint({ condition, mode }, { kind: 'exception', filter: known?.id ?? filterId }, modes);
}

function readPath({ path = [], breakMode }: Options, filters: readonly KnownFilter[] | undefined): Wanted {
  if (filters === undefined)
    return problem('Which exceptions there are is known when the program is launched. Send it again then.');
  const [category, names, deeper] = path;
  if (deeper !== undefined)
    return problem('The path is too long: below the names of exceptions there is nothing. Shorten it.');
  const unknown = category?.names.find(name => !filters.some(filter => isCalled(filter, name)));
  if (unknown !== undefined) return noFilter(unknown, filters);
  const chosen = category === undefined ? filters : filters.filter(f => isIn(category, f));
  if (chosen.length === 0 || (names?.names.length === 0 && names.negate !== true))
    return problem('The path selects nothing. Name a filter, or exceptions.');
  if (breakMode === 'never') return { kind: 'idle', message: 'Adds no stop, as asked.' };
  const only: Pick<ExceptionWhere, 'only'> = breakMode === 'always' ? {} : { only: 'uncaught' };
  const list: Pick<ExceptionWhere, 'names'> =
    names === undefined || names.names.length === 0
      ? {}
      : { names: { list: names.names, negate: names.negate ?? false } };
  return {
    kind: 'set',
    parts: chosen.map(({ id }) => ({ where: { kind: 'exception', filter: id, ...list, ...only } })),
  };
}

const hasId = ({ id, offeredAs }: KnownFilter, name: string): boolean => id === name || offeredAs === name;

const isCalled = (filter: KnownFilter, name: string): boolean => hasId(filter, name) || filter.label === name;

const isIn = ({ names, negate = false }: Segment, filter: KnownFilter): boolean =>
  names.some(name => isCalled(filter, name)) !== negate;

function noFilter(name: string, filters: readonly KnownFilter[]): Wanted {
  if (filters.length === 0) return problem('Programs of this language have no exceptions to stop at.');
  return problem(
    `There is no exception filter "${name}". Choose from: ${filters.map(filter => filter.id).join(', ')}.`,
  );
}
