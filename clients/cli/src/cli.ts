// The command line: finds the command, parses its arguments, runs it, and turns failures into words and exit codes.

import { Failure } from '@sonde/engine';
import type { Language, SubcommandGiven } from '@sonde/language';
import { UsageError, type Command, type Surroundings } from './command.js';
import { attach } from './commands/attach.js';
import { build } from './commands/build.js';
import { conformance } from './commands/conformance.js';
import { dap, dapFor } from './commands/dap.js';
import { debug } from './commands/debug.js';
import { doctor } from './commands/doctor.js';
import { editor } from './commands/editor.js';
import { heap } from './commands/heap.js';
import { record } from './commands/record.js';
import { replay } from './commands/replay.js';
import { run } from './commands/run.js';
import { serve } from './commands/serve.js';
import { sessions } from './commands/sessions.js';
import { tui } from './commands/tui.js';
import { why } from './commands/why.js';
import { failureText } from './failure-text.js';
import { givenToken } from './given-token.js';
import { commandHelp, generalHelp } from './help.js';
import { didYouMean } from './nearest.js';
import { parseArguments } from './parse-arguments.js';
import { styleFor } from './style.js';
import { version } from './version.js';
import { widthOf } from './wrapped-text.js';

const ownCommands: readonly Command[] = [
  run,
  build,
  debug,
  tui,
  record,
  replay,
  why,
  attach,
  sessions,
  dap,
  editor,
  serve,
  heap,
  conformance,
  doctor,
];

/**
 * Answers with the exit code: the command's own, 1 for a failure, 2 for a command line that makes no sense or names a
 * program that is not there.
 */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { errors } = surroundings.streams;
  try {
    return await dispatch(args, surroundings);
  } catch (error) {
    const style = styleFor(errors);
    errors.write(
      `${style.red('sonde:')} ${failureText(error instanceof UsageError ? userFailure(error) : error)}\n`,
    );
    if (error instanceof UsageError && error.isHelpOfUse) errors.write(`Try: sonde ${helpFor(args)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const userFailure = (error: UsageError): Failure => new Failure('bad-arguments', 'user', error.message);

async function dispatch(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { streams, languages } = surroundings;
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const topic = name === undefined ? undefined : rest[0];
    if (topic !== undefined) return dispatch([topic, '--help'], surroundings);
    const stream = name === undefined ? streams.errors : streams.output;
    stream.write(generalHelp(groups(languages), widthOf(stream)));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    streams.output.write(`sonde ${version}\n`);
    return 0;
  }
  const contributed = languages
    .flatMap(language => language.subcommands ?? [])
    .find(sub => sub.name === name);
  if (contributed !== undefined) return contributed.run(rest, tokenGiven());
  const command = findCommand(name, languages);
  const parsed = parseArguments(command, rest, surroundings);
  if (parsed.kind === 'run') return command.run(parsed.invocation);
  streams.output.write(commandHelp(command, languages, widthOf(streams.output)));
  return 0;
}

function tokenGiven(): SubcommandGiven {
  const token = givenToken();
  return token === undefined ? {} : { token };
}

function findCommand(name: string, languages: readonly Language[]): Command {
  const own = ownCommands.find(command => command.name === name);
  if (own !== undefined) return own;
  const language = languages.find(candidate => candidate.adapterNames.includes(name));
  if (language !== undefined) return dapFor(name, language);
  if (name.startsWith('-'))
    throw new UsageError(`sonde has no option ${name}.${didYouMean(name, ['--help', '--version'])}`);
  throw new UsageError(`sonde has no command "${name}".${didYouMean(name, commandNames(languages))}`);
}

const commandNames = (languages: readonly Language[]): readonly string[] => [
  ...ownCommands.map(command => command.name),
  ...languages.flatMap(({ adapterNames, subcommands }) => [
    ...adapterNames,
    ...(subcommands ?? []).map(s => s.name),
  ]),
];

const groups = (languages: readonly Language[]) => [
  { title: 'Commands', commands: ownCommands },
  {
    title: 'Of the installed languages',
    commands: languages.flatMap(language => [
      ...(language.subcommands ?? []),
      ...language.adapterNames.map(name => ({ name, summary: `sonde dap for ${language.name}` })),
    ]),
  },
];

/** Where the help is that explains a wrong command line. */
function helpFor([name]: readonly string[]): string {
  return ownCommands.some(command => command.name === name) ? `${name ?? ''} --help` : '--help';
}
