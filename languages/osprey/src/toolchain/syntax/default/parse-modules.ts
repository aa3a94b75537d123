// Namespaces, modules, signatures and imports of the Default flavor.

import { spanning } from '@sonde/native-compiler';
import { parseLabel, unitTypeAt } from '../make.js';
import { SyntaxMistake, type TokenCursor } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type {
  ExportTree,
  ImportTree,
  ModuleTree,
  Name,
  NamespaceTree,
  SignatureItem,
  SignatureTree,
  StatementTree,
} from '../tree.js';
import { parseEffect, parseFunctionHead, parseTypeDeclaration } from './parse-declarations.js';
import { parseStatement, parseStatements } from './parse-statements.js';
import { parseType, parseTypeParameters } from './parse-types.js';

/** Undefined, and nothing taken, where the word begins something else. */
export function parseModuleStatement(cursor: TokenCursor, { text }: Token): StatementTree | undefined {
  switch (text) {
    case 'namespace':
      return parseNamespace(cursor);
    case 'module':
    case 'state':
      return parseModule(cursor);
    case 'signature':
      return parseSignature(cursor);
    case 'import':
      return parseImport(cursor);
    case 'export':
    case 'opaque':
      return parseExport(cursor);
    default:
      return undefined;
  }
}

function parseNamespace(cursor: TokenCursor): NamespaceTree {
  const start = cursor.expect('namespace');
  const label = parseLabel(cursor);
  if (!cursor.sees('{')) {
    cursor.takes(';');
    return { kind: 'namespace', label, at: spanning(start.at, label.at) };
  }
  const body = braced(cursor);
  return { kind: 'namespace', label, body, at: spanning(start.at, cursor.last.at) };
}

function braced(cursor: TokenCursor): StatementTree[] {
  return cursor.nested(() => {
    const open = cursor.expect('{');
    const statements = cursor.inBrackets(() => parseStatements(cursor));
    cursor.expect('}', `It closes what begins in line ${open.at.line}.`);
    return statements;
  });
}

function parseModule(cursor: TokenCursor): ModuleTree {
  const start = cursor.peek();
  const state = cursor.takes('state');
  cursor.expect('module');
  const name = cursor.typeName('the name of a module');
  const signature = cursor.takes(':') ? cursor.typePath('the name of a signature') : undefined;
  const exportsMore = signature !== undefined && cursor.takes('+');
  if (exportsMore && cursor.advance().text !== 'extra')
    throw new SyntaxMistake(cursor.last.at, 'expected extra behind the +');
  const items = braced(cursor);
  return {
    kind: 'module',
    name,
    state,
    exportsMore,
    items,
    at: spanning(start.at, cursor.last.at),
    ...(signature === undefined ? {} : { signature }),
  };
}

function parseImport(cursor: TokenCursor): ImportTree {
  const start = cursor.expect('import');
  let path = parseLabel(cursor);
  let members: { name: Name; alias?: Name }[] | undefined;
  let wildcard = false;
  while (members === undefined && !wildcard && cursor.takes('::')) {
    if (cursor.takes('*')) wildcard = true;
    else if (cursor.takes('{')) members = parseMembers(cursor);
    else {
      const { text, at } = cursor.name('the name of a module');
      path = { text: `${path.text}::${text}`, at: spanning(path.at, at) };
    }
  }
  const alias = cursor.takes('as') ? cursor.name('another name for it') : undefined;
  if (alias !== undefined && (wildcard || members !== undefined))
    throw new SyntaxMistake(alias.at, 'members are renamed one by one: {name as other}');
  cursor.takes(';');
  return {
    kind: 'import',
    path,
    wildcard,
    at: spanning(start.at, cursor.last.at),
    ...(alias === undefined ? {} : { alias }),
    ...(members === undefined ? {} : { members }),
  };
}

function parseMembers(cursor: TokenCursor): { name: Name; alias?: Name }[] {
  const members: { name: Name; alias?: Name }[] = [];
  while (!cursor.sees('}')) {
    const name = cursor.name('the name of a member');
    members.push(cursor.takes('as') ? { name, alias: cursor.name('another name for it') } : { name });
    if (!cursor.takes(',')) break;
  }
  cursor.expect('}');
  return members;
}

function parseExport(cursor: TokenCursor): ExportTree {
  const start = cursor.peek();
  const exported = cursor.takes('export');
  const opaque = cursor.takes('opaque');
  const declaration = parseStatement(cursor);
  if (opaque && declaration.kind !== 'type') throw new SyntaxMistake(start.at, 'only types can be opaque');
  return { kind: 'export', exported, opaque, declaration, at: spanning(start.at, declaration.at) };
}

function parseSignature(cursor: TokenCursor): SignatureTree {
  const start = cursor.expect('signature');
  const name = cursor.typeName('the name of a signature');
  cursor.expect('{');
  const items: SignatureItem[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) items.push(parseSignatureItem(cursor));
  const end = cursor.expect('}');
  return { kind: 'signature', name, items, at: spanning(start.at, end.at) };
}

function parseSignatureItem(cursor: TokenCursor): SignatureItem {
  const start = cursor.peek();
  if (cursor.takes('opaque') || (cursor.sees('type') && isAbstract(cursor))) {
    cursor.expect('type');
    const name = cursor.typeName('a type');
    const parameters = parseTypeParameters(cursor);
    return { kind: 'abstract', name, parameters, at: spanning(start.at, cursor.last.at) };
  }
  if (cursor.sees('type')) return parseTypeDeclaration(cursor);
  if (cursor.sees('effect')) return parseEffect(cursor);
  if (cursor.takes('module')) {
    const name = cursor.typeName('the name of a module');
    cursor.expect(':');
    const signature = cursor.typePath('the name of a signature');
    return { kind: 'module', name, signature, at: spanning(start.at, signature.at) };
  }
  if (cursor.takes('fn')) {
    const { name, typeParameters, parameters, result, effects } = parseFunctionHead(cursor);
    const at = spanning(start.at, cursor.last.at);
    const types = parameters.map(parameter => {
      if (parameter.type !== undefined) return parameter.type;
      throw new SyntaxMistake(parameter.name.at, 'parameters in a signature have a type');
    });
    const type = {
      kind: 'function',
      parameters: types,
      result: result ?? unitTypeAt(at),
      at,
      ...(effects === undefined ? {} : { effects }),
    } as const;
    return { kind: 'value', name, typeParameters, type, at };
  }
  cursor.takes('let');
  const name = cursor.name('what the module has: type, effect, module, fn or let');
  cursor.expect(':');
  const type = parseType(cursor);
  return { kind: 'value', name, typeParameters: [], type, at: spanning(start.at, type.at) };
}

/** `type T` or `type T<A>` without `=`. */
function isAbstract(cursor: TokenCursor): boolean {
  const before = cursor.position;
  cursor.advance();
  cursor.advance();
  if (cursor.sees('<')) parseTypeParameters(cursor);
  const abstract = !cursor.sees('=');
  cursor.position = before;
  return abstract;
}
