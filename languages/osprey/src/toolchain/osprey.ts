// osprey: the Osprey compiler as a command.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { asFailure, Failure, makeTemporaryFolder } from '@sonde/engine';
import { coloursFor, diagnosticText, requireWritable, type Colours, type Diagnostic } from '@sonde/language';
import { Problems } from '@sonde/native-compiler';
import { checkProgram, compile, irOf } from './compile.js';
import { parseCommand, type OspreyCommand } from './command-line.js';
import { recordVariables } from './record-variables.js';
import { programName, programPath } from './project/program-path.js';
import { parseProgram } from './syntax/parse.js';
import { symbolsOf } from './symbols.js';
import { treeText } from './tree-text.js';

export const ospreyHelp = `usage: osprey FILE|PROJECT [MODE] [OPTION…]
       osprey lsp
       osprey conformance [ITEM…]

Checks, compiles or runs an Osprey program: FILE.osp (braces) or FILE.ospml (layout).

Behind lsp it is a language server on standard input and output, for editors. Behind conformance it tells
how far debugging keeps to the spec of the language, item by item, with what it ran for each; or for some, by number.

Modes:
  --check          only tell what is wrong with the program (the default)
  --run            compile it and run it; the exit status is that of the program
  --compile        write an executable
  --llvm           print LLVM IR
  --symbols        print the declarations with their types, as JSON
  --ast            print the tree that both flavors share, as JSON

Options:
  --debug          with debug information and not optimised, for --run, --compile and --llvm
  -o FILE          write the result of --compile or --llvm there
  --memory=NAME    who gives memory back: default (nobody), arc (counts owners), gc (collects), or
                   custom, which an object file among the arguments defines
  FILE.o, -lNAME   link with it; also .a, .so and -LFOLDER
  --flavor NAME    default or ml, whatever the extension says
  --record FILE    with --run: write down who ran when and what came from outside
  --replay FILE    with --run: the same again, as it was recorded
  --target=native  the only target so far
  --quiet          say nothing but what is wrong
  -h, --help       print this

Environment: SONDE_CLANG names the clang to use (19 or newer), OSPREY_OPT and OSPREY_DEBUG_OPT another
optimisation than -O2 and, with --debug, -O0; NO_COLOR keeps messages plain. Programs read OSPREY_MEMORY_CHECK=1 (end
where an object is used after it was released), OSPREY_MEMORY_REPORT=1 (tell at the end which objects are left), and
OSPREY_RECORD, OSPREY_REPLAY and OSPREY_SCHEDULE_SEED (write down a run, follow one, choose its schedule).
Exit status: 0 done, 1 the program has errors or cannot be compiled, 2 wrong usage; 128 + N where a
program that was run ended by signal N.
`;

/** Where it writes, for tests. */
export interface OspreyStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Gives the exit status. */
export async function runOsprey(
  args: readonly string[],
  streams: OspreyStreams = process,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { stdout, stderr } = streams;
  if (args.includes('-h') || args.includes('--help')) {
    stdout.write(ospreyHelp);
    return 0;
  }
  if (args[0] === 'conformance') return conform(args.slice(1), streams, signal);
  if (args[0] === 'lsp') return serve(args.slice(1), streams);
  const command = parseCommand(args);
  if (typeof command === 'string') {
    stderr.write(`error: ${command}\nTry: osprey --help\n`);
    return 2;
  }
  try {
    return await perform(command, streams, signal);
  } catch (error) {
    stderr.write(`osprey: ${coloursFor(stderr).red('error:')} ${asFailure(error).text}\n`);
    return 1;
  }
}

async function conform(
  args: readonly string[],
  { stdout, stderr }: OspreyStreams,
  signal: AbortSignal,
): Promise<number> {
  try {
    const { conformanceItems, runConformance } = await import('./conformance/conformance.js');
    const odd = args.find(each => !conformanceItems.includes(each));
    if (odd !== undefined) {
      stderr.write(`error: osprey conformance has no item ${odd}\nTry: osprey --help\n`);
      return 2;
    }
    return await runConformance(text => stdout.write(text), signal, args);
  } catch (error) {
    stderr.write(`osprey: ${coloursFor(stderr).red('error:')} ${asFailure(error).text}\n`);
    return 1;
  }
}

/** Editors may say that it is to use standard input and output, which it does anyway. */
async function serve(args: readonly string[], { stderr }: OspreyStreams): Promise<number> {
  const [odd] = args.filter(argument => argument !== '--stdio');
  if (odd !== undefined) {
    stderr.write(`error: osprey lsp takes no ${odd}\nTry: osprey --help\n`);
    return 2;
  }
  return (await import('./language-server/server.js')).serveLanguage();
}

async function perform(command: OspreyCommand, streams: OspreyStreams, signal: AbortSignal): Promise<number> {
  const { stdout, stderr } = streams;
  const path = await programPath(command.file, process.cwd());
  if (command.mode === 'run' || command.mode === 'compile') return build(command, path, streams, signal);
  const { program, diagnostics, loaded } = checkProgram(path, command.flavor);
  report(diagnostics, stderr);
  if (program === undefined) return 1;
  const trees = () =>
    loaded.files.map(({ text, flavor }) => ({ text, tree: parseProgram(flavor, new Problems(text)) }));
  switch (command.mode) {
    case 'check':
      return 0;
    case 'symbols':
      stdout.write(`${JSON.stringify(symbolsOf(program, trees(), loaded.rules.namespace))}\n`);
      return 0;
    case 'ast':
      stdout.write(`${treeText(trees().map(({ tree }) => tree))}\n`);
      return 0;
    case 'llvm':
      if (command.output !== undefined) return build(command, path, streams, signal);
      stdout.write(irOf(program, loaded, command.debug));
      return 0;
  }
}

async function build(
  command: OspreyCommand,
  path: string,
  { stderr }: OspreyStreams,
  signal: AbortSignal,
): Promise<number> {
  const cwd = process.cwd();
  const scratch = await makeTemporaryFolder('build');
  try {
    const runs = command.mode === 'run';
    const name = programName(path);
    const output = runs ? join(scratch, name) : resolve(cwd, command.output ?? name);
    if (!runs) await requirePlace(output, path, command.output ?? name);
    const { program, diagnostics } = await compile({
      path,
      flavor: command.flavor,
      product: command.mode === 'llvm' ? 'llvm' : 'program',
      output,
      debug: command.debug,
      memory: command.memory,
      linkOptions: command.linkOptions,
      scratch,
      cwd,
      signal,
      // Only what takes long is told.
      progress: message => {
        if (message.includes('runtime') && !command.quiet) stderr.write(`osprey: ${message}\n`);
      },
    });
    report(diagnostics, stderr);
    if (program === undefined) return 1;
    return runs ? await run(output, recordVariables(command, cwd)) : 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function requirePlace(output: string, source: string, name: string): Promise<void> {
  if (output === source)
    throw new Failure(
      'bad-arguments',
      'user',
      'the result would take the place of the source.',
      'Name another file with -o.',
    );
  await requireWritable(output, name);
}

/** With the terminal of the command, as if it were the program itself. */
async function run(program: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(program, [], { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code, killer] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return killer === null ? (code ?? 1) : 128 + constants.signals[killer];
}

function report(diagnostics: readonly Diagnostic[], stderr: OspreyStreams['stderr']): void {
  const colour = colouring(coloursFor(stderr));
  for (const diagnostic of diagnostics)
    stderr.write(diagnosticText(diagnostic, { path: path => path, colour }));
}

const colouring =
  (colours: Colours) =>
  (severity: Diagnostic['severity'], text: string): string =>
    ({ error: colours.red, warning: colours.yellow, note: colours.cyan })[severity](text);
