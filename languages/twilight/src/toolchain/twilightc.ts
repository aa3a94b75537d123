// twilightc: the Twilight compiler as a command.

import { basename, resolve } from 'node:path';
import {
  coloursFor,
  diagnosticText,
  runCommand,
  type Colours,
  type CommandStreams,
  type Diagnostic,
} from '@sonde/language';
import type { TypedProgram } from './checker/typed-program.js';
import { parseCommand, type TwilightcCommand } from './command-line.js';
import { buildPrograms, outputFolder, writeFiles } from './project/build-project.js';
import { makeProject } from './project/new-project.js';
import { checkProject, findProject } from './project/project.js';

export const twilightcHelp = `usage: twilightc COMMAND [PATH] [OPTION…]

Compiles Twilight contracts. PATH is a folder with a Twilight.toml, or a file .twl; without one it is this folder.

Commands:
  check            only tell what is wrong
  build            compile the contracts to WebAssembly, with what nodes and debuggers need to know
  test             run the functions that are marked #[test]
  new FOLDER       make a package in a new folder
  init             make a package in PATH, which is there already

Options of build:
  --release        without debug information and print, into target/release instead of target/debug
  -g               debug information in a release build, too
  -o, --out-dir DIR          where the files go
  --contract NAME            only this contract
  --emit KINDS               bytecode, meta, ast, with commas between; bytecode,meta without it
  --enable-runtime-asserts   check assertions while the contract runs; for test, too
  -O0, --target wasm32-nova-v1   as it is anyway

Options of the others:
  --only TEXT      only tests whose names have this in them, for test
  --syntax MODE    native or solidity, for new and init
  --deny-warnings  fail where there is a warning, for check
  -h, --help       print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 the package has errors, a test failed or something cannot be read, 2 wrong usage.
`;

export interface TestOptions {
  readonly runtimeAsserts: boolean;
  /** A part of the names of those that run. */
  readonly only: string | undefined;
}

/** Runs the tests of programs, tells of each, and gives how many failed. The chain that they run on is not the compiler's. */
export type RunTests = (
  programs: readonly TypedProgram[],
  options: TestOptions,
  streams: CommandStreams,
) => Promise<number>;

/** Gives the exit status. */
export async function runTwilightc(
  args: readonly string[],
  streams: CommandStreams,
  runTests: RunTests,
): Promise<number> {
  return runCommand({ name: 'twilightc', help: twilightcHelp }, args, streams, parseCommand, command =>
    perform(command, streams, runTests),
  );
}

async function perform(
  command: TwilightcCommand,
  streams: CommandStreams,
  runTests: RunTests,
): Promise<number> {
  const { stdout, stderr } = streams;
  const { name, path } = command;
  if (name === 'new' || name === 'init') {
    const made = await makeProject(path, command.syntax, name === 'new');
    stdout.write(`Made the package ${basename(made)}. Try: twilightc build ${shellWord(path)}\n`);
    return 0;
  }
  const project = findProject(path);
  const { programs, diagnostics } = checkProject(project);
  report(diagnostics, stderr);
  const worst = name === 'check' && command.denyWarnings ? /error|warning/ : /error/;
  if (diagnostics.some(({ severity }) => worst.test(severity))) return 1;
  if (name === 'build') {
    const files = buildPrograms(programs, command.options);
    const folder =
      command.out === undefined ? outputFolder(project.folder, command.options) : resolve(command.out);
    for (const file of await writeFiles(folder, files)) stdout.write(`${file}\n`);
  }
  if (name === 'test') return (await runTests(programs, command, streams)) === 0 ? 0 : 1;
  return 0;
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

/** As a shell takes it: with blanks in it, it would be several. */
const shellWord = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
