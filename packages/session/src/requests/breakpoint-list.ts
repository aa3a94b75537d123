// `sonde/breakpoints`: what all clients have set, for one that shows it.

import type { Breakpoint, Source } from '@sonde/dap';
import { formatInstruction, type BreakpointWhere } from '@sonde/engine';
import { hitConditionText } from '@sonde/lens';
import type { Owned } from '../breakpoints/breakpoint-table.js';
import type { Client } from '../clients/client.js';
import type { DebugSession } from '../debug-session.js';
import { breakpointBody } from '../events/event-translation.js';
import { serveCustom, type RequestEntry } from '../request-table.js';

export interface ListedBreakpoint extends Breakpoint {
  readonly kind: BreakpointWhere['kind'];
  /** Whether the client that asks has set it: only its own can it change. */
  readonly mine: boolean;
  /** Who has set it; the language, where nobody did. */
  readonly owner: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly mode?: string;
  readonly accessType?: string;
  /** Function, watched value, label of a filter, instruction. */
  readonly name?: string;
  /** Where it was asked for, which need not be where it is. */
  readonly requested?: { readonly source: Source; readonly line: number; readonly column?: number };
}

export const breakpointListRequests: readonly RequestEntry[] = [
  serveCustom('sonde/breakpoints', { needs: 'session' }, async ({ session, client }) => ({
    breakpoints: session.breakpoints.wholes().map(parts => listed(session, client, parts)),
  })),
];

function listed(session: DebugSession, client: Client, parts: readonly Owned[]): ListedBreakpoint {
  const { spec, owner } = parts[0]!;
  const told = parts.find(part => part.resolution.state !== 'resolved') ?? parts[0]!;
  const { condition, hitCondition, logMessage, mode, where } = spec;
  const names = new Set(parts.flatMap(part => nameOf(session, part.spec.where) ?? []));
  return {
    ...breakpointBody(session, client, told),
    id: spec.id,
    kind: where.kind,
    mine: owner === client.id,
    owner: session.breakpointLife.ownerName(owner),
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition: hitConditionText(hitCondition) }),
    ...(logMessage === undefined ? {} : { logMessage }),
    ...(mode === undefined ? {} : { mode }),
    ...(where.kind === 'data' ? { accessType: where.access } : {}),
    ...(names.size === 0 ? {} : { name: [...names].join(', ') }),
    ...(where.kind === 'source' ? { requested: requested(session, client, where) } : {}),
  };
}

function nameOf(session: DebugSession, where: BreakpointWhere): string | undefined {
  switch (where.kind) {
    case 'source':
      return undefined;
    case 'function':
      return where.name;
    case 'instruction':
      return formatInstruction(where.address);
    case 'data':
      return session.dataNames.of(where.place, where.size);
    case 'exception': {
      const filter = session.language.exceptionFilters.find(({ id }) => id === where.filter);
      const label = filter?.label ?? where.filter;
      if (where.names === undefined) return label;
      return `${label}: ${where.names.negate ? 'all but ' : ''}${where.names.list.join(', ')}`;
    }
  }
}

/** The text of a file is not to be had for having set a breakpoint there, so its path does not count as shown. */
function requested(
  session: DebugSession,
  { translation }: Client,
  { source, line, column }: Extract<BreakpointWhere, { kind: 'source' }>,
): NonNullable<ListedBreakpoint['requested']> {
  return {
    source: translation.source(source, session.sourceMap, ref => session.sources.of(ref)),
    line: translation.line(line),
    ...(column === undefined ? {} : { column: translation.column(column) }),
  };
}
