// hsx-cc: from C to a program, as a command.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname, relative, resolve } from 'node:path';
import {
  parseOptions,
  readNamedFile,
  requireWritable,
  runCommand,
  type CommandStreams,
} from '@sonde/language';
import { assemble } from '../asm/assemble.js';
import { compileC, compileObjects, type CompileOptions, type ProgramSource } from '../cc/compile-c.js';
import type { DbgFile } from '../format/dbg.js';
import { readDbg, writeDbg } from '../format/dbg-file.js';
import { readHxo, writeHxo } from '../format/hxo-file.js';
import { writeSym } from '../format/sym-reader.js';
import type { CompileDiagnostic } from '../llc/compile-module.js';
import { problemOf } from './hsx-llc.js';
import { gradeOf } from './options.js';
import { reportProblems, withFileName } from './streams.js';
import { stemOf } from '../stem.js';

export const hsxCcHelp = `usage: hsx-cc [options] FILE.c… [FILE.mvasm…] [FILE.hxo…]

Compiles C for the HSX machine and links a program. Nothing else needs to be installed: clang comes along as WebAssembly, and
the system's is used where there is one.

  -o FILE               write the result there (default: the name of the first source with .hxe, in this folder)
  -O0, -O1, -O2         optimisation (default: -O0)
  -I FOLDER, -D NAME[=VALUE]
  -c                    only make objects (.hxo, and .dbg for the linker)
  -S                    only make assembly (.mvasm)
  --emit-sym [FILE]     write what a debugger needs to know (default: the name of the result with .sym)
  --debug-grade 1|2|3   functions; also lines; also variables and types (default: 3)
  --clang PROGRAM|wasm  which clang to use
  --app-name NAME       the program's name for others (default: the name of the result)
  -h, --help            print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 it cannot be compiled or linked, 2 wrong usage.
`;

interface Command {
  readonly files: readonly string[];
  readonly output?: string;
  readonly stage: 'program' | 'objects' | 'assembly';
  readonly sym: boolean | string;
  readonly options: CompileOptions;
}

export const hsxCc = (args: readonly string[], io: CommandStreams = process): Promise<number> =>
  runCommand({ name: 'hsx-cc', help: hsxCcHelp }, args, io, parse, command => perform(command, io));

function parse(args: readonly string[]): Command | string {
  const directories: string[] = [];
  const defines: string[] = [];
  const rest: string[] = [];
  let symFile: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index]!;
    const joined = /^-([ID])(.*)$/.exec(word);
    if (joined !== null) {
      const value = joined[2] === '' ? args[(index += 1)] : joined[2];
      if (value === undefined) return `-${joined[1]!} needs a value`;
      (joined[1] === 'I' ? directories : defines).push(value);
    } else if (word === '--emit-sym' && args[index + 1]?.endsWith('.sym') === true) {
      symFile = args[(index += 1)];
    } else rest.push(word);
  }
  const parsed = parseOptions(rest, {
    flags: ['-O0', '-O1', '-O2', '-g', '-c', '-S', '--emit-sym'],
    values: {
      '-o': 'the name of a file',
      '--debug-grade': '1, 2 or 3',
      '--clang': 'a program or wasm',
      '--app-name': 'a name',
    },
  });
  if (typeof parsed === 'string') return parsed;
  const { flags, values, words } = parsed;
  if (words.length === 0) return 'name the files to compile';
  const foreign = words.find(word => !['.c', '.mvasm', '.hxo'].includes(extname(word)));
  if (foreign !== undefined) return `${foreign} is neither C (.c) nor assembly (.mvasm) nor an object (.hxo)`;
  const grade = gradeOf(values.get('--debug-grade'));
  if (typeof grade === 'string') return grade;
  const stage = flags.has('-S') ? 'assembly' : flags.has('-c') ? 'objects' : 'program';
  const output = values.get('-o');
  if (stage !== 'program' && output !== undefined && words.length > 1)
    return '-o names one file, and there are several';
  const clang = values.get('--clang');
  const appName = values.get('--app-name') ?? stemOf(output ?? words[0]!);
  return {
    files: words,
    ...(output === undefined ? {} : { output }),
    stage,
    sym: symFile ?? flags.has('--emit-sym'),
    options: {
      optimization: flags.has('-O2') ? '2' : flags.has('-O1') ? '1' : '0',
      debugGrade: grade,
      includeDirectories: directories,
      defines,
      appName,
      ...(clang === undefined ? {} : { clang }),
    },
  };
}

/** What was said of an object when it was made. */
function debugBeside(file: string): { readonly dbg?: DbgFile } {
  const beside = `${file.slice(0, -extname(file).length)}.dbg`;
  if (!existsSync(beside)) return {};
  return { dbg: withFileName(beside, () => readDbg(readNamedFile(beside), stemOf(file)).dbg) };
}

async function perform(command: Command, { stderr }: CommandStreams): Promise<number> {
  const sources = command.files.map((file): ProgramSource => {
    const bytes = readNamedFile(file);
    if (extname(file) === '.hxo') {
      const object = withFileName(file, () => readHxo(bytes));
      return { kind: 'object', name: file, object, ...debugBeside(file) };
    }
    return {
      kind: extname(file) === '.c' ? 'c' : 'assembly',
      name: file,
      text: new TextDecoder().decode(bytes),
    };
  });
  if (command.stage !== 'program') return separate(command, sources, stderr);
  const output = command.output ?? `${stemOf(command.files[0]!)}.hxe`;
  const { image, sym, diagnostics } = await compileC(sources, {
    ...command.options,
    hxePath: basename(output),
  });
  if (report(diagnostics, stderr) || image === undefined || sym === undefined) return 1;
  const symFile = typeof command.sym === 'string' ? command.sym : output.replace(/(?:\.hxe)?$/, '.sym');
  const wantsSym = command.sym !== false;
  for (const name of [output, ...(wantsSym ? [symFile] : [])]) await requireWritable(resolve(name), name);
  await writeFile(output, image);
  if (wantsSym) await writeFile(symFile, writeSym(sym));
  return 0;
}

async function separate(
  { stage, output, options }: Command,
  sources: readonly ProgramSource[],
  stderr: CommandStreams['stderr'],
): Promise<number> {
  const { objects, diagnostics } = await compileObjects(sources, options);
  if (report(diagnostics, stderr)) return 1;
  for (const { name, text, dbg } of objects) {
    const file = output ?? `${name}${stage === 'assembly' ? '.mvasm' : '.hxo'}`;
    await requireWritable(resolve(file), file);
    if (stage === 'assembly') {
      await writeFile(file, text);
      continue;
    }
    const { object, problems } = assemble(text, { file: `${name}.mvasm` });
    if (reportProblems('hsx-cc', problems, stderr) || object === undefined) return 1;
    await writeFile(file, writeHxo(object));
    // Objects and their debug information are matched by name.
    if (dbg !== undefined) {
      const debug = file.replace(/(?:\.hxo)?$/, '.dbg');
      await writeFile(debug, writeDbg({ ...dbg, module: stemOf(file) }));
    }
  }
  return 0;
}

function report(diagnostics: readonly CompileDiagnostic[], stderr: CommandStreams['stderr']): boolean {
  const named = diagnostics.map(one =>
    one.file?.startsWith(process.cwd()) === true ? { ...one, file: relative(process.cwd(), one.file) } : one,
  );
  return reportProblems(
    'hsx-cc',
    named.map(one => problemOf(one)),
    stderr,
  );
}
