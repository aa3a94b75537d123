// What all parts of the interpreter share: the program, storage, the transaction, what it told, and who watches.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import { typed } from './arithmetic.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import type { Declarations } from './declarations.js';
import type { Frame } from './frame.js';
import { TooLong } from './signals.js';
import type { IntValue, Value } from './values.js';

export interface Context {
  readonly sender: bigint;
  readonly value: bigint;
  readonly origin: bigint;
  readonly self: bigint;
  readonly blockNumber: bigint;
  readonly timestamp: bigint;
}

/** A moment before a statement. */
export interface Visit {
  readonly at: Span;
  readonly function: string;
  readonly region: string | undefined;
  readonly depth: number;
  readonly locals: ReadonlyMap<string, Value>;
  /** As it is at that moment; it goes on changing. */
  readonly storage: ReadonlyMap<string, Value>;
}

export interface EmittedEvent {
  readonly name: string;
  readonly args: readonly Value[];
}

const mostSteps = 2_000_000;

export class Machine {
  readonly events: EmittedEvent[] = [];
  readonly output: string[] = [];
  #steps = 0;

  constructor(
    readonly declarations: Declarations,
    readonly storage: Map<string, Value>,
    readonly context: Context,
    readonly assertions: boolean,
    private readonly watch: ((visit: Visit) => void) | undefined,
  ) {}

  visit(frame: Frame, at: Span): void {
    this.watch?.({
      at,
      function: frame.name,
      region: frame.region,
      depth: frame.depth,
      locals: frame.scope.visible(),
      storage: this.storage,
    });
  }

  step(): void {
    if (++this.#steps > mostSteps) throw new TooLong();
  }

  conform(value: Value, type: TypeTree | undefined, at: Span, frame?: Frame): Value {
    const bound = type?.kind === 'named' ? frame?.types.get(type.path.segments.at(-1)!.text) : undefined;
    return this.declarations.conform(value, bound ?? type, (one, name) => typed(one, name, at));
  }

  /** A value that is kept without a declared type. */
  settled(value: Value, at: Span): Value {
    if (value.kind === 'int') return typed(value, this.declarations.defaultInt, at);
    const inner = (one: Value): Value => this.settled(one, at);
    if (value.kind === 'tuple' || value.kind === 'array' || value.kind === 'vector')
      return { ...value, items: value.items.map(inner) };
    if (value.kind === 'enum')
      return { ...value, fields: new Map([...value.fields].map(([name, field]) => [name, inner(field)])) };
    return value;
  }

  isStorage(name: string): boolean {
    return this.declarations.contract.storage.some(item => item.name.text === name);
  }
}

export const asInt = (value: Value): IntValue => {
  if (value.kind !== 'int') throw new Error(`expected a number, found ${value.kind}`);
  return value;
};

export const isTrue = (value: Value): boolean => value.kind === 'bool' && value.value;

/** Statements that a debugger does not stop before: their parts do that. */
export const stopsBefore = ({ kind }: ExpressionTree): boolean =>
  kind !== 'block' && kind !== 'while' && kind !== 'for';
