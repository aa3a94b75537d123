// Values of the C++ library in expressions, taken apart by the members that GNU's has, so that what people ask of them most
// runs no code of the program: there may be none, where the compiler has inlined all of it.

import type { Expression, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { build, flatFields, sizeOf } from '@sonde/lens';
import { pointerIn } from '../standard-library/holders.js';
import { typeAt, type Path } from '../standard-library/members.js';
import { size, type NumberTypes } from './number-types.js';

export type LibraryValue =
  /** Elements that lie behind one another. Texts have a zero behind the last. */
  | {
      readonly kind: 'sequence';
      /** Where the first is, as a number. */
      readonly start: Expression;
      /** The same as the pointer that the library has. */
      readonly pointer: Expression;
      readonly element: TypeId;
      readonly count: Expression;
      readonly isText: boolean;
    }
  /** Elements that lie anywhere. */
  | { readonly kind: 'collection'; readonly count: Expression }
  | { readonly kind: 'pointer'; readonly pointer: Expression }
  | { readonly kind: 'optional'; readonly isThere: Expression; readonly held: Expression }
  /** Nothing but one value inside, which it is taken for. */
  | { readonly kind: 'wrapper'; readonly held: Expression }
  /** The same under the name of another value inside. */
  | { readonly kind: 'adapter'; readonly held: Expression };

/** How a type of the library is taken apart; undefined for a value that is not as it should be. */
type Taking = (value: Expression, type: TypeDescription, tools: Tools) => LibraryValue | undefined;

interface Tools {
  readonly types: TypeTable;
  readonly numbers: NumberTypes;
}

const takings: readonly { readonly name: RegExp; readonly take: Taking }[] = [
  { name: /^std::vector</, take: between(['_M_impl', '_M_start'], ['_M_impl', '_M_finish']) },
  {
    name: /^std::(?:__cxx11::)?(?:basic_string<|\w*string$)/,
    take: counted(['_M_dataplus', '_M_p'], ['_M_string_length'], true),
  },
  { name: /^std::(?:__cxx11::)?string$/, take: declaredString },
  { name: /^std::(?:basic_string_view<|\w*string_view$)/, take: counted(['_M_str'], ['_M_len'], true) },
  { name: /^std::span</, take: counted(['_M_ptr'], ['_M_extent', '_M_extent_value'], false) },
  { name: /^std::initializer_list</, take: counted(['_M_array'], ['_M_len'], false) },
  {
    name: /^std::(?:__debug::)?(?:multi)?(?:map|set)</,
    take: collection(['_M_t', '_M_impl', '_M_node_count']),
  },
  { name: /^std::unordered_(?:multi)?(?:map|set)</, take: collection(['_M_h', '_M_element_count']) },
  { name: /^std::(?:__cxx11::)?list</, take: collection(['_M_impl', '_M_node', '_M_size']) },
  { name: /^std::shared_ptr</, take: pointer(['_M_ptr']) },
  { name: /^std::unique_ptr</, take: uniquePointer },
  { name: /^__gnu_cxx::__normal_iterator</, take: pointer(['_M_current']) },
  { name: /^std::optional</, take: optional },
  { name: /^std::array</, take: inside('adapter', ['_M_elems']) },
  { name: /^std::(?:stack|queue|priority_queue)</, take: inside('adapter', ['c']) },
  {
    name: /^std::atomic</,
    take: inside('wrapper', ['_M_i'], ['_M_base', '_M_i'], ['_M_b', '_M_p'], ['_M_fp']),
  },
  { name: /^std::reference_wrapper</, take: reference },
];

/** What a value of the library is made of; undefined for any other, and where its maker gave it other members. */
export function libraryValue(value: Expression, tools: Tools): LibraryValue | undefined {
  const type = tools.types.resolve(value.type);
  if (type.kind !== 'struct') return undefined;
  for (const { name, take } of takings) {
    const taken = name.test(type.name) ? take(value, type, tools) : undefined;
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** The member that a path leads to. */
function at(value: Expression, path: Path, { types }: Tools): Expression | undefined {
  let found = value;
  for (const name of path) {
    const type = types.resolve(found.type);
    if (type.kind !== 'struct' && type.kind !== 'union') return undefined;
    const field = flatFields(type.fields, types).find(candidate => candidate.name === name);
    if (field === undefined) return undefined;
    found = build.field(found, name, field.type);
  }
  return found;
}

/** A pointer as the number that it is, and a count of whatever type. */
const asSize = (value: Expression, { numbers }: Tools): Expression =>
  build.convert(value, { ...size, overflow: 'wrap' }, numbers.id(size));

function targetOf(pointer: Expression | undefined, { types }: Tools): TypeId | undefined {
  const type = pointer === undefined ? undefined : types.resolve(pointer.type);
  return type?.kind === 'pointer' ? type.target : undefined;
}

function between(first: Path, last: Path): Taking {
  return (value, _type, tools) => {
    const [begin, end] = [at(value, first, tools), at(value, last, tools)];
    // Of truth values it keeps bits, and its pointers know of bits.
    const element = targetOf(begin, tools);
    const bytes = element === undefined ? 0 : (sizeOf(element, tools.types) ?? 0);
    if (begin === undefined || end === undefined || element === undefined || bytes === 0) return undefined;
    const id = tools.numbers.id(size);
    const numbers = build.integers({ ...size, overflow: 'wrap' }, id);
    const [start, behind] = [asSize(begin, tools), asSize(end, tools)];
    const count = numbers.div(numbers.sub(behind, start), build.constant(BigInt(bytes), id));
    return { kind: 'sequence', start, pointer: begin, element, count, isText: false };
  };
}

function counted(first: Path, length: Path, isText: boolean): Taking {
  return (value, _type, tools) => {
    const [begin, count] = [at(value, first, tools), at(value, length, tools)];
    const element = targetOf(begin, tools);
    if (begin === undefined || count === undefined || element === undefined) return undefined;
    const start = asSize(begin, tools);
    return { kind: 'sequence', start, pointer: begin, element, count: asSize(count, tools), isText };
  };
}

/** What is missing where the compiler leaves it to the library to describe it is how the first word is called. */
function declaredString(value: Expression, type: TypeDescription, tools: Tools): LibraryValue | undefined {
  const count = at(value, ['_M_string_length'], tools);
  if (count === undefined || typeAt(type, tools.types, ['_M_dataplus'])?.kind !== 'opaque') return undefined;
  const id = tools.numbers.id(size);
  const pointer = build.deref(build.addressOf(value, id), tools.numbers.text);
  const start = asSize(pointer, tools);
  const element = tools.numbers.character;
  return { kind: 'sequence', start, pointer, element, count: asSize(count, tools), isText: true };
}

function collection(length: Path): Taking {
  return (value, _type, tools) => {
    const count = at(value, length, tools);
    return count === undefined ? undefined : { kind: 'collection', count: asSize(count, tools) };
  };
}

function pointer(path: Path): Taking {
  return (value, _type, tools) => {
    const held = at(value, path, tools);
    return held === undefined || targetOf(held, tools) === undefined
      ? undefined
      : { kind: 'pointer', pointer: held };
  };
}

/** Its pointer and its deleter are called the same; the pointer is found by its type. */
function uniquePointer(value: Expression, type: TypeDescription, tools: Tools): LibraryValue | undefined {
  const field = pointerIn(type, tools.types);
  if (field === undefined || field.bitOffset !== 0) return undefined;
  const place = build.addressOf(value, tools.numbers.id(size));
  return { kind: 'pointer', pointer: build.deref(place, field.type) };
}

function optional(value: Expression, _type: TypeDescription, tools: Tools): LibraryValue | undefined {
  const isThere = at(value, ['_M_payload', '_M_engaged'], tools);
  const held = at(value, ['_M_payload', '_M_payload', '_M_value'], tools);
  return isThere === undefined || held === undefined ? undefined : { kind: 'optional', isThere, held };
}

function inside(kind: 'adapter' | 'wrapper', ...paths: readonly Path[]): Taking {
  return (value, _type, tools) => {
    const held = paths.map(path => at(value, path, tools)).find(found => found !== undefined);
    return held === undefined ? undefined : { kind, held };
  };
}

function reference(value: Expression, _type: TypeDescription, tools: Tools): LibraryValue | undefined {
  const held = at(value, ['_M_data'], tools);
  const target = targetOf(held, tools);
  return held === undefined || target === undefined
    ? undefined
    : { kind: 'wrapper', held: build.deref(held, target) };
}
