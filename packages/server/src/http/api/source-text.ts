// GET /api/source: the text of one file within reach.

import type { FileHandle } from 'node:fs/promises';
import { Refused } from '../refused.js';
import { openFile, unreachable, type FileReach } from './file-reach.js';

const mostBytes = 16 * 1024 * 1024;
const pieceBytes = 256 * 1024;

export interface SourceAnswer {
  /** Absolute, links followed. */
  readonly path: string;
  readonly text: string;
}

export async function sourceText(reach: FileReach, path: string): Promise<SourceAnswer> {
  if (path === '') throw new Refused(400, 'name a file: /api/source?path=FILE');
  const real = await reach.locate(path);
  return { path: real, text: await readText(real, path) };
}

async function readText(real: string, name: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await openFile(real, name);
    return textIn(await readAll(file, name), name);
  } catch (error) {
    throw error instanceof Refused ? error : unreachable(name, error);
  } finally {
    await file?.close();
  }
}

/** Piece by piece: one that grows meanwhile must come to an end too. */
async function readAll(file: FileHandle, name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes));
    if (bytesRead === 0) return Buffer.concat(pieces);
    size += bytesRead;
    if (size > mostBytes)
      throw new Refused(413, `${name} has more than ${mostBytes / 1024 / 1024} MB, too much to be shown.`);
    pieces.push(buffer.subarray(0, bytesRead));
  }
}

/** Sources in older encodings are text too; their odd bytes are shown as such. No text has zero bytes. */
function textIn(bytes: Buffer, name: string): string {
  if (bytes.includes(0)) throw new Refused(415, `${name} is not text.`, 'Name a source file.');
  return new TextDecoder().decode(bytes);
}
