// The declarations of a file, as an editor lists them.

import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver/node.js';
import type { Name, StatementTree } from '../syntax/tree.js';
import type { Analysis } from './analysis.js';
import { rangeOf } from './positions.js';
import { signatureOf } from './signatures.js';

export const outlineOf = (analysis: Analysis): DocumentSymbol[] =>
  analysis.tree.statements.flatMap(statement => symbolOf(analysis, statement) ?? []);

function symbolOf(analysis: Analysis, tree: StatementTree): DocumentSymbol | undefined {
  const make = (kind: SymbolKind, name: Name, children: DocumentSymbol[] = []): DocumentSymbol => ({
    name: name.text,
    kind,
    range: rangeOf(tree.at),
    selectionRange: rangeOf(name.at),
    ...detailOf(analysis, name),
    ...(children.length === 0 ? {} : { children }),
  });
  const inside = (statements: readonly StatementTree[]): DocumentSymbol[] =>
    statements.flatMap(statement => symbolOf(analysis, statement) ?? []);
  switch (tree.kind) {
    case 'export':
      return symbolOf(analysis, tree.declaration);
    case 'module':
      return make(SymbolKind.Module, tree.name, inside(tree.items));
    case 'namespace':
      return make(SymbolKind.Namespace, tree.label, inside(tree.body ?? []));
    case 'signature':
      return make(SymbolKind.Interface, tree.name);
    case 'function':
    case 'extern':
      return make(SymbolKind.Function, tree.name);
    case 'let':
      return make(SymbolKind.Variable, tree.name);
    case 'effect':
      return make(
        SymbolKind.Interface,
        tree.name,
        tree.operations.map(({ name }) => part(analysis, SymbolKind.Method, name)),
      );
    case 'type': {
      const isRecord = tree.shape === 'record';
      const parts = isRecord ? tree.variants.flatMap(({ fields }) => fields) : tree.variants;
      const kind = isRecord ? SymbolKind.Field : SymbolKind.EnumMember;
      return make(
        isRecord ? SymbolKind.Struct : SymbolKind.Enum,
        tree.name,
        parts.map(({ name }) => part(analysis, kind, name)),
      );
    }
    default:
      return undefined;
  }
}

const part = (analysis: Analysis, kind: SymbolKind, name: Name): DocumentSymbol => ({
  name: name.text,
  kind,
  range: rangeOf(name.at),
  selectionRange: rangeOf(name.at),
  ...detailOf(analysis, name),
});

function detailOf({ uses }: Analysis, { at }: Name): { readonly detail?: string } {
  const use = uses.find(candidate => candidate.at.start === at.start && candidate.at.end === at.end);
  return use === undefined ? {} : { detail: signatureOf(use.meaning) };
}
