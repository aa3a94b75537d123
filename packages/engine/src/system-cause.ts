// What the system ran out of, by its cause: errors that are nobody's fault in a program and that a user can mend.

export interface SystemCause {
  readonly cause: string;
  readonly next: string;
}

const elsewhere = 'Make room, or set TMPDIR to a folder on another disk.';

const causes: Readonly<Record<string, SystemCause>> = {
  EMFILE: {
    cause: 'this process has no file descriptors left.',
    next: 'End some sessions, or raise the limit: `ulimit -n`.',
  },
  ENFILE: { cause: 'the system has no file descriptors left.', next: 'End some programs.' },
  ENOSPC: { cause: 'the disk is full.', next: elsewhere },
  EDQUOT: { cause: 'this user may not use more of the disk.', next: elsewhere },
  EROFS: { cause: 'the file system is read-only.', next: 'Set TMPDIR to a folder that can be written.' },
  EAGAIN: { cause: 'the system can start no more processes or threads.', next: 'End some programs.' },
};

/** Undefined for errors of other kinds. */
export function systemCause(error: unknown): SystemCause | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return causes[String(error.code)];
}
