// heap, alive: the objects of the program, and who keeps one of them alive.

import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { evaluated } from '../value-text.js';

const group = 'Looking';

async function alive(context: ConsoleContext, rest: string): Promise<void> {
  if (rest === '') throw new CommandError('Which value? For example: alive session, or alive @17');
  await answered(context, `:why-alive ${rest}`);
}

/** The session answers in words, as it does in every console. */
async function answered({ debuggee, screen }: ConsoleContext, words: string): Promise<void> {
  const frame = await debuggee.frame();
  const { result } = await evaluated(debuggee, words, frame.id, 'repl');
  for (const line of result.split('\n')) screen.say(line);
}

export const objectCommands: readonly ConsoleCommand[] = [
  {
    name: 'heap',
    aliases: [],
    operands: '',
    summary: 'how many objects there are, what may leak, and what keeps most alive',
    group,
    run: context => answered(context, ':heap'),
  },
  {
    name: 'alive',
    aliases: [],
    operands: 'EXPRESSION|@ID',
    summary: 'why an object is alive: the paths from roots that hold it',
    group,
    expression: true,
    run: alive,
  },
];
