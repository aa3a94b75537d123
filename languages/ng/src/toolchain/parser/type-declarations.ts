// Declarations of types: records, unions, newtypes, aliases.

import type {
  Name,
  Position,
  Property,
  TypeDeclaration,
  TypeNode,
  VariantDeclaration,
  WhereBound,
} from '../ast.js';
import { parseFunction } from './functions.js';
import { parseTypeParameters, parseWhere } from './generics.js';
import type { TokenStream } from './token-stream.js';
import { parseType, parseTypeArguments } from './types.js';

type Shape = TypeDeclaration['shape'];
type Head = Pick<TypeDeclaration, 'name' | 'generics' | 'args' | 'derived' | 'where'>;

export function parseTypeDeclaration(stream: TokenStream): TypeDeclaration {
  const start = stream.start;
  stream.accept('type');
  const head = parseHead(stream);
  if (stream.takeIf('=')) {
    const at = stream.at;
    const next = stream.ahead(1);
    if (stream.isName() && next?.kind === 'fixed' && (next.text === '(' || next.text === '|')) {
      const shape = parseVariants(stream);
      // The original forgets what a union is said to derive.
      return declaration(stream, start, at, { ...head, args: [], derived: [], where: [] }, shape);
    }
    refuseDerived(stream, head);
    const shape = parseAlias(stream);
    stream.accept(';');
    return declaration(stream, start, at, head, shape);
  }
  if (stream.is(';')) {
    const at = stream.at;
    refuseDerived(stream, head);
    stream.take();
    return declaration(stream, start, at, head, { kind: 'abstract' });
  }
  if (stream.is('wraps')) {
    refuseDerived(stream, head);
    stream.take();
    const at = stream.at;
    const type = parseType(stream);
    stream.accept(';');
    return declaration(stream, start, at, head, { kind: 'wraps', type });
  }
  const at = stream.at;
  return declaration(stream, start, at, head, parseRecord(stream));
}

function declaration(
  stream: TokenStream,
  start: Position,
  at: Position,
  head: Head,
  shape: Shape,
): TypeDeclaration {
  return { kind: 'type', ...head, shape, exported: false, ...stream.node(start, at) };
}

/** Name and type parameters: `Name<T>`, `<T> Name`, and `<T> Name<vector<T>>`, which is a specialisation. */
export function parseGenericName(
  stream: TokenStream,
  parseName: () => Name,
): Pick<Head, 'name' | 'generics' | 'args'> {
  const before = stream.is('<') ? parseTypeParameters(stream) : undefined;
  const name = parseName();
  if (!stream.is('<')) return { name, generics: before ?? [], args: [] };
  if (before === undefined) return { name, generics: parseTypeParameters(stream), args: [] };
  return { name, generics: before, args: parseTypeArguments(stream) };
}

function parseHead(stream: TokenStream): Head {
  const named = parseGenericName(stream, () => {
    const { text, span } = stream.is('ref') ? stream.take() : stream.acceptName();
    return { text, ...stream.node(span.start) };
  });
  const next = stream.ahead(1);
  if (!stream.is(':')) return { ...named, derived: [], where: [] };
  if (next?.kind === 'name' && next.text === 'derive')
    return { ...named, derived: parseDerived(stream), where: [] };
  return { ...named, derived: [], where: parseCondition(stream) };
}

function parseCondition(stream: TokenStream): readonly WhereBound[] {
  stream.accept(':');
  if (!stream.is('where')) {
    const hint = 'Behind the name of a type only `: where …` or `: derive(…)` can stand.';
    stream.refuse('Type alias constraint section only supports `: where ...`', hint);
  }
  return parseWhere(stream);
}

function parseDerived(stream: TokenStream): readonly TypeNode[] {
  stream.accept(':');
  stream.take();
  stream.accept('(');
  const derived: TypeNode[] = [];
  while (!stream.is(')') && !stream.atEnd()) {
    derived.push(parseType(stream));
    if (!stream.takeIf('+')) break;
  }
  stream.accept(')');
  return derived;
}

function refuseDerived(stream: TokenStream, head: Head): void {
  if (head.derived.length === 0) return;
  const text = 'derive(...) is only supported on structural type definitions';
  stream.refuse(text, 'Only a record, `type Name: derive(…) { … }`, can derive traits.');
}

function parseAlias(stream: TokenStream): Shape {
  if (stream.takeIf('native')) return { kind: 'native' };
  if (stream.takeIf('delete')) return { kind: 'delete' };
  return { kind: 'alias', type: parseType(stream) };
}

function parseVariants(stream: TokenStream): Shape {
  const variants = [parseVariant(stream)];
  while (stream.takeIf('|')) variants.push(parseVariant(stream));
  stream.accept(';');
  return { kind: 'variants', variants };
}

function parseVariant(stream: TokenStream): VariantDeclaration {
  const start = stream.start;
  const at = stream.at;
  const name = stream.acceptName().text;
  const payload: { name?: string; type: TypeNode }[] = [];
  if (stream.takeIf('(')) {
    while (!stream.is(')')) {
      const isNamed = stream.isName() && stream.followedBy(':');
      const field = isNamed ? { name: stream.take().text } : {};
      if (isNamed) stream.accept(':');
      payload.push({ ...field, type: parseType(stream) });
      stream.takeIf(',');
    }
    stream.accept(')');
  }
  return { name, payload, ...stream.node(start, at) };
}

function parseRecord(stream: TokenStream): Shape {
  stream.accept('{');
  const properties: Property[] = [];
  const methods = [];
  while (!stream.is('}')) {
    if (stream.is('fun')) methods.push(parseFunction(stream));
    else if (stream.isName() || stream.is('property')) properties.push(parseProperty(stream));
    else {
      const text = 'Expected property or function definition in type body';
      const hint = 'A field, `name: type;`, or a method, `fun`, is expected here.';
      stream.refuse(text, stream.nameHint(hint));
    }
  }
  stream.accept('}');
  return { kind: 'record', properties, methods };
}

function parseProperty(stream: TokenStream): Property {
  const start = stream.start;
  stream.takeIf('property');
  const name = stream.acceptName().text;
  const type = stream.takeIf(':') ? { type: parseType(stream) } : {};
  stream.accept(';');
  return { name, ...type, ...stream.node(start) };
}
