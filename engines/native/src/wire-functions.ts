// Functions as the bridge tells of them.

import { typeId, type FunctionSignature } from '@sonde/engine';
import { fields, integer, list, optional, text } from './wire.js';

export function signatureFrom(value: unknown): FunctionSignature {
  const from = fields(value);
  return {
    name: text(from['name']),
    parameters: list(from['parameters'], parameter => typeId(integer(parameter))),
    ...optional(from, 'result', result => typeId(integer(result))),
    ...optional(from, 'symbol', text),
  };
}
