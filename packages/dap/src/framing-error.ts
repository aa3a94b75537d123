// What can be wrong with incoming bytes, and whether the connection survives it.

/** The boundary of the next frame is lost (or the peer is not a debugger at all): the connection must close. */
export type FatalFramingKind =
  | 'http'
  | 'header-too-large'
  | 'bad-header'
  | 'missing-length'
  | 'bad-length'
  | 'conflicting-length'
  | 'body-too-large'
  | 'truncated';

/** One frame is useless, but where the next one starts is known: answer or report, and go on. */
export type RecoverableFramingKind = 'bad-utf8' | 'bad-json' | 'not-an-object' | 'bad-envelope';

export type FramingErrorKind = FatalFramingKind | RecoverableFramingKind;

/** What could be read of a useless request, enough to answer it. */
export interface Salvage {
  readonly seq: number;
  readonly command: string;
}

const recoverableKinds: ReadonlySet<FramingErrorKind> = new Set<RecoverableFramingKind>([
  'bad-utf8',
  'bad-json',
  'not-an-object',
  'bad-envelope',
]);

export class FramingError extends Error {
  override readonly name = 'FramingError';
  readonly kind: FramingErrorKind;
  readonly salvage: Salvage | undefined;

  constructor(kind: FramingErrorKind, message: string, salvage?: Salvage) {
    super(message);
    this.kind = kind;
    this.salvage = salvage;
  }

  get recoverable(): boolean {
    return recoverableKinds.has(this.kind);
  }
}
