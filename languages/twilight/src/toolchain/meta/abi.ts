// The interface of a contract in the shape of Ethereum's ABI JSON.

import type { Event, TypedFunction } from '../checker/typed-program.js';
import type { Field, Type } from '../checker/types.js';
import type { AbiEntry, AbiParameter } from './schema.js';

/** `uint256`, `tuple[]`; enums with payload are the bytes that storage would hold. */
export function abiType(type: Type): string {
  switch (type.kind) {
    case 'int':
      return `${type.signed ? 'int' : 'uint'}${type.bits}`;
    case 'bool':
    case 'address':
    case 'string':
      return type.kind;
    case 'hash256':
      return 'bytes32';
    case 'struct':
    case 'tuple':
      return 'tuple';
    case 'enum':
      return type.variants.every(({ fields }) => fields.length === 0) ? 'uint8' : 'bytes';
    case 'array':
      return `${abiType(type.element)}[${type.length}]`;
    case 'vector':
      return type.element.kind === 'int' && type.element.name === 'u8'
        ? 'bytes'
        : `${abiType(type.element)}[]`;
    case 'map':
    case 'unit':
    case 'never':
    case 'parameter':
      return 'bytes';
  }
}

export function abiParameter(name: string, type: Type): AbiParameter {
  const inner = elementOf(type);
  const components = inner.kind === 'struct' || inner.kind === 'tuple' ? abiFields(inner.fields) : undefined;
  return {
    name,
    type: abiType(type),
    internalType: type.name,
    ...(components === undefined ? {} : { components }),
  };
}

const elementOf = (type: Type): Type =>
  type.kind === 'array' || type.kind === 'vector' ? elementOf(type.element) : type;

const abiFields = (fields: readonly Field[]): readonly AbiParameter[] =>
  fields.map(field => abiParameter(field.name, field.type));

export function abiFunction(of: TypedFunction): AbiEntry {
  const inputs = of.parameters.map(({ name, type }) => abiParameter(name, type));
  const stateMutability = of.payable ? 'payable' : 'nonpayable';
  if (of.role === 'init') return entry({ type: 'constructor', inputs, stateMutability });
  return entry({ type: 'function', name: of.name, inputs, outputs: outputsOf(of.result), stateMutability });
}

/** The parts of a tuple are results of their own. */
function outputsOf(result: Type): readonly AbiParameter[] {
  if (result.kind === 'unit' || result.kind === 'never') return [];
  if (result.kind === 'tuple') return result.fields.map(({ type }) => abiParameter('', type));
  return [abiParameter('', result)];
}

export const abiEvent = ({ name, parameters }: Event): AbiEntry =>
  entry({
    type: 'event',
    name,
    inputs: parameters.map(({ name: called, type, topic }) => ({
      ...abiParameter(called, type),
      indexed: topic,
    })),
    anonymous: false,
  });

/** The schema's types are mutable, ours are not. */
const entry = (made: unknown): AbiEntry => made as AbiEntry;
