// Which places are moved away, and which are borrowed by a `ref` that is still in scope.

import type { Expression } from '../ast.js';
import type { Scope } from './scope.js';

/** The state at one point of a body. A place is written `a`, `a.b`, `a[0].c`. */
export class Places {
  private constructor(
    private readonly moved: Set<string>,
    /** Name of the reference → what it refers to. */
    private readonly borrowed: Map<string, Set<string>>,
  ) {}

  static none(): Places {
    return new Places(new Set(), new Map());
  }

  copy(): Places {
    return new Places(
      new Set(this.moved),
      new Map([...this.borrowed].map(([alias, places]) => [alias, new Set(places)])),
    );
  }

  /** Takes over what is known at the end of a branch. */
  become(other: Places): void {
    this.moved.clear();
    this.borrowed.clear();
    this.add(other);
  }

  add(other: Places): void {
    for (const place of other.moved) this.moved.add(place);
    for (const [alias, places] of other.borrowed) for (const place of places) this.borrow(alias, place);
  }

  /** At the end of a block only the names around it are left. */
  within(scope: Scope): Places {
    const kept = Places.none();
    for (const place of this.moved) if (scope.has(place) || scope.has(rootOf(place))) kept.moved.add(place);
    for (const [alias, places] of this.borrowed)
      if (scope.has(alias)) for (const place of places) kept.borrow(alias, place);
    return kept;
  }

  move(place: string): void {
    this.moved.add(place);
  }

  isMoved(place: string): boolean {
    return this.moved.has(place);
  }

  /** The place itself or one around it. */
  movedAround(place: string): string | undefined {
    for (let current = place; current !== ''; current = outerPlace(current))
      if (this.moved.has(current)) return current;
    return undefined;
  }

  movedInside(place: string): boolean {
    return [...this.moved].some(other => isInside(other, place));
  }

  /** It has a value again. */
  restore(place: string): void {
    for (const other of [...this.moved])
      if (other === place || isInside(other, place)) this.moved.delete(other);
    this.borrowed.delete(place);
  }

  borrow(alias: string, place: string): void {
    const places = this.borrowed.get(alias);
    if (places === undefined) this.borrowed.set(alias, new Set([place]));
    else places.add(place);
  }

  borrowOf(alias: string): string | undefined {
    return this.borrowed.get(alias)?.values().next().value;
  }

  /** A borrowed place that overlaps with this one. */
  borrowedAt(place: string): string | undefined {
    for (const places of this.borrowed.values())
      for (const other of places)
        if (other === place || isInside(other, place) || isInside(place, other)) return other;
    return undefined;
  }
}

const isInside = (inner: string, outer: string): boolean =>
  inner.length > outer.length &&
  inner.startsWith(outer) &&
  (inner[outer.length] === '.' || inner[outer.length] === '[');

export function rootOf(place: string): string {
  const end = place.search(/[.[]/);
  return end < 0 ? place : place.slice(0, end);
}

function outerPlace(place: string): string {
  const end = Math.max(place.lastIndexOf('.'), place.lastIndexOf('['));
  return end < 0 ? '' : place.slice(0, end);
}

/** The place an expression names, when that is clear before the program runs. */
export function placeOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member': {
      if (expression.trait !== undefined || (expression.args ?? []).length > 0) return undefined;
      const of = placeOf(expression.of);
      return of === undefined ? undefined : `${of}.${expression.name.text}`;
    }
    case 'index': {
      const of = placeOf(expression.of);
      const { index } = expression;
      if (of === undefined || index.kind !== 'integer' || index.type !== 'i32') return undefined;
      return `${of}[${index.value}]`;
    }
    default:
      return undefined;
  }
}

/** What `ref place` borrows. */
export function borrowedBy(expression: Expression): string | undefined {
  if (expression.kind !== 'unary') return undefined;
  if (expression.operator !== 'ref' && expression.operator !== '&') return undefined;
  return placeOf(expression.operand);
}
