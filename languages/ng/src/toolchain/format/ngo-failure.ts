// The error of a file that cannot be read: what the original tool says, and where in the file it went wrong.

import { Failure } from '@sonde/engine';

export class NgoFailure extends Failure {
  constructor(
    /** Word for word what the original tool prints. */
    readonly upstream: string,
    /** Byte of the file at which reading failed. */
    readonly offset: number,
    detail: string,
    next?: string,
  ) {
    super('unreadable', 'user', `${upstream} (${detail}).`, next);
  }
}
