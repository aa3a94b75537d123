// Matches: one arm after the other is tried; each has a lexical block of its own, with what it binds.

import {
  boolConstant,
  double,
  floatConstant,
  i64,
  i8,
  intConstant,
  nullPointer,
  type Block,
  type Value,
} from '@sonde/llvm-ir';
import type { TypedExpression, TypedPattern, Variable } from '../checker/typed-program.js';
import { argumentsOf, isNamed, stringType, type Type } from '../checker/types.js';
import type { Outcome } from './emit-arithmetic.js';
import { emit, emitComparison, emitPlace, loadField, opened, outcomeOf } from './emit-expressions.js';
import { sameText } from './emit-texts.js';
import { unitValue, type FunctionContext } from './function-context.js';
import { blockOf, fieldsOf } from './type-layout.js';

/** A value, or a Result that is still in registers. */
type Subject =
  | { readonly value: Value }
  | { readonly outcome: Outcome }
  /** The parameters of a clause, which are matched together without a record in memory. */
  | { readonly parts: readonly Value[] };

/** What an arm binds once its whole pattern fits. */
type Bindings = (() => void)[];

function bindLater(
  fc: FunctionContext,
  bindings: Bindings,
  variable: Variable,
  type: Type,
  value: () => Value,
): void {
  if (fc.home.ownership.isUnused(variable)) return;
  bindings.push(() => fc.declare(variable, fc.own(value(), type)));
}

export function emitMatch(fc: FunctionContext, node: TypedExpression & { readonly kind: 'match' }): Value {
  const { code } = fc;
  const type = fc.type(node.subject.type);
  const inRegisters =
    isNamed(type, 'Result') && node.arms.every(({ pattern }) => /^(?:success|error|any)$/.test(pattern.kind));
  // Let go at the start of each arm, which owns what it binds: what was matched may be large.
  const held = fc.openTemporaries();
  const subject = inRegisters ? { outcome: outcomeOf(fc, node.subject) } : subjectOf(fc, node);
  const done = fc.block('matched');
  const results: [Value, Block][] = [];
  for (const arm of node.arms) {
    const next = fc.block('next');
    fc.within(arm.at, () => {
      const bindings: Bindings = [];
      test(fc, arm.pattern, subject, type, next, bindings);
      const value = fc.variables(() =>
        fc.temporaries(() => {
          for (const bind of bindings) bind();
          fc.releaseAll(held);
          fc.endVariables(fc.home.ownership.endsAt(arm));
          fc.at(arm.body.at);
          return fc.own(emitPlace(fc, arm.body), fc.type(arm.body.type));
        }),
      );
      results.push([value, code.block]);
      code.br(done);
    });
    code.moveTo(next);
    if (!next.isTarget) break;
  }
  fc.closeTemporaries();
  // Also where it cannot be reached: then nothing branches here, and the block is left out by LLVM.
  fc.call('osp_no_match', ...placeOf(fc, node));
  code.unreachable();
  code.moveTo(done);
  if (results.length === 0) return unitValue;
  return fc.temporary(code.phi(results[0]![0].type, results), fc.type(node.type));
}

function subjectOf(
  fc: FunctionContext,
  { subject, arms }: TypedExpression & { readonly kind: 'match' },
): Subject {
  const isParts = subject.kind === 'construct' && arms.every(({ pattern }) => pattern.kind === 'parts');
  if (!isParts) return { value: emit(fc, subject) };
  return { parts: subject.fields.map(({ value }) => emit(fc, value)) };
}

/** Without debug information a program does not tell of its source, so that both flavors of one are the same program. */
function placeOf({ home }: FunctionContext, { at }: TypedExpression): readonly Value[] {
  const isTold = home.debug !== undefined;
  const file = isTold ? home.text(home.program.texts[home.textNumber(at)]!.source.name) : nullPointer;
  return [file, intConstant(i64, isTold ? at.line : 0), intConstant(i64, isTold ? at.column : 0)];
}

/** Goes on where the pattern fits, and elsewhere to `otherwise`. */
function test(
  fc: FunctionContext,
  pattern: TypedPattern,
  subject: Subject,
  type: Type,
  otherwise: Block,
  bindings: Bindings,
): void {
  switch (pattern.kind) {
    case 'any':
      return;
    case 'bind':
      bindLater(fc, bindings, pattern.variable, type, () => valueOf(subject));
      return;
    case 'literal':
      require(fc, literalTest(fc, pattern, valueOf(subject)), otherwise);
      return;
    case 'success':
    case 'error':
      return testOutcome(fc, pattern, subject, type, otherwise, bindings);
    case 'variant': {
      const value = valueOf(subject);
      const fields = fieldsOf(fc.home.program, type, pattern.variant);
      const block = blockOf(fields);
      if (pattern.variant.type.variants.length > 1) {
        const tag = fc.code.load(i64, fc.code.member(block, value, 0), 'tag');
        require(fc, fc.code.icmp('eq', tag, intConstant(i64, pattern.variant.tag)), otherwise);
      }
      for (const { nth, pattern: part } of pattern.parts) {
        const held = fc.code.load(block.fields[nth + 1]!, fc.code.member(block, value, nth + 1));
        test(fc, part, { value: held }, fields[nth]!.type, otherwise, bindings);
      }
      return;
    }
    case 'parts': {
      const fields = fieldsOf(fc.home.program, type);
      pattern.parts.forEach((part, nth) => {
        const { name, type: own } = fields[nth]!;
        const value = 'parts' in subject ? subject.parts[nth]! : loadField(fc, valueOf(subject), type, name);
        test(fc, part, { value }, own, otherwise, bindings);
      });
      return;
    }
    case 'list':
      return testList(fc, pattern, valueOf(subject), type, otherwise, bindings);
    case 'fields':
      for (const { name, variable } of pattern.fields)
        bindLater(fc, bindings, variable, fc.type(variable.type), () =>
          loadField(fc, valueOf(subject), type, name),
        );
  }
}

function valueOf(subject: Subject): Value {
  if ('value' in subject) return subject.value;
  throw new Error('a Result in registers is matched by Success and Error only');
}

function require(fc: FunctionContext, condition: Value, otherwise: Block): void {
  const fits = fc.block('fits');
  fc.code.condBr(condition, fits, otherwise);
  fc.code.moveTo(fits);
}

function literalTest(
  fc: FunctionContext,
  { value, type }: TypedPattern & { kind: 'literal' },
  subject: Value,
): Value {
  if (typeof value === 'string') return sameText(fc, subject, fc.home.text(value));
  const literal =
    typeof value === 'bigint'
      ? intConstant(i64, value)
      : typeof value === 'number'
        ? floatConstant(double, value)
        : boolConstant(value);
  return emitComparison(fc, '==', subject, literal, type);
}

function testOutcome(
  fc: FunctionContext,
  { kind, part }: TypedPattern & { kind: 'success' | 'error' },
  subject: Subject,
  type: Type,
  otherwise: Block,
  bindings: Bindings,
): void {
  if (!isNamed(type, 'Result')) {
    // What is no Result has always succeeded.
    if (kind === 'error') require(fc, boolConstant(false), otherwise);
    else return test(fc, part, subject, type, otherwise, bindings);
  }
  const outcome =
    'outcome' in subject
      ? subject.outcome
      : isNamed(type, 'Result')
        ? opened(fc, valueOf(subject), type)
        : undefined;
  if (outcome === undefined) {
    test(fc, part, { value: fc.home.text('') }, stringType, otherwise, bindings);
    return;
  }
  const wanted =
    kind === 'error'
      ? outcome.failed
      : fc.code.icmp('eq', fc.code.cast('zext', outcome.failed, i8), intConstant(i8, 0));
  require(fc, wanted, otherwise);
  const [inner] = argumentsOf(type, 'Result') as [Type];
  const value = kind === 'success' ? outcome.value : outcome.message;
  const partType: Type = kind === 'success' ? inner : stringType;
  test(fc, part, { value }, partType, otherwise, bindings);
}

function testList(
  fc: FunctionContext,
  { items, rest }: TypedPattern & { kind: 'list' },
  list: Value,
  type: Type,
  otherwise: Block,
  bindings: Bindings,
): void {
  const { code } = fc;
  const count = intConstant(i64, items.length);
  // The length is the first field.
  const length = code.load(i64, list, 'length');
  require(fc, code.icmp(rest === undefined ? 'eq' : 'sge', length, count), otherwise);
  const [element] = argumentsOf(type, 'List') as [Type];
  items.forEach((item, nth) => {
    if (item.kind === 'any') return;
    const word = fc.call('osp_list_word', list, intConstant(i64, nth));
    test(fc, item, { value: fc.fromWord(word, element) }, element, otherwise, bindings);
  });
  if (rest !== undefined) bindLater(fc, bindings, rest, type, () => fc.call('osp_list_drop', list, count));
}
