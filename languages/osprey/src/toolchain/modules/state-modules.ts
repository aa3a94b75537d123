// State modules: their cells are made anew by each function that installs their handlers, and belong to the arms of these.

import { spanning } from '@sonde/front-end';
import type { ExpressionTree, FunctionTree, LetTree, StatementTree } from '../syntax/tree.js';
import { mentionedNames } from '../checker/mentions.js';
import type { Renamer } from './renamer.js';
import type { Contribution, Member, ModuleScope, ProgramScopes } from './scopes.js';

export function checkStateModules(scopes: ProgramScopes): void {
  const known = new Map<ModuleScope, Member>();
  for (const { scope } of scopes.contributions) {
    for (const [space, member] of scope.members()) {
      if (space !== 'module' || member.scope?.tree?.state !== true || known.get(scope) === member) continue;
      const other = known.get(scope);
      if (other === undefined) known.set(scope, member);
      else
        scopes.problems.error(
          member.name.at,
          `${scope.what} has a state module already: \`${other.name.text}\``,
          'Each namespace has one at most.',
        );
    }
  }
  for (const home of scopes.contributions) if (home.scope.tree?.state === true) checkOne(scopes, home);
}

function checkOne({ problems }: ProgramScopes, home: Contribution): void {
  const { scope, statements } = home;
  const { name } = scope.tree!;
  for (const statement of statements)
    if (statement.kind === 'export' && statement.declaration.kind === 'let' && statement.declaration.mutable)
      problems.error(
        statement.at,
        'state is not exported',
        'Export an effect whose operations read and write it.',
      );
  const cells = cellsOf(statements);
  if (cells.length === 0) return;
  for (const { value, name: cell } of cells)
    for (const mentioned of mentionedNames(value)) {
      if (scope.get('value', mentioned) === undefined) continue;
      problems.error(
        cell.at,
        `the first value of \`${cell.text}\` cannot use \`${mentioned}\` of this program`,
      );
    }
  const effects = [...scope.members()].filter(([space, { exported }]) => space === 'effect' && exported);
  if (effects.length === 0)
    problems.error(
      name.at,
      `the state module \`${name.text}\` exports no effect, so nothing can reach its state`,
    );
  else if (
    !statements.some(part =>
      part.kind === 'function' || part.kind === 'export' ? installs(part, scope) : false,
    )
  )
    problems.error(
      name.at,
      `no exported function of the state module \`${name.text}\` handles its effect`,
      `Export one: fn with${name.text}(body) = handle … in body().`,
    );
}

const cellsOf = (statements: readonly StatementTree[]): readonly LetTree[] =>
  statements
    .map(statement => (statement.kind === 'export' ? statement.declaration : statement))
    .filter((tree): tree is LetTree => tree.kind === 'let' && tree.mutable);

function installs(statement: StatementTree, scope: ModuleScope): boolean {
  const tree = statement.kind === 'export' ? statement.declaration : statement;
  if (tree.kind !== 'function' || scope.get('value', tree.name.text)?.exported !== true) return false;
  return handledEffects(tree.body).some(effect => scope.get('effect', effect) !== undefined);
}

/** Of handlers that stand in the function itself, not in a lambda or a fiber of it. */
function handledEffects(tree: unknown): readonly string[] {
  if (Array.isArray(tree)) return tree.flatMap(handledEffects);
  if (tree === null || typeof tree !== 'object') return [];
  const node = tree as { readonly kind?: string; readonly effect?: { readonly text: string } };
  if (node.kind === 'lambda' || node.kind === 'spawn') return [];
  const inner = Object.entries(tree).flatMap(([key, part]) => (key === 'at' ? [] : handledEffects(part)));
  return node.kind === 'handle' ? [node.effect!.text, ...inner] : inner;
}

/** A function of a state module that installs its handler begins with fresh cells. */
export function withCells(
  { scope, statements }: Contribution,
  renamer: Renamer,
  tree: FunctionTree,
): FunctionTree {
  const cells = scope.tree?.state === true ? cellsOf(statements) : [];
  const owned = handledEffects(tree.body).some(effect => effect.startsWith(`${scope.path}::`));
  if (cells.length === 0 || !owned) return tree;
  const made = cells.map(cell => renamer.let(cell));
  const body: ExpressionTree = tree.body.kind === 'block' ? tree.body : asBlock(tree.body);
  return {
    ...tree,
    body: { kind: 'block', statements: [...made, ...body.statements], at: tree.body.at },
  };
}

const asBlock = (expression: ExpressionTree): Extract<ExpressionTree, { kind: 'block' }> => ({
  kind: 'block',
  statements: [{ kind: 'expression', expression, at: expression.at }],
  at: spanning(expression.at, expression.at),
});
