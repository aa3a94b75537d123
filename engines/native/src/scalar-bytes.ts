// A scalar as the bytes of its type, for writing. The layer above converts; here nothing is rounded or cut.

import { Failure, type RawValue, type Scalar, type TypeTable } from '@sonde/engine';

export function bytesToWrite(value: RawValue, types: TypeTable, littleEndian: boolean): Uint8Array {
  const { content } = value;
  if (content.kind === 'bytes') return content.bytes;
  const type = types.resolve(value.type);
  if (content.kind !== 'scalar' || type.size === undefined)
    throw new Failure('bad-arguments', 'user', `a value of type ${type.name} cannot be written like this.`);
  const bytes = new Uint8Array(type.size);
  const view = new DataView(bytes.buffer);
  if (type.kind === 'float' && (type.size === 4 || type.size === 8)) {
    const number = Number(content.value);
    if (type.size === 4) view.setFloat32(0, number, littleEndian);
    else view.setFloat64(0, number, littleEndian);
    return bytes;
  }
  let rest = BigInt.asUintN(type.size * 8, wholeNumber(content.value, type.name));
  for (let nth = 0; nth < type.size; nth++) {
    bytes[littleEndian ? nth : type.size - 1 - nth] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

function wholeNumber(value: Scalar, typeName: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  throw new Failure('bad-arguments', 'user', `${JSON.stringify(value)} is no value of type ${typeName}.`);
}
