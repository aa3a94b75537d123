// The functions of the language itself: most are functions of the runtime, loops and checked numbers are written in place.

import { double, i64, intConstant, type Value } from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import { argumentsOf, isNamed, type Type } from '../checker/types.js';
import { absolute, intDivision, toldInts, type Outcome } from './emit-arithmetic.js';
import { emit, fallible, inMemory, keyKind } from './emit-expressions.js';
import { emitFold, emitForEach, emitForEachList, emitKeptIterator } from './emit-loops.js';
import { emitTesting } from './emit-tests.js';
import { textOf } from './emit-texts.js';
import { unitValue, type FunctionContext } from './function-context.js';
import type { RuntimeName } from './runtime-functions.js';

type Node = TypedExpression & { readonly kind: 'callBuiltIn' };

/** Those that take and give values as they are. */
const plain: ReadonlyMap<string, RuntimeName> = new Map(
  Object.entries({
    length: 'osp_length',
    isEmpty: 'osp_is_empty',
    contains: 'osp_contains',
    startsWith: 'osp_starts_with',
    endsWith: 'osp_ends_with',
    take: 'osp_take',
    drop: 'osp_drop',
    toUpperCase: 'osp_upper',
    toLowerCase: 'osp_lower',
    trim: 'osp_trim',
    trimStart: 'osp_trim_start',
    trimEnd: 'osp_trim_end',
    reverse: 'osp_reverse',
    byteLength: 'osp_length',
    input: 'osp_input',
    random: 'osp_random',
    join: 'osp_join',
    lines: 'osp_lines',
    words: 'osp_words',
    listConcat: 'osp_list_concat',
    listReverse: 'osp_list_reverse',
    mapMerge: 'osp_map_merge',
  } as const),
);

/** Those that may fail, and take values as they are. */
const asks: ReadonlyMap<string, RuntimeName> = new Map(
  Object.entries({
    listGet: 'osp_list_get',
    parseInt: 'osp_parse_int',
    parseFloat: 'osp_parse_float',
    padStart: 'osp_pad_start',
    padEnd: 'osp_pad_end',
    replace: 'osp_replace',
    split: 'osp_split',
    indexOf: 'osp_index_of',
    substring: 'osp_substring',
    repeat: 'osp_repeat',
    byteAt: 'osp_byte_at',
    codePointAt: 'osp_code_point_at',
    codePointWidth: 'osp_code_point_width',
    fromCodePoint: 'osp_from_code_point',
    readFile: 'osp_read_file',
    writeFile: 'osp_write_file',
    randomBelow: 'osp_random_below',
  } as const),
);

/** Those whose arguments behind the first are words of a container. */
const withWords: ReadonlyMap<string, RuntimeName> = new Map(
  Object.entries({
    listAppend: 'osp_list_append',
    listPrepend: 'osp_list_prepend',
    mapContains: 'osp_map_contains',
    mapSet: 'osp_map_set',
    mapRemove: 'osp_map_remove',
  } as const),
);

export function emitBuiltIn(fc: FunctionContext, node: Node): Value {
  const { name, args } = node;
  const runtime = plain.get(name);
  if (runtime !== undefined) return fc.call(runtime, ...args.map(argument => emit(fc, argument)));
  const containing = withWords.get(name);
  if (containing !== undefined) {
    const [first, ...rest] = args.map(argument => emit(fc, argument)) as [Value, ...Value[]];
    return fc.call(containing, first, ...rest.map(value => fc.toWord(value)));
  }
  const outcome = builtInOutcome(fc, node);
  if (outcome !== undefined) return inMemory(fc, outcome, node.type);
  const [first, second] = args as [TypedExpression, TypedExpression];
  switch (name) {
    case 'print':
      fc.call('osp_print', textOf(fc, first));
      return unitValue;
    case 'toString':
      return textOf(fc, first);
    case 'toFloat':
      return fc.code.cast('sitofp', emit(fc, first), double);
    case 'listLength':
      // The first field of a list; that of a map is behind the kind of its keys.
      return fc.code.load(i64, emit(fc, first), 'length');
    case 'mapLength':
      return fc.code.load(i64, fc.code.element(i64, emit(fc, first), 1), 'length');
    case 'listContains': {
      const [list, item] = [emit(fc, first), emit(fc, second)];
      return fc.call('osp_list_contains', list, fc.toWord(item), keyKind(fc.type(second.type)));
    }
    case 'mapKeys':
      return fc.call('osp_map_keys', emit(fc, first), fc.home.types.get(fc.type(node.type)));
    case 'mapValues':
      return fc.call('osp_map_values', emit(fc, first), fc.home.types.get(fc.type(node.type)));
    case 'Channel':
      return fc.call('osp_channel_new', emit(fc, first), fc.home.types.get(fc.type(node.type)));
    case 'fiberDone':
      return fc.code.cast('zext', fc.call('osp_fiber_done', emit(fc, first)), i64);
    case 'List':
      return fc.call(
        'osp_list_of',
        fc.wordArray([]),
        intConstant(i64, 0),
        fc.home.types.get(fc.type(node.type)),
      );
    case 'Map': {
      const [key] = argumentsOf(fc.type(node.type), 'Map') as [Type, Type];
      return fc.call('osp_map_new', keyKind(key), fc.home.types.get(fc.type(node.type)));
    }
    case 'sleep':
      fc.call('osp_sleep', emit(fc, first));
      return unitValue;
    case 'range':
    case 'map':
    case 'filter':
      return emitKeptIterator(fc, node);
    case 'forEachList':
      return emitForEachList(fc, first, second);
    case 'forEach':
      return emitForEach(fc, first, second);
    case 'fold':
      return emitFold(fc, first, second, args[2]!);
    default:
      return emitTesting(fc, node);
  }
}

/** Of those that give a Result; undefined for others. */
export function builtInOutcome(fc: FunctionContext, node: Node): Outcome | undefined {
  const type = fc.type(node.type);
  if (!isNamed(type, 'Result')) return undefined;
  const [inner] = argumentsOf(type, 'Result') as [Type];
  const values = (): Value[] => node.args.map(argument => emit(fc, argument));
  const asking = (name: RuntimeName, words = false): Outcome => {
    const [first, ...rest] = values() as [Value, ...Value[]];
    return fallible(fc, inner, out =>
      fc.call(name, first, ...rest.map(value => (words ? fc.toWord(value) : value)), out),
    );
  };
  switch (node.name) {
    case 'abs':
      return absolute(fc, values()[0]!, node.at);
    case 'intDiv': {
      const [left, right] = values() as [Value, Value];
      return intDivision(fc, left, right, node.at);
    }
    case 'checkedAdd':
    case 'checkedSub':
    case 'checkedMul': {
      const [left, right] = values() as [Value, Value];
      const operator = { checkedAdd: '+', checkedSub: '-', checkedMul: '*' }[node.name];
      return toldInts(fc, operator, left, right, node.at);
    }
    case 'mapGet':
      return asking('osp_map_get', true);
    default: {
      const asked = asks.get(node.name);
      return asked === undefined ? undefined : asking(asked);
    }
  }
}
