// hsx-dis: the disassembler as a command.

import { existsSync } from 'node:fs';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { coloursFor, parseOptions, readNamedFile, runCommand, type CommandStreams } from '@sonde/language';
import { objectListing, programListing, type SourceLines } from '../dis/program-listing.js';
import { crcOf, readHxe } from '../format/hxe-file.js';
import { readHxo } from '../format/hxo-file.js';
import { readSym, type ReadSym } from '../format/sym-reader.js';
import { withFileName } from './streams.js';

export const hsxDisHelp = `usage: hsx-dis [options] FILE.hxe|FILE.hxo

Prints a program or an object as assembly, with labels, jump targets and data.

  --sym FILE.sym   symbols of the program (default: the .sym of the same name beside it, if there is one)
  --no-sym         use no symbols
  --source         print the text of the source lines, not only where they are
  -h, --help       print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 a file cannot be read, 2 wrong usage.
`;

interface Command {
  readonly file: string;
  readonly sym?: string;
  readonly noSym: boolean;
  readonly source: boolean;
}

export const hsxDis = (args: readonly string[], io: CommandStreams = process): Promise<number> =>
  runCommand({ name: 'hsx-dis', help: hsxDisHelp }, args, io, parse, async command => perform(command, io));

function parse(args: readonly string[]): Command | string {
  const options = parseOptions(args, {
    flags: ['--no-sym', '--source'],
    values: { '--sym': 'the name of a file' },
  });
  if (typeof options === 'string') return options;
  const { flags, values, words } = options;
  const [file, another] = words;
  if (file === undefined) return 'name the file to disassemble';
  if (another !== undefined) return `one file at a time, and ${another} is the second`;
  const sym = values.get('--sym');
  if (sym !== undefined && flags.has('--no-sym')) return '--sym and --no-sym contradict each other';
  return {
    file,
    ...(sym === undefined ? {} : { sym }),
    noSym: flags.has('--no-sym'),
    source: flags.has('--source'),
  };
}

function perform({ file, sym, noSym, source }: Command, { stdout, stderr }: CommandStreams): number {
  const bytes = readNamedFile(file);
  // JSON begins with a brace, a program with HSXE.
  if (extname(file) === '.hxo' || bytes[0] === 0x7b) {
    stdout.write(
      objectListing(
        file,
        withFileName(file, () => readHxo(bytes)),
      ),
    );
    return 0;
  }
  const image = withFileName(file, () => readHxe(bytes));
  const beside = `${file.slice(0, file.length - extname(file).length)}.sym`;
  const symPath = sym ?? (noSym || !existsSync(beside) ? undefined : beside);
  let found: ReadSym | undefined;
  if (symPath !== undefined)
    try {
      const program = { symName: symPath, hxeName: file, crc: crcOf(bytes), code: image.code };
      found = withFileName(symPath, () => readSym(readNamedFile(symPath), program));
    } catch (error) {
      // Asked for by name it must be right; found beside the program it is only left out.
      if (sym !== undefined || !(error instanceof Error)) throw error;
      stderr.write(`hsx-dis: ${coloursFor(stderr).yellow('warning:')} ${error.message}\n`);
    }
  for (const note of found?.notes ?? [])
    stderr.write(`hsx-dis: ${coloursFor(stderr).yellow('warning:')} ${symPath!}: ${note}\n`);
  const lines = source && found !== undefined ? sourceReader(found, file) : undefined;
  stdout.write(programListing(file, image, found?.sym, lines));
  return 0;
}

/** Where the compiler was, else beside the program. */
function sourceReader({ sym }: ReadSym, file: string): SourceLines {
  return index => {
    const source = sym.debug?.sources[index];
    if (source === undefined) return undefined;
    const { filename, directory } = source;
    const places = isAbsolute(filename)
      ? [filename]
      : [
          ...(isAbsolute(directory) ? [join(directory, filename)] : []),
          join(dirname(file), directory, filename),
        ];
    const place = places.find(path => existsSync(path));
    if (place === undefined) return undefined;
    try {
      return new TextDecoder().decode(readNamedFile(place)).split(/\r\n|\n|\r/);
    } catch {
      return undefined;
    }
  };
}
