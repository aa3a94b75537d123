// All commands of the console, found by name, alias or unambiguous abbreviation.

import { didYouMean } from '../nearest.js';
import { CommandError } from './command-error.js';
import { breakpointCommands } from './commands/breakpoint-commands.js';
import { lookingCommands } from './commands/looking-commands.js';
import { machineCommands } from './commands/machine-commands.js';
import { motionCommands } from './commands/motion-commands.js';
import { objectCommands } from './commands/object-commands.js';
import { stackCommands } from './commands/stack-commands.js';
import { timeCommands } from './commands/time-commands.js';
import type { ConsoleCommand, ConsoleContext } from './console-command.js';

const ownCommands: readonly ConsoleCommand[] = [
  {
    name: 'help',
    aliases: ['h', '?'],
    operands: '[COMMAND]',
    summary: 'this list, or more about one command',
    group: 'The debugger',
    run: async (context, rest) => help(context, rest),
  },
  {
    name: 'detach',
    aliases: [],
    operands: '',
    summary: 'end the debugger; a program that was there before goes on',
    group: 'The debugger',
    run: async context => context.detach(),
  },
  {
    name: 'quit',
    aliases: ['q', 'exit'],
    operands: '',
    summary: 'end the debugger',
    group: 'The debugger',
    run: async context => context.quit(),
  },
];

export const commands: readonly ConsoleCommand[] = [
  ...motionCommands,
  ...timeCommands,
  ...breakpointCommands,
  ...lookingCommands,
  ...objectCommands,
  ...machineCommands,
  ...stackCommands,
  ...ownCommands,
];

export function findCommand(word: string): ConsoleCommand {
  const exact = commands.find(command => command.name === word || command.aliases.includes(word));
  if (exact !== undefined) return exact;
  const fitting = commands.filter(command => command.name.startsWith(word));
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined) {
    throw new CommandError(`"${word}" could be ${fitting.map(command => command.name).join(', ')}.`);
  }
  const names = commands.map(command => command.name);
  const hint = didYouMean(word, names);
  throw new CommandError(
    `There is no command "${word}".${hint === '' ? ' See: help. To look at a value: print EXPRESSION' : hint}`,
  );
}

/** The command in a line and what follows it. */
export function splitLine(line: string): { readonly word: string; readonly rest: string } {
  const match = /^\s*(\?|[A-Za-z]+)\s*(.*)$/s.exec(line);
  if (match === null) return { word: line.trim().split(/\s+/, 1)[0] ?? '', rest: '' };
  return { word: match[1]!.toLowerCase(), rest: match[2]!.trim() };
}

function help({ screen }: ConsoleContext, rest: string): void {
  if (rest !== '') {
    const command = findCommand(rest.toLowerCase());
    screen.say(`${command.name} ${command.operands}`.trimEnd());
    screen.say(`  ${command.summary}`);
    if (command.aliases.length > 0) screen.say(`  short: ${command.aliases.join(', ')}`);
    if (command.motion === true) screen.say('  an empty line repeats it');
    return;
  }
  const width = Math.max(...commands.map(({ name, aliases }) => nameAndAliases(name, aliases).length)) + 2;
  for (const group of new Set(commands.map(command => command.group))) {
    screen.say(screen.style.bold(group));
    for (const { name, aliases, summary } of commands.filter(command => command.group === group)) {
      screen.say(`  ${nameAndAliases(name, aliases).padEnd(width)}${summary}`);
    }
  }
  screen.say('Abbreviations that fit one command only will do. An empty line repeats the last motion.');
  screen.say('Ctrl+C pauses a running program; what you type while it runs is its input.');
}

const nameAndAliases = (name: string, aliases: readonly string[]): string => [name, ...aliases].join(', ');
