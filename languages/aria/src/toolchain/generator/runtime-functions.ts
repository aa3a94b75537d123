// The functions of the runtime (runtime/aria.h) as generated code declares them.

import { double, functionType, i32, i64, i8, intType, ptr, voidType } from '@sonde/llvm-ir';
import type { Attribute, FunctionValue, IrModule, IrType } from '@sonde/llvm-ir';
import { stringLayout as text } from './type-layout.js';

interface Signature {
  readonly result: IrType;
  readonly parameters: readonly IrType[];
  readonly never?: 'returns';
  /** Its narrow integers are. */
  readonly unsigned?: true;
}

const takes = (...parameters: readonly IrType[]): Signature => ({ result: voidType, parameters });
const gives = (result: IrType, ...parameters: readonly IrType[]): Signature => ({ result, parameters });
const ends = (...parameters: readonly IrType[]): Signature => ({ ...takes(...parameters), never: 'returns' });

const signatures = {
  __aria_trap: ends(ptr, ptr, i32),
  __aria_trap_index: ends(i64, i64, ptr, i32),
  __aria_fail_main: ends(i8),
  __aria_exit: ends(i32),
  __aria_tbb_convert: gives(i64, i64, i32, i32),
  __aria_tbb_from_uint64: gives(i64, i64, i32),
  __aria_string_concat: gives(text, text, text),
  __aria_string_from_int64: gives(text, i64),
  __aria_string_from_uint64: gives(text, i64),
  __aria_string_from_flt64: gives(text, double),
  __aria_string_from_bool: { ...gives(text, i8), unsigned: true },
  __aria_string_from_tbb: gives(text, i64, i32),
  __aria_string_from_c: gives(text, ptr),
  __aria_string_equal: { ...gives(i8, text, text), unsigned: true },
  __aria_string_compare: gives(i32, text, text),
  __aria_streams_init: takes(),
  __aria_write: gives(i8, i32, text),
  __aria_write_line: gives(i8, i32, text),
  __aria_read_line: takes(ptr),
  __aria_read_bytes: takes(i64, ptr),
  __aria_debug_log: gives(i8, text, text, text),
  __aria_gc_types: takes(ptr, i32),
  __aria_gc_global: takes(ptr),
  __aria_gc_alloc: gives(ptr, i64, i32),
  __aria_gc_collect: takes(i32),
  __aria_gc_pin: takes(ptr),
  __aria_gc_unpin: takes(ptr),
  __aria_scope_enter: gives(i64),
  __aria_scope_exit: takes(i64),
  __aria_wild_alloc_at: takes(ptr, i64, ptr, i32),
  __aria_wild_free_at: takes(ptr, ptr, i32),
  __aria_wild_check: takes(ptr, i64, i64, ptr, i32),
  __aria_wild_alloc_plain: gives(ptr, i64),
  __aria_wild_free_plain: takes(ptr),
  __aria_exec_alloc: gives(ptr, i64),
  __aria_exec_seal: takes(ptr),
  __aria_exec_free: takes(ptr),
  __aria_exec_call: gives(i64, ptr, i64),
  __aria_jit_symbols: takes(ptr, i32),
  __aria_jit_load: gives(ptr, ptr, i64, ptr),
  __aria_jit_error: gives(ptr),
  __aria_jit_unload: takes(ptr),
  __aria_spawn: gives(ptr, ptr, ptr, i64, i64, ptr),
  __aria_spawn_roots: takes(ptr, ptr, i32, ptr, i32),
  __aria_await: takes(ptr, ptr, i64, ptr, i32, ptr),
  __aria_release: takes(ptr),
  __aria_yield: takes(ptr, i32),
  __aria_sleep: takes(i64, ptr, i32),
} as const satisfies Record<string, Signature>;

export type RuntimeName = keyof typeof signatures;
export type TbbOperation = 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'neg';

export class RuntimeFunctions {
  constructor(private readonly module: IrModule) {}

  get(name: RuntimeName): FunctionValue {
    return this.#declare(name, signatures[name]);
  }

  tbb(bits: number, operation: TbbOperation): FunctionValue {
    const type = intType(bits);
    const parameters = operation === 'neg' ? [type] : [type, type];
    return this.#declare(`__aria_tbb${bits}_${operation}`, { result: type, parameters });
  }

  #declare(name: string, { result, parameters, never, unsigned }: Signature): FunctionValue {
    const extended = (type: IrType): readonly Attribute[] =>
      type.kind === 'int' && type.bits < 32 ? [unsigned === true ? 'zeroext' : 'signext'] : [];
    return this.module.declare(name, functionType(result, parameters), {
      attributes: never === undefined ? [] : ['noreturn', 'cold'],
      resultAttributes: extended(result),
      parameterAttributes: parameters.map(extended),
    });
  }
}
