// Signatures: what a module gives away, and whether it has all of it as promised.

import type {
  EffectTree,
  FunctionTree,
  ModuleTree,
  Name,
  PromisedValue,
  SignatureTree,
  StatementTree,
  TypeDeclarationTree,
  TypeTree,
} from '../syntax/tree.js';
import { resolve } from './name-resolution.js';
import type { Renamer } from './renamer.js';
import type { Contribution, Member, ProgramScopes, Space } from './scopes.js';

const spaceOf: Readonly<Record<SignatureTree['items'][number]['kind'], Space>> = {
  value: 'value',
  module: 'module',
  abstract: 'type',
  type: 'type',
  effect: 'effect',
};

/** Sets what each module with a signature exports. Runs before imports are bound. */
export function checkExports(scopes: ProgramScopes): void {
  for (const home of scopes.contributions) {
    const { tree } = home.scope;
    if (tree?.signature === undefined) continue;
    const signature = signatureOf(scopes, home, tree.signature);
    if (signature !== undefined) exportAsPromised(scopes, home, tree, signature);
  }
}

/** Seen from where the module stands. */
function signatureOf(
  scopes: ProgramScopes,
  { scope, imports }: Contribution,
  name: Name,
): SignatureTree | undefined {
  const member = resolve(scopes, { scope: scope.outer ?? scope, imports }, 'signature', name);
  if (member === undefined) {
    if (!name.text.includes('::'))
      scopes.problems.error(name.at, `there is no signature \`${name.text}\` here`);
    return undefined;
  }
  return member.tree as SignatureTree;
}

function exportAsPromised(
  { problems }: ProgramScopes,
  { scope, statements }: Contribution,
  { exportsMore, name: module }: ModuleTree,
  signature: SignatureTree,
): void {
  const promised = new Set<Member>();
  for (const item of signature.items) {
    const member = scope.get(spaceOf[item.kind], item.name.text);
    if (member === undefined) {
      problems.error(module.at, `\`${module.text}\` lacks \`${item.name.text}\`, which its signature has`);
      continue;
    }
    if (member.tree.kind === 'let' && member.tree.mutable)
      problems.error(item.name.at, 'state is not exported', 'Promise an effect that reads and writes it.');
    member.exported = true;
    promised.add(member);
    if (item.kind !== 'type' || member.tree.kind !== 'type') continue;
    for (const variant of item.variants) {
      const constructor = scope.get('constructor', variant.name.text);
      if (constructor !== undefined) promised.add(constructor);
      if (constructor !== undefined) constructor.exported = true;
    }
  }
  for (const statement of statements) {
    if (statement.kind !== 'export' || !statement.exported || exportsMore) continue;
    const { declaration } = statement;
    const name = 'name' in declaration ? declaration.name.text : '';
    if ([...promised].some(member => member.name.text === name)) continue;
    problems.error(
      statement.at,
      `\`${name}\` is exported, but the signature \`${signature.name.text}\` does not have it`,
      `Add it there, or write : ${signature.name.text} + extra.`,
    );
  }
}

/** Gives what puts the promised types on a renamed function, and says where the two do not fit. */
export function applySignatures(
  scopes: ProgramScopes,
  home: Contribution,
  renamer: Renamer,
): (renamed: FunctionTree, tree: FunctionTree) => FunctionTree {
  const { tree: module } = home.scope;
  const signature = module?.signature && signatureOf(scopes, home, module.signature);
  if (signature === undefined) return renamed => renamed;
  checkItems(scopes, home, renamer, signature);
  return (renamed, tree) => {
    const item = signature.items.find(
      (candidate): candidate is PromisedValue =>
        candidate.kind === 'value' && candidate.name.text === tree.name.text,
    );
    return item === undefined ? renamed : withPromise(scopes, renamer, renamed, item);
  };
}

function withPromise(
  { problems }: ProgramScopes,
  renamer: Renamer,
  tree: FunctionTree,
  { name, type, typeParameters }: PromisedValue,
): FunctionTree {
  const binders = tree.typeParameters.length > 0 ? tree.typeParameters : typeParameters;
  const promised = renamer.promised(typeParameters, type);
  const differs = (what: string): FunctionTree => {
    problems.error(tree.name.at, `\`${name.text}\` ${what} than its signature says`);
    return tree;
  };
  if (promised.kind !== 'function') return differs('is something else');
  if (promised.parameters.length !== tree.parameters.length) return differs('takes other arguments');
  if (tree.typeParameters.length > 0 && tree.typeParameters.length !== typeParameters.length)
    return differs('has other type parameters');
  const own = new Map(typeParameters.map(({ text }, nth) => [text, binders[nth]!.text]));
  const wanted = (part: TypeTree): TypeTree => renamedTypes(part, own);
  for (const [nth, parameter] of tree.parameters.entries()) {
    if (parameter.type !== undefined && !sameType(parameter.type, wanted(promised.parameters[nth]!)))
      return differs(`has another type of \`${parameter.name.text}\``);
  }
  if (tree.result !== undefined && !sameType(tree.result, wanted(promised.result)))
    return differs('gives another type');
  if (tree.effects !== undefined && effectText(tree.effects) !== effectText(promised.effects ?? []))
    return differs('has other effects');
  const effects = tree.effects ?? promised.effects;
  return {
    ...tree,
    typeParameters: binders,
    parameters: tree.parameters.map(({ name: own_, type: given }, nth) => ({
      name: own_,
      type: given ?? wanted(promised.parameters[nth]!),
    })),
    result: tree.result ?? wanted(promised.result),
    ...(effects === undefined ? {} : { effects }),
  };
}

/** With the names that the function itself has for its type parameters. */
function renamedTypes(tree: TypeTree, own: ReadonlyMap<string, string>): TypeTree {
  if (tree.kind === 'function')
    return {
      ...tree,
      parameters: tree.parameters.map(part => renamedTypes(part, own)),
      result: renamedTypes(tree.result, own),
    };
  return {
    ...tree,
    name: own.get(tree.name) ?? tree.name,
    args: tree.args.map(part => renamedTypes(part, own)),
  };
}

const sameType = (left: TypeTree, right: TypeTree): boolean => typeText(left) === typeText(right);

function typeText(tree: TypeTree): string {
  if (tree.kind === 'named') return `${tree.name}<${tree.args.map(typeText).join()}>`;
  return `(${tree.parameters.map(typeText).join()})->${typeText(tree.result)}!${effectText(tree.effects ?? [])}`;
}

const effectText = (names: readonly Name[]): string =>
  names
    .map(({ text }) => text)
    .sort()
    .join();

/** Types and effects. */
function checkItems(
  { problems }: ProgramScopes,
  { scope }: Contribution,
  renamer: Renamer,
  { items }: SignatureTree,
): void {
  for (const item of items) {
    const member = scope.get(spaceOf[item.kind], item.name.text);
    if (member === undefined || item.kind === 'value') continue;
    const differs = (what: string): void =>
      problems.error(member.name.at, `\`${item.name.text}\` ${what} than its signature says`);
    const { tree } = member;
    if (item.kind === 'module') {
      if (
        tree.kind === 'module' &&
        tree.signature?.text.split('::').at(-1) !== item.signature.text.split('::').at(-1)
      )
        differs('has another signature');
    } else if (item.kind === 'abstract') {
      if (tree.kind !== 'type') continue;
      if (tree.parameters.length !== item.parameters.length) differs('takes other type arguments');
      if (tree.shape === 'alias')
        problems.error(
          member.name.at,
          `opaque alias \`${item.name.text}\` unsupported: it would show what it stands for`,
          'Make it a record or a union.',
        );
    } else if (item.kind === 'type') {
      if (tree.kind !== 'type' || declarationText(renamer, tree) !== declarationText(renamer, item))
        differs('is declared otherwise');
    } else if (tree.kind === 'effect' && operationText(renamer, tree) !== operationText(renamer, item))
      differs('has other operations');
  }
}

const declarationText = (renamer: Renamer, tree: TypeDeclarationTree): string => {
  const { shape, variants, alias, parameters } = renamer.typeDeclaration(tree);
  const names = parameters.map(({ text }) => text).join();
  const texts = variants.map(
    ({ name, fields }) =>
      `${name.text}{${fields.map(({ name: field, type }) => `${field.text}:${typeText(type)}`).join()}}`,
  );
  return `${shape}<${names}>${alias === undefined ? '' : typeText(alias)}${texts.join('|')}`;
};

const operationText = (renamer: Renamer, tree: EffectTree): string =>
  renamer
    .effect(tree)
    .operations.map(
      ({ name, parameters, result }) =>
        `${name.text}:${parameters.map(typeText).join()}=>${typeText(result)}`,
    )
    .join(';');

/** An opaque type is one that is known by its name only; another name for a type would show what it is. */
export function requireNoOpaqueAlias({ problems }: ProgramScopes, statement: StatementTree): void {
  if (statement.kind !== 'export' || !statement.opaque || statement.declaration.kind !== 'type') return;
  const { name, shape } = statement.declaration;
  if (shape === 'alias')
    problems.error(
      name.at,
      `opaque alias \`${name.text}\` unsupported: it would show what it stands for`,
      'Make it a record or a union.',
    );
}
