// The functions of the runtime that generated code calls, with the types of runtime/osprey.h.

import { double, functionType, i1, i32, i64, ptr, voidType } from '@sonde/llvm-ir';
import type { Attribute, FunctionType, FunctionValue, IrModule } from '@sonde/llvm-ir';

const text = ptr;
const list = ptr;
const map = ptr;
const word = i64;

const signatures = {
  osp_start: functionType(voidType, [ptr]),
  osp_end: functionType(voidType, []),
  osp_alloc: functionType(ptr, [i64, ptr]),
  osp_retain: functionType(voidType, [ptr]),
  osp_release: functionType(voidType, [ptr]),
  osp_cell_get: functionType(ptr, [ptr]),
  osp_cell_set: functionType(voidType, [ptr, ptr]),
  osp_no_match: functionType(voidType, [text, i64, i64]),
  osp_arithmetic_failed: functionType(voidType, [text, text, word, word]),
  osp_float_arithmetic_failed: functionType(voidType, [text, text, word, word]),

  osp_print: functionType(voidType, [text]),
  osp_text_of: functionType(text, [ptr]),
  osp_int_text: functionType(text, [i64]),
  osp_float_text: functionType(text, [double]),
  osp_concat: functionType(text, [ptr, i64]),
  osp_text_equal: functionType(i1, [text, text]),
  osp_text_compare: functionType(i32, [text, text]),
  osp_length: functionType(i64, [text]),
  osp_is_empty: functionType(i1, [text]),
  osp_contains: functionType(i1, [text, text]),
  osp_starts_with: functionType(i1, [text, text]),
  osp_ends_with: functionType(i1, [text, text]),
  osp_take: functionType(text, [text, i64]),
  osp_drop: functionType(text, [text, i64]),
  osp_upper: functionType(text, [text]),
  osp_lower: functionType(text, [text]),
  osp_trim: functionType(text, [text]),
  osp_trim_start: functionType(text, [text]),
  osp_trim_end: functionType(text, [text]),
  osp_reverse: functionType(text, [text]),
  osp_replace: functionType(text, [text, text, text, ptr]),
  osp_split: functionType(text, [text, text, ptr]),
  osp_index_of: functionType(text, [text, text, ptr]),
  osp_substring: functionType(text, [text, i64, i64, ptr]),
  osp_repeat: functionType(text, [text, i64, ptr]),
  osp_byte_at: functionType(text, [text, i64, ptr]),
  osp_code_point_at: functionType(text, [text, i64, ptr]),
  osp_code_point_width: functionType(text, [i64, ptr]),
  osp_from_code_point: functionType(text, [i64, ptr]),
  osp_input: functionType(text, []),
  osp_read_file: functionType(text, [text, ptr]),
  osp_write_file: functionType(text, [text, text, ptr]),
  osp_random: functionType(i64, []),
  osp_random_below: functionType(text, [i64, ptr]),
  osp_test_begin: functionType(i1, [text]),
  osp_test_end: functionType(voidType, []),
  osp_test_verdict: functionType(voidType, [i64, text]),
  osp_test_check: functionType(voidType, [text, text, text]),
  osp_test_all: functionType(voidType, [text, list]),
  osp_test_finish: functionType(i32, []),
  osp_lines: functionType(list, [text]),
  osp_words: functionType(list, [text]),
  osp_join: functionType(text, [list, text]),
  osp_pad_start: functionType(text, [text, i64, text, ptr]),
  osp_pad_end: functionType(text, [text, i64, text, ptr]),
  osp_parse_int: functionType(text, [text, ptr]),
  osp_parse_float: functionType(text, [text, ptr]),

  osp_list_of: functionType(list, [ptr, i64, ptr]),
  osp_list_word: functionType(word, [list, i64]),
  osp_list_get: functionType(text, [list, i64, ptr]),
  osp_list_append: functionType(list, [list, word]),
  osp_list_prepend: functionType(list, [list, word]),
  osp_list_concat: functionType(list, [list, list]),
  osp_list_reverse: functionType(list, [list]),
  osp_list_drop: functionType(list, [list, i64]),
  osp_list_contains: functionType(i1, [list, word, i32]),

  osp_map_new: functionType(map, [i32, ptr]),
  osp_map_get: functionType(text, [map, word, ptr]),
  osp_map_contains: functionType(i1, [map, word]),
  osp_map_set: functionType(map, [map, word, word]),
  osp_map_remove: functionType(map, [map, word]),
  osp_map_merge: functionType(map, [map, map]),
  osp_map_keys: functionType(list, [map, ptr]),
  osp_map_values: functionType(list, [map, ptr]),

  osp_handle: functionType(ptr, [ptr, ptr]),
  osp_unhandle: functionType(voidType, [ptr]),
  osp_handle_apart: functionType(word, [ptr, ptr, ptr]),
  osp_find_handler: functionType(ptr, [text, text]),
  osp_enter_arm: functionType(ptr, [ptr]),
  osp_leave_arm: functionType(voidType, [ptr]),
  osp_suspend: functionType(word, [ptr, i64, ptr]),
  osp_resume: functionType(word, [ptr, word]),

  osp_spawn: functionType(ptr, [ptr, ptr]),
  osp_await: functionType(word, [ptr]),
  osp_fiber_done: functionType(i1, [ptr]),
  osp_yield: functionType(voidType, []),
  osp_sleep: functionType(voidType, [i64]),
  osp_channel_new: functionType(ptr, [i64, ptr]),
  osp_send: functionType(voidType, [ptr, word]),
  osp_recv: functionType(word, [ptr]),
} as const satisfies Record<string, FunctionType>;

export type RuntimeName = keyof typeof signatures;

/** Whose results belong to the runtime. */
const lends: ReadonlySet<RuntimeName> = new Set([
  ...(['osp_handle', 'osp_find_handler', 'osp_enter_arm'] as const),
]);

/** All others that give an address give an object, which belongs to the caller. */
export const givesObject = (name: RuntimeName): boolean =>
  signatures[name].result.kind === 'ptr' && !lends.has(name);

/** Called too often to tell it where, and makes nothing. */
const makesNone: ReadonlySet<RuntimeName> = new Set([
  ...(['osp_start', 'osp_end', 'osp_retain', 'osp_release', 'osp_cell_get', 'osp_cell_set'] as const),
  ...(['osp_no_match', 'osp_unhandle', 'osp_find_handler', 'osp_enter_arm', 'osp_leave_arm'] as const),
  ...(['osp_text_equal', 'osp_text_compare', 'osp_list_word', 'osp_print'] as const),
  ...(['osp_arithmetic_failed', 'osp_float_arithmetic_failed'] as const),
]);

export const makesObjects = (name: RuntimeName): boolean => !makesNone.has(name);

const attributes: Partial<Record<RuntimeName, readonly Attribute[]>> = {
  osp_no_match: ['noreturn', 'cold'],
  osp_arithmetic_failed: ['cold'],
  osp_float_arithmetic_failed: ['cold'],
};

/** Parameters that are given room on the stack, and do not keep it: else no later call could be the last of its function. */
const onStack: Partial<Record<RuntimeName, number>> = {
  ...{ osp_concat: 0, osp_list_of: 0, osp_list_get: 2, osp_map_get: 2, osp_parse_int: 1, osp_parse_float: 1 },
  ...{ osp_replace: 3, osp_split: 2, osp_index_of: 2, osp_substring: 3, osp_repeat: 2, osp_byte_at: 2 },
  ...{ osp_code_point_at: 2, osp_code_point_width: 1, osp_from_code_point: 1, osp_read_file: 1 },
  ...{ osp_write_file: 2, osp_random_below: 1 },
  ...{ osp_pad_start: 3, osp_pad_end: 3, osp_handle: 1, osp_handle_apart: 1 },
};

export function runtimeFunction(module: IrModule, name: RuntimeName): FunctionValue {
  const signature: FunctionType = signatures[name];
  // C gives a bool as a byte, of which LLVM is told that all but one bit is zero.
  const resultAttributes: readonly Attribute[] =
    signature.result.kind === 'int' && signature.result.bits === 1 ? ['zeroext'] : [];
  const parameterAttributes = signature.parameters.map((_, nth): readonly Attribute[] =>
    onStack[name] === nth ? ['nocapture'] : [],
  );
  const own = attributes[name] ?? [];
  return module.declare(name, signature, { resultAttributes, parameterAttributes, attributes: own });
}
