// Functions, constructors and modifiers of the solidity mode.

import type { Span } from '@sonde/front-end';
import { block, blockWithTail, itemParts, nameExpression } from '../make.js';
import type {
  AttributeTree,
  BlockTree,
  ExpressionTree,
  FunctionTree,
  ModifierTree,
  ModifierUseTree,
  Name,
  ParameterTree,
  StatementTree,
  Visibility,
} from '../tree.js';
import type { TypeTree } from '../type-tree.js';
import { parseArguments } from './parse-postfix.js';
import { parseStatements, zeroOf } from './parse-statements.js';
import { parseLocation, parseType } from './parse-types.js';
import { isRejectedForm, rejectedForm } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

const visibilities: Readonly<Record<string, Visibility>> = {
  external: 'public',
  public: 'public',
  internal: 'crate',
  private: 'private',
};

/** What Twilight calls them; a `view` only reads, a `pure` function touches nothing. */
const mutabilities: Readonly<Record<string, string>> = {
  payable: 'payable',
  view: 'reads',
  pure: 'conflict_free',
};

interface Heading {
  visibility: Visibility | undefined;
  readonly attributes: AttributeTree[];
  readonly modifiers: ModifierUseTree[];
  results: readonly { readonly name: Name | undefined; readonly type: TypeTree }[];
}

export function parseFunction(cursor: SolidityCursor, inContract: boolean): FunctionTree {
  const { at, documentation } = cursor.expect('function');
  const token = cursor.peek();
  if (isRejectedForm(token.text) && token.kind === 'word') throw rejectedForm(token.text, token.at);
  const name = cursor.name('the name of a function');
  const parameters = parseParameters(cursor);
  const heading = parseHeading(cursor);
  if (heading.visibility === undefined && inContract)
    cursor.problems.error(
      name.at,
      `${name.text} does not say who may call it`,
      'Write public, external, internal or private.',
    );
  return made(cursor, name, at, documentation, parameters, heading, heading.visibility ?? 'private');
}

/** The constructor is `init`. */
export function parseConstructor(cursor: SolidityCursor): FunctionTree {
  const { at, documentation } = cursor.expect('constructor');
  const parameters = parseParameters(cursor);
  const heading = parseHeading(cursor);
  return made(cursor, { text: 'init', at }, at, documentation, parameters, heading, 'private');
}

function made(
  cursor: SolidityCursor,
  name: Name,
  start: Span,
  documentation: string | undefined,
  parameters: readonly ParameterTree[],
  { attributes, modifiers, results }: Heading,
  visibility: Visibility,
): FunctionTree {
  const body = parseFunctionBody(cursor, results);
  const result = resultType(results);
  const parts = documentation === undefined ? {} : { documentation };
  return {
    kind: 'function',
    ...itemParts(name, cursor.from(start), { visibility, attributes, ...parts }),
    generics: [],
    parameters,
    ...(result === undefined ? {} : { result }),
    modifiers,
    body,
  };
}

function resultType(results: Heading['results']): TypeTree | undefined {
  const [first, ...rest] = results;
  if (first === undefined || rest.length === 0) return first?.type;
  return { kind: 'tuple', items: results.map(({ type }) => type), at: first.type.at };
}

/** Results with names are variables that are zero at first and given back at the end. */
function parseFunctionBody(cursor: SolidityCursor, results: Heading['results']): BlockTree {
  const names = results.map(({ name }) => name).filter(name => name !== undefined);
  const { at } = cursor.peek();
  if (names.length === 0) {
    const statements = parseStatements(cursor, undefined);
    return blockWithTail(at, statements, cursor);
  }
  if (names.length < results.length)
    throw cursor.mistake('all results have names, or none', undefined, names[0]!.at);
  const values = names.map(nameExpression);
  const value: ExpressionTree =
    values.length === 1 ? values[0]! : { kind: 'tuple', items: values, at: names[0]!.at };
  const declared = results.map(({ name, type }): StatementTree => ({
    kind: 'let',
    mutable: true,
    pattern: { kind: 'binding', name: name!, mutable: false, at: name!.at },
    type,
    value: zeroOf(type, name!.at),
    at: name!.at,
  }));
  const statements = parseStatements(cursor, value);
  return block(cursor.from(at), [...declared, ...statements], value);
}

export function parseParameters(cursor: SolidityCursor): ParameterTree[] {
  return cursor.bracketed('(', ')', () => {
    const { at } = cursor.peek();
    const type = parseType(cursor);
    parseLocation(cursor);
    // A parameter without a name is there for callers only.
    const name = cursor.is('name') ? cursor.name('the name of a parameter') : { text: '_', at: type.at };
    return { name, mutable: false, type, at: cursor.from(at) };
  });
}

function parseHeading(cursor: SolidityCursor): Heading {
  const heading: Heading = { visibility: undefined, attributes: [], modifiers: [], results: [] };
  while (!cursor.sees('{') && !cursor.sees(';') && !cursor.atEnd) {
    const { text, at, kind } = cursor.peek();
    if (kind === 'word' && isRejectedForm(text)) throw rejectedForm(text, at);
    const visibility = kind === 'word' ? visibilities[text] : undefined;
    const mutability = kind === 'word' ? mutabilities[text] : undefined;
    if (visibility !== undefined) {
      cursor.advance();
      heading.visibility = visibility;
    } else if (mutability !== undefined) {
      cursor.advance();
      heading.attributes.push({ name: mutability, args: [], at });
    } else if (cursor.takes('returns')) heading.results = parseResults(cursor);
    else {
      const name = cursor.name('a modifier or the body');
      const args = cursor.sees('(') ? parseArguments(cursor) : [];
      heading.modifiers.push({ name, args, at: cursor.from(at) });
    }
  }
  return heading;
}

function parseResults(cursor: SolidityCursor): Heading['results'] {
  return cursor.bracketed('(', ')', () => {
    const type = parseType(cursor);
    parseLocation(cursor);
    return { type, name: cursor.is('name') ? cursor.name('a name') : undefined };
  });
}

export function parseModifier(cursor: SolidityCursor): ModifierTree {
  const { at, documentation } = cursor.expect('modifier');
  const name = cursor.name('the name of a modifier');
  const parameters = cursor.sees('(') ? parseParameters(cursor) : [];
  const { text, kind, at: here } = cursor.peek();
  if (kind === 'word' && isRejectedForm(text)) throw rejectedForm(text, here);
  const bodyAt = cursor.peek().at;
  const statements = parseStatements(cursor, undefined);
  const body = blockWithTail(bodyAt, statements, cursor);
  const parts = documentation === undefined ? {} : { documentation };
  return { kind: 'modifier', ...itemParts(name, cursor.from(at), parts), parameters, body };
}
