// The files of a program become one flat tree: modules are checked and dissolved, and every name has its whole path.

import type { Problems, SourceText } from '@sonde/front-end';
import type { FunctionTree, LetTree, ProgramTree, StatementTree } from '../syntax/tree.js';
import { orderedConstants } from './constants.js';
import { chooseEntry } from './entry.js';
import { bindImports, type ImportRules } from './name-resolution.js';
import { Renamer } from './renamer.js';
import { ProgramScopes } from './scopes.js';
import { applySignatures, checkExports, requireNoOpaqueAlias } from './signatures.js';
import { checkStateModules, withCells } from './state-modules.js';

export interface ParsedFile {
  readonly text: SourceText;
  readonly tree: ProgramTree;
}

export interface AssemblyRules extends ImportRules {
  /** Of files that name none. */
  readonly namespace: string;
  /** The file that a project says it begins in. */
  readonly entry?: string | undefined;
}

/** Of a file on its own. */
export const singleFile: AssemblyRules = { namespace: '', wildcards: false };

export interface Assembled {
  readonly tree: ProgramTree;
  /** The file in which the program begins. */
  readonly entry: SourceText;
}

const ofModules: ReadonlySet<StatementTree['kind']> = new Set([
  ...(['namespace', 'module', 'import', 'signature', 'export'] as const),
]);

/** What is wrong is in `problems`; then the tree is only for who wants to know what can be known. At least one file. */
export function assemble(files: readonly ParsedFile[], rules: AssemblyRules, problems: Problems): Assembled {
  const only = files[0]!;
  const isPlain = rules.namespace === '' && files.length === 1;
  // Most programs are one file without modules, and have their names already.
  if (isPlain && !only.tree.statements.some(({ kind }) => ofModules.has(kind)))
    return { tree: only.tree, entry: only.text };
  const scopes = new ProgramScopes(problems);
  for (const { text, tree } of files) scopes.addFile(text, tree.statements, rules.namespace);
  checkExports(scopes);
  for (const home of scopes.contributions) bindImports(scopes, home, rules);
  checkStateModules(scopes);
  const entry = chooseEntry(scopes, files, rules.entry) ?? only.text;
  return { tree: flattened(scopes, entry), entry };
}

function flattened(scopes: ProgramScopes, entry: SourceText): ProgramTree {
  const declarations: StatementTree[] = [];
  const constants: LetTree[] = [];
  const statements: StatementTree[] = [];
  for (const home of scopes.contributions) {
    const renamer = new Renamer(scopes, home);
    const begins = home.text === entry && home.scope.tree === undefined;
    const declared = applySignatures(scopes, home, renamer);
    for (const statement of home.statements) {
      requireNoOpaqueAlias(scopes, statement);
      const tree = statement.kind === 'export' ? statement.declaration : statement;
      switch (tree.kind) {
        case 'function': {
          const renamed = entryName(
            withCells(home, renamer, declared(renamer.function(tree), tree)),
            tree,
            begins,
          );
          declarations.push(renamed);
          break;
        }
        case 'extern':
          declarations.push(renamer.extern(tree));
          break;
        case 'type':
          declarations.push(renamer.typeDeclaration(tree));
          break;
        case 'effect':
          declarations.push(renamer.effect(tree));
          break;
        case 'let':
          if (tree.mutable && !begins) break;
          if (begins) statements.push(renamer.let(tree));
          else constants.push({ ...renamer.let(tree), isConstant: true });
          break;
        case 'assign':
          statements.push(renamer.assign(tree));
          break;
        case 'expression':
          statements.push({ ...tree, expression: renamer.expression(tree.expression) });
          break;
        default:
      }
    }
  }
  return {
    statements: [...declarations, ...orderedConstants(scopes, constants, declarations), ...statements],
  };
}

/** The program begins there, whatever namespace it is in. */
const entryName = (renamed: FunctionTree, { name }: FunctionTree, begins: boolean): FunctionTree =>
  begins && name.text === 'main' ? { ...renamed, name } : renamed;
