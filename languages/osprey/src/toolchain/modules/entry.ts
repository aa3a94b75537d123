// Where a program begins: the file that the project names, else the one with `main`, else the one with statements.

import type { SourceText } from '@sonde/front-end';
import type { StatementTree } from '../syntax/tree.js';
import type { ParsedFile } from './assemble.js';
import type { Contribution, ProgramScopes } from './scopes.js';

const runs = ({ kind }: StatementTree): boolean => kind === 'expression' || kind === 'assign';

const isMain = (statement: StatementTree): boolean => {
  const tree = statement.kind === 'export' ? statement.declaration : statement;
  return tree.kind === 'function' && tree.name.text === 'main';
};

/** Undefined, with a problem, where nothing or too much says where it begins. */
export function chooseEntry(
  scopes: ProgramScopes,
  files: readonly ParsedFile[],
  configured: string | undefined,
): SourceText | undefined {
  const { problems } = scopes;
  const open = scopes.contributions.filter(({ scope }) => scope.tree === undefined);
  const having = (test: (statement: StatementTree) => boolean): readonly SourceText[] => [
    ...new Set(open.filter(({ statements }) => statements.some(test)).map(({ text }) => text)),
  ];
  const chosen = (): SourceText | undefined => {
    if (configured !== undefined) return files.find(({ text }) => text.source.path === configured)?.text;
    const [mains, running] = [having(isMain), having(runs)];
    const candidates =
      mains.length > 0 ? mains : running.length > 0 ? running : files.map(({ text }) => text);
    if (candidates.length === 1) return candidates[0];
    const names = candidates.map(({ source }) => source.name).join(', ');
    problems.error(
      files[0]!.text.span(0, 0),
      mains.length + running.length === 0
        ? 'nothing says where this program begins: no file has statements or a function main'
        : `several files could be the beginning of this program: ${names}`,
      'Write entry = "src/main.osp" below [project] in osprey.toml.',
    );
    return undefined;
  };
  const entry = chosen();
  if (entry !== undefined) for (const home of scopes.contributions) requireDeclarations(scopes, home, entry);
  return entry;
}

/** Elsewhere nothing runs. */
function requireDeclarations({ problems }: ProgramScopes, home: Contribution, entry: SourceText): void {
  const { scope, statements, text } = home;
  if (text === entry && scope.tree === undefined) return;
  for (const statement of statements) {
    const tree = statement.kind === 'export' ? statement.declaration : statement;
    if (runs(tree))
      problems.error(
        tree.at,
        scope.tree === undefined
          ? `statements run only in ${entry.source.name}, where the program begins`
          : 'a module has declarations, no statements',
        'Move it into a function.',
      );
    if (isMain(statement) && scope.tree === undefined)
      problems.error(tree.at, `the program begins in ${entry.source.name}: here is another function main`);
    if (tree.kind === 'let' && tree.mutable && scope.tree?.state !== true)
      problems.error(
        tree.at,
        `${scope.tree === undefined ? 'a namespace' : 'a module'} has no mut: only state modules do`,
        'Put it into a state module, with an effect and a handler.',
      );
  }
}
