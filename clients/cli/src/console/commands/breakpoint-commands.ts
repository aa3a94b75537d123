// break, tbreak, log, watch, catch, delete, breakpoints.

import { CommandError } from '../command-error.js';
import { describeEntry, type NewEntry } from '../breakpoint-list.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { locationIn } from '../location.js';
import { evaluated } from '../value-text.js';
import { didYouMean } from '../../nearest.js';

const group = 'Breakpoints';

/** `LOCATION if CONDITION`, or what to watch in the place of a location. */
function splitCondition(text: string): { readonly what: string; readonly condition?: string } {
  const match = /^(.*?)(?:^|\s+)if\s+(.+)$/.exec(text.trim());
  if (match === null) return { what: text.trim() };
  return { what: match[1]!.trim(), condition: match[2]!.trim() };
}

function requireConditions({ debuggee }: ConsoleContext, condition: string | undefined): void {
  if (condition !== undefined && debuggee.client.capabilities.supportsConditionalBreakpoints !== true)
    throw new CommandError('Conditions are not supported for this program.');
}

async function addBreakpoint(context: ConsoleContext, entry: NewEntry): Promise<void> {
  const { client, phase, joined } = context.debuggee;
  // One that was started here may be started again, with its breakpoints; this one is gone.
  if (phase === 'ended' && joined) context.debuggee.requireStopped();
  if (entry.wanted.kind === 'function' && client.capabilities.supportsFunctionBreakpoints !== true) {
    throw new CommandError('This program has no breakpoints on functions. Use: break FILE:LINE');
  }
  requireConditions(context, entry.condition);
  context.screen.say(describeEntry(await context.breakpoints.add(client, entry)));
}

async function breakAt(context: ConsoleContext, rest: string, temporary: boolean): Promise<void> {
  const { what, condition } = splitCondition(rest);
  const wanted = await locationIn(context, what);
  await addBreakpoint(context, { wanted, temporary, ...(condition === undefined ? {} : { condition }) });
}

async function watch(
  context: ConsoleContext,
  rest: string,
  access: 'read' | 'write' | 'readWrite',
): Promise<void> {
  const { what: expression, condition } = splitCondition(rest);
  if (expression === '') throw new CommandError('Watch what? For example: watch count');
  requireConditions(context, condition);
  const { debuggee, screen, displays, breakpoints } = context;
  const frame = await debuggee.frame();
  const info =
    debuggee.client.capabilities.supportsDataBreakpoints === true
      ? await debuggee.client.request('dataBreakpointInfo', { name: expression, frameId: frame.id })
      : { dataId: null, description: 'this program has no data breakpoints', accessTypes: undefined };
  if (info.dataId === null || !(info.accessTypes ?? ['write']).includes(access)) {
    // A text that says nothing here, perhaps misspelt, is of no use after each stop either.
    await evaluated(debuggee, expression, frame.id);
    const why = info.dataId === null ? info.description : `stopping at this kind of access is not supported`;
    const display = displays.add(expression);
    screen.say(`Cannot stop at changes of ${expression}: ${why.replace(/\.$/, '')}.`);
    screen.say(`It is shown after each stop instead (undisplay ${display.number} ends that).`);
    await displays.showOne(display, debuggee, screen);
    return;
  }
  const wanted = { kind: 'data', dataId: info.dataId, text: expression, access } as const;
  const entry = await breakpoints.add(debuggee.client, {
    ...{ wanted, temporary: false },
    ...(condition === undefined ? {} : { condition }),
  });
  entry.lastValue = (await evaluated(debuggee, expression, frame.id)).result;
  screen.say(describeEntry(entry));
}

async function remove(context: ConsoleContext, rest: string): Promise<void> {
  const { breakpoints, debuggee, screen } = context;
  const words = rest.split(/[\s,]+/).filter(word => word !== '');
  const entries = words.length === 0 ? breakpoints.entries : words.map(word => entryOf(context, word));
  if (entries.length === 0) return screen.say('There are no breakpoints.');
  await breakpoints.remove(debuggee.client, entries);
  screen.say(`Deleted ${entries.map(entry => entry.number).join(', ')}.`);
}

function entryOf({ breakpoints }: ConsoleContext, word: string) {
  const entry = breakpoints.entries.find(({ number }) => String(number) === word);
  if (entry === undefined) throw new CommandError(`There is no breakpoint ${word}. See: breakpoints`);
  return entry;
}

export function listBreakpoints({ breakpoints, screen }: ConsoleContext): void {
  if (breakpoints.entries.length === 0)
    return screen.say('There are no breakpoints. Set one with: break LINE');
  for (const entry of breakpoints.entries) screen.say(describeEntry(entry));
}

async function catchFilter(context: ConsoleContext, rest: string): Promise<void> {
  const { breakpoints, debuggee, screen } = context;
  const { client } = debuggee;
  const offered = client.capabilities.exceptionBreakpointFilters ?? [];
  if (offered.length === 0) throw new CommandError('This program has nothing to catch.');
  const names = offered.map(({ filter }) => filter);
  const words = rest.split(/[\s,]+/).filter(word => word !== '');
  for (const word of words) {
    if (word === 'none' || names.includes(word)) continue;
    throw new CommandError(
      `There is no "${word}" to catch.${didYouMean(word, names)} There is: ${names.join(', ')}`,
    );
  }
  if (words.length > 0)
    await breakpoints.chooseFilters(client, new Set(words.filter(word => word !== 'none')));
  const on = breakpoints.filters(client);
  for (const { filter, label } of offered)
    screen.say(`${on.has(filter) ? 'on ' : 'off'}  ${filter}: ${label}`);
}

async function logPoint(context: ConsoleContext, rest: string): Promise<void> {
  const match = /^(\S+)\s+(.+)$/.exec(rest);
  if (match === null) throw new CommandError('Log what where? For example: log 12 n is {n}');
  if (context.debuggee.client.capabilities.supportsLogPoints !== true) {
    throw new CommandError('Log points are not supported for this program.');
  }
  const wanted = await locationIn(context, match[1]!);
  if (wanted.kind === 'function') throw new CommandError('A log point needs a line: log LINE TEXT');
  await addBreakpoint(context, { wanted, temporary: false, logMessage: match[2]! });
}

export const breakpointCommands: readonly ConsoleCommand[] = [
  {
    name: 'break',
    aliases: ['b'],
    operands: '[FILE:LINE | LINE | FUNCTION] [if CONDITION]',
    summary: 'stop there, before the line runs',
    group,
    function: true,
    run: (context, rest) => breakAt(context, rest, false),
  },
  {
    name: 'tbreak',
    aliases: ['tb'],
    operands: 'LOCATION [if CONDITION]',
    summary: 'stop there once',
    group,
    function: true,
    run: (context, rest) => breakAt(context, rest, true),
  },
  {
    name: 'log',
    aliases: [],
    operands: 'LOCATION TEXT',
    summary: 'print TEXT there and go on; {expression} is evaluated',
    group,
    run: logPoint,
  },
  {
    name: 'watch',
    aliases: [],
    operands: 'EXPRESSION [if CONDITION]',
    summary: 'stop when it is written; shown after each stop where that cannot be',
    group,
    expression: true,
    run: (context, rest) => watch(context, rest, 'write'),
  },
  {
    name: 'rwatch',
    aliases: [],
    operands: 'EXPRESSION [if CONDITION]',
    summary: 'stop when it is read',
    group,
    expression: true,
    run: (context, rest) => watch(context, rest, 'read'),
  },
  {
    name: 'catch',
    aliases: [],
    operands: '[FILTER… | none]',
    summary: 'choose the exceptions to stop at; alone: show them',
    group,
    run: catchFilter,
  },
  {
    name: 'delete',
    aliases: ['d'],
    operands: '[NUMBER…]',
    summary: 'delete these breakpoints, or all',
    group,
    run: remove,
  },
  {
    name: 'breakpoints',
    aliases: [],
    operands: '',
    summary: 'list the breakpoints',
    group,
    run: async context => listBreakpoints(context),
  },
];
