// The program's files while it is recorded: what it read is kept, and read again from there; what it wrote is kept for
// branches, and not written twice. On a branch, which the world has not seen, writes go to an overlay.

import { resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import type { ProgramFiles } from '../../program-files.js';
import {
  fileErrorOf,
  thrownAgain,
  type FileAnswer,
  type FileBefore,
  type InputCursor,
} from '../../recording/input-log.js';
import type { FileOverlay } from './file-overlay.js';
import type { KeptContents } from './kept-contents.js';

export interface FilesRecording {
  readonly files: ProgramFiles;
  /** Paths count from there. */
  readonly cwd: string;
  readonly inputs: InputCursor;
  readonly kept: KeptContents;
  /** Undefined where files are those of the disk. */
  readonly overlay: () => FileOverlay | undefined;
  /** The first write to the overlay is told. */
  readonly overlaid: (path: string) => void;
}

export function recordedFiles(recording: FilesRecording): ProgramFiles {
  const { cwd, inputs, kept } = recording;
  const answers = inputs.files;
  /** Of these the recording has what they held before the program wrote to them. */
  const written = new Set<string>();
  return {
    read: (given, makeRoom) => {
      if (answers.replays) return readAgain(answers.take(), makeRoom, inputs);
      if (inputs.strays('a file')) throw notAsked(given);
      const path = resolve(cwd, given);
      const room = { asked: 0, refused: true };
      try {
        const bytes = present(recording, path).read(path, size => {
          room.asked = size;
          makeRoom(size);
          room.refused = false;
        });
        const content = { bytes: kept.copyOf(path, bytes) };
        const answer: FileAnswer = { kind: 'bytes', path, ...content, asked: room.asked };
        answers.record(kept.keepRead(answer));
        return bytes;
      } catch (error) {
        const noRoom = room.refused && room.asked > 0;
        answers.record(
          noRoom
            ? { kind: 'no-room', asked: room.asked }
            : { kind: 'failed', path, error: fileErrorOf(error) },
        );
        throw error;
      }
    },
    write: (given, bytes) => {
      if (answers.replays) return writtenAgain(answers.take());
      if (inputs.strays('a file')) throw notAsked(given);
      const path = resolve(cwd, given);
      const overlay = recording.overlay();
      const isFirst = overlay === undefined && !written.has(path);
      const before = isFirst ? heldBefore(recording, path) : undefined;
      try {
        present(recording, path).write(path, bytes);
      } catch (error) {
        answers.record({ kind: 'failed', path, error: fileErrorOf(error) });
        throw error;
      }
      if (before?.kind === 'bytes') kept.keepWritten(before);
      if (isFirst) written.add(path);
      const content = { bytes: kept.copyOf(path, bytes) };
      const answer: FileAnswer = { kind: 'written', path, ...content, ...(before && { before }) };
      answers.record(kept.keepWritten(answer));
      if (overlay?.write(path, content.bytes) === true) recording.overlaid(given);
    },
  };
}

/** Where the program reads and writes as long as it is live. */
function present({ files, overlay }: FilesRecording, path: string): ProgramFiles {
  const branch = overlay();
  if (branch === undefined) return files;
  return {
    read: (_path, makeRoom) => {
      if (!branch.has(path)) return files.read(path, makeRoom);
      const bytes = branch.read(path);
      makeRoom(bytes.length);
      return new Uint8Array(bytes);
    },
    write: () => undefined,
  };
}

/** What a file holds that the program is about to replace: on the disk that will be gone, and a branch may read it. */
function heldBefore({ files, kept }: FilesRecording, path: string): FileBefore {
  const known = kept.latest(path);
  if (known !== undefined) return { kind: 'bytes', bytes: known };
  const refuseLarge = (size: number): void => {
    if (size > kept.budget / 4) throw new RangeError('it would take much of the memory for recording');
  };
  try {
    return { kind: 'bytes', bytes: kept.copyOf(path, files.read(path, refuseLarge)) };
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unknown' };
  }
}

function readAgain(answer: FileAnswer, makeRoom: (bytes: number) => void, inputs: InputCursor): Uint8Array {
  // The program is asked for room as it was then, because what it counts is part of its state.
  if (answer.kind === 'bytes' || answer.kind === 'no-room') makeRoom(answer.asked);
  if (answer.kind === 'failed') throw thrownAgain(answer.error);
  if (answer.kind === 'written') inputs.strayed ??= 'a file that it had written';
  if (answer.kind !== 'bytes') return new Uint8Array(0);
  if (answer.bytes === undefined) inputs.strayed ??= 'a file whose content is not kept any more';
  return new Uint8Array(answer.bytes ?? []);
}

function writtenAgain(answer: FileAnswer): void {
  if (answer.kind === 'failed') throw thrownAgain(answer.error);
}

/** The run that strays ends with this instruction; the program must not go on as if it had been answered. */
const notAsked = (path: string): Failure =>
  new Failure('internal', 'sonde', `${path} was not asked for when this was recorded.`);
