// A whole source file: declarations and statements.

import type { Declaration, ModuleDeclaration, Name, Statement, Unit } from '../ast.js';
import {
  parseConstant,
  parseImpl,
  parseImport,
  parseName,
  parseTrait,
  parseUseImpl,
} from './declarations.js';
import { parseFunction } from './functions.js';
import { parseStatement, parseValue } from './statements.js';
import type { TokenStream } from './token-stream.js';
import { parseTypeDeclaration } from './type-declarations.js';

/** `stem`: the name of the file, which the name of the module must end with. */
export function parseWholeUnit(stream: TokenStream, stem: string): Unit {
  let module: ModuleDeclaration | undefined;
  let declarations: Declaration[] = [];
  const statements: Statement[] = [];
  while (!stream.atEnd()) {
    const exported = stream.takeIf('export');
    if (stream.token.kind === 'fixed' && stream.is('module')) {
      if (module !== undefined) stream.refuse('Redeclare a module', 'A file has one `module` line.');
      module = parseModule(stream, stem);
      // The list takes the place of what was exported in front of it.
      if (module.exports !== undefined && module.exports !== '*') {
        declarations = declarations.map(earlier => withExport(earlier, false));
      }
      continue;
    }
    const declaration = parseDeclaration(stream);
    if (declaration !== undefined) {
      declarations.push(withExport(declaration, exported));
      continue;
    }
    if (exported && !stream.is('const')) {
      const hint = '`export` stands in front of `fun`, `val`, `const`, `type`, `trait`, `impl` or `import`.';
      stream.refuse('Invalid export: only definitions can be exported', hint);
    }
    statements.push(parseStatement(stream));
  }
  return { ...(module && { module }), declarations, statements };
}

function withExport(declaration: Declaration, exported: boolean): Declaration {
  return declaration.kind === 'use' ? declaration : { ...declaration, exported };
}

/** Undefined if a statement is next. */
function parseDeclaration(stream: TokenStream): Declaration | undefined {
  const { kind, text } = stream.token;
  if (kind !== 'fixed') return undefined;
  switch (text) {
    case 'fun':
      return parseFunction(stream);
    case 'val':
      return parseValue(stream);
    case 'const':
      if (stream.followedBy('if')) return undefined;
      return stream.followedBy('fun') ? parseFunction(stream, { constant: true }) : parseConstant(stream);
    case 'type':
      return parseTypeDeclaration(stream);
    case 'auto':
      if (!stream.followedBy('trait'))
        stream.refuse('Expected trait after auto', 'Write `auto trait Name;`.');
      return parseTrait(stream);
    case 'trait':
      return parseTrait(stream);
    case 'impl':
      return parseImpl(stream);
    case 'use':
      return parseUseImpl(stream);
    case 'import':
      return parseImport(stream);
    default:
      return undefined;
  }
}

/** `module a.b exports (x, y);` */
function parseModule(stream: TokenStream, stem: string): ModuleDeclaration {
  const start = stream.start;
  const at = stream.at;
  stream.accept('module');
  const path: string[] = [];
  const nameStart = stream.start;
  while (stream.isName() || stream.is('string')) {
    path.push(stream.take().text);
    if (!stream.takeIf('.')) break;
  }
  const name = path.join('.');
  // The other names are what the original calls programs that are not in a file.
  const fits = [name, path.at(-1), 'module', '[noname]', '[interpreter]'].includes(stem);
  if (path.length > 0 && !fits) {
    const hint = `The file is called ${stem}.ng: the last part of the module's name must be ${stem}.`;
    stream.refuse(`Invalid module name for module: ${name}, expected: ${stem}`, hint, nameStart);
  }
  const exports = stream.takeIf('exports') ? { exports: parseExports(stream) } : {};
  stream.accept(';');
  return { path, ...exports, ...stream.node(start, at) };
}

function parseExports(stream: TokenStream): readonly Name[] | '*' {
  if (stream.atEnd()) stream.refuseEnd();
  if (stream.takeIf('*')) return '*';
  const inParentheses = stream.takeIf('(');
  const names: Name[] = [];
  while (stream.isName()) {
    names.push(parseName(stream));
    if (!stream.takeIf(',')) break;
  }
  if (inParentheses) stream.accept(')');
  return names;
}
