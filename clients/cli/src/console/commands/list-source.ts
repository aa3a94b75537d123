// list: the source around a line, a function, or where the program stands.

import type { Source } from '@sonde/dap';
import { shortPath } from '../../diagnostics.js';
import { CommandError } from '../command-error.js';
import type { ConsoleContext } from '../console-command.js';
import { currentFile, locationIn } from '../location.js';
import { formatListing } from '../source-text.js';

const shownLines = 10;

interface Around {
  readonly source: Source;
  readonly first: number;
}

export async function listSource(context: ConsoleContext, rest: string): Promise<void> {
  const { source, first } = await aroundWhat(context, rest);
  const { screen, sources, debuggee, breakpoints } = context;
  const lines = await sources.linesOf(debuggee.client, source);
  const name = source.path === undefined ? (source.name ?? 'the source') : shortPath(source.path);
  if (lines === undefined) throw new CommandError(`The text of ${name} is not available.`);
  if (first > lines.length)
    throw new CommandError(`${name} has ${lines.length} lines. Show them from the start with: list 1`);
  const last = first + shownLines - 1;
  const current = await currentLine(context, source);
  const marked = breakpoints.entries.flatMap(({ set, wanted }) =>
    set?.line !== undefined &&
    (set.source?.path ?? (wanted.kind === 'source' ? wanted.path : '')) === source.path
      ? [set.line]
      : [],
  );
  screen.say(
    formatListing(
      { lines, first, last, breakpoints: new Set(marked), ...(current === undefined ? {} : { current }) },
      screen.style,
    ),
  );
  context.listPosition = { path: source.path ?? '', next: last + 1 };
}

const centred = (line: number): number => Math.max(1, line - Math.floor(shownLines / 2));

async function aroundWhat(context: ConsoleContext, rest: string): Promise<Around> {
  const { debuggee, listPosition } = context;
  if (rest === '') {
    if (listPosition !== undefined) return { source: { path: listPosition.path }, first: listPosition.next };
    if (debuggee.phase !== 'stopped') return { source: { path: await currentFile(context) }, first: 1 };
    const frame = await debuggee.frame();
    if (frame.source === undefined) throw new CommandError('There is no source for this frame.');
    return { source: frame.source, first: centred(frame.line) };
  }
  const location = await locationIn(context, rest);
  if (location.kind === 'source') return { source: { path: location.path }, first: centred(location.line) };
  return findFunction(context, location.name);
}

async function findFunction({ debuggee, breakpoints }: ConsoleContext, name: string): Promise<Around> {
  if (debuggee.phase === 'running') debuggee.requireStopped();
  const { client } = debuggee;
  if (client.capabilities.supportsFunctionBreakpoints !== true)
    throw new CommandError('Give a line: list LINE');
  const found = await breakpoints.locateFunction(client, name);
  if (found?.source === undefined || found.line === undefined)
    throw new CommandError(`There is no function ${name} to show.`);
  return { source: found.source, first: centred(found.line) };
}

async function currentLine({ debuggee }: ConsoleContext, source: Source): Promise<number | undefined> {
  if (debuggee.phase !== 'stopped') return undefined;
  const frame = await debuggee.frameAt(debuggee.frameIndex);
  return frame?.source?.path !== undefined && frame.source.path === source.path ? frame.line : undefined;
}
