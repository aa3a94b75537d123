// The program of a far task: its code from the executive, its symbols from there or from a file here.

import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { readSym } from '../../toolchain/format/sym-reader.js';
import type { DescribedProgram } from '../image.js';
import { answers, type TaskAnswer } from './answers.js';
import { Refusal } from './connection.js';
import type { ExecutiveSession } from './session.js';

const codePiece = 65_536;

export interface GivenSymbols {
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly name: string;
}

/** `note` says what a person should know about what is missing. */
export async function readFarProgram(
  session: ExecutiveSession,
  task: TaskAnswer,
  given: GivenSymbols | undefined,
  cwd: string,
): Promise<{ readonly program: DescribedProgram; readonly note?: string }> {
  const { pid, app_name: name, program: path } = task;
  const code = await readCode(session, pid);
  const told = given ?? (await readFarSymbols(session, task, cwd));
  const bare: DescribedProgram = { name, path, folder: cwd, code, entry: 0, data: new Uint8Array(0) };
  if (told === undefined)
    return {
      program: bare,
      note: `the executive has no symbols of ${name}: only instructions, registers and memory can be seen.`,
    };
  const { crc = crcIn(told.bytes) } = task;
  const { sym, notes } = readSym(told.bytes, { symName: told.name, hxeName: basename(path), crc, code });
  const program: DescribedProgram = { ...bare, folder: told.folder, sym };
  return notes.length === 0 ? { program } : { program, note: `${told.name}: ${notes.join(' ')}` };
}

async function readCode(session: ExecutiveSession, pid: number): Promise<Uint32Array> {
  const { data } = await session.ask('code.read', { pid, addr: 0, length: codePiece }, answers.bytes);
  const bytes = Buffer.from(data, 'hex');
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, nth) => bytes.readUInt32BE(nth * 4));
}

async function readFarSymbols(
  session: ExecutiveSession,
  { pid, symbols }: TaskAnswer,
  cwd: string,
): Promise<GivenSymbols | undefined> {
  const path = symbols?.path;
  if (path === undefined) return undefined;
  let text = '';
  try {
    for (let total = Infinity; text.length < total;) {
      const piece = await session.ask('sym', { op: 'read', pid, offset: text.length }, answers.text);
      ({ total } = piece);
      if (piece.text === '') break;
      text += piece.text;
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return {
    bytes: new TextEncoder().encode(text),
    // Sources are named from where the program was built, as a rule the folder that it lies in.
    folder: isAbsolute(path) ? dirname(path) : dirname(resolve(cwd, path)),
    name: basename(path),
  };
}

/** The checksum that a symbol file names; whatever else is wrong with it, the reader will say. */
export function crcIn(bytes: Uint8Array): number {
  try {
    const { hxe_crc: crc } = JSON.parse(new TextDecoder().decode(bytes)) as { hxe_crc?: unknown };
    return typeof crc === 'number' ? crc : 0;
  } catch {
    return 0;
  }
}
