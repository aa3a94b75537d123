// Operators that are not in the loop.

import { negate, shift } from '../arithmetic.js';
import { keep, target } from '../references.js';
import { copyOf, release } from '../sharing.js';
import { Composite, makeArray, ProgramError, typeName, type Value } from '../values.js';
import type { Processor } from '../processor.js';
import { textOperand, type Handlers } from './handler.js';

function shifted(processor: Processor, direction: 'left' | 'right'): undefined {
  const right = processor.pop();
  const left = processor.pop();
  processor.push(
    direction === 'left' && left instanceof Composite && left.kind === 'array'
      ? appended(left, right)
      : shiftedNumber(processor, direction, left, right),
  );
}

function appended(array: Composite, value: Value): Composite {
  keep(value);
  const items = array.parts.items;
  // A temporary that nobody shares becomes the result, so that building an array is not quadratic.
  const alone = array.parts.owners === 1 && array.pins === 0 && !array.dead;
  const grown = alone ? items : items.map(copyOf);
  grown.push(value);
  if (alone) return array;
  release(array);
  return makeArray(grown);
}

function shiftedNumber(processor: Processor, direction: 'left' | 'right', left: Value, right: Value): Value {
  if (processor.image.upstreamCompatible) throw new ProgramError('Unsupported binary operator');
  return shift(direction, left, right);
}

export const operators: Handlers = {
  NEG: processor => {
    processor.push(negate(processor.pop()));
    return undefined;
  },
  LSHIFT: processor => shifted(processor, 'left'),
  RSHIFT: processor => shifted(processor, 'right'),
  INSTANCE_OF: (processor, at) => {
    const name = textOperand(processor, at, 'INSTANCE_OF');
    processor.push(typeName(target(processor.pop())) === name);
    return undefined;
  },
};
