// Declarations of constants, traits and their implementations, and imports.

import type {
  ConstantDeclaration,
  FunctionDeclaration,
  ImplDeclaration,
  ImportDeclaration,
  Name,
  TraitDeclaration,
  TypeNode,
  UseImplDeclaration,
} from '../ast.js';
import { parseExpression } from './expressions.js';
import { parseFunction } from './functions.js';
import { parseTypeParameters, parseWhere } from './generics.js';
import type { TokenStream } from './token-stream.js';
import { parseGenericName } from './type-declarations.js';
import { parseType } from './types.js';

export function parseConstant(stream: TokenStream): ConstantDeclaration {
  const start = stream.start;
  stream.accept('const');
  const named = parseGenericName(stream, () => {
    if (!stream.isName()) stream.refuse('Expected const name', 'Write `const name: type = value;`.');
    return parseName(stream);
  });
  const at = stream.at;
  const where = parseWhere(stream);
  stream.accept(':');
  const type = parseType(stream);
  stream.accept('=');
  const value = parseConstantValue(stream);
  stream.accept(';');
  return { kind: 'constant', ...named, where, type, value, exported: false, ...stream.node(start, at) };
}

function parseConstantValue(stream: TokenStream): ConstantDeclaration['value'] {
  if (stream.takeIf('native')) return 'native';
  return stream.takeIf('delete') ? 'delete' : parseExpression(stream);
}

export function parseTrait(stream: TokenStream): TraitDeclaration {
  const start = stream.start;
  const auto = stream.takeIf('auto');
  const autoAt = stream.at;
  stream.accept('trait');
  const at = auto ? autoAt : stream.at;
  const name = parseName(stream);
  const generics = stream.is('<') ? parseTypeParameters(stream) : [];
  const supertraits: TypeNode[] = [];
  if (stream.takeIf(':')) {
    while (!stream.atEnd()) {
      supertraits.push(parseType(stream));
      if (!stream.takeIf('+')) break;
    }
  }
  const methods =
    auto && stream.takeIf(';')
      ? []
      : parseMethods(stream, `Expected ${auto ? 'auto ' : ''}trait method declaration`, true);
  return {
    kind: 'trait',
    auto,
    name,
    generics,
    supertraits,
    methods,
    exported: false,
    ...stream.node(start, at),
  };
}

export function parseImpl(stream: TokenStream): ImplDeclaration {
  const start = stream.start;
  stream.accept('impl');
  const at = stream.at;
  const generics = stream.is('<') ? parseTypeParameters(stream) : [];
  const { trait, target } = parseTraitForType(stream);
  const where = parseWhere(stream);
  const methods = parseMethods(stream, 'Expected impl method definition', false);
  return {
    kind: 'impl',
    generics,
    trait,
    target,
    where,
    methods,
    exported: false,
    ...stream.node(start, at),
  };
}

export function parseUseImpl(stream: TokenStream): UseImplDeclaration {
  const start = stream.start;
  stream.accept('use');
  if (!stream.is('impl')) stream.refuse('Expected impl after use', 'Write `use impl Trait for Type;`.');
  stream.take();
  const at = stream.at;
  const isQualified = stream.isName() && stream.followedBy('::');
  const module = isQualified ? { module: stream.take().text } : {};
  if (isQualified) stream.accept('::');
  const { trait, target } = parseTraitForType(stream);
  stream.accept(';');
  return { kind: 'use', ...module, trait, target, ...stream.node(start, at) };
}

function parseTraitForType(stream: TokenStream): { readonly trait: TypeNode; readonly target: TypeNode } {
  const trait = parseType(stream);
  stream.accept('for');
  return { trait, target: parseType(stream) };
}

function parseMethods(
  stream: TokenStream,
  refusal: string,
  signature: boolean,
): readonly FunctionDeclaration[] {
  stream.accept('{');
  const methods: FunctionDeclaration[] = [];
  while (!stream.is('}')) {
    if (!stream.is('fun')) stream.refuse(refusal, 'Only methods, `fun …`, can stand here.');
    methods.push(parseFunction(stream, { signature }));
  }
  stream.accept('}');
  return methods;
}

/** At least two characters: a pattern of the original that lets no shorter one through. */
const importable = /^[A-Za-z_][-A-Za-z_0-9.]+$/;

/** `import a.b.c;`, `import "a" alias (x, y);`, `import a as b *;` */
export function parseImport(stream: TokenStream): ImportDeclaration {
  const start = stream.start;
  stream.accept('import');
  const at = stream.at;
  const path = parsePath(stream);
  const alias = parseAlias(stream);
  const symbols = parseSymbols(stream);
  stream.accept(';');
  const shown = alias ?? (symbols.length === 0 ? path.at(-1) : undefined);
  const aliased = shown === undefined ? {} : { alias: shown };
  return { kind: 'import', path, ...aliased, symbols, exported: false, ...stream.node(start, at) };
}

function parsePath(stream: TokenStream): readonly string[] {
  const path: string[] = [];
  while (!stream.atEnd() && (stream.token.kind !== 'fixed' || stream.is('string'))) {
    if (stream.token.kind === 'number') break;
    const { text, span } = stream.take();
    if (!importable.test(text)) {
      const hint = 'The name of a module has at least two characters: letters, digits, `_`, `-` and `.`.';
      stream.refuse('Invalid module path when import.', hint, span.start);
    }
    path.push(text);
    if (!stream.takeIf('.')) return path;
  }
  // Behind a `.` that nothing follows the original has forgotten the path.
  return [];
}

function parseAlias(stream: TokenStream): string | undefined {
  if (!stream.isName()) return undefined;
  const first = stream.take().text;
  if (first !== 'as') return first;
  if (!stream.isName()) stream.refuse('Expected import alias after `as`.', 'Write `import module as name;`.');
  return stream.take().text;
}

function parseSymbols(stream: TokenStream): ImportDeclaration['symbols'] {
  if (!stream.takeIf('(')) return stream.takeIf('*') ? '*' : [];
  const symbols: Name[] = [];
  while (stream.isName()) {
    symbols.push(parseName(stream));
    if (!stream.takeIf(',')) break;
  }
  const all = symbols.length === 0 && stream.takeIf('*');
  stream.accept(')');
  return all ? '*' : symbols;
}

export function parseName(stream: TokenStream): Name {
  const { text, span } = stream.acceptName();
  return { text, ...stream.node(span.start) };
}
