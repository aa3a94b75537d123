// Values of attributes: every form, read as one of a few kinds.

import type { Cursor } from '../reading/cursor.js';
import { Form } from './names.js';

export type AttributeValue =
  | { readonly kind: 'address'; readonly value: number }
  /** Number of an address in `.debug_addr`. */
  | { readonly kind: 'address-index'; readonly value: number }
  | { readonly kind: 'constant'; readonly value: bigint; readonly size: number }
  | {
      readonly kind: 'block';
      readonly bytes: Uint8Array;
      readonly offset: number;
      readonly isExpression: boolean;
    }
  | { readonly kind: 'flag'; readonly value: boolean }
  /** Of an entry, from the beginning of `.debug_info`. */
  | { readonly kind: 'reference'; readonly value: number }
  /** Into a section that the attribute knows. */
  | { readonly kind: 'offset'; readonly value: number }
  | { readonly kind: 'list-index'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'text-at'; readonly section: '.debug_str' | '.debug_line_str'; readonly offset: number }
  | { readonly kind: 'text-index'; readonly value: number }
  /** Refers to another file. */
  | { readonly kind: 'elsewhere' };

export interface Widths {
  readonly addressSize: number;
  readonly offsetSize: 4 | 8;
  readonly version: number;
  /** Where the unit begins in its section: references count from there. */
  readonly unitStart: number;
}

export function readValue(cursor: Cursor, form: number, widths: Widths, constant?: bigint): AttributeValue {
  switch (form) {
    case Form.addr:
      return { kind: 'address', value: cursor.word(widths.addressSize) };
    case Form.data1:
      return constantOf(BigInt(cursor.u8()), 1);
    case Form.data2:
      return constantOf(BigInt(cursor.u16()), 2);
    case Form.data4:
      return constantOf(BigInt(cursor.u32()), 4);
    case Form.data8:
      return constantOf(cursor.u64(), 8);
    case Form.sdata:
      return constantOf(cursor.signed(), 0);
    case Form.udata:
      return constantOf(cursor.unsigned(), 0);
    case Form.implicitConst:
      return constantOf(constant ?? 0n, 0);
    case Form.data16:
      return block(cursor, 16, false);
    case Form.block1:
      return block(cursor, cursor.u8(), false);
    case Form.block2:
      return block(cursor, cursor.u16(), false);
    case Form.block4:
      return block(cursor, cursor.u32(), false);
    case Form.block:
      return block(cursor, cursor.count(), false);
    case Form.exprloc:
      return block(cursor, cursor.count(), true);
    case Form.flag:
      return { kind: 'flag', value: cursor.u8() !== 0 };
    case Form.flagPresent:
      return { kind: 'flag', value: true };
    case Form.ref1:
      return { kind: 'reference', value: widths.unitStart + cursor.u8() };
    case Form.ref2:
      return { kind: 'reference', value: widths.unitStart + cursor.u16() };
    case Form.ref4:
      return { kind: 'reference', value: widths.unitStart + cursor.u32() };
    case Form.ref8:
      return { kind: 'reference', value: widths.unitStart + cursor.size(cursor.u64()) };
    case Form.refUdata:
      return { kind: 'reference', value: widths.unitStart + cursor.count() };
    case Form.refAddr:
      return { kind: 'reference', value: cursor.word(widths.offsetSize) };
    case Form.secOffset:
      return { kind: 'offset', value: cursor.word(widths.offsetSize) };
    case Form.loclistx:
    case Form.rnglistx:
      return { kind: 'list-index', value: cursor.count() };
    case Form.refSig8:
    case Form.refSup8:
      cursor.skip(8);
      return { kind: 'elsewhere' };
    case Form.refSup4:
      cursor.skip(4);
      return { kind: 'elsewhere' };
    case Form.strpSup:
      cursor.skip(widths.offsetSize);
      return { kind: 'elsewhere' };
    case Form.indirect: {
      const real = cursor.count();
      if (real === Form.indirect || real === Form.implicitConst)
        throw cursor.problem('a form leads to another one');
      return readValue(cursor, real, widths);
    }
    default:
      return readTextOrAddress(cursor, form, widths);
  }
}

function readTextOrAddress(cursor: Cursor, form: number, { offsetSize }: Widths): AttributeValue {
  switch (form) {
    case Form.string:
      return { kind: 'text', value: cursor.text() };
    case Form.strp:
      return { kind: 'text-at', section: '.debug_str', offset: cursor.word(offsetSize) };
    case Form.lineStrp:
      return { kind: 'text-at', section: '.debug_line_str', offset: cursor.word(offsetSize) };
    case Form.strx:
      return { kind: 'text-index', value: cursor.count() };
    case Form.strx1:
      return { kind: 'text-index', value: cursor.u8() };
    case Form.strx2:
      return { kind: 'text-index', value: cursor.u16() };
    case Form.strx3:
      return { kind: 'text-index', value: cursor.u24() };
    case Form.strx4:
      return { kind: 'text-index', value: cursor.u32() };
    case Form.addrx:
      return { kind: 'address-index', value: cursor.count() };
    case Form.addrx1:
      return { kind: 'address-index', value: cursor.u8() };
    case Form.addrx2:
      return { kind: 'address-index', value: cursor.u16() };
    case Form.addrx3:
      return { kind: 'address-index', value: cursor.u24() };
    case Form.addrx4:
      return { kind: 'address-index', value: cursor.u32() };
    default:
      throw cursor.problem(`an attribute has the unknown form 0x${form.toString(16)}`);
  }
}

const constantOf = (value: bigint, size: number): AttributeValue => ({ kind: 'constant', value, size });

function block(cursor: Cursor, size: number, isExpression: boolean): AttributeValue {
  const { offset } = cursor;
  return { kind: 'block', bytes: cursor.take(size), offset, isExpression };
}
