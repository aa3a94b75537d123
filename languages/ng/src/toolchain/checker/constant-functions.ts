// `const fun`: functions that are run before the program is, on numbers, texts and truth values.

import type { ExpressionOf, FunctionDeclaration, Statement } from '../ast.js';
import type { ConstantValue } from '../checked.js';
import { constantCondition, constantValue } from './constants.js';
import type { Scope } from './scope.js';
import type { Context } from './unit-state.js';

/** How deep calls may nest; what goes deeper is left to the program. */
const deepest = 200;
/** Of all calls for one value together. */
const mostCalls = 20_000;

interface Run {
  depth: number;
  calls: number;
}

let running: Run | undefined;

/** Undefined for any other call, and when only the program can tell. */
export function constantCall(expression: ExpressionOf<'call'>, context: Context): ConstantValue | undefined {
  const { callee, args } = expression;
  if (callee.kind !== 'name') return undefined;
  const declaration = context.state.constantFunctions.get(callee.name)?.[0];
  if (declaration === undefined || declaration.parameters.length !== args.length) return undefined;
  const scope = context.state.scope.inner();
  for (const [nth, { name }] of declaration.parameters.entries()) {
    const value = constantValue(args[nth]!, context);
    if (value === undefined) return undefined;
    bind(scope, name, value);
  }
  return call(declaration, { ...context, scope });
}

function call({ body }: FunctionDeclaration, context: Context): ConstantValue | undefined {
  if (typeof body === 'string') return undefined;
  const outermost = running === undefined;
  const run = (running ??= { depth: 0, calls: 0 });
  if (run.depth >= deepest || run.calls >= mostCalls) return undefined;
  run.depth++;
  run.calls++;
  try {
    const end = ran(body, context);
    return end.kind === 'returned' ? end.value : undefined;
  } finally {
    run.depth--;
    if (outermost) running = undefined;
  }
}

/** How a statement ended. */
type End =
  | { readonly kind: 'through' | 'unknown' }
  | { readonly kind: 'returned'; readonly value: ConstantValue | undefined };

const through: End = { kind: 'through' };
const unknown: End = { kind: 'unknown' };

function ran(statement: Statement, context: Context): End {
  switch (statement.kind) {
    case 'empty':
      return through;
    case 'block': {
      const inner = { ...context, scope: context.scope.inner() };
      for (const each of statement.statements) {
        const end = ran(each, inner);
        if (end.kind !== 'through') return end;
      }
      return through;
    }
    case 'return':
      if (statement.value === undefined) return unknown;
      return { kind: 'returned', value: constantValue(statement.value, context) };
    case 'if': {
      const test = constantCondition(statement.test, context);
      if (test === undefined) return unknown;
      if (test) return ran(statement.then, context);
      return statement.else === undefined ? through : ran(statement.else, context);
    }
    case 'val': {
      const [binding] = statement.bindings;
      const value = constantValue(statement.value, context);
      if (statement.pattern !== 'name' || binding === undefined || value === undefined) return unknown;
      bind(context.scope, binding.name, value);
      return through;
    }
    default:
      return unknown;
  }
}

function bind(scope: Scope, name: string, value: ConstantValue): void {
  scope.declare(name, { kind: 'constant', value: String(value), parameter: false });
}
