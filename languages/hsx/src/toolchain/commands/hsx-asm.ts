// hsx-asm: the assembler as a command.

import { writeFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import {
  parseOptions,
  readNamedFile,
  requireWritable,
  runCommand,
  type CommandStreams,
} from '@sonde/language';
import { assemble } from '../asm/assemble.js';
import { assemblyDebug } from '../asm/assembly-debug.js';
import { dumpJson } from '../asm/dump-json.js';
import { readIncluded } from '../asm/read-included.js';
import { writeDbg } from '../format/dbg-file.js';
import { writeHxo } from '../format/hxo-file.js';
import type { HxoObject } from '../format/hxo.js';
import { link } from '../ld/link.js';
import { reportProblems } from './streams.js';

export const hsxAsmHelp = `usage: hsx-asm [options] FILE.mvasm

Assembles MVASM to an object file.

  -o FILE          write the result there (default: the name of the source with .hxo, in this folder)
  --emit-debug FILE.dbg
                   write where in the source each instruction and label is, for hsx-ld --debug-info
  --emit-hxe       link it alone and write a program (.hxe)
  --dump-json      print instructions, labels and data as JSON
  --dump-bytes     print the words of the code
  -v, --verbose    print sizes, and what is wanted from other objects
  -h, --help       print this

With --dump-json or --dump-bytes and without -o nothing is written.
Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 the source has errors or cannot be read, 2 wrong usage.
`;

interface Command {
  readonly file: string;
  readonly output?: string;
  readonly debug?: string;
  readonly program: boolean;
  readonly dumpJson: boolean;
  readonly dumpBytes: boolean;
  readonly verbose: boolean;
}

export const hsxAsm = (args: readonly string[], io: CommandStreams = process): Promise<number> =>
  runCommand({ name: 'hsx-asm', help: hsxAsmHelp }, args, io, parse, command => perform(command, io));

function parse(args: readonly string[]): Command | string {
  const options = parseOptions(args, {
    flags: ['--emit-hxe', '--emit-hxo', '--dump-json', '--dump-bytes', '-v', '--verbose'],
    values: { '-o': 'the name of a file', '--emit-debug': 'the name of a file' },
  });
  if (typeof options === 'string') return options;
  const { flags, values, words } = options;
  const [file, another] = words;
  if (file === undefined) return 'name the file to assemble';
  if (another !== undefined) return `one file at a time, and ${another} is the second; hsx-ld links objects`;
  const output = values.get('-o');
  const debug = values.get('--emit-debug');
  return {
    file,
    ...(output === undefined ? {} : { output }),
    ...(debug === undefined ? {} : { debug }),
    program: flags.has('--emit-hxe'),
    dumpJson: flags.has('--dump-json'),
    dumpBytes: flags.has('--dump-bytes'),
    verbose: flags.has('-v') || flags.has('--verbose'),
  };
}

async function perform(command: Command, { stdout, stderr }: CommandStreams): Promise<number> {
  const { file } = command;
  const text = new TextDecoder().decode(readNamedFile(file));
  const assembled = assemble(text, { file, readText: readIncluded });
  const { object, instructions, problems } = assembled;
  if (reportProblems('hsx-asm', problems, stderr) || object === undefined) return 1;
  if (command.dumpJson) stdout.write(`${dumpJson(object, instructions, file)}\n`);
  if (command.dumpBytes)
    for (const [index, word] of object.code.entries())
      stdout.write(`${(index * 4).toString(16).padStart(4, '0')}: ${word.toString(16).padStart(8, '0')}\n`);
  if (command.verbose) {
    stdout.write(
      `${object.code.length * 4} bytes of code, ${object.rodata.length} of data, ${object.bss} of zeros, entry 0x${object.entry.toString(16).padStart(4, '0')}\n`,
    );
    if (object.imports.length > 0) stdout.write(`imports: ${object.imports.join(', ')}\n`);
  }
  if (command.output === undefined && (command.dumpJson || command.dumpBytes)) return 0;
  const stem = basename(file, extname(file));
  const output = command.output ?? `${stem}${command.program ? '.hxe' : '.hxo'}`;
  if (resolve(output) === resolve(file))
    throw new Failure(
      'bad-arguments',
      'user',
      'the result would take the place of the source.',
      'Name another file with -o.',
    );
  const bytes = command.program ? linkedAlone(object, stem, output, stderr) : writeHxo(object);
  if (bytes === undefined) return 1;
  for (const path of [output, ...(command.debug === undefined ? [] : [command.debug])])
    await requireWritable(resolve(path), path);
  await writeFile(output, bytes);
  if (command.debug !== undefined) {
    const module = basename(output, extname(output));
    await writeFile(command.debug, writeDbg(assemblyDebug(assembled, object, module, process.cwd())));
  }
  if (!command.dumpJson) stdout.write(`Wrote ${output} (${object.code.length} words)\n`);
  return 0;
}

function linkedAlone(
  object: HxoObject,
  name: string,
  output: string,
  stderr: CommandStreams['stderr'],
): Uint8Array | undefined {
  const { image, problems } = link([{ name, object }], { appName: basename(output, extname(output)) });
  return reportProblems('hsx-asm', problems, stderr) ? undefined : image;
}
