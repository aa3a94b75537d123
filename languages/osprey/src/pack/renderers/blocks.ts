// Values that are addresses of blocks: which type leads to which block, and what is in it.

import {
  address,
  type Address,
  type RawValue,
  type TypeDescription,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  inMemory,
  loaded,
  missingView,
  scalarOf,
  type FlatField,
  type Reading,
  type RenderContext,
  type View,
} from '@sonde/lens';

import { closureMark, markOf } from '../inspection/layout.js';
import { checkedObject } from './checked-objects.js';

/** A block, with the type of its description. */
export interface BlockType {
  readonly id: TypeId;
  readonly fields: readonly FlatField[];
}

/** As the compiler names blocks: by their type, with this behind it. */
const suffix = '.block';

/** The block that values of this type lead to; undefined for all other types. */
export function blockType(type: TypeDescription, types: TypeTable): BlockType | undefined {
  if (type.kind !== 'alias') return undefined;
  const pointer = types.get(type.target);
  if (pointer.kind !== 'pointer') return undefined;
  const block = types.resolve(pointer.target);
  if (block.kind !== 'struct' || block.name !== `${type.name}${suffix}`) return undefined;
  return { id: pointer.target, fields: flatFields(block.fields, types) };
}

export interface Block {
  readonly address: Address;
  readonly type: BlockType;
  /** Of the object, in bytes; undefined where it has no record. */
  readonly size: number | undefined;
  /** The field as far as it is known already. */
  field(name: string): RawValue | undefined;
}

/** The block that a value leads to, or what to show where there is none. */
export function* blockBehind(value: RawValue, context: RenderContext): Reading<Block | View> {
  const { types, littleEndian } = context;
  const type = blockType(types.get(value.type), types);
  if (type === undefined) return missingView('a value of another type');
  const at = yield* addressIn(value, context);
  if (typeof at !== 'bigint') return at;
  const found = yield* checkedObject(at, expectedMarks(types.get(value.type).name, type), context);
  if (typeof found === 'string') return missingView(found);
  const whole = yield* loaded(inMemory(type.id, address(at)), context);
  if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
  return {
    address: address(at),
    type,
    size: found.size,
    field: name => {
      const found = type.fields.find(field => field.name === name);
      return found && fieldOf(whole, found, types, littleEndian);
    },
  };
}

/** The mark of the objects that values of a type are; none where the name of the type does not tell. */
function expectedMarks(name: string, { fields }: BlockType): readonly number[] {
  if (name.startsWith('{')) return [markOf(`{${fields.map(field => field.name).join(',')}}`)];
  if (name.startsWith('(')) return name.includes(') -> ') ? [markOf(closureMark)] : [];
  return [markOf(name.replace(/<.*/, ''))];
}

export const isBlock = (found: Block | View): found is Block => 'field' in found;

/** The address that a value is. Before its let has run, a variable has none. */
export function* addressIn(value: RawValue, context: RenderContext): Reading<bigint | View> {
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const number = scalarOf(read, context.types, context.littleEndian);
  if (typeof number !== 'bigint') return missingView('not an address');
  const at = BigInt.asUintN(64, number);
  return at === 0n ? missingView('not yet bound') : at;
}

/** A number in a field. */
export function* numberIn(block: Block, name: string, context: RenderContext): Reading<bigint | undefined> {
  const value = block.field(name);
  if (value === undefined) return undefined;
  const read = yield* loaded(value, context);
  const number = scalarOf(read, context.types, context.littleEndian);
  return typeof number === 'bigint' ? number : undefined;
}
