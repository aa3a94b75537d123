// Statements: what they declare, and the type of what they return.

import type { Statement, StatementOf } from '../ast.js';
import { checkNext } from './next-values.js';
import { constantCondition } from './constants.js';
import { notice, typeOf } from './expressions.js';
import { isBool, typesMatch } from './matching.js';
import { nodeText } from './node-text.js';
import { fail, failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import { checkSwitch } from './switches.js';
import { noteTraitObject } from './trait-objects.js';
import { typeText, unit, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { checkValue } from './values.js';

/** Undefined when nothing is returned in it. */
export function checkStatement(statement: Statement, context: Context): Type | undefined {
  switch (statement.kind) {
    case 'expression':
      typeOf(statement.expression, operandContext(context, context.mayNameMoved));
      return undefined;
    case 'block':
      return checkBlock(statement, context);
    case 'return':
      if (statement.value === undefined) return unit;
      noteTraitObject(statement.value, context.result, context.notes);
      return typeOf(statement.value, context);
    case 'if':
      return checkIf(statement, context);
    case 'val':
      checkValue(statement, context);
      return undefined;
    case 'loop':
      return checkLoop(statement, context);
    case 'next':
      checkNext(statement, context);
      return undefined;
    case 'switch':
      return checkSwitch(statement, context);
    case 'empty':
      return undefined;
  }
}

/** A body of its own: what it declares ends with it, and `places` are what it leaves behind. */
export function checkBranch(statement: Statement, context: Context): Type | undefined {
  return checkStatement(statement, { ...context, scope: context.scope.inner() });
}

function checkBlock(block: StatementOf<'block'>, context: Context): Type | undefined {
  const inner = { ...context, scope: context.scope.inner() };
  let returned: Type | undefined;
  for (const statement of block.statements) {
    const type = checkStatement(statement, inner);
    if (type === undefined) continue;
    if (returned === undefined || !typesMatch(returned, type)) {
      if (returned !== undefined && !typesMatch(type, returned))
        failAt(
          `Mismatched return types in compound statement: ${typeText(returned)}, ${typeText(type)}`,
          block,
          statement,
        );
      returned = type;
    }
  }
  context.places.become(context.places.within(context.scope));
  return returned;
}

function checkIf(statement: StatementOf<'if'>, context: Context): Type | undefined {
  const { test, then, else: otherwise } = statement;
  if (statement.constant) {
    const decided = constantCondition(test, context);
    if (decided !== undefined) {
      context.notes.constants.set(test, decided);
      notice(test, context);
      const taken = decided ? then : otherwise;
      if (taken === undefined) return unit;
      const type = checkBranch(taken, context);
      context.places.become(context.places.within(context.scope));
      return type;
    }
  }
  const condition = typeOf(test, context);
  if (!isBool(condition) && condition.kind !== 'untyped')
    failAt(`Condition expression must be boolean: ${nodeText(test)}`, test);

  const { places } = context;
  const entry = places.within(context.scope);
  const thenContext = { ...context, places: entry.copy() };
  const thenType = checkBranch(then, thenContext);
  const afterThen = thenContext.places.within(context.scope);
  if (otherwise === undefined) {
    afterThen.add(entry);
    places.become(afterThen);
    return thenType;
  }
  const elseContext = { ...context, places: entry.copy() };
  const elseType = checkBranch(otherwise, elseContext);
  afterThen.add(elseContext.places.within(context.scope));
  places.become(afterThen);
  if (thenType === undefined || elseType === undefined) return thenType ?? elseType;
  if (typesMatch(thenType, elseType)) return thenType;
  if (typesMatch(elseType, thenType)) return elseType;
  return fail(
    `Mismatched return types in if-else branches: ${typeText(thenType)}, ${typeText(elseType)}`,
    otherwise,
  );
}

/** Inside a loop number literals in `return` are not told what the function returns. */
function checkLoop(loop: StatementOf<'loop'>, context: Context): Type | undefined {
  const inner: Context = { ...context, scope: context.scope.inner(), expected: undefined, next: [] };
  const next: Type[] = [];
  for (const binding of loop.bindings) {
    const { name, span, at } = binding;
    // `loop n, acc = 0` starts with the `n` around it.
    const value = binding.value ?? { kind: 'name', name, span, at };
    let type = typeOf(value, inner);
    if (binding.type !== undefined) {
      const wanted = resolveType(binding.type, inner.scope, inner.state);
      if (!typesMatch(wanted, type))
        fail(`Loop Binding Type Mismatch: ${typeText(type)} to ${typeText(wanted)}`, binding);
      type = wanted;
    }
    inner.scope.declare(name, type);
    if (type.kind !== 'untyped') inner.notes.declared.set(binding, type);
    next.push(type);
  }
  const result = checkStatement(loop.body, { ...inner, next });
  context.places.become(context.places.within(context.scope));
  return result;
}
