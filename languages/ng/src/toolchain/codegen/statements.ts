// Statements: they leave the stack as they found it.

import { otherwiseTag } from '../format/instructions.js';
import type { Binding, Node, Span, Statement, StatementOf, SwitchCase, ValueDeclaration } from '../ast.js';
import { nodeText, typeNodeText } from '../checker/node-text.js';
import { markPart, type StatementBody } from './body.js';
import type { Patch } from './code-buffer.js';
import { emitExpression } from './expressions.js';
import type { LocalDetails } from './local-scope.js';
import { emitTraitReference } from './places.js';
import { refusal } from './refusal.js';
import { namesOf, traitOfReference, traitOfText, valueTypeOf } from './value-types.js';

/** In a slice without an end: further than any sequence reaches. */
const noEnd = 0x7fffffff;

export function emitStatement(body: StatementBody, statement: Statement): void {
  switch (statement.kind) {
    case 'block':
      emitBlock(body, statement.statements);
      return;
    case 'return':
      markStatement(body, statement.span);
      if (statement.value === undefined) body.code.emit('PUSH_UNIT');
      else emitExpression(body, statement.value);
      body.code.emit('RETURN');
      return;
    case 'if':
      if (statement.constant) emitConstantIf(body, statement);
      else emitIf(body, statement);
      return;
    case 'val':
      markStatement(body, statement.span);
      emitValue(body, statement);
      return;
    case 'loop':
      emitLoop(body, statement);
      return;
    case 'next':
      emitNext(body, statement);
      return;
    case 'switch':
      emitSwitch(body, statement);
      return;
    case 'empty':
      return;
    case 'expression':
      markStatement(body, statement.span);
      emitExpression(body, statement.expression);
      body.code.emit('POP');
  }
}

function markStatement({ lines, code }: StatementBody, span: Span): void {
  lines.statement(code.offset, span);
}

/** From the beginning of a statement to the end of its head. */
const headOf = (statement: Node, end: Node): Span => ({ start: statement.span.start, end: end.span.end });

function emitBlock(body: StatementBody, statements: readonly Statement[]): void {
  const mark = body.scope.mark();
  for (const statement of statements) emitStatement(body, statement);
  body.scope.leaveBlock(mark, body.code.offset);
}

function emitIf(body: StatementBody, statement: StatementOf<'if'>): void {
  const { code } = body;
  markStatement(body, headOf(statement, statement.test));
  emitExpression(body, statement.test);
  const otherwise = code.emitJump('JUMP_IF_FALSE');
  emitStatement(body, statement.then);
  // Its closing brace is where the branch ends: a breakpoint there must not go into the other one.
  if (statement.then.kind === 'block' && statement.else !== undefined) {
    const { end: behind } = statement.then.span;
    const brace = { line: behind.line, column: Math.max(1, behind.column - 1) };
    body.lines.part(code.offset, { start: brace, end: behind });
  }
  const end = code.emitJump('JUMP');
  code.land(otherwise);
  if (statement.else !== undefined) emitStatement(body, statement.else);
  code.land(end);
}

/** Only the branch that is taken becomes code. */
function emitConstantIf(body: StatementBody, statement: StatementOf<'if'>): void {
  const test = constantTest(body, statement.test);
  const taken = test ? statement.then : statement.else;
  if (taken !== undefined) emitStatement(body, taken);
}

function constantTest(body: StatementBody, test: StatementOf<'if'>['test']): boolean {
  const known = body.annotations.constants.get(test);
  if (typeof known === 'boolean') return known;
  switch (test.kind) {
    case 'boolean':
      return test.value;
    case 'unary':
      if (test.operator === '!') return !constantTest(body, test.operand);
      throw refusal('Unsupported unary operator in const if condition', test);
    case 'binary':
      if (test.operator === '&&') return constantTest(body, test.left) && constantTest(body, test.right);
      if (test.operator === '||') return constantTest(body, test.left) || constantTest(body, test.right);
      throw refusal('Unsupported binary operator in const if condition', test);
    default:
      throw refusal(
        'const if condition must be a constant boolean expression',
        test,
        `${nodeText(test)} is not known before the program runs.`,
      );
  }
}

/** How a taken-apart value is stored. */
type Store = (binding: Binding, details: LocalDetails) => void;

/** A `val` of a function or a block. */
export function emitValue(body: StatementBody, value: ValueDeclaration): void {
  emitValueInto(body, value, (binding, details) => {
    storeLocal(body, binding.name, { ...details, declaredBy: binding });
  });
}

/** A `val` of a module. */
export function emitGlobalValue(body: StatementBody, value: ValueDeclaration): void {
  markStatement(body, value.span);
  emitValueInto(body, value, binding => {
    body.code.emit('STORE_GLOBAL', body.tables.global(binding.name)!.index);
    body.code.emit('POP');
  });
}

function emitValueInto(
  body: StatementBody,
  { pattern, bindings, value, span }: ValueDeclaration,
  store: Store,
): void {
  const [only] = bindings;
  emitExpression(body, value);
  if (pattern === 'name' && only !== undefined) {
    const wrapped = traitOfReference(body.tables, only.type);
    emitTraitReference(body, wrapped);
    const valueType = only.type === undefined ? valueTypeOf(namesOf(body), value) : typeNodeText(only.type);
    store(
      only,
      detailsOf(
        valueType,
        wrapped ?? (only.type === undefined ? traitOfText(body.tables, valueType) : undefined),
      ),
    );
    return;
  }
  bindings.forEach((binding, at) => {
    if (binding.name === '') return;
    body.code.emit('DUP');
    body.code.emit('PUSH_I32', at);
    markPart(body, span);
    if (pattern === 'tuple') body.code.emit(binding.rest ? 'GET_TUPLE_REST' : 'GET_TUPLE_ITEM');
    else if (binding.rest && !body.upstreamCompatible) emitArrayRest(body);
    else body.code.emit('GET_INDEX');
    store(binding, {});
  });
  body.code.emit('POP');
}

/** The original takes one element where all that are left are meant. */
function emitArrayRest({ code }: StatementBody): void {
  code.emit('PUSH_I32', noEnd);
  code.emit('SLICE_RANGE');
  code.emitSpread('NEW_ARRAY_SPREAD', [true]);
}

const detailsOf = (valueType: string | undefined, trait: string | undefined): LocalDetails => ({
  ...(valueType === undefined ? {} : { valueType }),
  ...(trait === undefined ? {} : { trait }),
});

/** What is on the stack becomes a new local. */
function storeLocal({ code, scope }: StatementBody, name: string, details: LocalDetails): number {
  const local = scope.define(name, details);
  code.emit('STORE_LOCAL', local.slot);
  code.emit('POP');
  scope.born(local, code.offset);
  return local.slot;
}

function emitLoop(body: StatementBody, { bindings, body: inner, span }: StatementOf<'loop'>): void {
  const { code, scope, loops } = body;
  const mark = scope.mark();
  const last = bindings.at(-1);
  if (last !== undefined) markStatement(body, { start: span.start, end: last.span.end });
  const slots = bindings.map(binding => {
    if (binding.value === undefined) code.emit('PUSH_UNIT');
    else emitExpression(body, binding.value);
    return storeLocal(body, binding.name, { declaredBy: binding });
  });
  loops.push({ start: code.offset, slots, implicitSelf: false });
  emitStatement(body, inner);
  loops.pop();
  scope.leaveBindings(mark, code.offset);
}

function emitNext(body: StatementBody, statement: StatementOf<'next'>): void {
  const { code } = body;
  const { values } = statement;
  const loop = body.loops.at(-1);
  if (loop === undefined)
    throw refusal('next outside of loop', statement, '`next` goes back to the head of a loop or a function.');
  const slots =
    loop.implicitSelf && !body.upstreamCompatible && values.length === loop.slots.length - 1
      ? loop.slots.slice(1)
      : loop.slots;
  if (values.length !== slots.length)
    throw refusal(
      'next expression count mismatch',
      statement,
      `There are ${slots.length} names to give values to, and ${values.length} values.`,
    );
  markStatement(body, statement.span);
  for (const value of values) emitExpression(body, value);
  for (const slot of slots.toReversed()) {
    code.emit('STORE_LOCAL', slot);
    code.emit('POP');
  }
  code.emit('JUMP', loop.start);
}

function emitSwitch(body: StatementBody, statement: StatementOf<'switch'>): void {
  const { code, scope } = body;
  const { subject, cases, otherwise } = statement;
  markStatement(body, headOf(statement, subject));
  emitExpression(body, subject);
  markPart(body, headOf(statement, subject));
  const tags = cases.map(({ variant }) => {
    const place = body.tables.variant(variant.text);
    if (place === undefined) throw refusal(`Unknown variant in switch: ${variant.text}`, variant);
    return place.index;
  });
  const targets = code.emitSwitch(otherwise === undefined ? tags : [...tags, otherwiseTag]);
  const bodies = [...cases, ...(otherwise === undefined ? [] : [otherwise])];
  const ends: Patch[] = [];
  bodies.forEach((inner, at) => {
    const mark = scope.mark();
    code.land(targets[at]!);
    body.lines.part(code.offset, inner.span);
    if ('variant' in inner) emitBindings(body, inner);
    code.emit('POP');
    emitStatement(body, 'variant' in inner ? inner.body : inner);
    if (at < bodies.length - 1) ends.push(code.emitJump('JUMP'));
    scope.leaveBindings(mark, code.offset);
  });
  for (const end of ends) code.land(end);
}

/** What a case gives names to. */
function emitBindings(body: StatementBody, { variant, bindings }: SwitchCase): void {
  const { code, tables } = body;
  const place = tables.variant(variant.text);
  bindings.forEach((binding, at) => {
    code.emit('DUP');
    code.emit('GET_PAYLOAD', at);
    if (binding.text === '') {
      code.emit('POP');
      return;
    }
    const valueType = place?.payloadTypes[at];
    storeLocal(body, binding.text, {
      ...detailsOf(valueType, traitOfText(tables, valueType)),
      declaredBy: binding,
    });
  });
}
