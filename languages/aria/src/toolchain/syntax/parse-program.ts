// A whole source: declarations and module level statements.

import { type Problems, spanning } from '@sonde/native-compiler';
import { Lexer } from './lexer.js';
import { parseExtern, parseFunction, parseTypeDeclaration } from './parse-declarations.js';
import { parseStatement, recovering } from './parse-statements.js';
import type { EnumTree, FunctionTree, ProgramTree, StatementTree, StructTree } from './statement-tree.js';
import { TokenCursor } from './token-cursor.js';
import type { Token } from './tokens.js';

/** Reads as much as makes sense; what does not is in the problems. */
export function parseProgram(problems: Problems): ProgramTree {
  const tokens = new Lexer(problems.text, problems).tokens();
  const cursor = TokenCursor.over(tokens, problems, declaredTypes(tokens));
  const functions: FunctionTree[] = [];
  const structs: StructTree[] = [];
  const enums: EnumTree[] = [];
  const statements: StatementTree[] = [];
  const first = cursor.peek();
  while (!cursor.atEnd && !problems.full) {
    if (cursor.takes(';')) continue;
    if (cursor.sees('}')) {
      problems.error(cursor.advance().at, 'this } closes nothing');
      continue;
    }
    recovering(cursor, () => {
      if (beginsFunction(cursor)) functions.push(parseFunction(cursor, true));
      else if (cursor.sees('extern')) functions.push(...parseExtern(cursor));
      else if (beginsTypeDeclaration(cursor)) {
        const declared = parseTypeDeclaration(cursor);
        if (declared.kind === 'struct') structs.push(declared);
        else enums.push(declared);
      } else if (cursor.sees('use')) skipUse(cursor);
      else if (cursor.sees('mod')) {
        throw cursor.mistake('modules are not part of this compiler’s Aria', 'A program is one file.');
      } else statements.push(parseStatement(cursor));
    });
  }
  return { functions, structs, enums, statements, at: spanning(first.at, cursor.peek().at) };
}

/** The functions of the language need no import, so a program that names where they come from still means them. */
function skipUse(cursor: TokenCursor): void {
  cursor.problems.warning(
    cursor.advance().at,
    'modules are not part of this compiler’s Aria: this is ignored',
    'A program is one file; print, the streams and aria.… are always there.',
  );
  while (!cursor.sees(';') && !cursor.atEnd) cursor.advance();
  cursor.expect(';');
}

/** Names of types may be used before their declarations, and decide how things are read. */
function declaredTypes(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || (token.text !== 'struct' && token.text !== 'enum')) return;
    const name = tokens[index - 2];
    if (name?.kind === 'name' && tokens[index - 1]?.text === '=') names.add(name.text);
  });
  return names;
}

function beginsFunction(cursor: TokenCursor): boolean {
  if (cursor.sees('func')) return cursor.sees(':', 1) || cursor.sees('=', 2) || isGeneric(cursor);
  return cursor.sees('async') || cursor.sees('jit') || cursor.sees('pub');
}

/** `func<T>:max = …` declares a function, `func<int8(int8)>:f = …` a variable. */
const isGeneric = (cursor: TokenCursor): boolean => cursor.sees('<', 1) && cursor.sees('>', 3);

const beginsTypeDeclaration = (cursor: TokenCursor): boolean =>
  cursor.sees('const') && cursor.sees('=', 2) && (cursor.sees('struct', 3) || cursor.sees('enum', 3));
