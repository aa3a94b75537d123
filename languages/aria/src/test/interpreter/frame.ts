// The variables of one running function.

import type { Span } from '@sonde/native-compiler';
import type { TypedFunction, Variable } from '../../toolchain/checker/typed-program.js';
import { Address, type Allocation, type Slot, type Value } from './values.js';

/** A block that is being run. */
export interface OpenScope {
  active: boolean;
  readonly declared: Variable[];
}

const always = { active: true };

export class Frame {
  readonly scopes: OpenScope[] = [];
  readonly #variables = new Map<Variable, Slot[]>();

  constructor(
    readonly target: TypedFunction,
    readonly depth: number,
    readonly globals: Map<Variable, Slot[]>,
  ) {}

  open(): OpenScope {
    const scope = { active: true, declared: [] };
    this.scopes.push(scope);
    return scope;
  }

  close(scope: OpenScope): void {
    // Inner ones are still open when a failure came out of them.
    for (const left of this.scopes.splice(this.scopes.indexOf(scope))) left.active = false;
  }

  /** A variable as what a wild pointer leads to. A global is never left. */
  lent(variable: Variable): Allocation {
    if (variable.role === 'global') return { freed: false, scope: always };
    return { freed: false, scope: this.scopes.find(({ declared }) => declared.includes(variable))! };
  }

  declare(variable: Variable, value: Value): void {
    this.#home(variable).set(variable, [{ value }]);
    if (variable.role !== 'global') this.scopes.at(-1)!.declared.push(variable);
  }

  place(variable: Variable): Address {
    const list = this.#home(variable).get(variable);
    if (!list) throw new Error(`${variable.name} is used before it is declared`);
    return new Address(list, 0);
  }

  /** Visible names; of those with the same name the innermost. */
  visible(place: Span): ReadonlyMap<string, Variable> {
    // A defer runs when variables behind it are there, too; it knows nothing of them.
    const inSight = this.scopes.flatMap(({ declared }) => declared.filter(({ at }) => at.start <= place.end));
    return new Map(inSight.map(variable => [variable.name, variable]));
  }

  #home(variable: Variable): Map<Variable, Slot[]> {
    return variable.role === 'global' ? this.globals : this.#variables;
  }
}
