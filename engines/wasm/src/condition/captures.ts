// What a log point hands over when the program passes it, and the values that the session makes of it.

import { scalar, type CapturedValue, type RawValue, type TypeId } from '@sonde/engine';
import type { LoggedPiece, PieceKind } from '../messages.js';

/** How the value of one expression is handed over. */
export type ValueForm =
  /** An i64 with the bits of a variable; so many bytes of it count. */
  | { readonly kind: 'bits'; readonly type: TypeId; readonly size: number }
  /** An i64 with a number. */
  | { readonly kind: 'integer'; readonly type: TypeId; readonly unsigned: boolean }
  | { readonly kind: 'float' | 'boolean'; readonly type: TypeId }
  /** Memory: where the value lies. */
  | { readonly kind: 'memory'; readonly type: TypeId };

export interface CaptureForm {
  readonly value: ValueForm;
  /** The memory that showing it reads besides. */
  readonly behind: readonly Exclude<PieceKind, 'value'>[];
}

export const piecesOf = ({ value, behind }: CaptureForm): readonly PieceKind[] => [
  value.kind === 'memory' ? 'memory' : 'value',
  ...behind,
];

/** Parameters of the import that takes a piece: a value, an address and a length, an address. */
export const paramsOf = (piece: PieceKind): readonly 'i64'[] =>
  piece === 'memory' ? ['i64', 'i64'] : ['i64'];

/** The values of a message, out of what was handed over when the program passed. */
export function capturedValues(
  forms: readonly CaptureForm[],
  pieces: readonly LoggedPiece[],
): readonly CapturedValue[] {
  let next = 0;
  return forms.map(({ value: form, behind }): CapturedValue => {
    const value = valueOf(form, pieces[next++]);
    const memory = behind.flatMap(() => {
      const piece = pieces[next++];
      return typeof piece === 'object'
        ? [{ address: { space: '', offset: BigInt(piece.address) }, bytes: piece.bytes }]
        : [];
    });
    return { value, memory };
  });
}

function valueOf(form: ValueForm, piece: LoggedPiece | undefined): RawValue {
  const { type } = form;
  if (typeof piece === 'object')
    return {
      type,
      place: { kind: 'memory', address: { space: '', offset: BigInt(piece.address) } },
      content: { kind: 'bytes', bytes: piece.bytes },
    };
  const bits = piece ?? 0n;
  switch (form.kind) {
    case 'bits':
      return { type, content: { kind: 'bytes', bytes: bytesOf(bits).slice(0, form.size) } };
    case 'float':
      return scalar(type, new DataView(bytesOf(bits).buffer).getFloat64(0, true));
    case 'boolean':
      return scalar(type, bits !== 0n);
    default:
      return scalar(type, form.kind === 'integer' && form.unsigned ? BigInt.asUintN(64, bits) : bits);
  }
}

function bytesOf(bits: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, bits, true);
  return bytes;
}
