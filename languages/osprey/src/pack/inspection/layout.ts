// Numbers of the runtime's tables and objects, as docs/formats/osprey-runtime.md has them.

export {
  closureMark,
  firstType,
  kinds,
  layoutVersion,
  markOf,
  staticRecord,
  type Kind,
} from '../../toolchain/inspection-format.js';

/** The symbol that all tables are found from. */
export const entrySymbol = 'osp_inspect';

/** The number that the newest fiber or channel has. */
export const lastIdSymbol = 'osp_last_id';

/** Bytes. */
export const sizes = {
  ...{ entry: 72, manager: 24, program: 56, type: 48, field: 24, variant: 24, site: 24, global: 24 },
  ...{ header: 16, record: 40, strand: 136, node: 256, mapNode: 64, channel: 56 },
} as const;

export const abilities = { headers: 1, counts: 2, records: 4, conservative: 8 } as const;
export const managers = ['default', 'arc', 'gc', 'custom'] as const;
export type Provenance = (typeof managers)[number];

/** `osp_object_state` */
export const states = { free: 0, live: 1, released: 2 } as const;

/** Offsets in objects of the runtime itself, of runtime/osprey.h. */
export const layouts = {
  list: { root: 16, tail: 24 },
  map: { root: 16 },
  mapNode: {
    kind: 0,
    count: 8,
    children: 16,
    key: 24,
    value: 32,
    keys: 40,
    values: 48,
    map: 56,
    inner: 0,
    leaf: 1,
  },
  fiber: { id: 0, state: 8, result: 24, body: 32, handlers: 40, next: 48, done: 16 },
  channel: { id: 0, capacity: 8, head: 16, count: 24, items: 32, next: 40 },
  handler: { outer: 0, effect: 8, arms: 16, region: 32, armCount: 40 },
  region: { body: 8 },
  resumption: { region: 0 },
  strand: { next: 0, wait: 36, waitsFor: 40, handlers: 64, name: 80, stack: 128 },
} as const;
