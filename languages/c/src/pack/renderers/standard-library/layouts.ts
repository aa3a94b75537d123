// Where values of the C++ library keep their parts, by the library that made them: GNU's first, then LLVM's, whose older
// versions wrap some parts once more. Whoever shows or asks such a value goes by this table alone.

import type { TypeDescription, TypeTable } from '@sonde/engine';
import { typeAt, type Path } from './members.js';

/** A kind of values: what its types are called, and what leads to each part in this or that library. */
export interface Kind<Part extends string> {
  readonly name: RegExp;
  readonly layouts: readonly Parts<Part>[];
}

export type Parts<Part extends string> = Readonly<Record<Part, Path>>;

const kind = <Part extends string>(name: RegExp, ...layouts: readonly Parts<Part>[]): Kind<Part> => ({
  name,
  layouts,
});

/** Elements that lie behind one another. */
export const vector = kind(
  /^std::vector</,
  { start: ['_M_impl', '_M_start'], end: ['_M_impl', '_M_finish'] },
  { start: ['__begin_'], end: ['__end_'] },
);
export const valarray = kind(/^std::valarray</, { start: ['__begin_'], end: ['__end_'] });
export const countedValarray = kind(/^std::valarray</, { start: ['_M_data'], length: ['_M_size'] });
export const span = kind(
  /^std::span</,
  { start: ['_M_ptr'], length: ['_M_extent', '_M_extent_value'] },
  { start: ['__data_'], length: ['__size_'] },
);
/** One that knows its length by its type. */
export const fixedSpan = kind(/^std::span<.*, \d+>$/, { start: ['_M_ptr'] }, { start: ['__data_'] });
export const initialisers = kind(
  /^std::initializer_list</,
  { start: ['_M_array'], length: ['_M_len'] },
  { start: ['__begin_'], length: ['__size_'] },
);

/** A value that is nothing but one part of it. */
export const array = kind(/^std::array</, { inside: ['_M_elems'] }, { inside: ['__elems_'] });
export const path = kind(
  /^std::filesystem::(?:__cxx11::)?path$/,
  { inside: ['_M_pathname'] },
  { inside: ['__pn_'] },
);
export const adapter = kind(/^std::(?:queue|stack|priority_queue)</, { inside: ['c'] });
export const complex = kind(/^std::complex</, { inside: ['_M_value'] });

export const complexPair = kind(/^std::complex</, { real: ['__re_'], imag: ['__im_'] });

export const deque = kind(/^std::deque</, {
  first: ['_M_impl', '_M_start'],
  last: ['_M_impl', '_M_finish'],
  element: ['_M_impl', '_M_start', '_M_cur'],
});
export const countedDeque = kind(
  /^std::deque</,
  { table: ['__map_', '__begin_'], skipped: ['__start_'], length: ['__size_', '__value_'] },
  { table: ['__map_', '__begin_'], skipped: ['__start_'], length: ['__size_'] },
);

/** Truth values as bits. */
export const bitVector = kind(/^std::vector<bool/, {
  start: ['_M_impl', '_M_start', '_M_p'],
  startBit: ['_M_impl', '_M_start', '_M_offset'],
  end: ['_M_impl', '_M_finish', '_M_p'],
  endBit: ['_M_impl', '_M_finish', '_M_offset'],
});
export const countedBitVector = kind(/^std::vector<bool/, { start: ['__begin_'], length: ['__size_'] });
export const bitset = kind(
  /^std::(?:__debug::)?bitset<(?<count>\d+)/,
  { words: ['_M_w'] },
  { words: ['__first_'] },
);

const stringName = /^std::(?:__cxx11::)?(?:basic_string<|\w*string$)/;

/** Of which the pointer always leads to the text. */
export const string = kind(stringName, { start: ['_M_dataplus', '_M_p'], length: ['_M_string_length'] });

/** One whose first member the compiler only declares: it is left to the library to describe it. */
export const declaredString = kind(/^std::(?:__cxx11::)?\w*string$/, {
  start: ['_M_dataplus'],
  length: ['_M_string_length'],
});

/** One that keeps a short text in the place of its pointer. */
export const compactString = kind(stringName, compactText('__rep_'), compactText('__r_', '__value_'));

function compactText(...rep: Path): Parts<'isLong' | 'start' | 'length' | 'shortStart' | 'shortLength'> {
  return {
    isLong: [...rep, '__s', '__is_long_'],
    start: [...rep, '__l', '__data_'],
    length: [...rep, '__l', '__size_'],
    shortStart: [...rep, '__s', '__data_'],
    shortLength: [...rep, '__s', '__size_'],
  };
}

export const stringView = kind(
  /^std::(?:basic_string_view<|\w*string_view$)/,
  { start: ['_M_str'], length: ['_M_len'] },
  { start: ['__data_'], length: ['__size_'] },
  { start: ['__data'], length: ['__size'] },
);

/** Containers made of nodes, which the engine walks: here only how many elements they have. */
export const tree = kind(
  /^std::(?:__debug::)?(?:multi)?(?:map|set)</,
  { length: ['_M_t', '_M_impl', '_M_node_count'] },
  { length: ['__tree_', '__size_'] },
  { length: ['__tree_', '__pair3_', '__value_'] },
);
export const hashTable = kind(
  /^std::unordered_(?:multi)?(?:map|set)</,
  { length: ['_M_h', '_M_element_count'] },
  { length: ['__table_', '__size_'] },
  { length: ['__table_', '__p2_', '__value_'] },
);
export const list = kind(
  /^std::(?:__cxx11::)?list</,
  { length: ['_M_impl', '_M_node', '_M_size'] },
  { length: ['__size_'] },
  { length: ['__size_alloc_', '__value_'] },
);

export const optional = kind(
  /^std::optional</,
  { isThere: ['_M_payload', '_M_engaged'], value: ['_M_payload', '_M_payload', '_M_value'] },
  { isThere: ['__engaged_'], value: ['__val_'] },
);

/** One that expects nothing has no part for it. */
export const expected = kind(
  /^std::expected</,
  { hasValue: ['_M_has_value'], error: ['_M_unex'] },
  { hasValue: ['__repr_', '__v', '__has_val_'], error: ['__repr_', '__v', '__union_', '__v', '__unex_'] },
);
export const expectedValue = kind(
  /^std::expected</,
  { value: ['_M_val'] },
  { value: ['__repr_', '__v', '__union_', '__v', '__val_'] },
);

export const atomic = kind(
  /^std::atomic(?:<|_flag$)/,
  { value: ['_M_i'] },
  { value: ['_M_base', '_M_i'] },
  { value: ['_M_b', '_M_p'] },
  { value: ['_M_fp'] },
  { value: ['__a_', '__a_value'] },
);

/** In GNU's the tuple of it and its deleter; which of the two it is `uniquePointerIn` knows. */
export const uniquePointer = kind(
  /^std::unique_ptr</,
  { pointer: ['_M_t', '_M_t'] },
  { pointer: ['__ptr_', '__value_'] },
  { pointer: ['__ptr_'] },
);
export const sharedPointer = kind(
  /^std::(?:shared|weak)_ptr</,
  { pointer: ['_M_ptr'], block: ['_M_refcount', '_M_pi'] },
  { pointer: ['__ptr_'], block: ['__cntrl_'] },
);

/** One that leads to what it shares: a weak one does not before it is locked. */
export const sharedTarget = kind(/^std::shared_ptr</, { pointer: ['_M_ptr'] }, { pointer: ['__ptr_'] });

/** Where the block of a shared pointer counts its owners, and what it calls one. */
export const ownerCounts: readonly { readonly path: Path; readonly one: bigint }[] = [
  { path: ['_M_use_count'], one: 1n },
  { path: ['__shared_owners_'], one: 0n },
];

export const reference = kind(/^std::reference_wrapper</, { pointer: ['_M_data'] }, { pointer: ['__f_'] });

/** Iterators that have a pointer to their element. */
export const iterator = kind(
  /^(?:__gnu_cxx::__normal_iterator|std::(?:__wrap_iter|_Deque_iterator|__deque_iterator))</,
  { pointer: ['_M_current'] },
  { pointer: ['_M_cur'] },
  { pointer: ['__i_'] },
  { pointer: ['__ptr_'] },
);

const functionName = /^std::(?:move_only_)?function</;
export const callable = kind(functionName, { isThere: ['_M_manager'], invoker: ['_M_invoker'] });
export const callableObject = kind(functionName, { object: ['_M_functor'] });
/** One that hides what it calls in an object of its own. */
export const hiddenCallable = kind(functionName, { isThere: ['__f_', '__f_'] });

export const duration = kind(/^std::chrono::duration</, { ticks: ['__r'] }, { ticks: ['__rep_'] });
export const timePoint = kind(
  /^std::chrono::time_point</,
  { since: ['__d'], ticks: ['__d', '__r'] },
  { since: ['__d_'], ticks: ['__d_', '__rep_'] },
);

/** What leads to the parts of values of a type; undefined for a type of another kind, and of another library. */
export function partsOf<Part extends string>(
  type: TypeDescription,
  types: TypeTable,
  { name, layouts }: Kind<Part>,
): Parts<Part> | undefined {
  if (type.kind !== 'struct' || !name.test(type.name)) return undefined;
  return layouts.find(layout =>
    Object.values<Path>(layout).every(way => typeAt(type, types, way) !== undefined),
  );
}

export const isOf =
  <Part extends string>(wanted: Kind<Part>) =>
  (type: TypeDescription, types: TypeTable): boolean =>
    partsOf(type, types, wanted) !== undefined;
