// The parts of a `.sym` that upstream's and ours have in common.

import { spaceSize } from '../isa.js';
import type { JsonValue } from './json-value.js';
import type { SymFile, SymFunction, SymInstruction, SymRegion, SymVariable } from './sym-file.js';

const mostLine = 0x7fffffff;
export const address = (value: JsonValue): number => value.integer(0, spaceSize);
const size = (value: JsonValue): number => value.integer(0, spaceSize);
export const line = (value: JsonValue): number => value.integer(0, mostLine);

/** Keys are hexadecimal addresses, however many digits they have; here they have four. */
export function readLabels(value: JsonValue): SymFile['symbols']['labels'] {
  return Object.fromEntries(
    value.entries().map(([key, names]) => {
      const at = /^0x[0-9a-f]{1,8}$/i.test(key) ? Number(key) : NaN;
      if (!(at <= spaceSize)) throw names.problem(`${JSON.stringify(key.slice(0, 40))} is not an address`);
      return [`0x${at.toString(16).padStart(4, '0')}`, names.items().map(name => name.string())];
    }),
  );
}

function sourceOf(value: JsonValue): { readonly file?: string; readonly line?: number } {
  const file = value.at('file').optional(name => name.string());
  const number = value.at('line').optional(line);
  return { ...(file === undefined ? {} : { file }), ...(number === undefined ? {} : { line: number }) };
}

export const readFunction = (value: JsonValue): SymFunction => ({
  name: value.at('name').string(),
  address: address(value.at('address')),
  size: size(value.at('size')),
  ...sourceOf(value),
});

export function readVariable(value: JsonValue): SymVariable {
  const type = value.at('type').optional(name => name.string());
  return {
    name: value.at('name').string(),
    address: address(value.at('address')),
    size: value.at('size').optional(size) ?? 0,
    ...(type === undefined ? {} : { type }),
    scope: value.at('scope').optional(scope => scope.oneOf('global', 'file', 'function')) ?? 'global',
    ...sourceOf(value),
  };
}

export function readInstruction(value: JsonValue): SymInstruction {
  const column = value.at('column').optional(line);
  return {
    pc: address(value.at('pc')),
    word: value.at('word').integer(0, 0xffffffff),
    mnemonic: value.at('mnemonic').optional(text => text.string()) ?? '',
    operands: value.at('operands').optional(text => text.string()) ?? '',
    ...sourceOf(value),
    ...(column === undefined ? {} : { column }),
  };
}

export const readRegion = (value: JsonValue): SymRegion => ({
  name: value.at('name').string(),
  start: address(value.at('start')),
  end: value.at('end').integer(-1, spaceSize),
  type: value.at('type').oneOf('text', 'data', 'bss', 'stack', 'registers'),
});
