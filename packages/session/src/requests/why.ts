// `sonde/why`: how a line of a source was resolved to places in the program. A request of ours; editors may ask it too.

import { Failure } from '@sonde/engine';
import { askedSource } from '../asked-source.js';
import { serveCustom, type RequestEntry } from '../request-table.js';
import { whyReport, type Statement, type WhyReport } from '../breakpoints/why-report.js';
import type { SourceTranslation } from '../clients/source-translation.js';

/** Lines and columns are the client's, in the question and in the answer. */
export const whyRequests: readonly RequestEntry[] = [
  // It sets a breakpoint for a moment, and shows lines of files: nothing for those who may only look.
  serveCustom('sonde/why', { needs: 'loaded', changes: true }, async ({ session, client }, args) => {
    const { translation } = client;
    const path = textIn(args, 'path');
    if (path === undefined)
      throw new Failure('bad-arguments', 'user', '"path" is missing.', 'Name the source.');
    const line = translation.fromLine(placeIn(args, 'line') ?? Number.NaN);
    const column = translation.fromColumn(placeIn(args, 'column'));
    if (!(line >= 1) || (column !== undefined && column < 1))
      throw new Failure('bad-arguments', 'user', '"line" is missing or before the first line.');
    const source = askedSource(client, { path }, session);
    const report = await whyReport(session, { source, line, column, condition: textIn(args, 'condition') });
    return inTermsOf(translation, report);
  }),
];

function inTermsOf(translation: SourceTranslation, report: WhyReport): WhyReport {
  const place = <Place extends Statement>(given: Place): Place => ({
    ...given,
    line: translation.line(given.line),
    ...(given.column === undefined ? {} : { column: translation.column(given.column) }),
  });
  const { moved } = report;
  return {
    ...report,
    line: place(report.line),
    sites: report.sites.map(place),
    nearby: report.nearby.map(place),
    ...(moved === undefined ? {} : { moved: { ...moved, to: translation.line(moved.to) } }),
  };
}

function textIn(args: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Failure('bad-arguments', 'user', `"${name}" must be a string.`);
}

function placeIn(args: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = args[name];
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
  throw new Failure('bad-arguments', 'user', `"${name}" must be a whole number.`);
}
