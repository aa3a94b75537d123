// Types as the original compiler prints them, and the names it gives to instances of generic functions.

import { hashOrdered } from './hash-order.js';
import type { Type } from './types.js';

/** `fun (i32, string) -> [untyped]`, `vector<i32>`, `R = Ok(i32) | Err(string)` */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'untyped':
      return '[untyped]';
    case 'primitive':
      return type.name;
    case 'function':
      return `fun (${type.parameters.map(typeText).join(', ')}) -> ${typeText(type.result)}`;
    case 'defaulted':
      return `${typeText(type.of)} = default`;
    case 'vector':
      return `vector<${typeText(type.element)}>`;
    case 'array':
      return `array<${typeText(type.element)}, ${typeText(type.length)}>`;
    case 'span':
      return `span<${typeText(type.element)}>`;
    case 'range':
      return `Range<${typeText(type.element)}>`;
    case 'tuple':
      return `(${type.items.map(typeText).join(', ')})`;
    case 'reference':
      return `ref<${nestedText(type.target)}>`;
    case 'record':
    case 'trait':
    case 'alias':
    case 'newtype':
      return type.name;
    case 'union':
      return `${type.name} = ${hashOrdered(type.variants)
        .map(([name, { payload }]) => variantText(name, payload))
        .join(' | ')}`;
    case 'variant':
      return variantText(type.name, type.payload);
    case 'either':
      return type.members.map(typeText).join(' | ');
    case 'parameter':
      return parameterText(type);
    case 'genericFunction':
      return `${type.name}<${(type.overloads[0]?.generics ?? []).map(({ name }) => name).join(', ')}>`;
    case 'genericType':
      return `${type.name}<${type.declaration.generics.map(({ name }) => name).join(', ')}>`;
    case 'application':
      return `${typeText(type.of)}<${type.args.map(typeText).join(', ')}>`;
    case 'pack':
      return `Varargs<${type.items.map(typeText).join(', ')}>`;
    case 'constant':
      return type.value;
  }
}

const variantText = (name: string, payload: readonly Type[]): string =>
  `${name}(${payload.map(nestedText).join(', ')})`;

/** Inside references and payloads unions stand by their names, so recursive types end. */
function nestedText(type: Type): string {
  switch (type.kind) {
    case 'union':
      return type.name;
    case 'variant':
      return `${type.union}.${type.name}`;
    case 'reference':
      return `ref<${nestedText(type.target)}>`;
    case 'vector':
      return `vector<${nestedText(type.element)}>`;
    case 'span':
      return `span<${nestedText(type.element)}>`;
    case 'range':
      return `Range<${nestedText(type.element)}>`;
    case 'array':
      return `array<${nestedText(type.element)}, ${nestedText(type.length)}>`;
    case 'tuple':
      return `(${type.items.map(nestedText).join(', ')})`;
    default:
      return typeText(type);
  }
}

function parameterText(type: Extract<Type, { kind: 'parameter' }>): string {
  const places = [...Array.from({ length: type.arity }, () => '_'), ...(type.variadicTail ? ['...'] : [])];
  const base = places.length > 0 ? `${type.name}<${places.join(', ')}>` : type.name;
  return type.bound === '' ? base : `${base}: ${type.bound}`;
}

/** `pick<i32>`, `Box<vector<R>>` */
export function instanceText(name: string, args: readonly Type[]): string {
  return `${name}<${args.map(nestedText).join(', ')}>`;
}

/** `$NG2:v11:F3:r064:pick1:13:i32`: a version, the kind, module, function, number of types, the types; each after its length. */
export function mangledName(module: string, name: string, args: readonly Type[]): string {
  const segments = ['v1', 'F', moduleText(module), name, String(args.length), ...args.map(canonicalText)];
  return `$NG${segments.map(segment => `${Buffer.byteLength(segment)}:${segment}`).join('')}`;
}

/** With the module in front of every declared name. */
function canonicalText(type: Type): string {
  switch (type.kind) {
    case 'alias':
      return canonicalText(type.target);
    case 'defaulted':
      return `${canonicalText(type.of)}=default`;
    case 'reference':
      return `ref<${canonicalText(type.target)}>`;
    case 'vector':
      return `vector<${canonicalText(type.element)}>`;
    case 'span':
      return `span<${canonicalText(type.element)}>`;
    case 'range':
      return `Range<${canonicalText(type.element)}>`;
    case 'array':
      return `array<${canonicalText(type.element)},${canonicalText(type.length)}>`;
    case 'tuple':
      return `(${type.items.map(canonicalText).join(',')})`;
    case 'function':
      return `fun(${type.parameters.map(canonicalText).join(',')})->${canonicalText(type.result)}`;
    case 'either':
      return type.members.map(canonicalText).join('|');
    case 'pack':
      return `varargs<${type.items.map(canonicalText).join(',')}>`;
    case 'variant':
      return `${moduleText(type.module)}::${type.union}.${type.name}`;
    case 'union':
    case 'record':
    case 'trait':
    case 'newtype':
      return `${moduleText(type.module)}::${type.name}`;
    case 'genericFunction':
    case 'genericType':
      return `${moduleText(type.module)}::${typeText(type)}`;
    case 'untyped':
    case 'primitive':
    case 'parameter':
    case 'application':
    case 'constant':
      return typeText(type);
  }
}

const moduleText = (module: string): string => (module === '' || module === '[noname]' ? 'default' : module);
