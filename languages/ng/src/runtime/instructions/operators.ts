// Operators that are not in the loop.

import { codeOf } from '../../toolchain/format/opcodes.js';
import { negate, shift } from '../arithmetic.js';
import { keep, target } from '../references.js';
import { copyOf, release } from '../sharing.js';
import { itemsToWrite } from '../time/journal.js';
import { Composite, makeArray, ProgramError, typeName, type Value } from '../values.js';
import type { Processor } from '../processor.js';
import { textOperand, u16, type Handlers } from './handler.js';

function shifted(processor: Processor, direction: 'left' | 'right'): undefined {
  const right = processor.pop();
  const left = processor.pop();
  processor.push(
    direction === 'left' && left instanceof Composite && left.kind === 'array'
      ? appended(processor, left, right)
      : shiftedNumber(processor, direction, left, right),
  );
}

function appended(processor: Processor, array: Composite, value: Value): Composite {
  keep(value);
  const items = array.parts.items;
  // A temporary that nobody else needs becomes the result, so that building an array is not quadratic.
  const alone = !array.dead && (array.parts.owners === 1 || goesBack(processor, array));
  const grown = alone ? itemsToWrite(array.parts) : items.map(copyOf);
  grown.push(value);
  if (alone) return array;
  release(array);
  return makeArray(grown);
}

/** Only the variable shares it that the next instruction puts the result into: `xs := xs << x`. */
function goesBack(processor: Processor, { parts }: Composite): boolean {
  // Whoever watches the variable wants to see it as it was.
  if (parts.owners !== 2 || processor.watching || processor.guard !== undefined) return false;
  const { patches, frame, globals } = processor;
  if (frame.pc + 3 > frame.end) return false;
  const next = patches.originalAt(frame.pc);
  const index = u16(processor, frame.pc + 1);
  const held =
    next === storeLocal
      ? frame.locals[index]
      : next === storeGlobal
        ? globals[frame.globalBase + index]
        : undefined;
  return held instanceof Composite && held.parts === parts && held.pins === 0 && held.targets === 0;
}

const storeLocal = codeOf('STORE_LOCAL');
const storeGlobal = codeOf('STORE_GLOBAL');

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
