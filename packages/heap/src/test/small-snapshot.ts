// A heap snapshot as V8 writes it, small enough to read: a cache that is reached by a global and by a closure.

const nodeFields = ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id', 'detachedness'];
const nodeTypes = ['hidden', 'array', 'string', 'object', 'code', 'closure', 'synthetic'];
const edgeTypes = ['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'];

interface SmallNode {
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly edges?: readonly (readonly [type: string, name: string | number, to: number])[];
}

export const smallHeap: readonly SmallNode[] = [
  {
    type: 'synthetic',
    name: '',
    size: 0,
    edges: [
      ['element', 1, 1],
      ['shortcut', 'window', 2],
    ],
  },
  {
    type: 'synthetic',
    name: '(GC roots)',
    size: 0,
    edges: [
      ['hidden', 0, 7],
      ['hidden', 1, 3],
    ],
  },
  {
    type: 'object',
    name: 'Window',
    size: 100,
    edges: [
      ['property', 'cache', 3],
      ['property', 'handler', 6],
    ],
  },
  {
    type: 'object',
    name: 'Cache',
    size: 20,
    edges: [
      ['internal', 'table', 4],
      ['weak', 'last', 5],
    ],
  },
  {
    type: 'array',
    name: '(object elements)',
    size: 64,
    edges: [
      ['element', 0, 5],
      ['element', 1, 8],
    ],
  },
  { type: 'object', name: 'Session', size: 40, edges: [['property', 'name', 9]] },
  { type: 'closure', name: 'onclick', size: 30, edges: [['context', 'session', 5]] },
  { type: 'hidden', name: 'system / Map', size: 8 },
  {
    type: 'object',
    name: 'Session',
    size: 40,
    edges: [
      ['property', 'self', 8],
      ['property', 'name', 9],
    ],
  },
  { type: 'string', name: 'an "öd" name\n', size: 16 },
];

/** `change` may make it wrong before it is written. */
export function snapshotText(
  nodes = smallHeap,
  change: (snapshot: Record<string, unknown>) => void = () => undefined,
): string {
  const strings = ['<dummy>'];
  const indexOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const edges = nodes.flatMap(({ edges: own = [] }) =>
    own.flatMap(([type, name, to]) => [
      edgeTypes.indexOf(type),
      typeof name === 'number' ? name : indexOf(name),
      to * nodeFields.length,
    ]),
  );
  const snapshot: Record<string, unknown> = {
    snapshot: {
      meta: {
        node_fields: nodeFields,
        node_types: [nodeTypes, 'string', 'number', 'number', 'number', 'number', 'number'],
        edge_fields: ['type', 'name_or_index', 'to_node'],
        edge_types: [edgeTypes, 'string_or_number', 'node'],
        location_fields: ['object_index', 'script_id', 'line', 'column'],
      },
      node_count: nodes.length,
      edge_count: edges.length / 3,
      trace_function_count: 0,
    },
    nodes: nodes.flatMap(({ type, name, size, edges: own = [] }, nth) => [
      nodeTypes.indexOf(type),
      indexOf(name),
      nth * 2 + 1,
      size,
      own.length,
      0,
      0,
    ]),
    edges,
    trace_tree: [[1, [2, []]]],
    locations: [5 * nodeFields.length, 17, 3, 9, 8 * nodeFields.length, 17, 3, 9],
    strings,
  };
  change(snapshot);
  return JSON.stringify(snapshot);
}

/** The text in pieces of one size, each in the same memory, as a file would be read. */
export function piecesOf(text: string, size: number): () => Promise<Uint8Array | undefined> {
  const bytes = new TextEncoder().encode(text);
  const piece = new Uint8Array(size);
  let at = 0;
  return async () => {
    if (at >= bytes.length) return undefined;
    const part = bytes.subarray(at, at + size);
    at += part.length;
    piece.fill(0x58);
    piece.set(part);
    return piece.subarray(0, part.length);
  };
}
