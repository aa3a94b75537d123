// Values that go from thread to thread as bytes: written where they are made, read only where they are used.

import { deserialize, serialize } from 'node:v8';

/** In shared memory: to hand it on copies nothing and reads nothing. */
export interface Packed {
  readonly packed: Uint8Array;
}

export function pack(value: unknown): Packed {
  const bytes = serialize(value);
  const packed = new Uint8Array(new SharedArrayBuffer(bytes.length));
  packed.set(bytes);
  return { packed };
}

/** What was packed, anew each time; anything else as it is. */
export function unpack(value: unknown): unknown {
  return isPacked(value) ? deserialize(value.packed) : value;
}

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' &&
  value !== null &&
  'packed' in value &&
  value.packed instanceof Uint8Array &&
  value.packed.buffer instanceof SharedArrayBuffer;

/** Each field of an object by itself. */
export const packFields = (object: object): Readonly<Record<string, Packed>> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, pack(value)]));

interface Fields {
  readonly packed: Readonly<Record<string, Packed>>;
  readonly read: Set<string>;
}

/** By the object that stands for them. */
const fieldsOf = new WeakMap<object, Fields>();

/** The object again; a field is read from its bytes when it is first asked for. */
export function unpackLazily(packed: Readonly<Record<string, Packed>>): object {
  const object = {};
  const read = new Set<string>();
  for (const [name, value] of Object.entries(packed)) {
    let found: { readonly value: unknown } | undefined;
    const get = (): unknown => {
      found ??= { value: unpack(value) };
      read.add(name);
      return found.value;
    };
    Object.defineProperty(object, name, { enumerable: true, get });
  }
  fieldsOf.set(object, { packed, read });
  return object;
}

/** For another thread, which unpacks it: the bytes of a field where it came as such, and else its value. */
export function fieldToHandOn<Name extends string>(
  object: Readonly<Record<Name, unknown>>,
  name: Name,
): unknown {
  return fieldsOf.get(object)?.packed[name] ?? object[name];
}

/** Which fields were read here, of an object that came as bytes. */
export const fieldsRead = (object: object): readonly string[] | undefined => {
  const fields = fieldsOf.get(object);
  return fields === undefined ? undefined : [...fields.read].sort();
};
