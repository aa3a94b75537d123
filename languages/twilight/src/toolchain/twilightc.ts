// twilightc: the Twilight compiler as a command.

import { basename } from 'node:path';
import {
  coloursFor,
  diagnosticText,
  parseOptions,
  runCommand,
  type Colours,
  type CommandStreams,
  type Diagnostic,
} from '@sonde/language';
import { makeProject } from './project/new-project.js';
import { checkProject, findProject } from './project/project.js';

export const twilightcHelp = `usage: twilightc COMMAND [PATH] [OPTION…]

Compiles Twilight contracts. PATH is a folder with a Twilight.toml, or a file .twl; without one it is this folder.

Commands:
  check            only tell what is wrong
  new FOLDER       make a package in a new folder
  init             make a package in PATH, which is there already

Options:
  --syntax MODE    native or solidity, for new and init
  --deny-warnings  fail where there is a warning, for check
  -h, --help       print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 the package has errors or cannot be read, 2 wrong usage.
`;

interface Command {
  readonly name: 'check' | 'new' | 'init';
  readonly path: string;
  readonly syntax: 'twilight-native' | 'solidity';
  readonly denyWarnings: boolean;
}

/** Gives the exit status. */
export async function runTwilightc(
  args: readonly string[],
  streams: CommandStreams = process,
): Promise<number> {
  return runCommand({ name: 'twilightc', help: twilightcHelp }, args, streams, parseCommand, command =>
    perform(command, streams),
  );
}

/** Text is what is wrong with the usage. */
function parseCommand(args: readonly string[]): Command | string {
  const options = parseOptions(args, {
    flags: ['--deny-warnings'],
    values: { '--syntax': 'native or solidity' },
  });
  if (typeof options === 'string') return options;
  const [name, path, ...more] = options.words;
  if (name === undefined) return 'name a command';
  if (name !== 'check' && name !== 'new' && name !== 'init') return `there is no command ${name}`;
  if (name === 'new' && path === undefined) return 'name the folder to make';
  if (more.length > 0) return `${name} takes one path; ${more[0]!} is another`;
  const syntax = options.values.get('--syntax') ?? 'native';
  if (!/^(?:native|twilight-native|solidity)$/.test(syntax)) return `there is no syntax mode ${syntax}`;
  return {
    name,
    path: path ?? '.',
    syntax: syntax === 'solidity' ? 'solidity' : 'twilight-native',
    denyWarnings: options.flags.has('--deny-warnings'),
  };
}

async function perform(
  { name, path, syntax, denyWarnings }: Command,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  if (name === 'new' || name === 'init') {
    const made = await makeProject(path, syntax, name === 'new');
    stdout.write(`Made the package ${basename(made)}. Try: twilightc check ${path}\n`);
    return 0;
  }
  const { diagnostics } = checkProject(findProject(path));
  report(diagnostics, stderr);
  const worst = denyWarnings ? /error|warning/ : /error/;
  return diagnostics.some(({ severity }) => worst.test(severity)) ? 1 : 0;
}

function report(diagnostics: readonly Diagnostic[], stderr: CommandStreams['stderr']): void {
  const colours = coloursFor(stderr);
  const colour = (severity: Diagnostic['severity'], text: string): string =>
    colourOf(colours, severity)(text);
  for (const diagnostic of diagnostics)
    stderr.write(diagnosticText(diagnostic, { path: one => one, colour }));
}

const colourOf = (colours: Colours, severity: Diagnostic['severity']): ((text: string) => string) =>
  ({ error: colours.red, warning: colours.yellow, note: colours.cyan })[severity];
