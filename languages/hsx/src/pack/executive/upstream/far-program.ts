// The program of a task on upstream's executive: its code from there or from the file here, its symbols from files here.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import { programOf } from '../../../runtime/load.js';
import { crcOf, readHxe } from '../../../toolchain/format/hxe-file.js';
import { readSym } from '../../../toolchain/format/sym-reader.js';
import type { DescribedProgram } from '../../image.js';
import type { Asker } from '../connection.js';
import { crcIn, type GivenSymbols } from '../far-program.js';
import { upstreamAnswers, type UpstreamTask } from './answers.js';

/** As many instructions as it shows at a time. */
const mostShown = 64;

export interface ProgramFiles {
  /** The linked program, where the user named it. */
  readonly program?: string;
  readonly symbols?: GivenSymbols;
  readonly cwd: string;
}

interface LocalProgram {
  readonly path: string;
  readonly crc: number;
  readonly described: Omit<DescribedProgram, 'path' | 'folder'>;
}

/** `notes` say what a person should know about what is missing. */
export async function readUpstreamProgram(
  session: Asker,
  task: UpstreamTask,
  files: ProgramFiles,
): Promise<{ readonly program: DescribedProgram; readonly notes: readonly string[] }> {
  const name = nameOf(task);
  const notes: string[] = [];
  const far = await farCode(session, task.pid);
  let local = localProgram(task, files);
  if (local !== undefined && far.code !== undefined && !sameCode(local.described.code, far.code)) {
    const differs = `${basename(local.path)} is not the program that runs as task ${task.pid}.`;
    if (files.program !== undefined)
      throw new Failure('bad-arguments', 'user', differs, 'Name the file that was loaded there.');
    notes.push(differs);
    local = undefined;
  }
  const { code = local?.described.code, entry } = far;
  if (code === undefined)
    throw new Failure(
      'not-found',
      'user',
      `the executive cannot show the code of task ${task.pid} (${name}), and ${task.program ?? 'its file'} is not here.`,
      'Name the linked program with "program".',
    );
  if (far.code === undefined)
    notes.push(
      `the executive cannot show code: that ${basename(local!.path)} is what runs there is believed.`,
    );
  const bare: DescribedProgram = {
    ...(local?.described ?? { code, entry, data: new Uint8Array(0) }),
    name,
    path: local?.path ?? task.program ?? name,
    folder: local === undefined ? files.cwd : dirname(local.path),
  };
  const symbols = files.symbols ?? symbolsBeside(task, local, files.cwd);
  if (symbols === undefined) {
    notes.push(`there are no symbols of ${name}: only instructions, registers and memory can be seen.`);
    return { program: bare, notes };
  }
  const crc = local?.crc ?? crcIn(symbols.bytes);
  const read = readSym(symbols.bytes, { symName: symbols.name, hxeName: basename(bare.path), crc, code });
  notes.push(...read.notes.map(note => `${symbols.name}: ${note}`));
  return { program: { ...bare, folder: symbols.folder, sym: read.sym }, notes };
}

export const nameOf = ({ pid, app_name: name }: UpstreamTask): string => name ?? `task ${pid}`;

/** One of its branches reads data in the place of code, and shows nothing but zeros. */
async function farCode(
  session: Asker,
  pid: number,
): Promise<{ readonly code: Uint32Array | undefined; readonly entry: number }> {
  const { memory } = await session.ask('memory', { op: 'regions', pid }, upstreamAnswers.regions);
  const region = memory.regions.find(({ type }) => type === 'code');
  const [end, entry] = [region?.end ?? 0, region?.details?.entry ?? 0];
  const pieces: Buffer[] = [];
  for (let at = 0; at < end;) {
    // The number 0 would mean the pc.
    const asked = { pid, addr: `0x${at.toString(16)}`, count: Math.min(mostShown, (end - at) / 4) };
    const { disasm } = await session.ask('disasm', asked, upstreamAnswers.disasm);
    const piece = Buffer.from(disasm.data, 'hex').subarray(0, end - at);
    if (disasm.address !== at || piece.length < 4) return { code: undefined, entry };
    pieces.push(piece.subarray(0, piece.length & ~3));
    at += piece.length & ~3;
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.every(byte => byte === 0)) return { code: undefined, entry };
  const code = Uint32Array.from({ length: bytes.length / 4 }, (_, nth) => bytes.readUInt32BE(nth * 4));
  return { code, entry };
}

const sameCode = (a: Uint32Array, b: Uint32Array): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);

/** The file that the user named, or the one that the executive names, if it is here too. */
function localProgram(task: UpstreamTask, { program, cwd }: ProgramFiles): LocalProgram | undefined {
  const path = resolve(cwd, program ?? task.program ?? '');
  if (program === undefined && (task.program === null || !existsSync(path))) return undefined;
  const bytes = readFileSync(path);
  return { path, crc: crcOf(bytes), described: programOf(readHxe(bytes), nameOf(task)) };
}

/** Those that the executive names, or those beside the program: only of a program that is known to be the right one. */
function symbolsBeside(
  task: UpstreamTask,
  local: LocalProgram | undefined,
  cwd: string,
): GivenSymbols | undefined {
  if (local === undefined) return undefined;
  const told = task.symbols?.path ?? undefined;
  const beside = local.path.replace(/\.hxe$/, '.sym');
  const paths = [...(told === undefined ? [] : [resolve(cwd, told)]), beside];
  const path = paths.find(each => each.endsWith('.sym') && existsSync(each));
  return path === undefined
    ? undefined
    : { bytes: readFileSync(path), folder: dirname(path), name: basename(path) };
}
