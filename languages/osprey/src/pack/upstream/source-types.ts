// The types of variables, from our own inference over the source that debug information names.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SourceText } from '@sonde/front-end';
import { analyseSource } from '../../toolchain/checker/check.js';
import type { TypedExpression, TypedProgram, Variable } from '../../toolchain/checker/typed-program.js';
import { partsOf } from '../../toolchain/checker/typed-walk.js';
import type { Type } from '../../toolchain/checker/types.js';
import { flavorOf } from '../../toolchain/syntax/flavor.js';

export interface SourceVariable {
  readonly name: string;
  readonly line: number;
  readonly type: Type;
  readonly isParameter: boolean;
}

export class SourceTypes {
  readonly #functions = new Map<string, { readonly line: number; readonly variables: SourceVariable[] }>();

  private constructor(readonly program: TypedProgram) {
    for (const { name, nameAt, parameters, code } of program.functions) {
      const variables = parameters.map(parameter => described(parameter, true));
      this.#functions.set(name, { line: nameAt.line, variables });
      collect(code, variables);
    }
    const variables: SourceVariable[] = [];
    const [first] = program.main.statements;
    this.#functions.set('main', { line: first?.at.line ?? 1, variables });
    for (const statement of program.main.statements) {
      if (statement.kind === 'let') variables.push(described(statement.variable, false));
      collect(statement.kind === 'expression' ? statement.expression : statement.value, variables);
    }
  }

  /** Undefined where the source is not there, or is no program of ours. */
  static read(path: string): SourceTypes | undefined {
    try {
      const text = new SourceText({ name: basename(path), path }, readFileSync(path, 'utf8'));
      const nobody = { means: () => undefined, unknown: () => undefined };
      return new SourceTypes(analyseSource(text, flavorOf(basename(path), text.text), nobody).program);
    } catch {
      return undefined;
    }
  }

  /** The line that a function is declared on. */
  lineOf(name: string): number | undefined {
    return this.#functions.get(name)?.line;
  }

  /** By function, name and line. A generic function is part of its callers there, and its variables are theirs. */
  variable(inFunction: string, name: string, line: number | undefined): SourceVariable | undefined {
    const own = this.#functions.get(inFunction)?.variables ?? [];
    const fits = (known: readonly SourceVariable[]): SourceVariable | undefined => {
      const same = known.filter(variable => variable.name === name);
      return same.find(variable => variable.line === line) ?? (same.length === 1 ? same[0] : undefined);
    };
    const others = [...this.#functions.values()].flatMap(({ variables }) => variables);
    return fits(own) ?? others.find(variable => variable.name === name && variable.line === line);
  }
}

const described = ({ name, at, type }: Variable, isParameter: boolean): SourceVariable => ({
  name,
  line: at.line,
  type,
  isParameter,
});

function collect(code: TypedExpression, found: SourceVariable[]): void {
  // Its variables are not described there.
  if (code.kind === 'lambda' || code.kind === 'spawn') return;
  if (code.kind === 'block')
    for (const statement of code.statements)
      if (statement.kind === 'let') found.push(described(statement.variable, false));
  for (const part of partsOf(code)) collect(part, found);
}
