// print, set, display, undisplay, list, info.

import type { Scope } from '@sonde/dap';
import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { childLines, evaluated, variableLine } from '../value-text.js';
import { listBreakpoints } from './breakpoint-commands.js';
import { listSource } from './list-source.js';
import { listThreads } from './stack-commands.js';

const group = 'Looking';

async function print(context: ConsoleContext, expression: string): Promise<void> {
  const { debuggee, screen } = context;
  if (expression === '') throw new CommandError('Print what? For example: print count');
  const frame = await debuggee.frame();
  // What it calls may change anything; even one that failed may have.
  const value = await evaluated(debuggee, expression, frame.id, 'repl').finally(() =>
    debuggee.refreshFrames(),
  );
  const type = value.type === undefined || value.type === '' ? '' : screen.style.dim(`  ${value.type}`);
  screen.say(`${expression} = ${value.result}${type}`);
  for (const line of await childLines(debuggee, value, screen.style)) screen.say(line);
  await rereadWatched(context, frame.id);
}

async function set(context: ConsoleContext, rest: string): Promise<void> {
  const { debuggee, screen } = context;
  const match = /^(.+?)\s*(?<![=!<>])=(?!=)\s*(.+)$/.exec(rest);
  if (match === null) throw new CommandError('Set what? For example: set count = 3');
  const [, expression = '', value = ''] = match;
  const { client } = debuggee;
  const frame = await debuggee.frame();
  if (client.capabilities.supportsSetExpression !== true)
    throw new CommandError('Values of this program cannot be changed.');
  const answer = await client.request('setExpression', { expression, value, frameId: frame.id });
  debuggee.refreshFrames();
  screen.say(`${expression} = ${answer.value}`);
  await rereadWatched(context, frame.id);
}

/** Else the next stop would tell of a watched value that it was what it was before it was changed here. */
async function rereadWatched({ breakpoints, debuggee }: ConsoleContext, frameId: number): Promise<void> {
  for (const entry of breakpoints.entries) {
    if (entry.wanted.kind !== 'data' || entry.lastValue === undefined) continue;
    // In another function the expression may say nothing.
    const now = await evaluated(debuggee, entry.wanted.text, frameId).catch(() => undefined);
    if (now !== undefined) entry.lastValue = now.result;
  }
}

async function display({ debuggee, screen, displays }: ConsoleContext, expression: string): Promise<void> {
  if (expression === '') {
    if (displays.all.length === 0) return screen.say('Nothing is displayed. For example: display count');
    if (debuggee.phase === 'stopped') return displays.show(debuggee, screen);
    for (const entry of displays.all) screen.say(`${entry.number}: ${entry.expression}`);
    return;
  }
  const added = displays.add(expression);
  if (debuggee.phase === 'stopped') await displays.showOne(added, debuggee, screen);
  else screen.say(`${added.number}: ${expression} will be shown after each stop.`);
}

function undisplay({ displays }: ConsoleContext, rest: string): void {
  if (rest === '') return displays.clear();
  if (!displays.remove(Number(rest))) throw new CommandError(`There is no display ${rest}. See: display`);
}

/** Scopes that are what people call locals; memory, registers and globals are asked for by name. */
const isLocal = ({ presentationHint, expensive }: Scope): boolean =>
  !expensive && ['arguments', 'locals', 'returnValue'].includes(presentationHint ?? '');

export async function showScopes(
  { debuggee, screen }: ConsoleContext,
  wanted: (scope: Scope) => boolean,
): Promise<void> {
  const frame = await debuggee.frame();
  const { scopes } = await debuggee.client.request('scopes', { frameId: frame.id });
  const chosen = scopes.filter(wanted);
  if (chosen.length === 0) {
    return screen.say(
      `Nothing of that kind here. There is: ${scopes.map(scope => scope.name.toLowerCase()).join(', ')}`,
    );
  }
  for (const scope of chosen) {
    const { variables } = await debuggee.client.request('variables', {
      variablesReference: scope.variablesReference,
    });
    screen.say(screen.style.dim(`${scope.name}${variables.length === 0 ? ' (none)' : ''}`));
    for (const variable of variables) screen.say(`  ${variableLine(variable, screen.style)}`);
  }
}

async function info(context: ConsoleContext, rest: string): Promise<void> {
  const topic = rest.toLowerCase();
  if (topic === '' || 'locals'.startsWith(topic)) return showScopes(context, isLocal);
  if ('all'.startsWith(topic)) return showScopes(context, scope => !scope.expensive);
  if ('breakpoints'.startsWith(topic)) return listBreakpoints(context);
  if ('threads'.startsWith(topic)) return listThreads(context);
  if ('frame'.startsWith(topic)) return context.showPlace();
  return showScopes(context, scope => scope.name.toLowerCase().startsWith(topic));
}

export const lookingCommands: readonly ConsoleCommand[] = [
  {
    name: 'print',
    aliases: ['p'],
    operands: 'EXPRESSION',
    summary: 'evaluate and show; calls are carried out; ,x ,d or ,b behind it chooses the base',
    group,
    expression: true,
    run: print,
  },
  {
    name: 'set',
    aliases: [],
    operands: 'VARIABLE = EXPRESSION',
    summary: 'change a value',
    group,
    expression: true,
    run: set,
  },
  {
    name: 'display',
    aliases: [],
    operands: '[EXPRESSION]',
    summary: 'show it now and after each stop; alone: all of them',
    group,
    expression: true,
    run: display,
  },
  {
    name: 'undisplay',
    aliases: [],
    operands: '[NUMBER]',
    summary: 'end one display, or all',
    group,
    run: async (context, rest) => undisplay(context, rest),
  },
  {
    name: 'list',
    aliases: ['l'],
    operands: '[LINE | FUNCTION | FILE:LINE]',
    summary: 'show source around there; alone: where the program stands, then on',
    group,
    run: listSource,
  },
  {
    name: 'info',
    aliases: ['i', 'locals', 'variables'],
    operands: '[locals | globals | all | SCOPE | breakpoints | threads | frame]',
    summary: 'show the variables of the frame, or something else',
    group,
    run: info,
  },
];
