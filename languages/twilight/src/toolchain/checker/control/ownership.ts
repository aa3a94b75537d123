// Moves and borrows, along the ways that the program can take.

import type { Span } from '@sonde/front-end';
import type { Checker } from '../checker.js';
import type { TypedExpression, Use } from '../typed-expressions.js';
import type { TypedPattern } from '../typed-patterns.js';
import type { Local, Loop, Place, Region, TypedStatement } from '../typed-places.js';
import type { TypedFunction } from '../typed-program.js';

/** What was moved, as `3` for a local and `3.0.1` for a part of it. Undefined where the program does not get. */
type State = ReadonlySet<string> | undefined;

/** A local that something looks into, for as long as an arm or a loop lasts. */
interface Lock {
  readonly key: string;
  readonly by: string;
}

export function checkOwnership(checker: Checker, { code }: TypedFunction): void {
  new Ownership(checker).value(code);
}

class Ownership {
  #moved: State = new Set();
  readonly #locks: Lock[] = [];
  readonly #breaks = new Map<Loop, State>();
  readonly #continues = new Map<Loop, State>();
  readonly #leaves = new Map<Region, State>();

  constructor(private readonly checker: Checker) {}

  value(expression: TypedExpression | undefined): void {
    if (expression === undefined) return;
    switch (expression.kind) {
      case 'read':
        this.#place(expression.place);
        this.#use(expression.place, expression.use, expression.at);
        break;
      case 'assign':
        this.#place(expression.place);
        this.value(expression.value);
        this.#assign(expression.place, expression.at);
        break;
      case 'block':
        for (const statement of expression.statements) this.#statement(statement);
        this.value(expression.result);
        break;
      case 'if':
        this.value(expression.condition);
        this.#branches([() => this.value(expression.then), () => this.value(expression.else)]);
        break;
      case 'logic':
        this.value(expression.left);
        this.#branches([() => this.value(expression.right), () => {}]);
        break;
      case 'match':
        this.value(expression.subject);
        this.#match(expression);
        break;
      case 'loop':
        this.#loop(expression.loop, () => this.value(expression.body), false);
        break;
      case 'while':
        this.#loop(
          expression.loop,
          () => {
            this.value(expression.condition);
            this.value(expression.body);
            this.#rejoin(this.#continues.get(expression.loop));
            this.value(expression.step);
          },
          true,
        );
        break;
      case 'for':
        this.#for(expression);
        break;
      case 'break':
        this.value(expression.value);
        this.#breaks.set(expression.loop, joined(this.#breaks.get(expression.loop), this.#moved));
        this.#moved = undefined;
        break;
      case 'continue':
        this.#continues.set(expression.loop, joined(this.#continues.get(expression.loop), this.#moved));
        this.#moved = undefined;
        break;
      case 'return':
        this.value(expression.value);
        this.#moved = undefined;
        break;
      case 'leave':
        this.#leaves.set(expression.region, joined(this.#leaves.get(expression.region), this.#moved));
        this.#moved = undefined;
        break;
      case 'region':
        this.value(expression.body);
        this.#rejoin(this.#leaves.get(expression.region));
        break;
      case 'revert':
      case 'panic':
        this.#parts(expression);
        this.#moved = undefined;
        break;
      case 'call':
        this.#together(expression.args.map(({ value }) => value));
        break;
      case 'builtIn':
        this.#together(expression.args);
        break;
      default:
        this.#parts(expression);
    }
  }

  /** Operands, in the order in which they are evaluated. */
  #parts(code: unknown): void {
    if (typeof code !== 'object' || code === null || 'name' in code) return;
    for (const [key, part] of Object.entries(code)) {
      if (key === 'type' || key === 'at' || key === 'scope' || key === 'target' || key === 'operandType')
        continue;
      for (const item of Array.isArray(part) ? (part as unknown[]) : [part])
        if (isExpression(item)) this.value(item);
        else this.#parts(item);
    }
  }

  #statement(statement: TypedStatement): void {
    switch (statement.kind) {
      case 'let':
        this.value(statement.value);
        this.#bound(statement.pattern);
        break;
      case 'expression':
        this.value(statement.expression);
        break;
      case 'assertion':
        this.value(statement.assertion.condition);
        break;
      case 'capture':
        this.value(statement.value);
        break;
    }
  }

  /** A declaration that runs again makes its local new. */
  #bound(pattern: TypedPattern): void {
    if (pattern.kind === 'bind') {
      this.#restore(`${pattern.local.id}`);
      if (pattern.inner !== undefined) this.#bound(pattern.inner);
    } else if (pattern.kind === 'list') for (const part of pattern.parts) this.#bound(part);
    else if (pattern.kind === 'variant' || pattern.kind === 'product')
      for (const { pattern: part } of pattern.parts) this.#bound(part);
  }

  #place({ root, path }: Place): void {
    if (root.kind === 'temporary') this.value(root.value);
    for (const part of path) if (part.kind === 'index') this.value(part.index);
  }

  #use(place: Place, use: Use, at: Span): void {
    const key = keyOf(place);
    if (key === undefined || this.#moved === undefined) return;
    const name = place.root.kind === 'local' ? place.root.local.name : '';
    const gone = [...this.#moved].find(moved => overlaps(moved, key));
    if (gone !== undefined) {
      const part = gone !== key && gone.startsWith(key) ? 'a part of ' : '';
      this.#error(at, `${part}${name} was moved before`, 'Take a copy with `.clone()` where it was moved.');
    }
    if (use === 'move' || use === 'exclusive') this.#requireUnlocked(key, name, at);
    if (use === 'move') this.#moved = new Set([...this.#moved, key]);
  }

  #assign(place: Place, at: Span): void {
    const key = keyOf(place);
    if (key === undefined || this.#moved === undefined) return;
    const name = place.root.kind === 'local' ? place.root.local.name : '';
    this.#requireUnlocked(key, name, at);
    const whole = [...this.#moved].find(moved => moved !== key && key.startsWith(`${moved}.`));
    if (whole !== undefined)
      this.#error(at, `${name} was moved before, so it has no parts`, 'Assign a whole value first.');
    this.#restore(key);
  }

  #restore(key: string): void {
    if (this.#moved === undefined) return;
    this.#moved = new Set([...this.#moved].filter(moved => moved !== key && !moved.startsWith(`${key}.`)));
  }

  #requireUnlocked(key: string, name: string, at: Span): void {
    const lock = this.#locks.find(one => overlaps(one.key, key));
    if (lock !== undefined)
      this.#error(
        at,
        `${name} cannot change while ${lock.by}`,
        'Take a copy of what is needed with `.clone()`.',
      );
  }

  /** What one call gets: nothing else may look at what it may change. */
  #together(values: readonly TypedExpression[]): void {
    const seen: { readonly key: string; readonly exclusive: boolean }[] = [];
    for (const value of values) {
      this.value(value);
      if (value.kind !== 'read' || (value.use !== 'borrow' && value.use !== 'exclusive')) continue;
      const key = keyOf(value.place);
      if (key === undefined) continue;
      const exclusive = value.use === 'exclusive';
      if (seen.some(one => overlaps(one.key, key) && (one.exclusive || exclusive)))
        this.#error(
          value.at,
          'this is borrowed twice in one call, once to be changed',
          'Take a copy with `.clone()`.',
        );
      seen.push({ key, exclusive });
    }
  }

  #match({ subject, arms }: Extract<TypedExpression, { kind: 'match' }>): void {
    const key = subject.kind === 'read' && subject.use === 'borrow' ? keyOf(subject.place) : undefined;
    this.#branches(
      arms.map(arm => () => {
        const borrower = borrowerIn(arm.pattern);
        const locked = key !== undefined && borrower !== undefined;
        if (locked) this.#locks.push({ key, by: `${borrower.name} looks into it` });
        this.#bound(arm.pattern);
        this.value(arm.guard);
        this.value(arm.body);
        if (locked) this.#locks.pop();
      }),
    );
  }

  #for({ loop, over, pattern, body }: Extract<TypedExpression, { kind: 'for' }>): void {
    let key: string | undefined;
    if (over.kind === 'range') {
      this.value(over.from);
      this.value(over.to);
    } else if (over.kind === 'elements') {
      this.value(over.subject);
      key = over.subject.kind === 'read' ? keyOf(over.subject.place) : undefined;
    } else this.#parts(over.slot);
    if (key !== undefined) this.#locks.push({ key, by: 'a loop walks it' });
    this.#loop(
      loop,
      () => {
        this.#bound(pattern);
        this.value(body);
      },
      true,
    );
    if (key !== undefined) this.#locks.pop();
  }

  /** Twice: what the first turn moves is missing in the second. */
  #loop(loop: Loop, turn: () => void, mayEnd: boolean): void {
    const before = this.#moved;
    for (const { condition } of loop.invariants) this.value(condition);
    turn();
    this.#rejoin(this.#continues.get(loop));
    this.#rejoin(before);
    const head = this.#moved;
    turn();
    this.#moved = mayEnd ? joined(joined(head, this.#moved), this.#breaks.get(loop)) : this.#breaks.get(loop);
  }

  #branches(ways: readonly (() => void)[]): void {
    const before = this.#moved;
    let after: State;
    for (const way of ways) {
      this.#moved = before;
      way();
      after = joined(after, this.#moved);
    }
    this.#moved = after;
  }

  #rejoin(state: State): void {
    this.#moved = joined(this.#moved, state);
  }

  #error(at: Span, message: string, hint: string): void {
    this.checker.problems.error(at, message, hint);
  }
}

const isExpression = (value: unknown): value is TypedExpression =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'type' in value &&
  'at' in value &&
  !('name' in value) &&
  !('variable' in value);

function joined(one: State, other: State): State {
  if (one === undefined) return other;
  return other === undefined ? one : new Set([...one, ...other]);
}

const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** Up to the first index: elements are not told apart. */
function keyOf({ root, path }: Place): string | undefined {
  if (root.kind !== 'local') return undefined;
  const parts = [`${root.local.id}`];
  for (const part of path) {
    if (part.kind === 'index') break;
    parts.push(`${part.nth}`);
  }
  return parts.join('.');
}

function borrowerIn(pattern: TypedPattern): Local | undefined {
  switch (pattern.kind) {
    case 'bind':
      return pattern.use === 'borrow' ? pattern.local : pattern.inner && borrowerIn(pattern.inner);
    case 'variant':
    case 'product':
      return pattern.parts.map(part => borrowerIn(part.pattern)).find(local => local !== undefined);
    case 'list':
      return pattern.parts.map(borrowerIn).find(local => local !== undefined);
    default:
      return undefined;
  }
}
