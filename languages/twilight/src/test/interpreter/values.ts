// Values of the interpreter. They never change: a place gets another one.

export interface IntValue {
  readonly kind: 'int';
  /** `u64`; undefined of a literal that has met no type yet. */
  readonly type: string | undefined;
  readonly value: bigint;
}

export interface ListValue {
  readonly kind: 'tuple' | 'array' | 'vector';
  readonly items: readonly Value[];
}

export type Value =
  | IntValue
  | { readonly kind: 'unit' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'address'; readonly value: bigint }
  | { readonly kind: 'hash256'; readonly value: bigint }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: ReadonlyMap<string, Value> }
  | {
      readonly kind: 'enum';
      readonly name: string;
      readonly variant: string;
      readonly fields: ReadonlyMap<string, Value>;
    }
  | ListValue
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, readonly [Value, Value]> };

export const unit: Value = { kind: 'unit' };
export const bool = (value: boolean): Value => ({ kind: 'bool', value });
export const text = (value: string): Value => ({ kind: 'string', value });
export const int = (value: bigint, type?: string): IntValue => ({ kind: 'int', type, value });

export const variant = (name: string, which: string, ...fields: readonly Value[]): Value => ({
  kind: 'enum',
  name,
  variant: which,
  fields: new Map(fields.map((field, nth) => [`${nth}`, field])),
});
export const some = (value: Value): Value => variant('Option', 'Some', value);
export const none: Value = variant('Option', 'None');
export const ok = (value: Value): Value => variant('Result', 'Ok', value);
export const failed = (value: Value): Value => variant('Result', 'Err', value);

/** The same for equal values; numbers without a type equal those with one. */
export function keyOf(value: Value): string {
  switch (value.kind) {
    case 'unit':
      return '()';
    case 'struct':
      return `${value.name}{${[...value.fields.values()].map(keyOf).join()}}`;
    case 'enum':
      return `${value.variant}(${[...value.fields.values()].map(keyOf).join()})`;
    case 'tuple':
    case 'array':
    case 'vector':
      return `[${value.items.map(keyOf).join()}]`;
    case 'map':
      return `map${value.entries.size}`;
    case 'string':
      return JSON.stringify(value.value);
    default:
      return `${value.kind} ${value.value}`;
  }
}

/** As `print` shows it. */
export function textOf(value: Value): string {
  switch (value.kind) {
    case 'int':
    case 'bool':
      return String(value.value);
    case 'string':
      return value.value;
    case 'address':
      return `0x${value.value.toString(16).padStart(40, '0')}`;
    case 'hash256':
      return `0x${value.value.toString(16).padStart(64, '0')}`;
    default:
      throw new Error(`${value.kind} has no text`);
  }
}

/** As JSON of scenarios: numbers as text, structs as objects, enums with a tag. */
export function toJson(value: Value): unknown {
  switch (value.kind) {
    case 'unit':
      return null;
    case 'int':
      return String(value.value);
    case 'bool':
    case 'string':
      return value.value;
    case 'address':
    case 'hash256':
      return textOf(value);
    case 'struct':
      return Object.fromEntries([...value.fields].map(([name, field]) => [name, toJson(field)]));
    case 'enum':
      return { tag: value.variant, values: [...value.fields.values()].map(toJson) };
    case 'tuple':
    case 'array':
    case 'vector':
      return value.items.map(toJson);
    case 'map':
      return [...value.entries.values()].map(([key, one]) => [toJson(key), toJson(one)]);
  }
}
