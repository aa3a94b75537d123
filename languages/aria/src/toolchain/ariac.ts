// ariac: the Aria compiler as a command.

import { readFile, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { asFailure, Failure, makeTemporaryFolder } from '@sonde/engine';
import { canonicalPath } from '@sonde/engine-native/toolchain';
import { coloursFor, requireWritable } from '@sonde/language';
import { isLinkable, isLinkOption } from '@sonde/native-compiler';
import { checkFile, compile, type Compiled, type Product } from './compile.js';
import { diagnosticText } from './diagnostic-text.js';

export const ariacHelp = `usage: ariac [options] FILE.aria [FILE.o FILE.a FILE.so …]

Compiles an Aria program with debug information, and links it with the files named behind it.

  -o FILE          write the result there (default: the name of the source, in this folder);
                   - with --emit-llvm: print it
  -O, --release    optimise; wild pointers are plain and not checked, line information stays
  -c               write an object file (FILE.o) that is not linked
  --emit-llvm      write LLVM IR (FILE.ll)
  --check          only tell what is wrong with the program
  -g0              no debug information
  -l LIBRARY, -L FOLDER, -Wl,-rpath,FOLDER
                   where extern functions are
  -h, --help       print this

Environment: SONDE_CLANG names the clang to use (19 or newer), SONDE_ARIA_DEBUG_OPT another
optimisation for debug builds than -O0, NO_COLOR keeps messages plain.
Exit status: 0 done, 1 the program has errors or cannot be compiled, 2 wrong usage.
`;

interface Command {
  readonly file: string;
  readonly output?: string;
  readonly product: Product | 'nothing';
  readonly release: boolean;
  readonly debugInfo: boolean;
  readonly linkOptions: readonly string[];
}

/** Where it writes, for tests. */
export interface AriacStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Gives the exit status. */
export async function runAriac(
  args: readonly string[],
  { stdout, stderr }: AriacStreams = process,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  if (args.includes('-h') || args.includes('--help')) {
    stdout.write(ariacHelp);
    return 0;
  }
  const command = parse(args);
  if (typeof command === 'string') {
    stderr.write(`ariac: ${command}\nTry: ariac --help\n`);
    return 2;
  }
  const colours = coloursFor(stderr);
  try {
    const { program, diagnostics } = await perform(command, signal, stdout, text => {
      stderr.write(`ariac: ${text}\n`);
    });
    for (const diagnostic of diagnostics) stderr.write(diagnosticText(diagnostic, colours));
    return program === undefined ? 1 : 0;
  } catch (error) {
    stderr.write(`ariac: ${colours.red('error:')} ${asFailure(error).text}\n`);
    return 1;
  }
}

function parse(args: readonly string[]): Command | string {
  const files: string[] = [];
  const linkOptions: string[] = [];
  let output: string | undefined;
  let product: Command['product'] = 'program';
  let release = false;
  let debugInfo = true;
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (word === '-o') {
      output = args[++index];
      if (output === undefined) return '-o needs the name of a file';
    } else if (word === '-O' || word === '--release') release = true;
    else if (word === '-c') product = 'object';
    else if (word === '--emit-llvm') product = 'llvm';
    else if (word === '--check') product = 'nothing';
    else if (word === '-g0') debugInfo = false;
    else if (word === '-l' || word === '-L') {
      const name = args[++index];
      if (name === undefined) return `${word} needs the name of a ${word === '-l' ? 'library' : 'folder'}`;
      linkOptions.push(`${word}${name}`);
    } else if (isLinkOption(word) || isLinkable(word)) linkOptions.push(word);
    else if (word.startsWith('-')) return `unknown option ${word}`;
    else files.push(word);
  }
  const [file, ...more] = files;
  if (file === undefined) return 'name the file to compile';
  if (more.length > 0)
    return `an Aria program is one file, and ${more[0]!} is nothing to link it with (.o, .a, .so)`;
  if (output === '-' && product !== 'llvm') return 'only --emit-llvm can be printed';
  return { file, product, release, debugInfo, linkOptions, ...(output === undefined ? {} : { output }) };
}

async function perform(
  { file, output, product, ...options }: Command,
  signal: AbortSignal,
  stdout: AriacStreams['stdout'],
  progress: (message: string) => void,
): Promise<Compiled> {
  const cwd = process.cwd();
  const path = await canonicalPath(file, cwd);
  if (product === 'nothing') return checkFile(path);
  const wanted = resolve(cwd, output ?? defaultOutput(path, product));
  if (wanted === path)
    throw new Failure(
      'bad-arguments',
      'user',
      'the result would take the place of the source.',
      'Name another file with -o.',
    );
  if (output !== '-') await requireWritable(wanted, output ?? basename(wanted));
  const scratch = await makeTemporaryFolder('build');
  const written = output === '-' ? join(scratch, 'printed.ll') : wanted;
  try {
    const compiled = await compile({
      ...options,
      path,
      product,
      output: written,
      scratch,
      cwd,
      signal,
      // One line each time would be one too many: only what takes long is told.
      progress: message => {
        if (message.includes('runtime')) progress(message);
      },
    });
    if (output === '-' && compiled.program !== undefined) stdout.write(await readFile(written, 'utf8'));
    return compiled;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function defaultOutput(path: string, product: Product): string {
  const name = basename(path, extname(path));
  if (product === 'object') return `${name}.o`;
  if (product === 'llvm') return `${name}.ll`;
  // Never onto the source itself.
  return extname(path) === '' ? `${name}.out` : name;
}
