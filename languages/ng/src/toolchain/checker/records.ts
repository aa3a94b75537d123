// Records: their properties, and methods with the receiver written or understood.

import type { TypeDeclaration } from '../ast.js';
import { checkBody, effectsOf, isReceiver, parameterType, resultType } from './functions.js';
import { resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { functionType, untyped, type RecordType, type Type } from './types.js';
import type { UnitState } from './unit-state.js';

type Shape = Extract<TypeDeclaration['shape'], { kind: 'record' }>;

/** Each method knows the properties and the methods before it. */
export function fillRecord(record: RecordType, shape: Shape, scope: Scope, state: UnitState): void {
  for (const property of shape.properties) {
    const type = property.type === undefined ? untyped : resolveType(property.type, scope, state);
    record.properties.set(property.name, type);
    if (type.kind !== 'untyped') state.notes.declared.set(property, type);
  }
  for (const method of shape.methods) {
    const inner = scope.inner();
    inner.declare('Self', record);
    const [receiver] = method.parameters;
    const explicit = isReceiver(receiver);
    const written = method.parameters.map(parameter => parameterType(parameter, inner, state));
    const parameters: readonly Type[] = explicit ? written : [record, ...written];
    const type = functionType(
      parameters,
      resultType(method.result, inner, state),
      effectsOf(method.body, explicit ? (receiver?.name ?? 'self') : 'self'),
    );
    record.methods.set(method.name.text, type);
    if (!explicit) declareFields(record, inner);
    checkBody(method, {
      scope: inner,
      state,
      parameters: written,
      type,
      expectsResult: false,
      mayReturnObject: false,
    });
  }
}

/** Without a written receiver the fields are names of their own. */
function declareFields(record: RecordType, scope: Scope): void {
  scope.declare('self', record);
  for (const [name, type] of record.properties) scope.declare(name, type);
}
