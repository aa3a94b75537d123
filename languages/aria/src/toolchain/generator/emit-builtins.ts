// The functions of the language itself.

import { i32, i64, intConstant, nullPointer } from '@sonde/llvm-ir';
import type { Value } from '@sonde/llvm-ir';
import type { Expression, PointerType } from '../checker/typed-program.js';
import { not } from './emit-arithmetic.js';
import { allocateWild, emitValue } from './emit-values.js';
import { lineConstant, nothing, wordConstant, type FunctionContext } from './function-context.js';
import { symbolOf } from './symbol-names.js';
import { fatLayout } from './type-layout.js';

type Builtin = Extract<Expression, { kind: 'builtin' }>;

/** Numbers of the streams, as runtime/aria.h has them. */
const stdout = intConstant(i32, 1);
const stderr = intConstant(i32, 2);
const stddbg = intConstant(i32, 3);
const stddato = intConstant(i32, 5);

/** None of them takes or gives what lives in memory. */
export function emitBuiltin(fc: FunctionContext, expression: Builtin): Value {
  const values = expression.arguments.map(part => emitValue(fc, part));
  return fc.during(expression.at, () => emitKnown(fc, expression, values));
}

function emitKnown(fc: FunctionContext, expression: Builtin, values: readonly Value[]): Value {
  const { at } = expression;
  const [first, second] = values as readonly [Value, Value];
  const here = [fc.home.file, lineConstant(at)] as const;
  switch (expression.name) {
    case 'print':
    case 'stdout.write':
      return fc.call('__aria_write', stdout, first);
    case 'println':
      return fc.call('__aria_write_line', stdout, first);
    case 'stderr.write':
      return fc.call('__aria_write', stderr, first);
    case 'stddbg.write':
      return fc.call('__aria_write', stddbg, first);
    case 'debug.log':
      return fc.call('__aria_debug_log', ...values);
    case 'stddato.writeBytes':
      return fc.call('__aria_write', stddato, first);
    case 'stdin.readLine':
      return read(fc, expression, slot => fc.call('__aria_read_line', slot));
    case 'stddati.readBytes':
      return read(fc, expression, slot => fc.call('__aria_read_bytes', first, slot));
    case 'aria.gc':
      return fc.call('__aria_gc_collect', intConstant(i32, 1));
    case 'aria.gc_minor':
      return fc.call('__aria_gc_collect', intConstant(i32, 0));
    case 'unpin':
      return fc.call('__aria_gc_unpin', first);
    case 'aria.free':
      return free(fc, first, here);
    case 'aria.alloc':
      return allocate(fc, expression, first);
    case 'aria.alloc_exec':
      return fc.call('__aria_exec_alloc', first);
    case 'aria.seal':
      return fc.call('__aria_exec_seal', first);
    case 'aria.call':
      return fc.call('__aria_exec_call', first, second);
    case 'aria.free_exec':
      return fc.call('__aria_exec_free', first);
    case 'jit_load':
      return load(fc, expression);
    case 'jit_unload':
      return fc.call('__aria_jit_unload', first);
    case 'exit':
      fc.call('__aria_exit', first);
      fc.code.unreachable();
      // Whatever follows is never reached, but has to be somewhere.
      fc.code.moveTo(fc.builder.block('never'));
      return nothing;
    case 'len':
      return fc.code.extractValue(first, 1);
    case 'yield':
      return fc.call('__aria_yield', ...here);
    case 'sleep':
      return fc.call('__aria_sleep', first, ...here);
  }
}

function read(fc: FunctionContext, { type }: Builtin, call: (slot: Value) => void): Value {
  const slot = fc.temporary(type);
  call(slot);
  return fc.code.load(fc.ir(type), slot);
}

function free(fc: FunctionContext, pointer: Value, here: readonly Value[]): Value {
  if (!fc.home.layout.fatPointers) return fc.call('__aria_wild_free_plain', pointer);
  const held = fc.scratch(fatLayout);
  fc.code.store(pointer, held);
  return fc.call('__aria_wild_free_at', held, ...here);
}

function allocate(fc: FunctionContext, { type, at }: Builtin, count: Value): Value {
  const { code } = fc;
  const size = wordConstant(fc.home.layout.size((type as PointerType).target));
  const bytes = code.withOverflow('umul', count, size);
  const tooMany = code.binary('or', code.extractValue(bytes, 1), code.icmp('slt', count, wordConstant(0)));
  fc.require(not(fc, tooMany), () => fc.trap('out of memory', at));
  return allocateWild(fc, code.extractValue(bytes, 0), at);
}

/** Code that was compiled apart and travels as bytes. */
function load(fc: FunctionContext, { loads, at }: Builtin): Value {
  const target = loads!;
  const { global, size } = fc.home.loadable(target);
  const code = fc.call('__aria_jit_load', global, intConstant(i64, size), fc.home.text(symbolOf(target)));
  fc.require(fc.code.icmp('ne', code, nullPointer), () => {
    fc.call('__aria_trap', fc.call('__aria_jit_error'), fc.home.file, lineConstant(at));
  });
  return code;
}
