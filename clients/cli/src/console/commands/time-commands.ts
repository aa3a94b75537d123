// back, rcontinue, when, goto, timeline, history, record: going back in a recorded run.

import { resolve } from 'node:path';
import { historyOf, momentText, timelineOf, type Moment } from '@sonde/client';
import { shortPath } from '../../diagnostics.js';
import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { repeated } from './motion-commands.js';

const group = 'Time';

/** How many lines `timeline` shows; evenly chosen ones where there are more. */
const shownMoments = 40;
const shownValues = 20;

const howToStay =
  'Start it again with run and a breakpoint before its end; or stop there: sonde debug --set \'record={"stopAtEnd":true}\' PROGRAM';

/** An adapter that has such requests says best why it refuses them; one that has not is not asked for what it cannot. */
async function requireTime({ debuggee }: ConsoleContext): Promise<void> {
  const { client } = debuggee;
  if (debuggee.phase === 'ended' && debuggee.restartable && client.capabilities.supportsStepBack === true)
    throw new CommandError(`The program has ended, and its run with it. ${howToStay}`);
  debuggee.requireStopped();
  if (client.capabilities.supportsStepBack === true) return;
  const refusal = await timelineOf(client, { limit: 1 }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : undefined),
  );
  const [, why = 'its run is not recorded.'] = /is not supported here: (.*)$/s.exec(refusal ?? '') ?? [];
  throw new CommandError(`This program cannot go back: ${why}`);
}

async function requireWay(context: ConsoleContext): Promise<void> {
  await requireTime(context);
  context.hasTravelled = true;
}

/** `back`, `back 3`, `back in`, `back out`, `back instruction`. */
async function back(context: ConsoleContext, rest: string): Promise<void> {
  await requireWay(context);
  const { debuggee } = context;
  const [, how, by, times] = /^(in|out|over)?\s*(i|instruction)?\s*(\d*)$/.exec(rest) ?? [];
  if (times === undefined)
    throw new CommandError(`"${rest}" is no way back. For example: back, back in, back out, back 3`);
  const granularity = by === undefined ? 'line' : 'instruction';
  await repeated(context, times, () =>
    debuggee.move(threadId =>
      debuggee.client.customRequest('sonde/stepBack', { threadId, granularity, how: how ?? 'over' }),
    ),
  );
}

async function reverseContinue(context: ConsoleContext): Promise<void> {
  await requireWay(context);
  const { debuggee } = context;
  await debuggee.move(threadId => debuggee.client.request('reverseContinue', { threadId }));
}

async function when(context: ConsoleContext): Promise<void> {
  await requireTime(context);
  const { here, first, last, unit, branch, branches, note, closed } = await timelineOf(
    context.debuggee.client,
    { limit: 1 },
  );
  const { screen } = context;
  const end = closed ? 'the end' : 'now';
  screen.say(`At ${here.at}: ${unit} ${here.step} of ${first.step} to ${last.step} (${end})`);
  if (branches.length > 1) screen.say(`On branch ${branch} of ${branches.map(b => b.branch).join(', ')}`);
  if (note !== undefined) screen.say(note);
}

/** A moment as `when` and `timeline` show it; the ends have names. */
async function goto(context: ConsoleContext, rest: string): Promise<void> {
  await requireWay(context);
  const { client } = context.debuggee;
  if (rest === '') throw new CommandError('Go to which moment? See: timeline. Also: goto start, goto end');
  const ends: Readonly<Record<string, 'first' | 'last'>> = { start: 'first', end: 'last' };
  const end = ends[rest];
  const position = end === undefined ? rest : (await timelineOf(client, { limit: 1 }))[end].at;
  await context.debuggee.move(() => client.customRequest('sonde/gotoTime', { position }));
}

async function timeline(context: ConsoleContext, rest: string): Promise<void> {
  await requireTime(context);
  const { screen, debuggee } = context;
  const kinds = rest === '' ? undefined : rest.split(/[\s,]+/).map(word => word.replace(/s$/, ''));
  const found = await timelineOf(debuggee.client, {
    limit: shownMoments,
    thin: true,
    ...(kinds === undefined ? {} : { kinds }),
  });
  const width = Math.max(...found.moments.map(({ at }) => at.length), found.here.at.length);
  const { here, moments } = found;
  const sayHere = (what: string): void =>
    screen.say(screen.style.bold(`> ${here.at.padEnd(width)}  ${what}`));
  // Where nothing happened here, the place on the line is shown all the same.
  const nth = moments.some(({ at }) => at === here.at)
    ? -1
    : moments.filter(({ step }) => step <= here.step).length;
  moments.forEach((moment, index) => {
    if (index === nth) sayHere('here');
    const words = momentInWords(moment);
    if (moment.at === here.at) sayHere(words);
    else screen.say(`  ${moment.at.padEnd(width)}  ${words}`);
  });
  if (nth === moments.length) sayHere('here');
  if (found.total > found.moments.length)
    screen.say(screen.style.dim(`${found.moments.length} of ${found.total}, evenly chosen`));
}

function momentInWords(moment: Moment): string {
  const name = moment.source?.path ?? moment.source?.name;
  const place = name === undefined ? '' : `  ${shortPath(name)}:${moment.line}`;
  return `${momentText(moment)}${place}`;
}

async function history(context: ConsoleContext, expression: string): Promise<void> {
  await requireTime(context);
  const { debuggee, screen } = context;
  if (expression === '') throw new CommandError('The history of what? For example: history count');
  const { id: frameId } = await debuggee.frame();
  const found = await historyOf(debuggee.client, { expression, frameId, limit: shownValues });
  if (found.more) screen.say(screen.style.dim(`the last ${found.values.length}:`));
  const width = Math.max(0, ...found.values.map(({ at }) => at.length));
  for (const { at, value, parts, source, line } of found.values) {
    const place = source?.path === undefined ? '' : screen.style.dim(`  ${shortPath(source.path)}:${line}`);
    const shown = parts === true ? `${value} (goto ${at} to look into it)` : value;
    screen.say(`  ${at.padEnd(width)}  ${shown}${place}`);
  }
}

async function record(context: ConsoleContext, rest: string): Promise<void> {
  await requireTime(context);
  if (rest === '') throw new CommandError('Record into which file? For example: record run.sonde');
  const { path, bytes } = (await context.debuggee.client.customRequest('sonde/recording', {
    path: resolve(rest),
  })) as { readonly path: string; readonly bytes: number };
  context.screen.say(`The run so far is in ${shortPath(path)} (${bytes} bytes). To open it: sonde replay`);
}

export const timeCommands: readonly ConsoleCommand[] = [
  {
    name: 'back',
    aliases: [],
    operands: '[in|out] [instruction] [TIMES]',
    summary: 'step back to the line before; in: into the last call; out: to where this one was made',
    group,
    motion: true,
    run: back,
  },
  {
    name: 'rcontinue',
    aliases: ['rc'],
    operands: '',
    summary: 'run back to the breakpoint before, or to the start',
    group,
    motion: true,
    run: reverseContinue,
  },
  {
    name: 'when',
    aliases: [],
    operands: '',
    summary: 'which moment of the run this is',
    group,
    run: when,
  },
  {
    name: 'goto',
    aliases: [],
    operands: 'MOMENT|start|end',
    summary: 'go to a moment that "when", "timeline" or "history" showed',
    group,
    run: goto,
  },
  {
    name: 'timeline',
    aliases: [],
    operands: '[KIND ...]',
    summary: 'what happened when: stops, outputs, exceptions, inputs, edits, calls',
    group,
    run: timeline,
  },
  {
    name: 'history',
    aliases: [],
    operands: 'NAME',
    summary: 'the values that a variable had, and when',
    group,
    expression: true,
    run: history,
  },
  {
    name: 'record',
    aliases: [],
    operands: 'FILE',
    summary: 'write the run so far into a file, for sonde replay',
    group,
    run: record,
  },
];
