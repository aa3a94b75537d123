// Values that are used more than once: computed once, unless they are so small that a name would cost more.

import { operandsOf, type Expression, type ExpressionOperation } from '@sonde/engine';
import { build } from '@sonde/lens';

/** Those that give the same each time and change nothing. */
const repeatable: ReadonlySet<ExpressionOperation> = new Set<ExpressionOperation>([
  ...(['constant', 'read', 'bound', 'field', 'deref', 'integer', 'convert', 'compare', 'vouched'] as const),
]);

/** In nodes. Checks inside the program know no names, so that what is small is better written twice. */
const small = 5;

export class Sharing {
  readonly #bindings = new build.Bindings();

  readonly share = (value: Expression, body: (shared: Expression) => Expression): Expression =>
    sizeUpTo(value, small) <= small ? body(value) : this.#bindings.bind(value, body);

  /** Whatever it is: what is only done once must not be written twice. */
  readonly once = (value: Expression, body: (shared: Expression) => Expression): Expression =>
    this.#bindings.bind(value, body);
}

/** Counted until it is more than `most`; what must not be repeated is. */
function sizeUpTo(node: Expression, most: number): number {
  if (!repeatable.has(node.op)) return most + 1;
  let size = 1;
  for (const operand of operandsOf(node)) {
    size += sizeUpTo(operand, most - size);
    if (size > most) return most + 1;
  }
  return size;
}
