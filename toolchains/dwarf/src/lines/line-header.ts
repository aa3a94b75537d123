// The header of a line program: its folders and files, and how its operations are numbered.

import { Form } from '../entries/names.js';
import { readValue, type Widths } from '../entries/values.js';
import type { Cursor } from '../reading/cursor.js';
import type { Sections } from '../reading/sections.js';

export interface LineHeader {
  readonly version: number;
  readonly addressSize: number;
  readonly instructionLength: number;
  readonly startsStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly firstSpecial: number;
  /** How many operands each standard operation has, from 1 on. */
  readonly operands: readonly number[];
  /** Whole paths by the number that the program knows them by. */
  readonly files: ReadonlyMap<number, string>;
  /** Its operations. */
  readonly program: Cursor;
}

interface FileEntry {
  readonly path: string;
  readonly directory: number;
}

/** `folder`: where the compiler ran. `addressSize`: for versions that do not tell it. */
export function readLineHeader(
  cursor: Cursor,
  sections: Sections,
  folder: string,
  addressSize: number,
): LineHeader {
  const unitStart = cursor.offset;
  const { part, offsetSize } = cursor.unit();
  const version = part.u16();
  if (version < 2 || version > 5)
    throw part.problem(`a line table of version ${version} is not known here`, unitStart);
  const size = version >= 5 ? part.u8() : addressSize;
  if (version >= 5) part.skip(1);
  const rest = part.word(offsetSize);
  const programAt = part.offset + rest;
  const instructionLength = part.u8();
  if (version >= 4) part.skip(1);
  const startsStatement = part.u8() !== 0;
  const lineBase = part.i8();
  const lineRange = part.u8();
  const firstSpecial = part.u8();
  if (lineRange === 0) throw part.problem('a line table has a range of no lines');
  const operands: number[] = [0];
  for (let op = 1; op < firstSpecial; op++) operands.push(part.u8());
  const widths: Widths = { addressSize: size, offsetSize, version, unitStart };
  const files = version >= 5 ? modernFiles(part, sections, widths, folder) : olderFiles(part, folder);
  if (programAt < part.offset || programAt > part.end)
    throw part.problem('a line table does not begin where its header ends');
  part.offset = programAt;
  return {
    ...{ version, addressSize: size, instructionLength, startsStatement },
    ...{ lineBase, lineRange, firstSpecial, operands, files, program: part },
  };
}

/** Folders and files in tables of their own; both count from 0. */
function modernFiles(
  part: Cursor,
  sections: Sections,
  widths: Widths,
  folder: string,
): ReadonlyMap<number, string> {
  const directories = entryTable(part, sections, widths).map(({ path }) => joined(folder, path));
  const files = entryTable(part, sections, widths);
  return new Map(
    files.map(({ path, directory }, index) => [index, joined(directories[directory] ?? folder, path)]),
  );
}

/** DW_LNCT_path and DW_LNCT_directory_index. */
const Content = { path: 1, directory: 2 } as const;

function entryTable(part: Cursor, sections: Sections, widths: Widths): readonly FileEntry[] {
  const formats = Array.from({ length: part.u8() }, () => ({ content: part.count(), form: part.count() }));
  const count = part.count();
  // Every entry takes a byte at least, so that a wrong count cannot ask for more memory than the file has.
  if (count > part.left || (count > 0 && formats.length === 0))
    throw part.problem(`a line table is said to have ${count} files, and the bytes end before`);
  const found: FileEntry[] = [];
  for (let nth = 0; nth < count; nth++) {
    let path = '';
    let directory = 0;
    for (const { content, form } of formats) {
      // These have no bytes, and nothing to say here.
      if (form === Form.implicitConst || form === Form.flagPresent)
        throw part.problem('a line table has entries of an unknown form');
      const value = readValue(part, form, widths);
      if (content === Content.path) {
        if (value.kind === 'text') path = value.value;
        if (value.kind === 'text-at') path = sections.text(value.section, value.offset);
      } else if (content === Content.directory && value.kind === 'constant') directory = Number(value.value);
    }
    found.push({ path, directory });
  }
  return found;
}

/** Before version 5: lists that end with an empty name; files count from 1, and folder 0 is the compiler's. */
function olderFiles(part: Cursor, folder: string): ReadonlyMap<number, string> {
  const directories = [folder];
  for (let path = part.text(); path !== ''; path = part.text()) directories.push(joined(folder, path));
  const files = new Map<number, string>();
  for (let path = part.text(); path !== ''; path = part.text()) {
    const directory = part.count();
    part.unsigned();
    part.unsigned();
    files.set(files.size + 1, joined(directories[directory] ?? folder, path));
  }
  return files;
}

const isWhole = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);

export function joined(folder: string, path: string): string {
  if (path === '') return folder;
  if (folder === '' || isWhole(path)) return path;
  return `${folder.replace(/[/\\]$/, '')}/${path}`;
}
