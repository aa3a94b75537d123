// Which values a declared type has: the source says `vector<i32>`, the value says `Array`.

/** The language's other names for its numbers and texts. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['bool', 'Bool'],
  ['string', 'String'],
  ['byte', 'i8'],
  ['ubyte', 'u8'],
  ['short', 'i16'],
  ['ushort', 'u16'],
  ['int', 'i32'],
  ['uint', 'u32'],
  ['long', 'i64'],
  ['ulong', 'u64'],
  ['iptr', 'i64'],
  ['uptr', 'u64'],
  ['float', 'f32'],
  ['double', 'f64'],
  ['quadruple', 'f64'],
  ['f128', 'f64'],
]);

/** Generic types of the language itself. */
const generics: ReadonlyMap<string, string> = new Map([
  ['vector', 'Array'],
  ['array', 'Array'],
  ['range', 'Range'],
  ['span', 'Span'],
  ['tuple', 'Tuple'],
  ['ref', 'ref'],
]);

/** Undefined for a type whose values may be of several kinds, or that is not known here: they tell themselves. */
export function runtimeNameOf(text: string, known: { has(name: string): boolean }): string | undefined {
  const type = text.trim();
  if (known.has(type)) return type;
  const spelt = spellings.get(type);
  if (spelt !== undefined) return spelt;
  if (isEnclosed(type, '[', ']')) return 'Array';
  if (isEnclosed(type, '(', ')'))
    return isTuple(type.slice(1, -1)) ? 'Tuple' : runtimeNameOf(type.slice(1, -1), known);
  // A function type, or a type that is one of several.
  if (/->|\|/.test(outside(type))) return undefined;
  const suffix = /^.+\s([A-Za-z_]\w*)$/.exec(type)?.[1];
  const prefix = /^([A-Za-z_][\w.]*)\s*<.*>$/s.exec(type)?.[1];
  const generic = prefix ?? suffix;
  if (generic === undefined) return undefined;
  return generics.get(generic.toLowerCase()) ?? (known.has(generic) ? generic : undefined);
}

/** Whether the first bracket is closed by the last one. */
function isEnclosed(type: string, open: string, close: string): boolean {
  return type.startsWith(open) && type.endsWith(close) && outside(type) === open + close;
}

const isTuple = (inner: string): boolean => inner.trim() === '' || outside(inner).includes(',');

/** The text without what stands inside of brackets. */
function outside(type: string): string {
  let depth = 0;
  let rest = '';
  for (let at = 0; at < type.length; at++) {
    const character = type.charAt(at);
    const closes = ')]'.includes(character) || (character === '>' && type[at - 1] !== '-');
    if (closes) depth = Math.max(0, depth - 1);
    if (depth === 0) rest += character;
    if ('([<'.includes(character)) depth++;
  }
  return rest;
}
