// What `osprey --symbols` prints: the declarations of a file with their types.

import type { ProgramTree, StatementTree } from './syntax/tree.js';
import type { TypedFunction, TypedProgram } from './checker/typed-program.js';
import { isNamed, prune, typeName, type Type } from './checker/types.js';

interface SymbolEntry {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'variable';
  readonly type: string;
  readonly line: number;
  readonly column: number;
  readonly signature?: string;
  readonly parameters?: readonly { readonly name: string; readonly type: string }[];
  readonly returnType?: string;
}

/** In the order of the file. */
export function symbolsOf(program: TypedProgram, tree: ProgramTree): readonly SymbolEntry[] {
  return tree.statements.flatMap(statement => symbolOf(program, statement) ?? []);
}

function symbolOf(program: TypedProgram, tree: StatementTree): SymbolEntry | undefined {
  const place = { line: tree.at.line, column: tree.at.column };
  switch (tree.kind) {
    case 'function': {
      const typed = program.functions.find(({ name }) => name === tree.name.text);
      if (typed === undefined) return undefined;
      return { ...functionSymbol(typed), line: tree.name.at.line, column: tree.name.at.column };
    }
    case 'type':
    case 'effect':
      return { name: tree.name.text, kind: 'type', type: tree.kind, ...place };
    case 'let': {
      const found = program.main.statements.find(part => part.kind === 'let' && part.at === tree.at);
      const type = found?.kind === 'let' ? written(found.variable.type) : '';
      return { name: tree.name.text, kind: 'variable', type, ...place };
    }
    default:
      return undefined;
  }
}

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
