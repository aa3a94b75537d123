// Reads the list of types of a `.dbg` or `.sym`, and refuses one that could lead its readers round in a circle.

import type { DebugField, DebugType } from './debug-types.js';
import type { JsonValue } from './json-value.js';

/** Larger than any memory here; keeps arithmetic with sizes exact. */
const mostSize = 0xffffffff;
/** A type inside a type inside a type: readers go down as deep. */
const mostDepth = 500;

export function readDebugTypes(list: JsonValue): readonly DebugType[] {
  const items = list.items();
  const types = items.map(item => readDebugType(item, items.length));
  requireFinite(types, items);
  return types;
}

function readDebugType(value: JsonValue, count: number): DebugType {
  const index = (name: string): number => value.at(name).integer(0, count - 1);
  const optionalIndex = <Name extends string>(name: Name): Partial<Record<Name, number>> =>
    value.at(name).isAbsent ? {} : ({ [name]: index(name) } as Record<Name, number>);
  const size = value.at('size').optional(found => found.integer(0, mostSize));
  const shared = { name: value.at('name').string(), ...(size === undefined ? {} : { size }) };
  const kind = value
    .at('kind')
    .oneOf(
      'integer',
      'character',
      'boolean',
      'float',
      'void',
      'pointer',
      'array',
      'struct',
      'union',
      'enum',
      'typedef',
      'qualified',
      'function',
    );
  switch (kind) {
    case 'integer':
    case 'character':
      return { ...shared, kind, signed: value.at('signed').boolean() };
    case 'boolean':
    case 'float':
    case 'void':
      return { ...shared, kind };
    case 'pointer':
    case 'typedef':
      return { ...shared, kind, ...optionalIndex('target') };
    case 'qualified':
      return {
        ...shared,
        kind,
        qualifier: value.at('qualifier').oneOf('const', 'volatile'),
        ...optionalIndex('target'),
      };
    case 'array': {
      const length = value.at('count').optional(found => found.integer(0, mostSize));
      return {
        ...shared,
        kind,
        element: index('element'),
        ...(length === undefined ? {} : { count: length }),
      };
    }
    case 'struct':
    case 'union': {
      const incomplete = value.at('incomplete').optional(found => found.boolean());
      return {
        ...shared,
        kind,
        fields: value
          .at('fields')
          .items()
          .map(field => readField(field, count)),
        ...(incomplete === undefined ? {} : { incomplete }),
      };
    }
    case 'enum':
      return {
        ...shared,
        kind,
        ...optionalIndex('underlying'),
        enumerators: value
          .at('enumerators')
          .items()
          .map(item => ({ name: item.at('name').string(), value: decimal(item.at('value')) })),
      };
    case 'function': {
      const variadic = value.at('variadic').optional(found => found.boolean());
      return {
        ...shared,
        kind,
        ...optionalIndex('result'),
        parameters: value
          .at('parameters')
          .items()
          .map(item => item.integer(0, count - 1)),
        ...(variadic === undefined ? {} : { variadic }),
      };
    }
  }
}

function decimal(value: JsonValue): string {
  const text = value.string();
  if (!/^-?\d{1,20}$/.test(text)) throw value.problem('expected decimal digits');
  return text;
}

function readField(value: JsonValue, count: number): DebugField {
  const bitSize = value.at('bitSize').optional(found => found.integer(1, 64));
  return {
    name: value.at('name').string(),
    type: value.at('type').integer(0, count - 1),
    bitOffset: value.at('bitOffset').integer(0, mostSize),
    ...(bitSize === undefined ? {} : { bitSize }),
  };
}

/** What a value of the type consists of; a pointer leads elsewhere and may lead back. */
function parts(type: DebugType): readonly number[] {
  switch (type.kind) {
    case 'array':
      return [type.element];
    case 'struct':
    case 'union':
      return type.fields.map(field => field.type);
    case 'typedef':
    case 'qualified':
      return type.target === undefined ? [] : [type.target];
    case 'enum':
      return type.underlying === undefined ? [] : [type.underlying];
    default:
      return [];
  }
}

/** Without recursion: the depth of the file must not become that of our stack. */
function requireFinite(types: readonly DebugType[], items: readonly JsonValue[]): void {
  const depths = new Int32Array(types.length).fill(-1);
  const open = new Set<number>();
  for (let first = 0; first < types.length; first++) {
    const stack = [first];
    while (stack.length > 0) {
      const index = stack.at(-1)!;
      if (depths[index]! >= 0) {
        stack.pop();
        continue;
      }
      const inside = parts(types[index]!);
      const waiting = open.has(index) ? [] : inside.filter(part => depths[part]! < 0);
      if (waiting.some(part => open.has(part) || part === index))
        throw items[index]!.problem(`${types[index]!.name} contains itself`);
      open.add(index);
      if (waiting.length > 0) {
        stack.push(...waiting);
        continue;
      }
      let depth = 0;
      for (const part of inside) depth = Math.max(depth, depths[part]! + 1);
      if (depth > mostDepth) throw items[index]!.problem(`types are nested more than ${mostDepth} deep`);
      depths[index] = depth;
      open.delete(index);
      stack.pop();
    }
  }
}
