// A binding of the file level has its value from its line on: what runs before must not use functions that read it.

import type { Inference } from './inference.js';
import type { TypedFunction, TypedStatement, Variable } from './typed-program.js';
import { expressionsIn, valueOf } from './typed-walk.js';

interface Reads {
  readonly globals: ReadonlySet<Variable>;
  readonly functions: ReadonlySet<TypedFunction>;
}

export function checkInitialisation(inference: Inference, statements: readonly TypedStatement[]): void {
  const known = new Map<TypedFunction, ReadonlySet<Variable>>();
  const ready = new Set<Variable>();
  const bound = new Set(statements.flatMap(part => (part.kind === 'let' ? [part.variable] : [])));
  for (const statement of statements) {
    for (const expression of expressionsIn(valueOf(statement))) {
      if (expression.kind === 'variable') {
        const { name, at } = expression.variable;
        if (bound.has(expression.variable) && !ready.has(expression.variable))
          inference.error(expression.at, `\`${name}\` has no value before line ${at.line}`);
      }
      if (expression.kind !== 'call' && expression.kind !== 'function') continue;
      const { target, at } = expression;
      const missing = [...globalsOf(target, known)].find(variable => !ready.has(variable));
      if (missing === undefined) continue;
      inference.error(
        at,
        `\`${target.name}\` uses \`${missing.name}\`, which has no value before line ${missing.at.line}`,
        'Move this behind it.',
      );
    }
    if (statement.kind === 'let') ready.add(statement.variable);
  }
}

/** What a function reads, and what the functions that it mentions read. */
function globalsOf(
  target: TypedFunction,
  known: Map<TypedFunction, ReadonlySet<Variable>>,
): ReadonlySet<Variable> {
  const finished = known.get(target);
  if (finished !== undefined) return finished;
  const globals = new Set<Variable>();
  const seen = new Set<TypedFunction>();
  const visit = (one: TypedFunction): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const { globals: own, functions } = readsOf(one);
    for (const variable of own) globals.add(variable);
    for (const used of functions) visit(used);
  };
  visit(target);
  known.set(target, globals);
  return globals;
}

function readsOf({ code }: TypedFunction): Reads {
  const globals = new Set<Variable>();
  const functions = new Set<TypedFunction>();
  for (const expression of expressionsIn(code)) {
    if (expression.kind === 'variable' && expression.variable.home.kind === 'main')
      globals.add(expression.variable);
    if (expression.kind === 'call' || expression.kind === 'function') functions.add(expression.target);
  }
  return { globals, functions };
}
