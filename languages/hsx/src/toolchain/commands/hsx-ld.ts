// hsx-ld: the linker as a command.

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
import type { DbgFile } from '../format/dbg.js';
import { readDbg } from '../format/dbg-file.js';
import { readHxo } from '../format/hxo-file.js';
import { writeSym } from '../format/sym-reader.js';
import { link, type Linked, type LinkInput } from '../ld/link.js';
import type { Problem } from '../problem.js';
import { reportProblems, withFileName } from './streams.js';
import { stemOf } from '../stem.js';

export const hsxLdHelp = `usage: hsx-ld [options] FILE.hxo… -o FILE.hxe

Links objects to a program.

  -o FILE                write the program there
  --debug-info FILE.dbg… debug information of the compiler, matched with the objects by name
  --emit-sym FILE.sym    write what a debugger needs to know
  --app-name NAME        the program's name for others (default: the name of the result)
  --req-cap MASK         capabilities that the program asks for, 16 bits
  --single-instance      the program may not run twice at the same time
  --v1                   write version 1 of the format: no name, no metadata
  -v, --verbose          print addresses and sizes
  -h, --help             print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 it cannot be linked, 2 wrong usage.
`;

interface Command {
  readonly objects: readonly string[];
  readonly debugInfo: readonly string[];
  readonly output: string;
  readonly sym?: string;
  readonly appName: string;
  readonly capabilities: number;
  readonly singleInstance: boolean;
  readonly version: 1 | 2;
  readonly verbose: boolean;
}

export const hsxLd = (args: readonly string[], io: CommandStreams = process): Promise<number> =>
  runCommand({ name: 'hsx-ld', help: hsxLdHelp }, args, io, parse, command => perform(command, io));

function parse(args: readonly string[]): Command | string {
  const options = parseOptions(args, {
    // Files that end with .dbg are debug information wherever they stand, so --debug-info only says so aloud.
    flags: ['--debug-info', '--single-instance', '--v1', '-v', '--verbose'],
    values: {
      '-o': 'the name of a file',
      '--output': 'the name of a file',
      '--emit-sym': 'the name of a file',
      '--app-name': 'a name',
      '--req-cap': 'a number',
    },
  });
  if (typeof options === 'string') return options;
  const { flags, values, words } = options;
  const debugInfo = words.filter(word => extname(word) === '.dbg');
  const objects = words.filter(word => extname(word) !== '.dbg');
  const output = values.get('-o') ?? values.get('--output');
  if (flags.has('--debug-info') && debugInfo.length === 0)
    return '--debug-info needs the name of a .dbg file';
  if (objects.length === 0) return 'name the objects to link';
  if (output === undefined) return 'name the result with -o';
  const capabilities = Number(values.get('--req-cap') ?? 0);
  if (!Number.isInteger(capabilities) || capabilities < 0 || capabilities > 0xffff)
    return `--req-cap needs a number of 16 bits, not ${values.get('--req-cap') ?? ''}`;
  const sym = values.get('--emit-sym');
  const clash = [...objects, ...debugInfo, ...(sym === undefined ? [] : [sym])].find(
    path => resolve(path) === resolve(output),
  );
  if (clash !== undefined) return `the result would take the place of ${clash}`;
  return {
    objects,
    debugInfo,
    output,
    ...(sym === undefined ? {} : { sym }),
    appName: values.get('--app-name') ?? stemOf(output),
    capabilities,
    singleInstance: flags.has('--single-instance'),
    version: flags.has('--v1') ? 1 : 2,
    verbose: flags.has('-v') || flags.has('--verbose'),
  };
}

async function perform(command: Command, { stdout, stderr }: CommandStreams): Promise<number> {
  const { output, sym: symPath, appName, capabilities, singleInstance, version } = command;
  const { inputs, problems } = readInputs(command);
  const linked = link(inputs, {
    appName,
    capabilities,
    singleInstance,
    version,
    hxePath: basename(output),
  });
  const failed = reportProblems('hsx-ld', [...problems, ...linked.problems], stderr);
  if (failed || linked.image === undefined || linked.sym === undefined) return 1;
  for (const path of [output, ...(symPath === undefined ? [] : [symPath])])
    await requireWritable(resolve(path), path);
  await writeFile(output, linked.image);
  if (symPath !== undefined) await writeFile(symPath, writeSym(linked.sym));
  if (command.verbose) stdout.write(summary(linked, output));
  return 0;
}

function readInputs({ objects, debugInfo }: Command): {
  readonly inputs: readonly LinkInput[];
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const found = debugInfo.map(path => {
    const { dbg, notes } = withFileName(path, () => readDbg(readNamedFile(path), stemOf(path)));
    for (const note of notes)
      problems.push({ severity: 'warning', kind: 'debug-info', message: `${path}: ${note}` });
    return { path, dbg };
  });
  const used = new Set<DbgFile>();
  const inputs = objects.map(path => {
    const name = stemOf(path);
    const object = withFileName(path, () => readHxo(readNamedFile(path)));
    const dbg = found.find(each => each.dbg.module === name && !used.has(each.dbg))?.dbg;
    if (dbg !== undefined) used.add(dbg);
    return { name, object, ...(dbg === undefined ? {} : { dbg }) };
  });
  for (const { path, dbg } of found)
    if (!used.has(dbg))
      problems.push({
        severity: 'warning',
        kind: 'debug-info',
        message: `${path} is about ${dbg.module}, and no such object is linked: it is not used`,
        hint: `An object is matched by its name, ${dbg.module}.hxo.`,
      });
  if (inputs.length > 1000)
    throw new Failure('bad-arguments', 'user', 'more than 1000 objects are too many.');
  return { inputs, problems };
}

function summary({ layout, entry, exported }: Linked, output: string): string {
  const hex = (value: number): string => `0x${value.toString(16).padStart(4, '0')}`;
  const { modules, codeSize, dataSize, bssSize } = layout;
  return [
    `Linked ${modules.length} object${modules.length === 1 ? '' : 's'} -> ${output}`,
    `  entry ${hex(entry)}, ${codeSize} bytes of code, ${dataSize} of data, ${bssSize} of zeros`,
    ...modules.map(
      ({ name, code, data, object }) =>
        `  ${hex(code)} ${String(object.code.length * 4).padStart(6)} code  ${hex(data)} ${String(object.rodata.length).padStart(6)} data  ${name}`,
    ),
    `  exports: ${[...exported.keys()].sort().join(', ')}`,
    '',
  ].join('\n');
}
