// Functions and other names as the bridge tells of them, and is asked about them.

import {
  offeredKinds,
  typeId,
  type FunctionPage,
  type FunctionSignature,
  type OfferedName,
  type RawValue,
  type TypeTable,
} from '@sonde/engine';
import { scalarOf } from '@sonde/lens';
import { locationFrom } from './wire-sources.js';
import { addressFrom } from './wire-values.js';
import { fields, integer, list, oneOf, optional, text, type Fields } from './wire.js';

export function signatureFrom(value: unknown): FunctionSignature {
  const from = fields(value);
  return {
    name: text(from['name']),
    parameters: list(from['parameters'], parameter => typeId(integer(parameter))),
    ...optional(from, 'result', result => typeId(integer(result))),
    ...optional(from, 'symbol', text),
  };
}

export function functionPageFrom(value: unknown): FunctionPage {
  const from = fields(value);
  return {
    functions: list(from['functions'], each => {
      const listed = fields(each);
      return {
        name: text(listed['name']),
        ...optional(listed, 'location', locationFrom),
        ...optional(listed, 'address', addressFrom),
      };
    }),
    total: integer(from['total']),
  };
}

export function offeredFrom(value: unknown): OfferedName {
  const from = fields(value);
  return {
    label: text(from['label']),
    kind: oneOf(from['kind'], offeredKinds),
    ...optional(from, 'detail', text),
  };
}

/** Where a pointer to a function leads: its type may be one that a language has made, and that LLDB knows nothing of. */
export function codeTo(value: RawValue, types: TypeTable, littleEndian: boolean): Fields {
  const type = types.resolve(value.type);
  if (type.kind !== 'pointer' || types.resolve(type.target).kind !== 'function') return {};
  const code = scalarOf(value, types, littleEndian);
  return typeof code === 'bigint' ? { code: `0x${BigInt.asUintN(64, code).toString(16)}` } : {};
}
