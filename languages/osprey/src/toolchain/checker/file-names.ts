// Bindings of the file level that hide earlier ones of their name: which of them each statement and function sees.

import type { FunctionTree, LetTree, StatementTree } from '../syntax/tree.js';
import type { Inference } from './inference.js';
import type { Variable } from './typed-program.js';

type Binding = FunctionTree | LetTree;

export class FileNames {
  readonly #bindings = new Map<string, Binding[]>();
  readonly #places: ReadonlyMap<StatementTree, number>;
  readonly #variables = new Map<Binding, Variable>();

  constructor(statements: readonly StatementTree[]) {
    this.#places = new Map(statements.map((statement, nth) => [statement, nth]));
    for (const statement of statements) {
      if (statement.kind !== 'function' && statement.kind !== 'let') continue;
      const { text } = statement.name;
      this.#bindings.set(text, [...(this.#bindings.get(text) ?? []), statement]);
    }
  }

  /** The last binding above, as in blocks; functions may also stand above all of them, and then see the first. */
  seenFrom(statement: StatementTree, name: string): Binding | undefined {
    const bindings = this.#bindings.get(name) ?? [];
    const place = this.#placeOf(statement);
    return bindings.findLast(binding => this.#placeOf(binding) < place) ?? bindings[0];
  }

  #placeOf(statement: StatementTree): number {
    return this.#places.get(statement) ?? 0;
  }

  made(binding: LetTree, variable: Variable): void {
    this.#variables.set(binding, variable);
  }

  variableOf(binding: Binding): Variable | undefined {
    return this.#variables.get(binding);
  }

  /** Names in the scope of the file stand for what this statement sees. */
  showFrom(statement: StatementTree, { scope }: Inference): void {
    for (const [name, bindings] of this.#bindings) {
      if (bindings.length < 2) continue;
      const variable = this.variableOf(this.seenFrom(statement, name)!);
      if (variable !== undefined) scope.names.set(name, variable);
    }
  }
}
