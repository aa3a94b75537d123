// What `osprey --symbols` prints: the declarations of a file with their types.

import type { Span } from '@sonde/front-end';
import type { ParsedFile } from './modules/assemble.js';
import type { ModuleTree, StatementTree } from './syntax/tree.js';
import type { TypedFunction, TypedProgram } from './checker/typed-program.js';
import { isNamed, prune, typeName, type Type } from './checker/types.js';

interface SymbolEntry {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'variable' | 'module';
  /** Of a project: the file it stands in. */
  readonly file?: string;
  readonly type: string;
  readonly line: number;
  readonly column: number;
  readonly signature?: string;
  readonly parameters?: readonly { readonly name: string; readonly type: string }[];
  readonly returnType?: string;
}

/** In the order of the files. What modules declare has its path before its name. */
export function symbolsOf(
  program: TypedProgram,
  files: readonly ParsedFile[],
  namespace = '',
): readonly SymbolEntry[] {
  return files.flatMap(({ text, tree }) => {
    const place = files.length === 1 ? {} : { file: text.source.name };
    return inScope(program, tree.statements, namespace).map(symbol => ({ ...symbol, ...place }));
  });
}

function inScope(
  program: TypedProgram,
  statements: readonly StatementTree[],
  outer: string,
): readonly SymbolEntry[] {
  let path = outer;
  return statements.flatMap(statement => {
    const tree = statement.kind === 'export' ? statement.declaration : statement;
    if (tree.kind === 'namespace') {
      if (tree.body !== undefined) return inScope(program, tree.body, tree.label.text);
      path = tree.label.text;
      return [];
    }
    const name = 'name' in tree ? (path === '' ? tree.name.text : `${path}::${tree.name.text}`) : '';
    if (tree.kind === 'module') return [moduleSymbol(tree, name), ...inScope(program, tree.items, name)];
    return symbolOf(program, tree, name) ?? [];
  });
}

const moduleSymbol = ({ name: { at }, state }: ModuleTree, name: string): SymbolEntry => ({
  name,
  kind: 'module',
  type: state ? 'state module' : 'module',
  line: at.line,
  column: at.column,
});

function symbolOf(program: TypedProgram, tree: StatementTree, name: string): SymbolEntry | undefined {
  const place = { line: tree.at.line, column: tree.at.column };
  switch (tree.kind) {
    case 'function': {
      // The one that the program begins with is in no namespace.
      const typed = program.functions.find(
        ({ nameAt }) => nameAt === tree.name.at || sameSpan(nameAt, tree.name.at),
      );
      if (typed === undefined) return undefined;
      return { ...functionSymbol(typed), line: tree.name.at.line, column: tree.name.at.column };
    }
    case 'type':
    case 'effect':
      return { name, kind: 'type', type: tree.kind, ...place };
    case 'let': {
      const found = [...program.constants, ...program.main.statements].find(
        part => part.kind === 'let' && sameSpan(part.at, tree.at),
      );
      const type = found?.kind === 'let' ? written(found.variable.type) : '';
      return { name, kind: 'variable', type, ...place };
    }
    default:
      return undefined;
  }
}

const sameSpan = (left: Span, right: Span): boolean => left.start === right.start && left.end === right.end;

function functionSymbol({ name, parameters, result }: TypedFunction): Omit<SymbolEntry, 'line' | 'column'> {
  const listed = parameters.map(parameter => ({ name: parameter.name, type: written(parameter.type) }));
  const texts = listed.map(parameter =>
    parameter.type === '' ? parameter.name : `${parameter.name}: ${parameter.type}`,
  );
  const returnType = written(result);
  const signature = `fn ${name}(${texts.join(', ')})${returnType === '' ? '' : ` -> ${returnType}`}`;
  return {
    name,
    kind: 'function',
    type: signature,
    signature,
    ...(listed.length === 0 ? {} : { parameters: listed }),
    ...(returnType === '' ? {} : { returnType }),
  };
}

/** What may be anything has no name at the top, and `_` inside. */
function written(type: Type): string {
  const whole = prune(type);
  if (whole.kind === 'variable') return '';
  return isNamed(whole, 'Unit') ? 'Unit' : typeName(whole).replace(/\bt\d+\b/g, '_');
}
