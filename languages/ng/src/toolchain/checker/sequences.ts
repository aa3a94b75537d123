// What can be indexed, sliced, mapped and folded, and what it holds.

import { typesMatch } from './matching.js';
import { patternMatches } from './patterns.js';
import { resolveType } from './resolve-type.js';
import { dereferenced, plain, untyped, withoutArguments, type RecordType, type Type } from './types.js';
import type { ImplRecord, UnitState } from './unit-state.js';

/** Undefined for what is no sequence. */
export function sequenceElement(type: Type | undefined, state: UnitState): Type | undefined {
  if (type === undefined) return undefined;
  const seen = plain(type);
  switch (seen.kind) {
    case 'array':
    case 'vector':
    case 'span':
    case 'range':
      return seen.element;
    case 'pack': {
      const first = seen.items[0];
      if (first === undefined) return undefined;
      return seen.items.every(item => typesMatch(first, item)) ? first : untyped;
    }
    default: {
      const record = plain(dereferenced(type));
      return record.kind === 'record' ? recordElement(record, state) : undefined;
    }
  }
}

/** A record is a sequence by its methods `size` and `get`, or by an `impl` of the trait. */
function recordElement(record: RecordType, state: UnitState): Type | undefined {
  const get = record.methods.get('get');
  if (get !== undefined && record.methods.has('size')) return get.result;
  for (const impl of state.impls) {
    const element = implElement(impl, record, state);
    if (element !== undefined) return element;
  }
  return record.traitMethods.get('Sequence')?.get('get')?.result;
}

function implElement(impl: ImplRecord, record: RecordType, state: UnitState): Type | undefined {
  if (impl.trait !== 'Sequence') return undefined;
  const { trait, target, generics } = impl.declaration;
  if (withoutArguments(impl.target) !== withoutArguments(record.name)) return undefined;
  const [element, ...more] = trait.kind === 'named' ? trait.args : [];
  if (element === undefined || more.length > 0) return undefined;
  const bindings = new Map<string, Type>();
  patternMatches(target, record, new Set(generics.map(({ name }) => name)), bindings);
  const scope = state.scope.inner();
  for (const [name, type] of bindings) scope.declare(name, type);
  return resolveType(element, scope, state);
}
