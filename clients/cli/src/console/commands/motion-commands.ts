// run, continue, step, next, finish, into, stepi, nexti, until, jump, restart, input.

import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { locationIn } from '../location.js';

const group = 'Running';

type Step = 'next' | 'stepIn' | 'stepOut';

async function step({ debuggee }: ConsoleContext, command: Step, by: 'line' | 'instruction'): Promise<void> {
  const { client } = debuggee;
  const chooses = client.capabilities.supportsSteppingGranularity === true;
  if (by === 'instruction' && !chooses)
    throw new CommandError('This program cannot be stepped by instruction.');
  await debuggee.move(threadId =>
    client.request(command, { threadId, ...(chooses ? { granularity: by } : {}) }),
  );
}

const steps = (context: ConsoleContext, rest: string, command: Step, by: 'line' | 'instruction') =>
  repeated(context, rest, () => step(context, command, by));

/** `next 5` steps five times, or until something else stops it. */
export async function repeated(
  context: ConsoleContext,
  rest: string,
  once: () => Promise<void>,
): Promise<void> {
  const times = rest === '' ? 1 : Number(rest);
  if (!Number.isInteger(times) || times < 1) throw new CommandError(`"${rest}" is no number of steps.`);
  for (let done = 0; done < times; done++) {
    await once();
    if (done + 1 === times) return;
    await context.debuggee.settled();
    if (context.debuggee.phase !== 'stopped' || context.lastStopReason !== 'step') return;
  }
}

/** Into one of the calls of the line: the one of this number, or the first whose text begins so. */
async function into({ debuggee, screen }: ConsoleContext, rest: string): Promise<void> {
  const { client } = debuggee;
  if (client.capabilities.supportsStepInTargetsRequest !== true)
    throw new CommandError('In this program a call cannot be chosen. See: step');
  const frame = await debuggee.frame();
  const { targets } = await client.request('stepInTargets', { frameId: frame.id });
  if (targets.length === 0) throw new CommandError('No call that can be stepped into is ahead on this line.');
  if (rest === '') {
    targets.forEach(({ label }, index) => screen.say(`  ${index + 1}  ${label}`));
    return;
  }
  const target = targets[Number(rest) - 1] ?? targets.find(({ label }) => label.startsWith(rest));
  if (target === undefined)
    throw new CommandError(`No call "${rest}" is ahead on this line. The command "into" alone lists them.`);
  await debuggee.move(threadId => client.request('stepIn', { threadId, targetId: target.id }));
}

async function resume({ debuggee }: ConsoleContext): Promise<void> {
  await debuggee.move(threadId => debuggee.client.request('continue', { threadId }));
}

async function until(context: ConsoleContext, rest: string): Promise<void> {
  if (rest === '') return step(context, 'next', 'line');
  context.debuggee.requireStopped();
  const wanted = await locationIn(context, rest);
  await context.breakpoints.add(context.debuggee.client, { wanted, temporary: true, untilNextStop: true });
  await resume(context);
}

async function jump(context: ConsoleContext, rest: string): Promise<void> {
  const { debuggee } = context;
  if (debuggee.client.capabilities.supportsGotoTargetsRequest !== true) {
    throw new CommandError('This program cannot go on at another line.');
  }
  const frame = await debuggee.frame();
  const wanted = await locationIn(context, rest);
  if (rest === '' || wanted.kind !== 'source')
    throw new CommandError('Jump to which line? For example: jump 12');
  const source = wanted.path === frame.source?.path ? frame.source : { path: wanted.path };
  const { targets } = await debuggee.client.request('gotoTargets', { source, line: wanted.line });
  const target = targets[0];
  if (target === undefined) throw new CommandError(`The program cannot go on at line ${wanted.line}.`);
  await debuggee.move(threadId => debuggee.client.request('goto', { threadId, targetId: target.id }));
}

async function input({ debuggee }: ConsoleContext, rest: string): Promise<void> {
  await debuggee.type(`${rest}\n`);
}

export const motionCommands: readonly ConsoleCommand[] = [
  {
    name: 'run',
    aliases: ['r'],
    operands: '',
    summary: 'start the program, again if it has ended',
    group,
    run: context => context.run(),
  },
  {
    name: 'continue',
    aliases: ['c'],
    operands: '',
    summary: 'go on to the next breakpoint',
    group,
    motion: true,
    run: context => resume(context),
  },
  {
    name: 'step',
    aliases: ['s'],
    operands: '[TIMES]',
    summary: 'go on to the next line, into calls',
    group,
    motion: true,
    run: (context, rest) => steps(context, rest, 'stepIn', 'line'),
  },
  {
    name: 'next',
    aliases: ['n'],
    operands: '[TIMES]',
    summary: 'go on to the next line, over calls',
    group,
    motion: true,
    run: (context, rest) => steps(context, rest, 'next', 'line'),
  },
  {
    name: 'finish',
    aliases: ['fin'],
    operands: '',
    summary: 'go on until the function returns',
    group,
    motion: true,
    run: context => step(context, 'stepOut', 'line'),
  },
  {
    name: 'into',
    aliases: [],
    operands: '[CALL]',
    summary: 'step into this call of the line; alone: list them',
    group,
    run: into,
  },
  {
    name: 'stepi',
    aliases: ['si'],
    operands: '[TIMES]',
    summary: 'one instruction, into calls',
    group,
    motion: true,
    run: (context, rest) => steps(context, rest, 'stepIn', 'instruction'),
  },
  {
    name: 'nexti',
    aliases: ['ni'],
    operands: '[TIMES]',
    summary: 'one instruction, over calls',
    group,
    motion: true,
    run: (context, rest) => steps(context, rest, 'next', 'instruction'),
  },
  {
    name: 'until',
    aliases: ['u'],
    operands: '[LOCATION]',
    summary: 'go on until there; alone: to the next line',
    group,
    motion: true,
    run: until,
  },
  {
    name: 'jump',
    aliases: [],
    operands: 'LINE',
    summary: 'go on at that line, without running what lies between',
    group,
    run: jump,
  },
  {
    name: 'restart',
    aliases: [],
    operands: '',
    summary: 'start the program anew; breakpoints stay',
    group,
    run: context => context.restart(),
  },
  {
    name: 'input',
    aliases: [],
    operands: 'TEXT',
    summary: 'a line for the program to read',
    group,
    run: input,
  },
];
