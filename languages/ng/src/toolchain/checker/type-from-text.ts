// Types read back from the text that a compiled module has of them.

import {
  functionType,
  primitiveNamed,
  recordType,
  reference,
  tuple,
  untyped,
  vector,
  type Type,
  type UnionType,
} from './types.js';

/** What it does not know by its form is a declared type of that name. */
export function typeFromText(text: string): Type {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '[untyped]') return untyped;
  const basic = primitiveNamed(trimmed);
  if (basic !== undefined) return basic;
  if (trimmed.startsWith('fun (')) return functionFromText(trimmed) ?? untyped;
  if (trimmed.startsWith('(') && trimmed.endsWith(')'))
    return tuple(splitTopLevel(trimmed.slice(1, -1)).map(typeFromText));
  const [, name, args] = /^(\w+)<(.*)>$/s.exec(trimmed) ?? [];
  if (name !== undefined && args !== undefined) {
    const generic = genericFromText(name, splitTopLevel(args));
    if (generic !== undefined) return generic;
  }
  const [, union, variants] = /^([^=]+) = (.*)$/s.exec(trimmed) ?? [];
  if (union !== undefined && variants !== undefined) return unionFromText(union, variants);
  // Whatever says more than a name, like open generics, is found out when the program runs.
  return /^\w+$/.test(trimmed) ? recordType(trimmed, '') : untyped;
}

/** The names of payloads are not in the text. */
function unionFromText(name: string, text: string): Type {
  const union: UnionType = { kind: 'union', name, module: '', typeArguments: [], variants: new Map() };
  for (const part of text.split(' | ')) {
    const [, variant, payload] = /^(\w+)\((.*)\)$/s.exec(part) ?? [];
    if (variant === undefined || payload === undefined) return untyped;
    union.variants.set(variant, { payload: splitTopLevel(payload).map(payloadFromText), names: [] });
  }
  return union;
}

/** Declared types inside a payload stand by their names, of which only the kind is lost. */
function payloadFromText(text: string): Type {
  const type = typeFromText(text);
  return type.kind === 'record' ? untyped : type;
}

function functionFromText(text: string): Type | undefined {
  const end = closing(text, 4);
  if (end < 0 || !text.startsWith(') -> ', end)) return undefined;
  const parameters = splitTopLevel(text.slice(5, end)).map(part => {
    const [, plain] = /^(.*) = default$/s.exec(part) ?? [];
    return plain === undefined
      ? typeFromText(part)
      : ({ kind: 'defaulted', of: typeFromText(plain) } as const);
  });
  return functionType(parameters, typeFromText(text.slice(end + 5)));
}

function genericFromText(name: string, args: readonly string[]): Type | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (name === 'array' && second !== undefined)
    return {
      kind: 'array',
      element: typeFromText(first),
      length: { kind: 'constant', value: second, parameter: false },
    };
  if (args.length !== 1) return undefined;
  switch (name) {
    case 'ref':
      return reference(typeFromText(first));
    case 'vector':
      return vector(typeFromText(first));
    case 'span':
      return { kind: 'span', element: typeFromText(first) };
    case 'Range':
      return { kind: 'range', element: typeFromText(first) };
    default:
      return undefined;
  }
}

const opening = new Set(['<', '(', '[']);
const ending = new Set(['>', ')', ']']);

/** The arrow of a function type closes nothing. */
const closes = (text: string, at: number): boolean =>
  ending.has(text[at] ?? '') && !(text[at] === '>' && text[at - 1] === '-');

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (opening.has(text[at] ?? '')) depth++;
    else if (closes(text, at)) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const rest = text.slice(start).trim();
  return rest === '' ? parts : [...parts, rest];
}

/** Where the bracket at `start` is closed; -1 when it never is. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (opening.has(text[at] ?? '')) depth++;
    else if (closes(text, at) && --depth === 0) return at;
  }
  return -1;
}
