// Namespaces, modules, signatures and imports of the ML flavor.

import { spanning } from '@sonde/native-compiler';
import { parseLabel } from '../make.js';
import { SyntaxMistake } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type {
  ImportTree,
  ModuleTree,
  Name,
  NamespaceTree,
  SignatureItem,
  SignatureTree,
  StatementTree,
} from '../tree.js';
import { parseEffect, parseTypeDeclaration } from './parse-declarations.js';
import type { MlCursor } from './ml-cursor.js';
import { parseItems } from './parse-items.js';
import { parseRow, parseType, parseTypeParameters, withRow } from './parse-types.js';

/** Undefined, and nothing taken, where the word begins something else. */
export function parseModuleItem(cursor: MlCursor, { text }: Token): StatementTree | undefined {
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
    default:
      return undefined;
  }
}

function parseNamespace(cursor: MlCursor): NamespaceTree {
  const start = cursor.expect('namespace');
  const label = parseLabel(cursor);
  if (!cursor.is('indent')) return { kind: 'namespace', label, at: spanning(start.at, label.at) };
  const body = parseDeeper(cursor);
  return { kind: 'namespace', label, body, at: spanning(start.at, body.at(-1)?.at ?? label.at) };
}

/** Items on deeper lines; functions may be used above the line that binds them. */
function parseDeeper(cursor: MlCursor): StatementTree[] {
  return cursor.nested(() =>
    cursor.scoped(() => {
      cursor.expectKind('indent', 'what belongs to it on deeper lines');
      cursor.bindAhead();
      const items = parseItems(cursor);
      cursor.expectKind('dedent', 'the end of the block');
      return items;
    }),
  );
}

function parseModule(cursor: MlCursor): ModuleTree {
  const start = cursor.advance();
  const name = cursor.typeName('the name of a module');
  const signature = cursor.takes(':') ? cursor.typePath('the name of a signature') : undefined;
  const items = parseDeeper(cursor);
  return {
    kind: 'module',
    name,
    state: start.text === 'state',
    exportsMore: false,
    items,
    at: spanning(start.at, items.at(-1)?.at ?? name.at),
    ...(signature === undefined ? {} : { signature }),
  };
}

function parseImport(cursor: MlCursor): ImportTree {
  const start = cursor.expect('import');
  let path = parseLabel(cursor);
  while (cursor.takes('::')) {
    const { text, at } = cursor.name('the name of a module');
    path = { text: `${path.text}::${text}`, at: spanning(path.at, at) };
  }
  const alias = cursor.takes('as') ? cursor.name('another name for it') : undefined;
  const whole = { kind: 'import', path, wildcard: false, ...(alias === undefined ? {} : { alias }) } as const;
  if (!cursor.is('indent')) return { ...whole, at: spanning(start.at, cursor.last.at) };
  if (alias !== undefined) throw new SyntaxMistake(alias.at, 'members are renamed one by one: name as other');
  cursor.advance();
  const members: { name: Name; alias?: Name }[] = [];
  let wildcard = false;
  do {
    if (cursor.takes('*')) wildcard = true;
    else {
      const name = cursor.name('the name of a member');
      members.push(cursor.takes('as') ? { name, alias: cursor.name('another name for it') } : { name });
    }
  } while (cursor.takesKind('newline') || cursor.takes(','));
  const at = spanning(start.at, cursor.last.at);
  cursor.expectKind('dedent', 'another member');
  return wildcard ? { ...whole, wildcard, at } : { ...whole, members, at };
}

function parseSignature(cursor: MlCursor): SignatureTree {
  const start = cursor.expect('signature');
  const name = cursor.typeName('the name of a signature');
  cursor.expectKind('indent', 'what the module has on deeper lines');
  const items: SignatureItem[] = [];
  do items.push(parseSignatureItem(cursor));
  while (cursor.takesKind('newline'));
  cursor.expectKind('dedent', 'the end of the signature');
  return { kind: 'signature', name, items, at: spanning(start.at, items.at(-1)!.at) };
}

function parseSignatureItem(cursor: MlCursor): SignatureItem {
  const start = cursor.peek();
  if (cursor.sees('opaque'))
    throw cursor.mistake('a type without = is opaque already', 'Write type and its name only.');
  if (cursor.sees('effect')) return parseEffect(cursor);
  if (cursor.sees('type')) {
    const before = cursor.position;
    cursor.advance();
    const name = cursor.typeName('a type');
    const parameters = parseTypeParameters(cursor);
    if (!cursor.sees('='))
      return { kind: 'abstract', name, parameters, at: spanning(start.at, cursor.last.at) };
    cursor.position = before;
    return parseTypeDeclaration(cursor);
  }
  if (cursor.takes('module')) {
    const name = cursor.typeName('the name of a module');
    cursor.expect(':');
    const signature = cursor.typePath('the name of a signature');
    return { kind: 'module', name, signature, at: spanning(start.at, signature.at) };
  }
  const name = cursor.name('what the module has: a name and its type');
  const typeParameters = parseTypeParameters(cursor);
  cursor.expect(':');
  const type = withRow(parseType(cursor), parseRow(cursor));
  return { kind: 'value', name, typeParameters, type, at: spanning(start.at, cursor.last.at) };
}
