// A function that is being built: its parameters, locals with their names, and code.

import { BuilderMisuse } from '../problem.js';
import type { FunctionType, ValueType } from '../value-types.js';
import type { Code } from './code.js';
import type { FunctionReference } from './references.js';

export class FunctionBuilder {
  /** Without parameters. */
  readonly locals: ValueType[] = [];
  /** By index; parameters that were given a name are among them. */
  readonly localNames = new Map<number, string>();

  constructor(
    readonly name: string,
    readonly type: FunctionType,
    readonly reference: FunctionReference,
    readonly code: Code,
  ) {}

  /** The index of a parameter, which gets a name. */
  param(position: number, name?: string): number {
    if (position >= this.type.params.length)
      throw new BuilderMisuse(`function '${this.name}' has no parameter ${position}.`);
    if (name !== undefined) this.localNames.set(position, name);
    return position;
  }

  /** The index of a new local. */
  local(type: ValueType, name?: string): number {
    const index = this.type.params.length + this.locals.push(type) - 1;
    if (name !== undefined) this.localNames.set(index, name);
    return index;
  }
}
