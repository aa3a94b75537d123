// Addresses and sizes: what is asked of places without reading them (C17 6.5.3.2, 6.5.3.4).

import type { Expression, TypeDescription, TypeId } from '@sonde/engine';
import { build, flatFields } from '@sonde/lens';
import { isComparison, type Arithmetic } from './arithmetic.js';
import { literalIn, unitsOf } from './literals.js';
import { int } from './number-types.js';
import type { Pointers } from './pointers.js';
import { refused } from './refusals.js';
import type { Tree } from './tree.js';

interface Lower {
  expression(tree: Tree): Expression;
  value(tree: Tree): Expression;
  number(tree: Tree): Expression;
}

export class Places {
  constructor(
    private readonly arithmetic: Arithmetic,
    private readonly pointers: Pointers,
    private readonly lower: Lower,
  ) {}

  /** `&tree`. Computed where it can be, so that no pointer is followed for it and `&p->next` of any `p` is an address. */
  address(tree: Tree): Expression {
    switch (tree.kind) {
      case 'unary':
        if (tree.operator === '*') return this.lower.value(tree.of);
        break;
      case 'index':
        return this.#element(tree);
      case 'member':
        return this.#member(tree);
      case 'name':
        return this.#variable(tree.name, this.lower.expression(tree));
      case 'row': {
        const row = this.lower.expression(tree);
        if (row.op === 'deref') return this.pointers.cast(row.of, this.pointers.types.to(row.type));
        break;
      }
      default:
    }
    throw refused('only a variable or a part of one has an address.');
  }

  #variable(name: string, value: Expression): Expression {
    const type = this.arithmetic.resolved(value);
    if (value.op === 'constant') throw refused(`${name} is a constant and has no address.`);
    if (value.op === 'read' && value.place.kind === 'register')
      throw refused(`${name} is kept in the register ${value.place.name} and has no address.`);
    // What a reference leads to.
    if (value.op === 'deref') return this.pointers.cast(value.of, this.pointers.types.to(value.type));
    return type.kind === 'function'
      ? this.pointers.decayed(value)
      : build.addressOf(value, this.pointers.types.to(value.type));
  }

  #element({ of, by }: Extract<Tree, { kind: 'index' }>): Expression {
    const [a, b] = [this.lower.value(of), this.lower.value(by)];
    const isSwapped = !this.pointers.isPointer(a);
    const [pointer, at] = isSwapped ? [b, a] : [a, b];
    if (!this.pointers.isPointer(pointer))
      throw refused(`${this.arithmetic.resolved(a).name} has no elements.`);
    if (this.pointers.isPointer(at)) throw refused('a pointer is no index.');
    return this.pointers.moved('+', pointer, at);
  }

  #member({ of, name, arrow }: Extract<Tree, { kind: 'member' }>): Expression {
    const start = arrow ? this.lower.value(of) : this.address(of);
    const type = this.#structure(start, arrow, name);
    const field = flatFields(type.fields, this.arithmetic.types).find(each => each.name === name);
    if (field === undefined) throw refused(`${type.name} has no member ${name}.`);
    if (field.bitSize !== undefined) throw refused(`${name} is a bit field and has no address.`);
    return this.pointers.at(start, BigInt(field.bitOffset / 8), this.pointers.types.to(field.type));
  }

  #structure(
    start: Expression,
    arrow: boolean,
    member: string,
  ): Extract<TypeDescription, { kind: 'struct' | 'union' }> {
    const type = this.arithmetic.types.resolve(this.pointers.target(start));
    if (type.kind === 'struct' || type.kind === 'union') return type;
    throw refused(
      type.kind === 'pointer' && !arrow
        ? `${type.name} is a pointer: write ->${member}.`
        : `${type.name} has no members.`,
    );
  }

  sizeOf(tree: Tree): Expression {
    if (tree.kind === 'text') {
      const literal = literalIn(tree.quoted);
      const unit = literal?.unit ?? 1;
      return this.#size((unitsOf(literal?.body ?? '', unit).length + 1) * unit);
    }
    // These are shown as what they mean, and are an `int` all the same.
    if (isCountedAsInt(tree)) return this.#size(int.bits / 8);
    const value = this.lower.expression(tree);
    if (this.arithmetic.bitsOf(value) !== undefined) throw refused('a bit field has no size in bytes.');
    return this.sizeOfType(value.type);
  }

  sizeOfType(type: TypeId): Expression {
    const size = this.pointers.types.sizeOf(type);
    if (size !== undefined) return this.#size(size);
    const { kind } = this.arithmetic.types.resolve(type);
    // As compilers have it.
    if (kind === 'unit' || kind === 'function') return this.#size(1);
    throw refused(`the size of ${this.arithmetic.types.get(type).name} is not known.`);
  }

  #size(bytes: number): Expression {
    return build.constant(BigInt(bytes), this.arithmetic.numbers.id(this.arithmetic.size));
  }
}

function isCountedAsInt(tree: Tree): boolean {
  if (tree.kind === 'literal') return tree.token.kind === 'character';
  if (tree.kind === 'unary') return tree.operator === '!';
  if (tree.kind !== 'binary') return false;
  return isComparison(tree.operator) || tree.operator === '&&' || tree.operator === '||';
}
