// Items of the ML flavor, at file level and in blocks: bindings with their signatures, clauses, declarations, expressions.

import { spanning, type Span } from '@sonde/native-compiler';
import { curried } from '../make.js';
import { SyntaxMistake } from '../token-cursor.js';
import type {
  EffectName,
  ExportTree,
  ExpressionTree,
  FunctionTree,
  MatchArmTree,
  Name,
  ParameterTree,
  StatementTree,
  TypeTree,
} from '../tree.js';
import { parseEffect, parseExtern, parseTypeDeclaration } from './parse-declarations.js';
import { parseBody, parseExpression } from './parse-expressions.js';
import { parseModuleItem } from './parse-modules.js';
import { parseGroups, type HeadGroup, type HeadPart } from './parse-heads.js';
import { parseRow, parseType, parseTypeParameters, withRow } from './parse-types.js';
import type { MlCursor } from './ml-cursor.js';

interface Signature {
  readonly name: Name;
  readonly typeParameters: readonly Name[];
  readonly type: TypeTree;
  readonly effects?: readonly EffectName[];
}

/** One clause of a function, or a plain binding. */
interface Binding {
  readonly name: Name;
  readonly mutable: boolean;
  readonly groups: readonly HeadGroup[];
  readonly body: ExpressionTree;
  readonly start: StatementTree['at'];
}

/** Up to the end of the block. At file level it goes on behind a mistake. */
export function parseItems(cursor: MlCursor, atFileLevel = false): StatementTree[] {
  const statements: StatementTree[] = [];
  let signature: Signature | undefined;
  /** Of an `export` before the signature of what it exports. */
  let exporting: ReturnType<typeof parseMarks> | undefined;
  const add = (read: () => void): void => {
    if (!atFileLevel) return read();
    try {
      read();
    } catch (error) {
      if (!(error instanceof SyntaxMistake)) throw error;
      cursor.problems.error(error.at, error.message, error.hint);
      // What it was for is the binding that could not be read.
      signature = undefined;
      exporting = undefined;
      recover(cursor);
    }
  };
  do {
    if (cursor.is('dedent') || cursor.atEnd) break;
    add(() => {
      const marks = parseMarks(cursor) ?? exporting;
      exporting = undefined;
      const given = parseSignature(cursor);
      if (given !== undefined) {
        requireUsed(signature);
        signature = given;
        exporting = marks;
        return;
      }
      statements.push(marked(parseItem(cursor, signature), marks));
      signature = undefined;
    });
  } while (cursor.takesKind('newline'));
  requireUsed(signature);
  if (atFileLevel && !cursor.atEnd) {
    const { at, message } = cursor.mistake(`expected the end of the line, found ${cursor.found()}`);
    cursor.problems.error(at, message);
  }
  return statements;
}

/** `export` and `opaque` before a declaration; undefined where neither stands. */
function parseMarks(cursor: MlCursor): Pick<ExportTree, 'exported' | 'opaque' | 'at'> | undefined {
  const { at } = cursor.peek();
  const exported = cursor.takes('export');
  const opaque = cursor.takes('opaque');
  return exported || opaque ? { exported, opaque, at } : undefined;
}

function marked(declaration: StatementTree, marks: ReturnType<typeof parseMarks>): StatementTree {
  if (marks === undefined) return declaration;
  if (marks.opaque && declaration.kind !== 'type')
    throw new SyntaxMistake(marks.at, 'only types can be opaque');
  return { kind: 'export', ...marks, declaration, at: spanning(marks.at, declaration.at) };
}

/** To the next line of the file level. */
function recover(cursor: MlCursor): void {
  while (!cursor.atEnd && !(cursor.is('newline') && cursor.peek(1).at.column === 1)) cursor.advance();
}

function requireUsed(signature: Signature | undefined): void {
  if (signature === undefined) return;
  const { text, at } = signature.name;
  throw new SyntaxMistake(at, `the signature of ${text} has no binding below it`);
}

function parseSignature(cursor: MlCursor): Signature | undefined {
  if (!cursor.is('name')) return undefined;
  const before = cursor.position;
  const name = cursor.name('a name');
  const generic = cursor.sees('<') && !cursor.peek().spaced;
  if (!generic && !cursor.sees(':')) {
    cursor.position = before;
    return undefined;
  }
  const typeParameters = generic ? parseTypeParameters(cursor) : [];
  cursor.expect(':');
  const type = parseType(cursor);
  const effects = parseRow(cursor);
  return { name, typeParameters, type, ...(effects === undefined ? {} : { effects }) };
}

function parseItem(cursor: MlCursor, signature: Signature | undefined): StatementTree {
  const token = cursor.peek();
  if (cursor.sees('mut') || cursor.atBinding()) return parseBindings(cursor, signature);
  requireUsed(signature);
  if (token.kind === 'word') {
    if (token.text === 'type') return parseTypeDeclaration(cursor);
    if (token.text === 'effect') return parseEffect(cursor);
    if (token.text === 'extern') return parseExtern(cursor);
    const ofModules = parseModuleItem(cursor, token);
    if (ofModules !== undefined) return ofModules;
  }
  if (token.text === 'static' && cursor.sees('effect', 1)) return parseEffect(cursor);
  if (token.kind === 'name' && cursor.sees(':=', 1)) {
    const name = cursor.name('a variable');
    cursor.expect(':=');
    const value = parseBody(cursor);
    return { kind: 'assign', name, value, at: spanning(name.at, value.at) };
  }
  const expression = parseExpression(cursor);
  return { kind: 'expression', expression, at: expression.at };
}

function parseBinding(cursor: MlCursor): Binding {
  const start = cursor.peek().at;
  const mutable = cursor.takes('mut');
  const name = cursor.name('a name');
  // A function may call itself; a value may not use itself.
  const groups = cursor.scoped(() => parseGroups(cursor, '='));
  if (groups.length > 0) cursor.bind(name.text);
  cursor.expect('=');
  const body = cursor.scoped(() => {
    for (const part of groups.flat()) {
      if (part.kind === 'pattern') cursor.bindPattern(part.pattern);
      else cursor.bind(part.name.text);
    }
    return parseBody(cursor);
  });
  cursor.bind(name.text);
  return { name, mutable, groups, body, start };
}

function parseBindings(cursor: MlCursor, signature: Signature | undefined): StatementTree {
  const first = parseBinding(cursor);
  if (signature !== undefined && signature.name.text !== first.name.text) requireUsed(signature);
  const { name, groups, mutable } = first;
  if (groups.length === 0) {
    const at = spanning(first.start, first.body.at);
    const type = signature && withRow(signature.type, signature.effects);
    return { kind: 'let', mutable, name, value: first.body, at, ...(type === undefined ? {} : { type }) };
  }
  if (mutable) throw new SyntaxMistake(name.at, 'a function cannot be mut');
  const clauses = [first];
  while (hasPattern(first) && continues(cursor, name.text)) {
    cursor.advance();
    clauses.push(parseBinding(cursor));
  }
  return functionOf(clauses, signature);
}

function continues(cursor: MlCursor, name: string): boolean {
  if (!cursor.is('newline') || cursor.peek(1).text !== name) return false;
  const before = cursor.position;
  cursor.advance();
  const again = cursor.atBinding();
  cursor.position = before;
  return again;
}

const hasPattern = ({ groups }: Binding): boolean => groups.flat().some(({ kind }) => kind === 'pattern');

function functionOf(clauses: readonly Binding[], signature: Signature | undefined): FunctionTree {
  const { name, groups, start, body: only } = clauses[0]!;
  const whole = hasPattern(clauses[0]!)
    ? { groups: matchedGroups(groups, name), body: matchOf(clauses, signature?.name.at) }
    : { groups: groups.map(group => group.map(plainParameter)), body: only };
  const typed = whole.groups.map((group, nth) => withTypes(group, arrow(signature?.type, nth), signature));
  const at = spanning(start, clauses.at(-1)!.body.at);
  const outer = signature === undefined ? undefined : arrow(signature.type, 0);
  const inner = typed.length > 1 ? signature?.effects : undefined;
  const result = outer && (inner === undefined ? outer.result : withRow(outer.result, inner));
  const { parameters, body } = curried(typed, whole.body, result);
  const effects = typed.length > 1 ? undefined : signature?.effects;
  return {
    kind: 'function',
    name,
    typeParameters: signature?.typeParameters ?? [],
    parameters,
    body,
    at,
    ...(result === undefined ? {} : { result }),
    ...(effects === undefined ? {} : { effects }),
  };
}

function plainParameter(part: HeadPart): ParameterTree {
  if (part.kind === 'pattern') throw new SyntaxMistake(part.pattern.at, 'a pattern needs a clause');
  return part.type === undefined ? { name: part.name } : { name: part.name, type: part.type };
}

/** Parameters that have no name in the source; no source can spell theirs. */
function matchedGroups(groups: readonly HeadGroup[], { at }: Name): ParameterTree[][] {
  let count = 0;
  return groups.map(group => group.map(() => ({ name: { text: `$arg${count++}`, at } })));
}

/**
 * Clauses of one name: one function over a match of all its parameters. The choice of a clause stands where the signature
 * does, if there is one, so that a breakpoint on a clause is one on its body.
 */
function matchOf(clauses: readonly Binding[], signed: Span | undefined): ExpressionTree {
  const { name, groups } = clauses[0]!;
  const shape = groups.map(group => group.length).join();
  const arms = clauses.map(({ groups: own, body, start, name: at }): MatchArmTree => {
    if (own.map(group => group.length).join() !== shape)
      throw new SyntaxMistake(at.at, `this clause of ${name.text} has other parameters than the first`);
    return { pattern: patternOf(own.flat(), at), body, at: spanning(start, body.at) };
  });
  const head = signed ?? name.at;
  const names = groups
    .flat()
    .map((_, nth): ExpressionTree => ({ kind: 'name', name: `$arg${nth}`, at: head }));
  const at = spanning(signed ?? arms[0]!.at, arms.at(-1)!.at);
  if (names.length === 1) return { kind: 'match', subject: names[0]!, arms, at };
  const fields = names.map((value, nth) => ({ name: { text: `$${nth}`, at: head }, value }));
  return { kind: 'match', subject: { kind: 'record', fields, at: head }, arms, at };
}

function patternOf(parts: readonly HeadPart[], { at }: Name): MatchArmTree['pattern'] {
  const patterns = parts.map((part): MatchArmTree['pattern'] => {
    if (part.kind === 'pattern') return part.pattern;
    if (part.name.text.startsWith('$wild')) return { kind: 'wildcard', at: part.name.at };
    const { name, type } = part;
    return { kind: 'binding', name, at: name.at, ...(type === undefined ? {} : { type }) };
  });
  return patterns.length === 1 ? patterns[0]! : { kind: 'parts', parts: patterns, at };
}

/** The nth arrow of a signature, from the outside. */
function arrow(type: TypeTree | undefined, nth: number): (TypeTree & { kind: 'function' }) | undefined {
  if (type?.kind !== 'function') return undefined;
  return nth === 0 ? type : arrow(type.result, nth - 1);
}

function withTypes(
  group: readonly ParameterTree[],
  type: (TypeTree & { kind: 'function' }) | undefined,
  signature: Signature | undefined,
): readonly ParameterTree[] {
  if (signature === undefined) return group;
  if (type === undefined || type.parameters.length !== group.length)
    throw new SyntaxMistake(
      signature.name.at,
      `the signature of ${signature.name.text} has other parameters than its binding`,
      'f x y takes its arguments one after the other (A -> B -> C), f (x, y) both at once ((A, B) -> C).',
    );
  return group.map(({ name }, index) => ({ name, type: type.parameters[index]! }));
}
