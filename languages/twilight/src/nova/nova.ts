// nova: the simulated chain as a command.

import { parseOptions, runCommand, type CommandStreams, type SubcommandGiven } from '@sonde/language';
import { checkCommands } from './commands/check-command.js';
import type { NovaCommand } from './commands/command.js';
import { debugHelp, debugWishes, serveDebug } from './commands/debug-command.js';
import { gasCommands } from './commands/gas-command.js';
import { lookCommands } from './commands/look-commands.js';
import { runCommands } from './commands/run-commands.js';
import { transactionCommands } from './commands/transaction-commands.js';

const commands: readonly NovaCommand[] = [
  ...transactionCommands,
  ...runCommands,
  ...lookCommands,
  ...gasCommands,
  ...checkCommands,
];

const usage = ({ name, operands }: NovaCommand): string =>
  `nova ${name}${operands === '' ? '' : ` ${operands}`}`;

export const novaHelp = `usage: nova COMMAND …
       nova --debug [--port N] [SCENARIO.json]

A simulated NOVA chain: deploys and calls contracts, keeps them and a log of all transactions in a folder, and serves debuggers.

${commands.map(each => `  ${usage(each).slice('nova '.length).padEnd(44)} ${each.summary}`).join('\n')}

${debugHelp.join('\n')}

nova COMMAND --help tells the options of one. NO_COLOR keeps the output plain.
Exit status: 0 done, 1 a transaction failed, something is not as expected, or it cannot be done, 2 wrong usage.
`;

const helpOf = (command: NovaCommand): string =>
  `usage: ${usage(command)} [options]\n\n${command.summary}\n\n${command.help.map(line => `  ${line}`).join('\n')}\n  -h, --help            print this\n`;

/** `until` ends a node that serves; a signal does when it is absent. */
export function nova(
  args: readonly string[],
  given: SubcommandGiven = {},
  io: CommandStreams = process,
  until: () => Promise<unknown> = interrupted,
): Promise<number> {
  const [first = '', ...rest] = args;
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return perform(command, rest, given, io, until);
  if (args.includes('--debug'))
    return runCommand({ name: 'nova', help: novaHelp }, args, io, debugWishes, wishes =>
      serveDebug(wishes, given, io, until),
    );
  const wrong = first === '' ? 'name a command' : `there is no command ${first}`;
  return runCommand(
    { name: 'nova', help: novaHelp },
    args,
    io,
    () => wrong,
    async () => 2,
  );
}

const perform = (
  command: NovaCommand,
  args: readonly string[],
  environment: SubcommandGiven,
  io: CommandStreams,
  until: () => Promise<unknown>,
): Promise<number> =>
  runCommand(
    { name: `nova ${command.name}`, help: helpOf(command) },
    args,
    io,
    all => {
      const options = parseOptions(all, command.options);
      if (typeof options === 'string') return options;
      const [least, most] = command.words;
      const { words } = options;
      if (words.length < least) return `too few words: ${usage(command)}`;
      return words.length > most ? `too many words: ${usage(command)}` : options;
    },
    options => command.run({ io, options, words: options.words, environment, until }),
  );

const interrupted = (): Promise<unknown> =>
  new Promise(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, done);
  });
