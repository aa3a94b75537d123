// Getters that the compiler makes for public storage variables.

import type { Checker, ContractFacts } from '../checker.js';
import { isCopy } from '../type-rules/type-facts.js';
import { failures, read } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Local, Scope, Slot } from '../typed-places.js';
import type { StorageVariable, TypedFunction } from '../typed-program.js';
import type { Type } from '../types.js';

/** Takes a key for each map and a place in a vector; gives what is there. */
export function getterOf(checker: Checker, facts: ContractFacts, variable: StorageVariable): TypedFunction {
  const { at, name } = variable;
  const { types } = checker;
  const parameters: Local[] = [];
  const scope: Scope = { id: 0, parent: undefined, at, locals: parameters, region: undefined };
  const parameter = (type: Type, label: string): TypedExpression => {
    const holds = isCopy(type) ? 'owned' : 'shared';
    const local: Local = { id: parameters.length, name: label, type, kind: 'parameter', holds, scope, at };
    parameters.push(local);
    return read(local, at, isCopy(type) ? 'copy' : 'borrow');
  };
  let { type } = variable;
  const keys: TypedExpression[] = [];
  while (type.kind === 'map') {
    keys.push(parameter(type.key, keys.length === 0 ? 'key' : `key${keys.length + 1}`));
    type = type.value;
  }
  const slot: Slot = { variable, keys, type, at };
  const code: TypedExpression =
    type.kind === 'vector'
      ? {
          kind: 'storageVector',
          operation: 'at',
          slot,
          index: parameter(types.u64, 'index'),
          value: undefined,
          outOfBounds: failures.bounds,
          type: type.element,
          at,
        }
      : { kind: 'storageRead', slot, type, at };
  return {
    id: checker.nextId(),
    name,
    mangled: `${checker.packageName}::${facts.name}::${name}`,
    display: `${facts.name}::${name}`,
    role: 'getter',
    contract: facts.name,
    file: facts.scope.file,
    generated: true,
    payable: false,
    pipelineHint: undefined,
    verify: false,
    parameters,
    result: code.type,
    code: { kind: 'block', type: code.type, at, scope, statements: [], result: code, resultStops: false },
    locals: parameters,
    scopes: [scope],
    effects: {
      reads: [{ variable: name, key: keys.length > 0 ? '*' : undefined }],
      writes: [],
      emits: false,
      prints: false,
      declared: false,
    },
    recursive: false,
    at,
    nameAt: at,
  };
}
