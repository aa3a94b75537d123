// Whether the arms of a match fit every value, and which of them never get a turn (the algorithm of Maranget).

import type { TypedPattern } from '../typed-patterns.js';
import type { Type, Variant } from '../types.js';

/** What a pattern looks at first: a variant, a constant, the parts of a product. */
interface Head {
  readonly key: string;
  readonly arity: readonly Type[];
  show(parts: readonly string[]): string;
}

type Row = readonly TypedPattern[];

/** A value that none of them fits, as text. */
export function missingPattern(patterns: readonly TypedPattern[], type: Type): string | undefined {
  return missing(
    patterns.map(pattern => [pattern]),
    [type],
    { left: 20_000 },
  )?.[0];
}

/** Whether something is left for it that those before it do not fit. */
export function isUseful(before: readonly TypedPattern[], pattern: TypedPattern, type: Type): boolean {
  return useful(
    before.map(one => [one]),
    [pattern],
    [type],
    { left: 20_000 },
  );
}

/** Many patterns of many parts take forever; then nothing is said. */
interface Budget {
  left: number;
}

function missing(rows: readonly Row[], types: readonly Type[], budget: Budget): string[] | undefined {
  if (--budget.left < 0) return undefined;
  const [type, ...rest] = types;
  if (type === undefined) return rows.length === 0 ? [] : undefined;
  const heads = headsOf(rows, type);
  const all = allHeads(type);
  if (all !== undefined && all.every(one => heads.has(one.key))) {
    for (const head of all) {
      const found = missing(specialised(rows, head), [...head.arity, ...rest], budget);
      if (found === undefined) continue;
      const count = head.arity.length;
      return [head.show(found.slice(0, count)), ...found.slice(count)];
    }
    return undefined;
  }
  const found = missing(defaults(rows), rest, budget);
  if (found === undefined) return undefined;
  const other = all?.find(one => !heads.has(one.key));
  return [other === undefined ? '_' : other.show(other.arity.map(() => '_')), ...found];
}

function useful(rows: readonly Row[], row: Row, types: readonly Type[], budget: Budget): boolean {
  if (--budget.left < 0) return true;
  const [type, ...rest] = types;
  if (type === undefined) return rows.length === 0;
  const first = bare(row[0]!);
  const own = first === undefined ? undefined : headOf(first, type);
  if (own !== undefined)
    return useful(specialised(rows, own), specialised([row], own)[0]!, [...own.arity, ...rest], budget);
  const heads = headsOf(rows, type);
  const all = allHeads(type);
  if (all !== undefined && all.every(one => heads.has(one.key)))
    return all.some(head =>
      useful(specialised(rows, head), specialised([row], head)[0]!, [...head.arity, ...rest], budget),
    );
  return useful(defaults(rows), row.slice(1), rest, budget);
}

/** Without its name; undefined where it fits everything. */
function bare(pattern: TypedPattern): TypedPattern | undefined {
  if (pattern.kind === 'any') return undefined;
  if (pattern.kind !== 'bind') return pattern;
  return pattern.inner === undefined ? undefined : bare(pattern.inner);
}

function headsOf(rows: readonly Row[], type: Type): Set<string> {
  const keys = new Set<string>();
  for (const row of rows) {
    const first = bare(row[0]!);
    if (first !== undefined) keys.add(headOf(first, type)!.key);
  }
  return keys;
}

function headOf(pattern: TypedPattern, type: Type): Head | undefined {
  switch (pattern.kind) {
    case 'variant':
      return variantHead(pattern.type.name, pattern.variant);
    case 'constant':
      return {
        key: `${typeof pattern.value} ${String(pattern.value)}`,
        arity: [],
        show: () => String(pattern.value),
      };
    case 'product':
      return productHead(type);
    case 'list':
      return listHead(type, pattern.parts.length);
    default:
      return undefined;
  }
}

const variantHead = (owner: string, { name, fields, shape }: Variant): Head => ({
  key: name,
  arity: fields.map(field => field.type),
  show: parts => {
    const full = /^(?:Option|Result)</.test(owner) ? name : `${owner}::${name}`;
    if (shape === 'unit') return full;
    if (shape === 'tuple') return `${full}(${parts.join(', ')})`;
    return `${full} { ${fields.map((field, nth) => `${field.name}: ${parts[nth]}`).join(', ')} }`;
  },
});

const productHead = (type: Type): Head => {
  const fields = type.kind === 'struct' || type.kind === 'tuple' ? type.fields : [];
  return {
    key: 'product',
    arity: fields.map(field => field.type),
    show: parts =>
      type.kind === 'struct'
        ? `${type.name} { ${fields.map((field, nth) => `${field.name}: ${parts[nth]}`).join(', ')} }`
        : `(${parts.join(', ')})`,
  };
};

const listHead = (type: Type, length: number): Head => {
  const element = type.kind === 'array' || type.kind === 'vector' ? type.element : type;
  return {
    key: `list ${length}`,
    arity: Array.from({ length }, () => element),
    show: parts => `[${parts.join(', ')}]`,
  };
};

/** All that a value of the type can begin with; undefined where they cannot be listed. */
function allHeads(type: Type): readonly Head[] | undefined {
  switch (type.kind) {
    case 'bool':
      return [true, false].map(value => ({ key: `boolean ${value}`, arity: [], show: () => `${value}` }));
    case 'enum':
      return type.variants.map(variant => variantHead(type.name, variant));
    case 'struct':
    case 'tuple':
      return [productHead(type)];
    case 'array':
      return [listHead(type, type.length)];
    default:
      return undefined;
  }
}

/** The rows that fit a head, with its parts in front. */
function specialised(rows: readonly Row[], head: Head): Row[] {
  return rows.flatMap(([first, ...rest]): Row[] => {
    const pattern = bare(first!);
    const wild = head.arity.map((): TypedPattern => ({ kind: 'any', at: first!.at }));
    if (pattern === undefined) return [[...wild, ...rest]];
    switch (pattern.kind) {
      case 'variant':
      case 'product': {
        if (pattern.kind === 'variant' && pattern.variant.name !== head.key) return [];
        for (const { nth, pattern: part } of pattern.parts) wild[nth] = part;
        return [[...wild, ...rest]];
      }
      case 'list':
        return `list ${pattern.parts.length}` === head.key ? [[...pattern.parts, ...rest]] : [];
      case 'constant':
        return `${typeof pattern.value} ${String(pattern.value)}` === head.key ? [rest] : [];
      default:
        return [];
    }
  });
}

const defaults = (rows: readonly Row[]): Row[] =>
  rows.filter(([first]) => bare(first!) === undefined).map(([, ...rest]) => rest);
