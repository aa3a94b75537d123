// Which values an operation uses.

import type { Operand, Operation } from '@sonde/llvm-ir';

export function operandsOf(operation: Operation): readonly Operand[] {
  switch (operation.kind) {
    case 'binary':
    case 'compare':
      return [operation.left, operation.right];
    case 'cast':
    case 'negate':
    case 'freeze':
    case 'switch':
      return [operation.value];
    case 'alloca':
      return operation.count === undefined ? [] : [operation.count];
    case 'load':
      return [operation.address];
    case 'store':
      return [operation.value, operation.address];
    case 'address':
      return [operation.base, ...operation.indices];
    case 'select':
      return [operation.condition, operation.whenTrue, operation.whenFalse];
    case 'phi':
      return operation.incoming.map(({ value }) => value);
    case 'branch':
      return [operation.condition];
    case 'call':
      return [operation.callee, ...operation.arguments.map(({ operand }) => operand)];
    case 'return':
      return operation.value === undefined ? [] : [operation.value];
    case 'extract':
      return [operation.aggregate];
    case 'insert':
      return [operation.aggregate, operation.value];
    case 'va-arg':
      return [operation.list];
    default:
      return [];
  }
}

/** Blocks that control may go to. */
export function targetsOf(operation: Operation | undefined): readonly string[] {
  switch (operation?.kind) {
    case 'jump':
      return [operation.target];
    case 'branch':
      return [operation.whenTrue, operation.whenFalse];
    case 'switch':
      return [operation.otherwise, ...operation.cases.map(({ target }) => target)];
    default:
      return [];
  }
}
