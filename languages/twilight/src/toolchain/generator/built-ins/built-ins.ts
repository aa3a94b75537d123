// The standard library's own operations, by name.

import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { emitListOperation } from './lists.js';
import { emitMapOperation } from './maps.js';
import { emitExtreme, emitTextOperation } from './texts-and-bytes.js';

export type BuiltInCall = Extract<TypedExpression, { kind: 'builtIn' }>;

export function emitBuiltIn(g: FunctionContext, e: BuiltInCall, to: Destination | undefined): void {
  switch (e.operation) {
    case 'min':
    case 'max':
      return emitExtreme(g, e, e.operation, to);
    case 'vector.len':
    case 'vector.push':
    case 'vector.pop':
    case 'vector.get':
    case 'vector.clear':
    case 'vector.contains':
    case 'vector.swap':
    case 'vector.filled':
    case 'array.get':
    case 'array.contains':
      return emitListOperation(g, e, e.operation, to);
    case 'map.len':
    case 'map.get':
    case 'map.at':
    case 'map.insert':
    case 'map.contains':
    case 'map.remove':
      return emitMapOperation(g, e, e.operation, to);
    default:
      return emitTextOperation(g, e, e.operation, to);
  }
}
