// `val x = e`, `val (a, ...rest) = t`, `val [a, b] = xs`.

import type { Binding, ValueDeclaration } from '../ast.js';
import { typeOf } from './expressions.js';
import { rejectByValue } from './functions.js';
import { typesMatch } from './matching.js';
import { bindName } from './moves.js';
import { borrowedBy } from './places.js';
import { fail } from './problems.js';
import { resolveType } from './resolve-type.js';
import { sequenceElement } from './sequences.js';
import { noteTraitObject } from './trait-objects.js';
import { accepts } from './traits.js';
import { tuple, typeText, vector, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';

export function checkValue(declaration: ValueDeclaration, context: Context): void {
  if (declaration.pattern === 'name') return checkNamed(declaration, context);
  const type = typeOf(declaration.value, operandContext(context));
  if (declaration.pattern === 'tuple') unpackTuple(declaration, type, context);
  else unpackArray(declaration, type, context);
}

function checkNamed({ bindings, value }: ValueDeclaration, context: Context): void {
  const [binding] = bindings;
  if (binding === undefined) return;
  const { scope, state, notes } = context;
  const wanted = binding.type === undefined ? undefined : resolveType(binding.type, scope, state);
  if (wanted !== undefined && binding.type !== undefined)
    rejectByValue(wanted, `value annotation '${binding.name}'`, binding.type);
  const given = typeOf(value, { ...operandContext(context, context.mayNameMoved), expected: wanted });
  if (wanted !== undefined && !accepts(wanted, given, scope, state))
    fail(`Value Define Type Mismatch: ${typeText(given)} to ${typeText(wanted)}`, value);
  noteTraitObject(value, wanted, notes);
  declare(binding, wanted ?? given, context);
  bindName(binding.name, borrowedBy(value), context);
}

function unpackTuple({ bindings, value }: ValueDeclaration, type: Type, context: Context): void {
  if (type.kind !== 'tuple' && type.kind !== 'pack')
    fail(`Value Binding Type Mismatch: ${typeText(type)} to tuple`, value);
  const { items } = type;
  if (bindings.length > items.length)
    fail(`Too many bindings in tuple unpack: ${bindings.length} to ${items.length}`, value);
  for (const [index, binding] of bindings.entries()) {
    if (binding.rest) {
      if (index !== bindings.length - 1)
        fail('Spread receiver must be the last binding in tuple unpack.', binding);
      return bindPart(binding, tuple(items.slice(index)), context);
    }
    const item = items[index];
    if (item !== undefined) bindPart(binding, item, context);
  }
}

function unpackArray({ bindings, value }: ValueDeclaration, type: Type, context: Context): void {
  const element = sequenceElement(type, context.state);
  if (element === undefined) fail(`Value Binding Type Mismatch: ${typeText(type)} to array`, value);
  for (const [index, binding] of bindings.entries()) {
    if (binding.rest && index !== bindings.length - 1)
      fail('Spread receiver must be the last binding in array unpack.', binding);
    bindPart(binding, binding.rest ? vector(element) : element, context);
  }
}

function bindPart(binding: Binding, given: Type, context: Context): void {
  let type = given;
  if (binding.type !== undefined) {
    type = resolveType(binding.type, context.scope, context.state);
    if (!typesMatch(type, given))
      fail(`Value Binding Type Mismatch: ${typeText(given)} to ${typeText(type)}`, binding);
  }
  if (binding.name === '') return;
  declare(binding, type, context);
  context.places.restore(binding.name);
}

function declare(binding: Binding, type: Type, { scope, notes }: Context): void {
  scope.declare(binding.name, type);
  if (type.kind !== 'untyped') notes.declared.set(binding, type);
}
