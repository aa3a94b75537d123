// The file level: functions and bindings in the order of their dependencies, then everything else in the order of the file.

import type { FunctionTree, LetTree, ProgramTree, StatementTree } from '../syntax/tree.js';
import { solveArithmetic } from './arithmetic.js';
import { statementsOf, withTypeParameters } from './declarations.js';
import { FileNames } from './file-names.js';
import { dependencyGroups } from './groups.js';
import { inferAssign, letValue, letVariable, placeOfValue } from './infer-statements.js';
import { infer } from './infer-expressions.js';
import type { FunctionEntry, Inference } from './inference.js';
import { freeVariables } from './instantiate.js';
import { mentionedNames } from './mentions.js';
import type { Body, TypedExpression, TypedFunction, TypedStatement, Variable } from './typed-program.js';
import { prune, typeName, type FunctionType, type TypeVariable } from './types.js';

type Binding = FunctionTree | LetTree;
type LetStatement = TypedStatement & { readonly kind: 'let' };

/** Until its code is inferred. */
const noCode = { kind: 'unit' } as TypedExpression;

export function inferFileLevel(
  inference: Inference,
  tree: ProgramTree,
): {
  readonly functions: readonly TypedFunction[];
  readonly constants: readonly LetStatement[];
  readonly main: { readonly body: Body; readonly statements: readonly TypedStatement[] };
} {
  const main = inference.body;
  const bindings = tree.statements.filter(
    (statement): statement is Binding => statement.kind === 'function' || statement.kind === 'let',
  );
  const lets = new Map<LetTree, { readonly variable: Variable; readonly value: TypedExpression }>();
  declareFunctions(inference, statementsOf(tree, 'function'));
  const names = new FileNames(tree.statements);
  requireOneKind(inference, bindings);
  for (const group of inOrder(bindings, names)) inferGroup(inference, group, lets, names);
  const typed = tree.statements.flatMap(statement => {
    names.showFrom(statement, inference);
    const made = inferStatement(inference, statement, lets);
    return made === undefined ? [] : [{ made, isConstant: statement.kind === 'let' && statement.isConstant }];
  });
  solveArithmetic(inference, true);
  const constants = typed.flatMap(({ made, isConstant }) =>
    isConstant === true && made.kind === 'let' ? [made] : [],
  );
  for (const { variable } of constants) variable.isGlobal = true;
  const statements = typed.filter(({ isConstant }) => isConstant !== true).map(({ made }) => made);
  const entries = [...inference.functions.values()];
  statements.push(...callOfMain(inference, entries, tree));
  const functions = entries.map(entry => entry.typed);
  return { functions, constants, main: { body: main, statements } };
}

function inOrder(bindings: readonly Binding[], names: FileNames): Binding[][] {
  return dependencyGroups(bindings, binding =>
    [...mentionedNames(binding.kind === 'let' ? binding.value : binding.body)].flatMap(
      name => names.seenFrom(binding, name) ?? [],
    ),
  );
}

/** Functions are there from the beginning: no let can hide one for the rest of the file. */
function requireOneKind(inference: Inference, bindings: readonly Binding[]): void {
  const kinds = new Map<string, Binding>();
  for (const binding of bindings) {
    const { text, at } = binding.name;
    const other = kinds.get(text);
    if (other !== undefined && other.kind !== binding.kind)
      inference.error(
        at,
        `\`${text}\` is declared twice, as a function and as a value`,
        `The other one is in line ${other.name.at.line}.`,
      );
    kinds.set(text, binding);
  }
}

function declareFunctions(inference: Inference, trees: readonly FunctionTree[]): void {
  for (const tree of trees) {
    const { name } = tree;
    if (inference.functions.has(name.text))
      inference.error(name.at, `the function \`${name.text}\` is declared twice`);
    inference.unifier.level++;
    const scope = new Map(tree.typeParameters.map(({ text }) => [text, inference.fresh()]));
    const entry = withTypeParameters(inference, scope, () => functionEntry(inference, tree, scope));
    inference.unifier.level--;
    inference.functions.set(name.text, entry);
    inference.observer?.means(name.at, { kind: 'function', target: entry.typed, type: entry.type });
  }
}

function functionEntry(
  inference: Inference,
  tree: FunctionTree,
  scope: ReadonlyMap<string, TypeVariable>,
): FunctionEntry {
  const body = inference.newBody('function');
  const outer = inference.body;
  inference.body = body;
  const parameters = tree.parameters.map(({ name, type }) =>
    inference.variable(name.text, type === undefined ? inference.fresh() : inference.resolve(type), name.at),
  );
  inference.body = outer;
  const result = tree.result === undefined ? inference.fresh() : inference.resolve(tree.result);
  const effects =
    tree.effects === undefined ? inference.unifier.openRow() : inference.declaredRow(tree.effects);
  const type: FunctionType = {
    kind: 'function',
    parameters: parameters.map(parameter => parameter.type),
    result,
    effects,
  };
  const typed: TypedFunction = {
    name: tree.name.text,
    at: tree.at,
    nameAt: tree.name.at,
    body,
    parameters,
    result,
    effects,
    typeParameters: [...scope.values()],
    code: noCode,
  };
  return { tree, typed, type, generalised: false, earlyUses: [] };
}

function inferGroup(
  inference: Inference,
  group: readonly Binding[],
  lets: Map<LetTree, { readonly variable: Variable; readonly value: TypedExpression }>,
  names: FileNames,
): void {
  for (const binding of group)
    if (binding.kind === 'let') {
      const variable = inBodyOf(inference, binding, () => letVariable(inference, binding));
      names.made(binding, inference.declare(variable));
    }
  inference.unifier.level++;
  const entries = group.flatMap(binding => {
    const entry = binding.kind === 'function' ? inference.functions.get(binding.name.text) : undefined;
    return entry?.tree === binding ? [entry] : [];
  });
  for (const entry of entries) {
    names.showFrom(entry.tree, inference);
    inferFunction(inference, entry);
  }
  solveArithmetic(inference, true);
  inference.unifier.level--;
  for (const entry of entries) generalise(inference, entry);
  for (const binding of group) {
    if (binding.kind !== 'let') continue;
    const variable = names.variableOf(binding)!;
    names.showFrom(binding, inference);
    const value = inBodyOf(inference, binding, () => letValue(inference, binding, variable));
    lets.set(binding, { variable, value });
    solveArithmetic(inference, true);
  }
}

/** Values of modules are not made where the program begins: all others read them as globals. */
function inBodyOf<T>(inference: Inference, { isConstant }: LetTree, read: () => T): T {
  const outer = inference.body;
  if (isConstant === true) inference.body = inference.constants;
  try {
    return read();
  } finally {
    inference.body = outer;
  }
}

function inferFunction(inference: Inference, { tree, typed, type }: FunctionEntry): void {
  const { scope } = inference;
  const names = new Map(tree.typeParameters.map(({ text }, nth) => [text, typed.typeParameters[nth]!]));
  withTypeParameters(inference, names, () =>
    inference.inBody(typed.body, type.effects, () => {
      for (const parameter of typed.parameters) inference.declare(parameter);
      const code = infer(inference, tree.body, type.result);
      solveArithmetic(inference);
      typed.code = inference.fitted(
        type.result,
        code,
        placeOfValue(tree.name, tree.body),
        `function \`${typed.name}\` body: `,
      );
    }),
  );
  inference.scope = scope;
}

function generalise(inference: Inference, entry: FunctionEntry): void {
  const { typed, type, tree } = entry;
  const declared = typed.typeParameters;
  const free = freeVariables([type], inference.unifier.level);
  declared.forEach((parameter, nth) => {
    const { text, at } = tree.typeParameters[nth]!;
    const whole = prune(parameter);
    const twin = declared.findIndex(other => prune(other) === whole) !== nth;
    if (whole.kind === 'variable' && !twin) return;
    inference.error(
      at,
      `\`${text}\` is not any type here, but ${twin ? 'that of another parameter' : typeName(whole)}`,
    );
  });
  typed.typeParameters = free;
  entry.generalised = true;
  for (const use of entry.earlyUses) use.push(...free);
}

function inferStatement(
  inference: Inference,
  tree: StatementTree,
  lets: ReadonlyMap<LetTree, { readonly variable: Variable; readonly value: TypedExpression }>,
): TypedStatement | undefined {
  switch (tree.kind) {
    case 'let':
      return { kind: 'let', ...lets.get(tree)!, at: tree.at };
    case 'assign':
      return inferAssign(inference, tree);
    case 'expression': {
      const expression = infer(inference, tree.expression);
      solveArithmetic(inference, true);
      return { kind: 'expression', expression, at: tree.at };
    }
    default:
      return undefined;
  }
}

/** A program with a function `main` runs that instead of statements of its own. */
function callOfMain(
  inference: Inference,
  entries: readonly FunctionEntry[],
  { statements }: ProgramTree,
): readonly TypedStatement[] {
  const entry = entries.find(({ typed }) => typed.name === 'main');
  if (entry === undefined) return [];
  const { nameAt } = entry.typed;
  if (entry.typed.parameters.length > 0) inference.error(nameAt, '`main` takes no arguments');
  const bare = statements.find(({ kind }) => kind === 'expression');
  if (bare !== undefined)
    inference.error(
      bare.at,
      'a program with a function `main` has no statements of its own',
      'Move it into main.',
    );
  const { type, typeArguments } = inference.instantiate(entry.type, entry.typed.typeParameters);
  inference.performs(type.effects, nameAt);
  const expression = {
    kind: 'call',
    target: entry.typed,
    typeArguments,
    args: [],
    type: type.result,
    at: nameAt,
  } as const;
  return [{ kind: 'expression', expression, at: nameAt }];
}
