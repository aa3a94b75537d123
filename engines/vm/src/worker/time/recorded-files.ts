// The program's files while it is recorded: what it read is kept, and read again from there; what it wrote is not written
// twice. On a branch, which the world has not seen, writes go to an overlay.

import type { ProgramFiles } from '../../program-files.js';
import { fileErrorOf, thrownAgain, type FileAnswer } from '../../recording/input-log.js';
import type { LogCursor } from '../../recording/run-log.js';

/** What was written on a branch, by path; undefined where files are written for real. */
export type FileOverlay = Map<string, Uint8Array>;

export interface FilesRecording {
  readonly answers: LogCursor<FileAnswer>;
  readonly overlay: FileOverlay | undefined;
  /** The first write to the overlay is told. */
  readonly overlaid: (path: string) => void;
}

export const recordedFiles = (files: ProgramFiles, recording: () => FilesRecording): ProgramFiles => ({
  read: (path, makeRoom) => {
    const { answers, overlay } = recording();
    if (answers.replays) return readAgain(answers.take(), makeRoom);
    const room = { asked: 0, refused: true };
    try {
      const bytes = (overlay?.has(path) === true ? overlayFiles(overlay) : files).read(path, size => {
        room.asked = size;
        makeRoom(size);
        room.refused = false;
      });
      // A copy: the program may change its own.
      answers.record({ kind: 'bytes', bytes: bytes.slice(), asked: room.asked });
      return bytes;
    } catch (error) {
      const noRoom = room.refused && room.asked > 0;
      answers.record(
        noRoom ? { kind: 'no-room', asked: room.asked } : { kind: 'failed', error: fileErrorOf(error) },
      );
      throw error;
    }
  },
  write: (path, bytes) => {
    const { answers, overlay, ...told } = recording();
    if (answers.replays) {
      const answer = answers.take();
      if (answer.kind === 'failed') throw thrownAgain(answer.error);
      return;
    }
    if (overlay?.has(path) === false) told.overlaid(path);
    try {
      (overlay === undefined ? files : overlayFiles(overlay)).write(path, bytes);
      answers.record({ kind: 'written' });
    } catch (error) {
      answers.record({ kind: 'failed', error: fileErrorOf(error) });
      throw error;
    }
  },
});

function readAgain(answer: FileAnswer, makeRoom: (bytes: number) => void): Uint8Array {
  // The program is asked for room as it was then, because what it counts is part of its state.
  if (answer.kind === 'bytes' || answer.kind === 'no-room') makeRoom(answer.asked);
  if (answer.kind === 'failed') throw thrownAgain(answer.error);
  return answer.kind === 'bytes' ? answer.bytes.slice() : new Uint8Array(0);
}

const overlayFiles = (overlay: FileOverlay): ProgramFiles => ({
  read: (path, makeRoom) => {
    const bytes = overlay.get(path) ?? new Uint8Array(0);
    makeRoom(bytes.length);
    return bytes.slice();
  },
  write: (path, bytes) => void overlay.set(path, bytes.slice()),
});
