// Values that an expression makes: structures and arrays of parts, and what is put into new memory of the program.

import { address, scalar, type Expression, type RawValue, type TypeId } from '@sonde/engine';
import { scalarOf } from '../decode.js';
import { encodeScalar } from '../encode.js';
import type { EvaluationContext } from '../evaluation.js';
import { flatFields, sizeOf } from '../parts.js';
import { failedExpression, toInteger, wrongExpression } from './arithmetic.js';

const utf8 = new TextEncoder();

interface Member {
  readonly name: string;
  readonly value: RawValue;
}

/** A structure or an array, as it would lie in memory. */
export function madeOf(members: readonly Member[], type: TypeId, context: EvaluationContext): RawValue {
  const { types } = context;
  const whole = types.resolve(type);
  const size = sizeOf(type, types);
  if ((whole.kind !== 'struct' && whole.kind !== 'array') || size === undefined)
    throw wrongExpression(`a ${whole.name} is not made of members`);
  const bytes = new Uint8Array(size);
  for (const { name, value } of members) {
    const part = partOf(type, name, context);
    const encoded = bytesOf(value, part.type, context);
    if (part.at + encoded.length > size)
      throw wrongExpression(`the member ${name} does not fit into a ${whole.name}`);
    bytes.set(encoded, part.at);
  }
  return { type, content: { kind: 'bytes', bytes } };
}

function partOf(
  type: TypeId,
  name: string,
  { types }: EvaluationContext,
): { readonly type: TypeId; readonly at: number } {
  const whole = types.resolve(type);
  if (whole.kind === 'array' && /^\d+$/.test(name))
    return { type: whole.element, at: Number(name) * (sizeOf(whole.element, types) ?? 0) };
  const fields = whole.kind === 'struct' ? flatFields(whole.fields, types) : [];
  const field = fields.find(candidate => candidate.name === name);
  if (field === undefined || field.bitSize !== undefined)
    throw wrongExpression(`a ${whole.name} has no member ${name} that can be set`);
  return { type: field.type, at: field.bitOffset / 8 };
}

/** A value as a place of this type would hold it. */
function bytesOf(value: RawValue, type: TypeId, { types, littleEndian }: EvaluationContext): Uint8Array {
  const { content } = value;
  if (content.kind === 'unavailable') throw failedExpression(content.why);
  const plain = scalarOf(value, types, littleEndian);
  if (plain !== undefined) return encodeScalar(plain, type, types, littleEndian);
  if (content.kind === 'bytes' && content.bytes.length === sizeOf(type, types)) return content.bytes;
  throw wrongExpression(
    `a value of type ${types.get(value.type).name} does not fit into ${types.get(type).name}`,
  );
}

/** Takes memory of the program, which has to begin as zeros, and puts the value there. */
export async function placed(
  value: RawValue,
  { allocate, restores, word, element }: Extract<Expression, { op: 'placed' }>,
  context: EvaluationContext,
): Promise<RawValue> {
  const { types, littleEndian } = context;
  if (context.call === undefined || context.write === undefined)
    throw wrongExpression('no memory of the program may be taken here');
  const text = scalarOf(value, types, littleEndian);
  const isText = typeof text === 'string';
  const bytes = isText ? utf8.encode(text) : bytesOf(value, value.type, context);
  const type = isText ? bytesType(bytes.length, element, context) : value.type;
  // One more for the zero behind a text.
  const size = BigInt(bytes.length + 1);
  const given = await context.call(allocate, [scalar(word, size)], word, restores);
  const at = toInteger(scalarOf(given, types, littleEndian) ?? 0n);
  if (at === 0n) throw failedExpression(`the program has no memory for ${size} bytes`);
  const made: RawValue = {
    type,
    place: { kind: 'memory', address: address(at) },
    content: { kind: 'bytes', bytes },
  };
  if (bytes.length > 0) await context.write(made, { type, content: made.content });
  return made;
}

function bytesType(count: number, element: TypeId, { types }: EvaluationContext): TypeId {
  const name = `${types.get(element).name}[${count}]`;
  for (const [id, known] of types.entries())
    if (known.kind === 'array' && known.name === name && known.element === element) return id;
  return types.add({ kind: 'array', name, element, count, size: count });
}
