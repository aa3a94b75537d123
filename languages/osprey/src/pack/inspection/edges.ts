// What an object leads to: one edge for each object that it holds, typed as the spec has them ([DEBUGGER-OBJECT-GRAPH]).

import type { InspectionFacts } from './facts.js';
import { layouts, sizes } from './layout.js';
import { viewOf, type FieldDetail, type TypeDetail } from './type-details.js';

export type EdgeKind =
  | 'field'
  | 'payload'
  | 'result value'
  | 'element'
  | 'node'
  | 'key'
  | 'value'
  | 'capture'
  | 'cell'
  | 'fiber result'
  | 'fiber body'
  | 'channel item'
  | 'handler'
  /** To what a C library gave: never followed. */
  | 'foreign';

export interface Edge {
  readonly kind: EdgeKind;
  readonly label: string;
  readonly to: bigint;
}

/** An object with its bytes. */
export interface ReadObject {
  readonly at: bigint;
  readonly type: TypeDetail;
  readonly bytes: Uint8Array;
}

/** How the types of arguments are told: by number, as in a header. */
export type ArgumentsOf = (list: bigint) => readonly (number | undefined)[];

/** `argumentsOf`: the type arguments of what is described at an address. */
export function edgesOf(
  { type, bytes, at }: ReadObject,
  facts: InspectionFacts,
  littleEndian: boolean,
  argumentsOf: ArgumentsOf,
): readonly Edge[] {
  const view = viewOf(bytes, bytes.length);
  const has = (offset: number): boolean => offset >= 0 && offset + 8 <= view.byteLength;
  const word = (offset: number): bigint => (has(offset) ? view.getBigUint64(offset, littleEndian) : 0n);
  const edge = (kind: EdgeKind, label: string, to: bigint): readonly Edge[] =>
    to === 0n ? [] : [{ kind, label, to }];
  const isObject = (index: number | undefined): boolean => {
    const kind = index === undefined ? undefined : facts.type(index)?.kind;
    return kind !== undefined && !plain.has(kind);
  };
  const isForeign = (index: number | undefined): boolean =>
    index !== undefined && facts.type(index)?.kind === 'foreign';
  const fields = (kind: EdgeKind, list: readonly FieldDetail[]): readonly Edge[] =>
    list.flatMap(({ name, offset, type: own }) =>
      isObject(own)
        ? edge(kind, name, word(offset))
        : isForeign(own)
          ? edge('foreign', name, word(offset))
          : [],
    );
  /** Places behind the object itself, by what a pointer in it says. */
  const inside = (pointer: bigint): number => Number(BigInt.asIntN(64, pointer - at));
  const words = (kind: EdgeKind, from: number, count: number, what = ''): readonly Edge[] =>
    Array.from({ length: Math.min(count, bytes.length >> 3) }, (_, nth) =>
      edge(kind, what || `[${nth}]`, word(from + nth * 8)),
    ).flat();

  switch (type.kind) {
    case 'record':
      return fields('field', type.fields);
    case 'union':
      return fields('payload', type.variants[Number(word(0))]?.fields ?? []);
    case 'Result':
      return fields('result value', type.fields);
    case 'closure':
      return fields('capture', type.fields);
    case 'cell':
      return fields('cell', type.fields);
    case 'List':
      return [
        ...edge('node', 'root', word(layouts.list.root)),
        ...edge('node', 'tail', word(layouts.list.tail)),
      ];
    case 'list inner':
      return words('node', 0, sizes.node / 8);
    case 'list leaf':
      return words('element', 0, sizes.node / 8);
    case 'Map':
      return edge('node', 'root', word(layouts.map.root));
    case 'map node': {
      const own = layouts.mapNode;
      const [kind, count] = [view.getInt32(own.kind, littleEndian), view.getUint32(own.count, littleEndian)];
      if (kind === own.inner) return words('node', inside(word(own.children)), count);
      const [key, value] = argumentsOf(word(own.map));
      const [keys, values] =
        kind === own.leaf ? [own.key, own.value] : [inside(word(own.keys)), inside(word(own.values))];
      return [
        ...(isObject(key) ? words('key', keys, count, 'key') : []),
        ...(isObject(value) ? words('value', values, count, 'value') : []),
      ];
    }
    case 'Fiber': {
      const own = layouts.fiber;
      const isDone = view.getInt32(own.state, littleEndian) === own.done;
      return [
        ...(isDone && isObject(type.fields[0]?.type) ? edge('fiber result', 'result', word(own.result)) : []),
        ...edge('fiber body', 'body', word(own.body)),
        ...edge('handler', 'handlers', word(own.handlers)),
      ];
    }
    case 'Channel': {
      const own = layouts.channel;
      if (!isObject(type.fields[0]?.type)) return [];
      const [capacity, head, count] = [own.capacity, own.head, own.count].map(word) as [
        bigint,
        bigint,
        bigint,
      ];
      const items = inside(word(own.items));
      if (capacity < 1n || count > capacity || count > BigInt(bytes.length)) return [];
      return Array.from({ length: Number(count) }, (_, nth) =>
        edge('channel item', `[${nth}]`, word(items + Number((head + BigInt(nth)) % capacity) * 8)),
      ).flat();
    }
    case 'handler': {
      const own = layouts.handler;
      return [
        ...edge('handler', 'outer', word(own.outer)),
        ...edge('handler', 'region', word(own.region)),
        ...words('handler', inside(word(own.arms)), Number(word(own.armCount)), 'arm'),
      ];
    }
    case 'region':
      return edge('handler', 'body', word(layouts.region.body));
    case 'resumption':
      return edge('handler', 'region', word(layouts.resumption.region));
    default:
      return [];
  }
}

/** Values of these are no objects. */
const plain: ReadonlySet<string> = new Set(['int', 'float', 'bool', 'Unit', 'foreign']);
