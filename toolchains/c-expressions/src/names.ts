// Names in expressions: variables, constants, functions and registers.

import type { Expression, NameScope, TypeId, TypeTable, VisibleName } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { Library } from './library.js';
import { notUnderstood } from './tokens.js';

export class Names {
  constructor(
    private readonly names: NameScope,
    private readonly types: TypeTable,
    private readonly library: Library,
    /** Also what the scope does not list: constants of the program's enumerations, registers in any case. */
    private readonly whole: boolean,
  ) {}

  read(name: string, at: number): Expression {
    const found = this.names.lookup(name);
    if (found === undefined || found.kind === 'global') {
      const other = this.library.name(name, found);
      if (other !== undefined) return other;
    }
    if (found?.kind === 'constant') return this.#constant(found, at);
    if (found !== undefined) return build.read(found);
    const unlisted = this.whole ? (this.#register(name) ?? this.#enumerator(name)) : undefined;
    if (unlisted === undefined) throw notUnderstood(`the name ${name}`, at);
    return unlisted;
  }

  #constant({ name, type }: VisibleName, at: number): Expression {
    const found = this.#valueIn(type, name.slice(name.lastIndexOf(':') + 1));
    if (found === undefined) throw notUnderstood(`the name ${name}`, at);
    return found;
  }

  #valueIn(type: TypeId, name: string): Expression | undefined {
    const enumeration = this.types.resolve(type);
    const found =
      enumeration.kind === 'enum' ? enumeration.enumerators.find(each => each.name === name) : undefined;
    return found && build.constant(found.value, type);
  }

  #enumerator(name: string): Expression | undefined {
    for (const [id, type] of this.types.entries()) {
      const found = type.kind === 'enum' ? this.#valueIn(id, name) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** `$r1`, `r1` and `R1` are one. */
  #register(name: string): Expression | undefined {
    const wanted = name.replace(/^\$/, '').toLowerCase();
    for (const visible of this.names.all())
      if (visible.kind === 'register' && visible.name.replace(/^\$/, '').toLowerCase() === wanted)
        return build.read(visible);
    return undefined;
  }
}
