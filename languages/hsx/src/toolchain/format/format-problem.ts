// The error of a file that cannot be read: what is wrong with it, and where.

import { Failure } from '@sonde/engine';

export type FileKind = '.hxe' | '.hxo' | '.dbg' | '.sym';

export class FormatProblem extends Failure {
  constructor(
    readonly fileKind: FileKind,
    /** `byte 28`, or the path of a value in JSON: `symbols.functions[2].size`. */
    readonly where: string,
    /** Without a full stop. */
    what: string,
    next?: string,
  ) {
    super('unreadable', 'user', `this is not a usable ${fileKind} file: ${what} (${where}).`, next);
  }
}
