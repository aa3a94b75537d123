// Instructions that put constants on the stack, and DUP.

import { makeNumber } from '../numbers.js';
import type { Processor } from '../processor.js';
import { keep } from '../references.js';
import { copyOf } from '../sharing.js';
import { ProgramError, type NumberType } from '../values.js';
import { u16, type Handler, type Handlers } from './handler.js';

const view = ({ code }: Processor): DataView => new DataView(code.buffer, code.byteOffset);

const number =
  (type: NumberType, read: (from: DataView, at: number) => number | bigint): Handler =>
  (processor, at) => {
    processor.push(makeNumber(type, read(view(processor), at)));
    return undefined;
  };

export const constants: Handlers = {
  NOP: () => undefined,
  PUSH_I8: number('i8', (from, at) => from.getInt8(at)),
  PUSH_I16: number('i16', (from, at) => from.getInt16(at, true)),
  PUSH_I64: number('i64', (from, at) => from.getBigInt64(at, true)),
  PUSH_U8: number('u8', (from, at) => from.getUint8(at)),
  PUSH_U16: number('u16', (from, at) => from.getUint16(at, true)),
  PUSH_U32: number('u32', (from, at) => from.getUint32(at, true)),
  PUSH_U64: number('u64', (from, at) => from.getBigUint64(at, true)),
  PUSH_F32: number('f32', (from, at) => from.getFloat32(at, true)),
  PUSH_F64: number('f64', (from, at) => from.getFloat64(at, true)),
  LOAD_CONST: (processor, at) => {
    const value = processor.frame.unit.image.module.constants[u16(processor, at)];
    if (value === undefined) throw new ProgramError('VM error: LOAD_CONST index out of bounds');
    processor.push(makeNumber('i64', value));
    return undefined;
  },
  DUP: processor => {
    if (processor.top <= processor.frame.height) throw new ProgramError('VM error: DUP on empty stack');
    const value = processor.peek();
    keep(value);
    processor.push(copyOf(value));
    return undefined;
  },
};
