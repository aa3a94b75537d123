// Expressions to values. What is a Result may stay in registers; it lies in memory only where it is kept.

import {
  boolConstant,
  double,
  floatConstant,
  i1,
  i32,
  i64,
  i8,
  intConstant,
  nullPointer,
  ptr,
  sizeOf,
  zeroConstant,
  type IntPredicate,
  type Value,
} from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import { argumentsOf, floatType, isNamed, prune, stringType, type Type } from '../checker/types.js';
import { tellFailures, tellIfFailed } from './arithmetic-faults.js';
import { emitArithmetic, emitNegation, type Outcome } from './emit-arithmetic.js';
import { builtInOutcome, emitBuiltIn } from './emit-built-ins.js';
import { emitCall, emitCallExtern, emitCallValue, emitFunctionValue, emitLambda } from './emit-calls.js';
import {
  emitAwait,
  emitHandle,
  emitPerform,
  emitRecv,
  emitResume,
  emitSend,
  emitSpawn,
} from './emit-effects.js';
import { emitMatch } from './emit-match.js';
import { emitBlock } from './emit-statements.js';
import { emitString, erasedText } from './emit-texts.js';
import { unitValue, type FunctionContext } from './function-context.js';
import { blockOf, fieldsOf, irType, resultBlock } from './type-layout.js';

export function emit(fc: FunctionContext, node: TypedExpression): Value {
  return fc.onLineOf(node.at, () => emitHere(fc, node));
}

/** For who keeps it. */
export const emitOwned = (fc: FunctionContext, node: TypedExpression): Value =>
  fc.own(emit(fc, node), fc.type(node.type));

const constants: ReadonlySet<TypedExpression['kind']> = new Set([
  ...(['int', 'float', 'bool', 'unit', 'string', 'function', 'lambda'] as const),
]);

/** What people stop at: a statement, an arm, a body. */
export function emitPlace(fc: FunctionContext, node: TypedExpression): Value {
  const value = emit(fc, node);
  if (constants.has(node.kind)) fc.mark(value);
  return value;
}

function emitHere(fc: FunctionContext, node: TypedExpression): Value {
  switch (node.kind) {
    case 'int':
      return intConstant(i64, node.value);
    case 'float':
      return floatConstant(double, node.value);
    case 'bool':
      return boolConstant(node.value);
    case 'unit':
      return unitValue;
    case 'string':
      return emitString(fc, node);
    case 'variable':
      return fc.read(node);
    case 'function':
      return emitFunctionValue(fc, node);
    case 'call':
      return emitCall(fc, node);
    case 'callValue':
      return emitCallValue(fc, node);
    case 'callExtern':
      return emitCallExtern(fc, node);
    case 'callBuiltIn':
      return emitBuiltIn(fc, node);
    case 'construct':
      return emitConstruct(fc, node);
    case 'update':
      return emitUpdate(fc, node);
    case 'field':
      return emitField(fc, node);
    case 'erase':
      return erasedText(fc, node.value);
    case 'outcome':
      return inMemory(fc, outcomeOf(fc, node), node.type);
    case 'index':
      return inMemory(fc, outcomeOf(fc, node), node.type);
    case 'not':
      return fc.code.binary('xor', emit(fc, node.operand), boolConstant(true));
    case 'negate':
      return kept(fc, emitNegation(fc, node), node.type);
    case 'binary':
      return emitBinary(fc, node);
    case 'default':
      return emitDefault(fc, node);
    case 'match':
      return emitMatch(fc, node);
    case 'lambda':
      return emitLambda(fc, node.lambda, 'lambda');
    case 'block':
      return emitBlock(fc, node);
    case 'list':
      return emitList(fc, node.items, node.type);
    case 'map':
      return emitMap(fc, node);
    case 'spawn':
      return emitSpawn(fc, node);
    case 'await':
      return emitAwait(fc, node);
    case 'yield': {
      fc.call('osp_yield');
      return node.value === undefined ? unitValue : emit(fc, node.value);
    }
    case 'send':
      return emitSend(fc, node);
    case 'recv':
      return emitRecv(fc, node);
    case 'perform':
      return emitPerform(fc, node);
    case 'handle':
      return emitHandle(fc, node);
    case 'resume':
      return emitResume(fc, node);
  }
}

/** A plain value where the type says so, else a Result in memory. */
function kept(fc: FunctionContext, outcome: Outcome, type: Type): Value {
  return isNamed(fc.type(type), 'Result') ? inMemory(fc, outcome, type) : outcome.value;
}

/** What a Result holds, without putting it into memory first. */
export function outcomeOf(fc: FunctionContext, node: TypedExpression): Outcome {
  const { failures = [], ...outcome } = untoldOutcome(fc, node);
  tellIfFailed(fc, outcome.failed, failures);
  return outcome;
}

/** The same for who tells of failures himself, on a path that only they take. */
export function untoldOutcome(fc: FunctionContext, node: TypedExpression): Outcome {
  return fc.onLineOf(node.at, () => {
    if (node.kind === 'binary') return emitArithmetic(fc, node);
    if (node.kind === 'negate') return emitNegation(fc, node);
    if (node.kind === 'index') return indexOutcome(fc, node);
    if (node.kind === 'outcome') return madeOutcome(fc, node);
    const known = node.kind === 'callBuiltIn' ? builtInOutcome(fc, node) : undefined;
    return known ?? opened(fc, emit(fc, node), node.type);
  });
}

export function opened(fc: FunctionContext, result: Value, type: Type): Outcome {
  const { code } = fc;
  const [value] = argumentsOf(fc.type(type), 'Result') as [Type];
  const block = resultBlock(value);
  return {
    value: code.load(block.fields[0]!, code.member(block, result, 0)),
    failed: code.icmp('ne', code.load(i8, code.member(block, result, 1)), intConstant(i8, 0)),
    message: code.load(ptr, code.member(block, result, 2)),
  };
}

export function inMemory(
  fc: FunctionContext,
  { value, failed, message, failures = [] }: Outcome,
  type: Type,
): Value {
  tellIfFailed(fc, failed, failures);
  const { code } = fc;
  const [inner] = argumentsOf(fc.type(type), 'Result') as [Type];
  const block = resultBlock(inner);
  const text = code.select(failed, message, nullPointer);
  const made = fc.allocate(fc.home.types.get(fc.type(type)), sizeOf(block));
  code.store(fc.own(value, inner), code.member(block, made, 0));
  code.store(code.cast('zext', failed, i8), code.member(block, made, 1));
  code.store(fc.share(text, stringType), code.member(block, made, 2));
  return made;
}

/** For functions of the runtime that give NULL or a message, and put the value where they are told. */
export function fallible(fc: FunctionContext, type: Type, ask: (out: Value) => Value): Outcome {
  const out = fc.builder.alloca(i64, 'out');
  fc.code.store(intConstant(i64, 0), out);
  const message = ask(out);
  const failed = fc.code.icmp('ne', message, nullPointer);
  // None where it failed.
  const value = fc.temporary(fc.fromWord(fc.code.load(i64, out), type), type);
  return { value, failed, message };
}

/** What the program says itself has succeeded or failed. */
function madeOutcome(fc: FunctionContext, node: TypedExpression & { readonly kind: 'outcome' }): Outcome {
  const given = emit(fc, node.value);
  if (node.ok) return { value: given, failed: boolConstant(false), message: nullPointer };
  const ir = irType((argumentsOf(fc.type(node.type), 'Result') as [Type])[0]);
  return { value: ir === ptr ? nullPointer : zeroConstant(ir), failed: boolConstant(true), message: given };
}

function indexOutcome(fc: FunctionContext, node: TypedExpression & { readonly kind: 'index' }): Outcome {
  const target = emit(fc, node.target);
  const index = emit(fc, node.index);
  const [element] = argumentsOf(fc.type(node.type), 'Result') as [Type];
  if (isNamed(fc.type(node.target.type), 'Map'))
    return fallible(fc, element, out => fc.call('osp_map_get', target, fc.toWord(index), out));
  return fallible(fc, element, out => fc.call('osp_list_get', target, index, out));
}

function emitBinary(fc: FunctionContext, node: TypedExpression & { readonly kind: 'binary' }): Value {
  switch (node.operator) {
    case '&&':
    case '||':
      return emitLogic(fc, node);
    case '+':
      if (prune(fc.type(node.type)) === stringType) {
        const pieces = fc.builder.alloca({ kind: 'array', element: ptr, count: 2 }, 'pieces');
        const [left, right] = [emit(fc, node.left), emit(fc, node.right)];
        fc.code.store(left, fc.code.element(ptr, pieces, 0));
        fc.code.store(right, fc.code.element(ptr, pieces, 1));
        return fc.call('osp_concat', pieces, intConstant(i64, 2));
      }
      if (isNamed(fc.type(node.type), 'List') || isNamed(fc.type(node.type), 'Map')) {
        const [left, right] = [emit(fc, node.left), emit(fc, node.right)];
        return fc.call(
          isNamed(fc.type(node.type), 'List') ? 'osp_list_concat' : 'osp_map_merge',
          left,
          right,
        );
      }
      return kept(fc, emitArithmetic(fc, node), node.type);
    case '-':
    case '*':
    case '/':
    case '%':
      return kept(fc, emitArithmetic(fc, node), node.type);
    default:
      return emitComparison(fc, node.operator, emit(fc, node.left), emit(fc, node.right), node.left.type);
  }
}

function emitLogic(fc: FunctionContext, node: TypedExpression & { readonly kind: 'binary' }): Value {
  const { code } = fc;
  const left = emit(fc, node.left);
  const [more, skipped, done] = [fc.block('more'), fc.block('skipped'), fc.block('decided')];
  if (node.operator === '&&') code.condBr(left, more, skipped);
  else code.condBr(left, skipped, more);
  code.moveTo(more);
  const right = fc.temporaries(() => emit(fc, node.right));
  const behind = code.block;
  code.br(done);
  code.moveTo(skipped);
  fc.endVariables(fc.home.ownership.endsAt(node));
  const beside = code.block;
  code.br(done);
  code.moveTo(done);
  return code.phi(i1, [
    [boolConstant(node.operator === '||'), beside],
    [right, behind],
  ]);
}

const intPredicates: Readonly<Record<string, IntPredicate>> = {
  ...{ '==': 'eq', '!=': 'ne', '<': 'slt', '<=': 'sle', '>': 'sgt', '>=': 'sge' },
};
const floatPredicates = {
  '==': 'oeq',
  '!=': 'une',
  '<': 'olt',
  '<=': 'ole',
  '>': 'ogt',
  '>=': 'oge',
} as const;

export function emitComparison(
  fc: FunctionContext,
  operator: string,
  left: Value,
  right: Value,
  type: Type,
): Value {
  const { code } = fc;
  const whole = prune(fc.type(type));
  if (whole === floatType)
    return code.fcmp(floatPredicates[operator as keyof typeof floatPredicates], left, right);
  const predicate = intPredicates[operator]!;
  if (whole !== stringType) return code.icmp(predicate, left, right);
  return code.icmp(predicate, fc.call('osp_text_compare', left, right), intConstant(i32, 0));
}

function emitDefault(fc: FunctionContext, node: TypedExpression & { readonly kind: 'default' }): Value {
  const { code } = fc;
  if (!isNamed(fc.type(node.value.type), 'Result')) {
    const value = emit(fc, node.value);
    fc.endVariables(fc.home.ownership.endsAt(node));
    return value;
  }
  const { value, failed, failures = [] } = untoldOutcome(fc, node.value);
  const type = fc.type(node.type);
  const [otherwise, fine, done] = [fc.block('otherwise'), fc.block('fine'), fc.block('value')];
  code.condBr(failed, otherwise, fine);
  code.moveTo(otherwise);
  if (failures.length > 0) tellFailures(fc, failures);
  const fallback = fc.temporaries(() => emitOwned(fc, node.fallback));
  const behind = code.block;
  code.br(done);
  code.moveTo(fine);
  fc.share(value, type);
  fc.endVariables(fc.home.ownership.endsAt(node));
  const beside = code.block;
  code.br(done);
  code.moveTo(done);
  const either = code.phi(value.type, [
    [value, beside],
    [fallback, behind],
  ]);
  return fc.temporary(either, type);
}

function emitConstruct(fc: FunctionContext, node: TypedExpression & { readonly kind: 'construct' }): Value {
  const type = fc.type(node.type);
  const fields = fieldsOf(fc.home.program, type, node.variant);
  const tag = node.variant?.tag ?? 0;
  if (fields.length === 0) return fc.home.constantVariant(type, tag);
  const values: Value[] = [];
  for (const { nth, value } of node.fields) values[nth] = emitOwned(fc, value);
  return emitRecord(fc, type, tag, blockOf(fields), values);
}

/** Takes the values. */
function emitRecord(
  fc: FunctionContext,
  type: Type,
  tag: number,
  block: ReturnType<typeof blockOf>,
  values: readonly Value[],
): Value {
  const { code } = fc;
  const made = fc.allocate(fc.home.types.get(type), sizeOf(block));
  code.store(intConstant(i64, tag), code.member(block, made, 0));
  values.forEach((value, nth) => code.store(value, code.member(block, made, nth + 1)));
  return made;
}

/** The original stays as it is. */
function emitUpdate(fc: FunctionContext, node: TypedExpression & { readonly kind: 'update' }): Value {
  const { code } = fc;
  const target = emit(fc, node.target);
  const fields = fieldsOf(fc.home.program, fc.type(node.target.type));
  const block = blockOf(fields);
  const given = new Map(node.fields.map(({ name, value }) => [name, emitOwned(fc, value)]));
  const values = fields.map(
    ({ name, nth, type }) =>
      given.get(name) ??
      fc.share(code.load(block.fields[nth + 1]!, code.member(block, target, nth + 1)), type),
  );
  return emitRecord(fc, fc.type(node.type), 0, block, values);
}

function emitField(fc: FunctionContext, node: TypedExpression & { readonly kind: 'field' }): Value {
  const target = emit(fc, node.target);
  return loadField(fc, target, fc.type(node.target.type), node.name);
}

export function loadField(fc: FunctionContext, target: Value, type: Type, name: string): Value {
  const { code } = fc;
  const fields = fieldsOf(fc.home.program, type);
  const block = blockOf(fields);
  const { nth } = fields.find(field => field.name === name)!;
  return code.load(block.fields[nth + 1]!, code.member(block, target, nth + 1), name);
}

function emitList(fc: FunctionContext, items: readonly TypedExpression[], type: Type): Value {
  const words = items.map(item => fc.toWord(emit(fc, item)));
  const count = intConstant(i64, words.length);
  return fc.call('osp_list_of', fc.wordArray(words), count, fc.home.types.get(fc.type(type)));
}

/** How keys are compared: texts by their bytes, all others by their words. */
export const keyKind = (type: Type): Value => intConstant(i32, prune(type) === stringType ? 1 : 0);

function emitMap(fc: FunctionContext, node: TypedExpression & { readonly kind: 'map' }): Value {
  const [key] = argumentsOf(fc.type(node.type), 'Map') as [Type, Type];
  const empty = fc.call('osp_map_new', keyKind(key), fc.home.types.get(fc.type(node.type)));
  return node.entries.reduce((map, entry) => {
    const word = fc.toWord(emit(fc, entry.key));
    return fc.call('osp_map_set', map, word, fc.toWord(emit(fc, entry.value)));
  }, empty);
}
