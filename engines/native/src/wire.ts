// Reading messages of the bridge: everything is checked where it comes in, so that the rest can trust its types.

export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}

export type Fields = Readonly<Record<string, unknown>>;

const wrong = (what: string, value: unknown): BadMessage =>
  new BadMessage(
    `expected ${what}, got ${value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)}`,
  );

export function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('an object', value);
  return value as Fields;
}

export function list<T>(value: unknown, read: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw wrong('a list', value);
  return value.map(read);
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw wrong('a text', value);
  return value;
}

export function integer(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong('a whole number', value);
  return value;
}

/** Numbers that may need 64 bits travel as text: `0x1f` or decimal. */
export function big(value: unknown): bigint {
  if (typeof value !== 'string' || !/^-?(0x[0-9a-f]+|\d+)$/i.test(value))
    throw wrong('a number as text', value);
  return value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value);
}

export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong('true or false', value);
  return value;
}

export function bytes(value: unknown): Uint8Array {
  return Buffer.from(text(value), 'base64');
}

export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T {
  const found = allowed.find(item => item === value);
  if (found === undefined) throw wrong(`one of ${allowed.join(', ')}`, value);
  return found;
}

/** `{ [key]: read(value) }` when there is one, else nothing to spread. */
export function optional<K extends string, T>(
  from: Fields,
  key: K,
  read: (value: unknown) => T,
): { readonly [P in K]?: T } {
  const value = from[key];
  return value === undefined || value === null ? {} : ({ [key]: read(value) } as { readonly [P in K]?: T });
}
