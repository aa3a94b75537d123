// The declarations of a unit, in the original compiler's order: first names and signatures, then imports, then bodies.

import type {
  ConstantDeclaration,
  Declaration,
  FunctionDeclaration,
  TraitDeclaration,
  Unit,
} from '../ast.js';
import type { ModuleInterface } from '../checked.js';
import { constantValue, isConstantOf } from './constants.js';
import { checkBody, parameterType, resultType } from './functions.js';
import { checkSelection, checkSelectionsExist } from './impl-records.js';
import { checkImport } from './imports.js';
import { deletedText } from './node-text.js';
import { failAt } from './problems.js';
import { resolvePack, resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { checkStatement } from './statements.js';
import { checkImpl, checkTrait } from './trait-declarations.js';
import { declareLifecycleTraits, isLifecycleTrait, rejectUnsafeObjects } from './traits.js';
import { checkType, declareType } from './type-declarations.js';
import { functionType, plain, traitType, type FunctionType } from './types.js';
import { contextAt, newNotes, type Context, type UnitState } from './unit-state.js';
import { checkValue } from './values.js';
import { bindWhere, openTypes } from './where.js';

/** Names are known only to what stands behind their declaration, apart from functions and records. */
export function checkUnit(unit: Unit, modules: ReadonlyMap<string, ModuleInterface>, state: UnitState): void {
  const { declarations } = unit;
  declareLifecycleTraits(state.scope);
  for (const declaration of declarations) declare(declaration, state);
  for (const declaration of declarations)
    if (declaration.kind === 'import') checkImport(declaration, modules, state);
  for (const declaration of declarations) if (declaration.kind === 'trait') checkTrait(declaration, state);
  for (const selection of state.selections) checkSelection(selection, state);
  const context = contextAt(state, state.scope, state.notes);
  for (const declaration of declarations) checkDeclaration(declaration, context);
  checkSelectionsExist(state);
  for (const statement of unit.statements) checkStatement(statement, context);
}

// First pass

function declare(declaration: Declaration, state: UnitState): void {
  switch (declaration.kind) {
    case 'trait':
      return declareTrait(declaration, state);
    case 'constant': {
      const name = declaration.name.text;
      state.constants.set(name, [...(state.constants.get(name) ?? []), declaration]);
      return;
    }
    case 'function':
      return declareFunction(declaration, state);
    case 'type':
      return declareType(declaration, state);
    case 'use':
      state.selections.push(declaration);
      return;
    case 'val':
    case 'impl':
    case 'import':
      return;
  }
}

function declareTrait({ name, generics }: TraitDeclaration, { scope, module }: UnitState): void {
  if (isLifecycleTrait(name.text)) return;
  scope.declare(
    name.text,
    traitType(
      name.text,
      module,
      generics.map(generic => generic.name),
    ),
  );
}

function declareFunction(declaration: FunctionDeclaration, state: UnitState): void {
  const name = declaration.name.text;
  const { scope } = state;
  if (declaration.constant) {
    if (declaration.generics.length > 0)
      failAt(`Generic const functions are not supported yet: ${name}`, declaration);
    state.constantFunctions.set(name, [...(state.constantFunctions.get(name) ?? []), declaration]);
  }
  if (declaration.generics.length === 0) {
    scope.declare(name, plainFunctionType(declaration, scope, state));
    return;
  }
  const known = scope.lookup(name);
  if (known?.kind === 'genericFunction') known.overloads.push(declaration);
  else
    scope.declare(name, {
      kind: 'genericFunction',
      name,
      module: state.module,
      overloads: [declaration],
      scope,
      file: state.file,
    });
  checkGenericParameters(declaration, state);
}

function plainFunctionType(declaration: FunctionDeclaration, scope: Scope, state: UnitState): FunctionType {
  const parameters = declaration.parameters.map(parameter => parameterType(parameter, scope, state));
  return functionType(parameters, resultType(declaration.result, scope, state));
}

/** The types of its parameters must mean something before it is ever called. */
function checkGenericParameters(
  { generics, where, parameters }: FunctionDeclaration,
  state: UnitState,
): void {
  const open = openTypes(generics);
  bindWhere(open, where);
  const scope = state.scope.inner();
  for (const [name, type] of open) scope.declare(name, type);
  for (const { type, pack } of parameters) {
    if (type === undefined) continue;
    if (pack) resolvePack(type, scope, state);
    else resolveType(type, scope, state);
  }
}

// Second pass

function checkDeclaration(declaration: Declaration, context: Context): void {
  switch (declaration.kind) {
    case 'function':
      return checkFunction(declaration, context.state);
    case 'val':
      return checkValue(declaration, context);
    case 'type':
      return checkType(declaration, context.state);
    case 'impl':
      return checkImpl(declaration, context.state);
    case 'constant':
      return checkConstant(declaration, context.state);
    case 'trait':
    case 'use':
    case 'import':
      return;
  }
}

function checkFunction(declaration: FunctionDeclaration, state: UnitState): void {
  const name = declaration.name.text;
  const { body, parameters } = declaration;
  if (declaration.constant && (body === 'native' || body === 'delete'))
    failAt(`Const function cannot be native or deleted: ${name}`, declaration);
  if (declaration.generics.length > 0) return;
  const known = state.scope.lookup(name);
  const type =
    known?.kind === 'function' && known.parameters.length === parameters.length
      ? known
      : plainFunctionType(declaration, state.scope, state);
  if (body === 'delete') type.deleted = deletedText(declaration);
  if (type.deleted !== undefined) return;
  for (const parameter of type.parameters) rejectUnsafeObjects(parameter, declaration);
  rejectUnsafeObjects(type.result, declaration);
  checkBody(declaration, {
    scope: state.scope,
    state,
    parameters: type.parameters,
    type,
    expectsResult: true,
    mayReturnObject: true,
  });
}

function checkConstant(declaration: ConstantDeclaration, state: UnitState): void {
  const { name, generics, value } = declaration;
  const scope = state.scope.inner();
  for (const [parameter, type] of openTypes(generics)) scope.declare(parameter, type);
  const type = resolveType(declaration.type, scope, state);
  if (value === 'delete') return;
  if (value === 'native') {
    const seen = plain(type);
    if (seen.kind !== 'primitive' || seen.name !== 'bool')
      failAt(`Native const predicate must return bool: ${name.text}`, declaration);
    return;
  }
  const found = constantValue(value, contextAt(state, scope, newNotes()));
  if (found === undefined) {
    const mayBeOpen = generics.length > 0 || declaration.args.length > 0 || state.constantFunctions.size > 0;
    if (!mayBeOpen) failAt(`Const definition is not compile-time evaluable: ${name.text}`, value);
    return;
  }
  if (!isConstantOf(found, type)) failAt(`Const definition type mismatch: ${name.text}`, value);
}
