// Order, equality and truth of values.

import { layoutSize, unwrapped } from './arithmetic.js';
import { convert, numberType, rawNumber } from './numbers.js';
import { rangeLength } from './range.js';
import { readReference } from './references.js';
import { Composite, ProgramError, type Value } from './values.js';

export type Order = 'less' | 'equal' | 'greater' | 'none';

/** The wider of the two compares, by its own type. */
export function order(left: Value, right: Value): Order {
  if (layoutSize(right) > layoutSize(left) && isOrdered(right)) return reversed(compareAs(right, left));
  if (isOrdered(left)) return compareAs(left, right);
  const inner = insides(left, right);
  return inner === undefined ? 'none' : order(inner[0], inner[1]);
}

const isOrdered = (value: Value): boolean => typeof value !== 'object' || numberType(value) !== undefined;

function compareAs(self: Value, other: Value): Order {
  // Unit finds itself equal to whatever is not wider.
  if (self === undefined) return 'equal';
  if (typeof self === 'boolean') return compare(Number(self), Number(hasFirstByte(other)));
  if (typeof self === 'string') return typeof other === 'string' ? compare(self, other) : 'none';
  const type = numberType(self)!;
  return compare(rawNumber(self), convert(type, rawNumber(other)));
}

function compare<T extends number | bigint | string>(a: T, b: T): Order {
  if (a < b) return 'less';
  if (a > b) return 'greater';
  return a === b ? 'equal' : 'none';
}

/** What a truth value is compared with: the first byte that the original machine stores for the other one. */
function hasFirstByte(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object') return false;
  if (value.kind === 'number') return (Number(value.value) & 0xff) !== 0;
  return value instanceof Composite && value.shape.variant !== undefined && value.shape.variant.index !== 0;
}

const reversed = (value: Order): Order =>
  value === 'less' ? 'greater' : value === 'greater' ? 'less' : value;

/** What two of the same wrapper compare by. The original machine takes a span of one for a wrapper. */
function insides(left: Value, right: Value): readonly [Value, Value] | undefined {
  const [a, b] = [unwrapped(left), unwrapped(right)];
  if (a !== undefined && b !== undefined && a.name === b.name) return [a.inner, b.inner];
  if (!(left instanceof Composite) || !(right instanceof Composite)) return undefined;
  if (left.kind !== 'span' || right.kind !== 'span') return undefined;
  const [x, y] = [left.parts.items, right.parts.items];
  return x.length === 1 && y.length === 1 ? [x[0], y[0]] : undefined;
}

export function equals(left: Value, right: Value): boolean {
  const found = order(left, right);
  if (found !== 'none') return found === 'equal';
  const inner = insides(left, right);
  if (inner !== undefined) return equals(inner[0], inner[1]);
  if (!(left instanceof Composite) || !(right instanceof Composite) || left.kind !== right.kind) return false;
  if (left.kind === 'newtype' || left.kind === 'span' || left.shape.name !== right.shape.name) return false;
  if (left.shape.variant?.index !== right.shape.variant?.index) return false;
  // Records without fields have nothing to be equal by.
  if (left.kind === 'record' && left.shape.fields.length === 0) return false;
  const [a, b] = [left.parts.items, right.parts.items];
  return a.length === b.length && a.every((item, nth) => equals(item, b[nth]));
}

export function isLess(left: Value, right: Value): boolean {
  return ordered(left, right) === 'less';
}

export function isGreater(left: Value, right: Value): boolean {
  return ordered(left, right) === 'greater';
}

function ordered(left: Value, right: Value): Order {
  const found = order(left, right);
  if (found === 'none') throw new ProgramError('Unsupported binary operator');
  return found;
}

export function isTrue(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value !== 0;
    case 'string':
      return value !== '';
    case 'undefined':
      return false;
    default:
      break;
  }
  switch (value.kind) {
    case 'number':
      return Number(value.value) !== 0;
    case 'array':
    case 'tuple':
    case 'span':
      return value.parts.items.length > 0;
    case 'range':
      return rangeLength(value) > 0;
    case 'newtype':
      return isTrue(value.parts.items[0]);
    case 'trait':
      return isTrue(readReference(value.target));
    case 'from-end':
      return value.offset !== 0;
    case 'handle':
      return value.memory.live;
    case 'moved':
      return false;
    default:
      return true;
  }
}
