// Declarations: variables, functions, structs, enums, extern blocks.

import { spanning } from '@sonde/native-compiler';
import { parseExpression } from './parse-expressions.js';
import { parseBlock } from './parse-statements.js';
import { parseType } from './parse-types.js';
import type { EnumTree, FunctionTree, ParameterTree, StructTree, VariableTree } from './statement-tree.js';
import type { TokenCursor } from './token-cursor.js';
import type { ExpressionTree, Name, TypeTree } from './tree.js';

/** `[const] Type:name [= value];` */
export function parseVariable(cursor: TokenCursor): VariableTree {
  const first = cursor.peek();
  const constant = cursor.takes('const');
  if (constant && cursor.peek().kind === 'name' && cursor.sees('=', 1)) {
    const what = cursor.sees('struct', 2) || cursor.sees('enum', 2);
    throw what
      ? cursor.mistake(
          'a type inside of a block',
          'Structs and enums are declared at module level.',
          first.at,
        )
      : cursor.mistake('a constant needs a type', `Write it: const int64:${cursor.peek().text} = …;`);
  }
  const type = parseType(cursor);
  if (cursor.sees('(')) {
    throw cursor.mistake('a function without a name', 'Functions are declared: func:name = int32(…) { … };');
  }
  cursor.expect(':', 'Variables are declared as type:name.');
  const name = cursor.name('the name of a variable');
  const initial = cursor.takes('=') ? parseExpression(cursor) : undefined;
  const at = spanning(first.at, cursor.expect(';').at);
  return {
    ...{ kind: 'variable', constant, type, name, at },
    ...(initial === undefined ? {} : { initial }),
  };
}

/** `[pub] [async] [jit] func:name = Type(parameters) { … };` Without a body inside of `extern`. */
export function parseFunction(cursor: TokenCursor, hasBody: boolean): FunctionTree {
  const first = cursor.peek();
  cursor.takes('pub');
  const async = cursor.takes('async');
  const jit = cursor.takes('jit');
  cursor.expect('func');
  if (cursor.sees('<')) throw cursor.mistake('generic functions are not part of this compiler’s Aria');
  cursor.expect(':', 'Functions are declared: func:name = int32(…) { … };');
  const name = cursor.name('the name of a function');
  cursor.expect('=');
  const result = parseType(cursor);
  cursor.expect('(');
  const parameters: ParameterTree[] = [];
  while (!cursor.sees(')')) {
    parameters.push(parseParameter(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(')');
  const declared = { kind: 'function', name, result, parameters, async, jit } as const;
  if (!hasBody) return { ...declared, at: spanning(first.at, cursor.expect(';').at) };
  const body = parseBlock(cursor);
  const at = spanning(first.at, body.at);
  // The language wants a `;` behind the brace; nothing is ambiguous without it.
  cursor.takes(';');
  return { ...declared, body, at };
}

function parseParameter(cursor: TokenCursor): ParameterTree {
  const first = cursor.peek();
  if (first.kind === 'name' && first.text === 'self' && !cursor.sees(':', 1)) {
    return { name: cursor.name('self'), at: first.at };
  }
  const type = parseType(cursor);
  cursor.expect(':', 'Parameters are declared as type:name.');
  const name = cursor.name('the name of a parameter');
  return { name, type, at: spanning(first.at, name.at) };
}

/** `const Name = struct { … };` or `enum { … };` */
export function parseTypeDeclaration(cursor: TokenCursor): StructTree | EnumTree {
  const first = cursor.expect('const');
  const name = cursor.name('the name of a type');
  cursor.expect('=');
  const isStruct = cursor.takes('struct');
  if (!isStruct) cursor.expect('enum');
  const open = cursor.expect('{');
  const parts = isStruct ? parseStructParts(cursor) : parseEnumParts(cursor);
  const close = cursor.expect('}', `It would close the { of line ${open.at.line}.`);
  cursor.takes(';');
  const at = spanning(first.at, close.at);
  return 'members' in parts ? { kind: 'enum', name, at, ...parts } : { kind: 'struct', name, at, ...parts };
}

function parseStructParts(cursor: TokenCursor): Pick<StructTree, 'fields' | 'methods'> {
  const fields: { readonly name: Name; readonly type: TypeTree }[] = [];
  const methods: FunctionTree[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) {
    if (cursor.sees('pub') || cursor.sees('async') || (cursor.sees('func') && cursor.sees(':', 1))) {
      methods.push(parseFunction(cursor, true));
      cursor.takes(',');
      continue;
    }
    const name = cursor.fieldName();
    cursor.expect(':', 'Fields are declared as name: type.');
    fields.push({ name, type: parseType(cursor) });
    if (!cursor.takes(',') && !cursor.takes(';') && !cursor.sees('func') && !cursor.sees('async')) break;
  }
  return { fields, methods };
}

function parseEnumParts(cursor: TokenCursor): Pick<EnumTree, 'members'> {
  const members: { readonly name: Name; readonly value?: ExpressionTree }[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) {
    const name = cursor.fieldName();
    const value = cursor.takes('=') ? parseExpression(cursor) : undefined;
    members.push({ name, ...(value === undefined ? {} : { value }) });
    if (!cursor.takes(',')) break;
  }
  return { members };
}

/** `extern { func:puts = int32(string:s); }` */
export function parseExtern(cursor: TokenCursor): readonly FunctionTree[] {
  cursor.expect('extern');
  // A library's name may stand here; what is linked is not the source's business.
  if (cursor.peek().kind === 'string') cursor.advance();
  const open = cursor.expect('{');
  const functions: FunctionTree[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) functions.push(parseFunction(cursor, false));
  cursor.expect('}', `It would close the { of line ${open.at.line}.`);
  cursor.takes(';');
  return functions;
}
