// The schema of `.meta`, which exists at run time: the compiler writes it, node and debugger check it.

import { Type, type Static, type TSchema } from '@sinclair/typebox';

export const schemaVersion = '1.0';

const count = Type.Integer({ minimum: 0 });
const hex = (bytes?: number): ReturnType<typeof Type.String> =>
  Type.String({ pattern: bytes === undefined ? '^0x([0-9a-f]{2})*$' : `^0x[0-9a-f]{${bytes * 2}}$` });
const object = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const either = <Kinds extends TSchema[]>(...kinds: [...Kinds]) => Type.Union(kinds);
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** From the first byte to behind the last, from the beginning of the module. */
const range = Type.Tuple([count, count]);

const hash = { hash_type: Type.Literal('sha256'), hash: hex(32) };

const field = object({ name: Type.String(), type: Type.String(), offset: count });
const measured = { size: count, align: Type.Integer({ minimum: 1 }) };

/** How values of a type lie in memory. Strings, vectors and maps are handles of four bytes. */
export const metaTypeSchema = either(
  object({ k: Type.Literal('unit'), ...measured }),
  object({ k: Type.Literal('bool'), ...measured }),
  object({
    k: Type.Literal('int'),
    ...measured,
    bits: Type.Integer({ minimum: 8, maximum: 256 }),
    signed: Type.Boolean(),
  }),
  object({ k: Type.Literal('address'), ...measured }),
  object({ k: Type.Literal('hash256'), ...measured }),
  object({ k: Type.Literal('string'), ...measured }),
  object({
    k: Type.Literal('struct'),
    ...measured,
    shape: either(Type.Literal('unit'), Type.Literal('tuple'), Type.Literal('named')),
    fields: Type.Array(field),
  }),
  object({ k: Type.Literal('tuple'), ...measured, fields: Type.Array(field) }),
  object({
    k: Type.Literal('enum'),
    ...measured,
    family: either(Type.Literal('user'), Type.Literal('option'), Type.Literal('result')),
    tag: object({ offset: count, size: either(Type.Literal(1), Type.Literal(2)) }),
    payload_offset: count,
    variants: Type.Array(
      object({
        name: Type.String(),
        index: count,
        shape: either(Type.Literal('unit'), Type.Literal('tuple'), Type.Literal('named')),
        fields: Type.Array(field),
      }),
    ),
  }),
  object({ k: Type.Literal('array'), ...measured, elem: Type.String(), length: count, stride: count }),
  object({ k: Type.Literal('vector'), ...measured, elem: Type.String(), stride: count }),
  object({
    k: Type.Literal('map'),
    ...measured,
    key: Type.String(),
    value: Type.String(),
    stride: count,
    value_offset: count,
  }),
);

const typeTable = Type.Record(Type.String(), metaTypeSchema);

const abiParameter = Type.Recursive(
  This =>
    object({
      name: Type.String(),
      type: Type.String(),
      internalType: Type.String(),
      components: Type.Optional(Type.Array(This)),
      indexed: Type.Optional(Type.Boolean()),
    }),
  { $id: 'AbiParameter' },
);

const abiEntry = object({
  type: either(Type.Literal('constructor'), Type.Literal('function'), Type.Literal('event')),
  name: Type.Optional(Type.String()),
  inputs: Type.Array(abiParameter),
  outputs: Type.Optional(Type.Array(abiParameter)),
  stateMutability: Type.Optional(either(Type.Literal('payable'), Type.Literal('nonpayable'))),
  anonymous: Type.Optional(Type.Boolean()),
});

const domain = object({ hash: hex(32), domain: Type.Optional(Type.String()) });
const named = object({ name: Type.String(), type: Type.String() });

const functionInfo = object({
  signature: Type.String(),
  parameters: Type.Array(named),
  result: Type.String(),
  is_init: Type.Boolean(),
  is_payable: Type.Boolean(),
  gas_estimate_static: count,
  aggregate_read_domains: Type.Array(domain),
  aggregate_write_domains: Type.Array(domain),
  pipeline_hint: nullable(Type.String()),
  is_recursive: nullable(Type.Boolean()),
  verification_condition_ids: nullable(Type.Array(Type.String())),
});

const eventInfo = object({
  signature_hash: hex(32),
  human_name: Type.String(),
  parameters: Type.Array(
    object({
      name: Type.String(),
      type: Type.String(),
      internal_type: Type.String(),
      indexed: Type.Boolean(),
    }),
  ),
});

const location = either(
  object({ k: Type.Literal('local'), index: count }),
  object({ k: Type.Literal('mem'), base: object({ local: count }), offset: count }),
  object({ k: Type.Literal('none') }),
);

/** Source, line, column, end line, end column; lines and columns count from 1. */
const place = Type.Tuple([count, count, count, count, count]);

const variable = object({
  name: Type.String(),
  type: Type.String(),
  kind: either(Type.Literal('parameter'), Type.Literal('val'), Type.Literal('var'), Type.Literal('hidden')),
  holds: either(Type.Literal('owned'), Type.Literal('shared'), Type.Literal('exclusive')),
  decl: place,
  locations: Type.Array(object({ range, loc: location })),
});

const scope = object({
  parent: nullable(Type.String()),
  ranges: Type.Array(range),
  variables: Type.Array(variable),
});

const failure = object({
  outcome: either(Type.Literal('revert'), Type.Literal('panic')),
  cause: Type.String(),
  text: nullable(Type.String()),
  at: place,
  range,
  operands: Type.Array(object({ name: Type.String(), type: Type.String(), loc: location })),
});

const functionDebug = object({
  wasm_index: count,
  name: Type.String(),
  display: Type.String(),
  role: either(
    Type.Literal('init'),
    Type.Literal('entry'),
    Type.Literal('getter'),
    Type.Literal('internal'),
    Type.Literal('test'),
  ),
  generated: Type.Boolean(),
  source: count,
  decl_line: count,
  decl: place,
  body: range,
  prologue_end: count,
  params: Type.Array(Type.String()),
  result_type: Type.String(),
  scope: nullable(Type.String()),
  inlined: Type.Array(
    object({
      name: Type.String(),
      kind: either(Type.Literal('modifier'), Type.Literal('body')),
      ranges: Type.Array(range),
      call_source: count,
      call_line: count,
      call_col: count,
      decl: place,
      scope: nullable(Type.String()),
      /** Which of the list it is in; null for the function itself. */
      parent: nullable(count),
    }),
  ),
  failures: Type.Array(failure),
  /** Where events are emitted: the offset of the call of the host, and the event. */
  emits: Type.Array(Type.Tuple([count, Type.String()])),
});

const storageVariable = object({
  type: Type.String(),
  slot: count,
  /** Where the value is; absent for maps. */
  key: Type.Optional(hex()),
  /** With what the keys of its entries or elements begin; of maps and vectors. */
  prefix: Type.Optional(hex()),
  domain: Type.String(),
  public: Type.Boolean(),
  decl: place,
});

const json = either(Type.String(), Type.Boolean(), Type.Null());

const debugInfo = object({
  source_map: object({
    format: Type.Literal('standard_source_map_v3_extended'),
    data: Type.Object({
      version: Type.Literal(3),
      file: Type.String(),
      sources: Type.Array(Type.String()),
      sourcesContent: Type.Array(nullable(Type.String())),
      names: Type.Array(Type.String()),
      mappings: Type.String(),
      x_twilight: object({
        offset_base: Type.Literal('module'),
        syntax: Type.Array(either(Type.Literal('twilight-native'), Type.Literal('solidity'))),
        /** Offset, source, line, column, end line, end column, flags. */
        stmts: Type.Array(Type.Tuple([count, count, count, count, count, count, count])),
      }),
    }),
  }),
  variable_info: object({
    functions: Type.Record(Type.String(), functionDebug),
    /** The compiler's own functions. */
    runtime: Type.Array(object({ name: Type.String(), wasm_index: count, body: range })),
    scopes: Type.Record(Type.String(), scope),
    types: typeTable,
    storage: Type.Record(Type.String(), storageVariable),
    consts: Type.Record(Type.String(), object({ type: Type.String(), value: json })),
  }),
});

export const metaSchema = object({
  schema_version: Type.Literal(schemaVersion),
  source_info: object({
    files: Type.Array(object({ path: Type.String(), ...hash })),
    compiler_version: Type.String(),
  }),
  bytecode_info: object({ file: Type.String(), target: Type.Literal('wasm32-nova-v1'), ...hash }),
  contract: Type.String(),
  abi: Type.Array(abiEntry),
  /** Of what goes in and out of the functions and events. */
  types: typeTable,
  functions: Type.Record(Type.String(), functionInfo),
  events: Type.Record(Type.String(), eventInfo),
  verification_info: Type.Null(),
  debug_info: nullable(debugInfo),
});

export type Meta = Static<typeof metaSchema>;
export type MetaType = Static<typeof metaTypeSchema>;
export type MetaTypes = Readonly<Record<string, MetaType>>;
export type DebugInfo = Static<typeof debugInfo>;
export type DebugFunction = Static<typeof functionDebug>;
export type DebugVariable = Static<typeof variable>;
export type DebugScope = Static<typeof scope>;
export type DebugLocation = Static<typeof location>;
export type DebugFailure = Static<typeof failure>;
export type DebugStorage = Static<typeof storageVariable>;
export type AbiEntry = Static<typeof abiEntry>;
export interface AbiParameter {
  readonly name: string;
  readonly type: string;
  readonly internalType: string;
  readonly components?: readonly AbiParameter[];
  readonly indexed?: boolean;
}
