// Tests in programs: the runtime counts cases and compares what values print as.

import { boolConstant, i64, intConstant, nullPointer, ptr, type Value } from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import { boolType, isNamed, prune, unitType, type Type } from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import { callClosure } from './emit-calls.js';
import { emit } from './emit-expressions.js';
import { bareText, textOfValue } from './emit-texts.js';
import { unitValue, type FunctionContext } from './function-context.js';
import { blockOf, fieldsOf } from './type-layout.js';

type Node = TypedExpression & { readonly kind: 'callBuiltIn' };

export function emitTesting(fc: FunctionContext, { name, args }: Node): Value {
  const [first, second, third] = args as [TypedExpression, TypedExpression, TypedExpression];
  switch (name) {
    case 'test':
      emitCase(fc, first, second);
      return unitValue;
    case 'expect': {
      const actual = bareText(fc, first);
      fc.call('osp_test_check', nullPointer, bareText(fc, second), actual);
      return unitValue;
    }
    case 'check': {
      const label = emit(fc, first);
      const expected = bareText(fc, second);
      fc.call('osp_test_check', label, expected, bareText(fc, third));
      return unitValue;
    }
    case 'expectTrue':
    case 'expectFalse':
      checkTruth(fc, nullPointer, first, name === 'expectTrue');
      return unitValue;
    case 'checkTrue':
    case 'checkFalse':
      checkTruth(fc, emit(fc, first), second, name === 'checkTrue');
      return unitValue;
    case 'checkAll': {
      const label = emit(fc, first);
      fc.call('osp_test_all', label, emit(fc, second));
      return unitValue;
    }
    default:
      throw new Error(`${name} cannot be written`);
  }
}

function checkTruth(fc: FunctionContext, label: Value, node: TypedExpression, wanted: boolean): void {
  const actual = textOfValue(fc, emit(fc, node), boolType);
  fc.call('osp_test_check', label, textOfValue(fc, boolConstant(wanted), boolType), actual);
}

/** The body runs unless the case is left out. */
function emitCase(fc: FunctionContext, name: TypedExpression, body: TypedExpression): void {
  const { code } = fc;
  const label = emit(fc, name);
  const closure = emit(fc, body);
  const [runs, done] = [fc.block('test'), fc.block('tested')];
  code.condBr(fc.call('osp_test_begin', label), runs, done);
  code.moveTo(runs);
  fc.temporaries(() => {
    const type = prune(fc.type(body.type));
    const result: Type = type.kind === 'function' ? fc.type(type.result) : unitType;
    const value = callClosure(fc, closure, [], result);
    emitVerdict(fc, value, result);
    fc.call('osp_test_end');
  });
  code.br(done);
  code.moveTo(done);
}

const kinds: Readonly<Record<string, number>> = { Pass: 0, Fail: 1, Skip: 2 };

/** A case may give a Verdict of the program's own: `Pass`, `Fail` and `Skip`, the latter two with a text. */
function emitVerdict(fc: FunctionContext, value: Value, type: Type): void {
  const { code, home } = fc;
  const whole = prune(type);
  const declared = whole.kind === 'named' ? home.program.types.get(whole.name) : undefined;
  if (declared === undefined || shortName(declared.name) !== 'Verdict') return;
  const tag = code.load(i64, value, 'verdict');
  for (const variant of declared.variants) {
    const kind = kinds[shortName(variant.name)];
    if (kind === undefined || kind === 0) continue;
    const fields = fieldsOf(home.program, type, variant);
    const [is, next] = [fc.block('verdict'), fc.block('other')];
    code.condBr(code.icmp('eq', tag, intConstant(i64, variant.tag)), is, next);
    code.moveTo(is);
    const hasText = fields[0] !== undefined && isNamed(fields[0].type, 'string');
    const why = hasText ? code.load(ptr, code.member(blockOf(fields), value, 1)) : home.text('');
    fc.call('osp_test_verdict', intConstant(i64, kind), why);
    code.br(next);
    code.moveTo(next);
  }
}
