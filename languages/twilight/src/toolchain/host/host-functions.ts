// The host function interface of NOVA, version 1: what a contract may import, what it costs, and how it fails.

import type { FunctionType, ValueType } from '@sonde/wasm';

/** What gas a call costs: the base, and for each unit of what it moves. */
export interface HostCost {
  readonly base: number;
  /** Per byte of a key's value, of data or of text. */
  readonly perByte?: number;
  /** Per 32 bytes that are hashed, begun ones counted. */
  readonly perWord?: number;
  readonly perTopic?: number;
}

export interface HostFunction {
  readonly module: string;
  readonly name: string;
  readonly type: FunctionType;
  readonly cost: HostCost;
}

const pointers = (count: number): readonly ValueType[] => Array.from({ length: count }, () => 'i32' as const);

const declared = (
  module: string,
  name: string,
  params: number,
  result: ValueType | undefined,
  cost: HostCost,
): HostFunction => ({
  module: `nova_${module}_v1`,
  name,
  type: { params: pointers(params), results: result === undefined ? [] : [result] },
  cost,
});

export const hostFunctions = {
  read: declared('state', 'read', 6, 'i32', { base: 200, perByte: 1 }),
  write: declared('state', 'write', 5, 'i32', { base: 1000, perByte: 10 }),
  exists: declared('state', 'exists', 3, 'i32', { base: 100 }),
  getSender: declared('tx', 'get_sender', 1, 'i32', { base: 20 }),
  getValue: declared('tx', 'get_value', 1, 'i32', { base: 20 }),
  getOrigin: declared('tx', 'get_origin', 1, 'i32', { base: 20 }),
  getBlockNumber: declared('env', 'get_block_number', 0, 'i64', { base: 10 }),
  getTimestamp: declared('env', 'get_timestamp', 0, 'i64', { base: 10 }),
  getSelfAddress: declared('env', 'get_self_address', 1, 'i32', { base: 20 }),
  getGasLeft: declared('env', 'get_gas_left', 0, 'i64', { base: 10 }),
  emitEvent: declared('contract', 'emit_event', 4, 'i32', { base: 375, perTopic: 375, perByte: 8 }),
  revert: declared('contract', 'revert', 2, 'i32', { base: 0 }),
  keccak256: declared('crypto', 'keccak256', 3, 'i32', { base: 30, perWord: 6 }),
  blake3: declared('crypto', 'blake3', 3, 'i32', { base: 20, perWord: 3 }),
  print: declared('debug', 'print', 2, undefined, { base: 50, perByte: 1 }),
} as const satisfies Readonly<Record<string, HostFunction>>;

export type HostFunctionName = keyof typeof hostFunctions;

/** What host functions answer when they fail. */
export const hostErrors = {
  INVALID_POINTER: -1,
  INVALID_LENGTH: -2,
  BUFFER_TOO_SMALL: -3,
  KEY_NOT_FOUND: -4,
  INVALID_ARGUMENT: -5,
  STATE_ACCESS_VIOLATION: -6,
  LIMIT_EXCEEDED: -7,
  SERIALIZATION: -8,
  INTERNAL_HOST_ERROR: -9,
  GAS_EXHAUSTED: -10,
} as const;

/** The exports of every module besides its functions. */
export const moduleExports = {
  memory: 'memory',
  allocate: '__nova_alloc',
  stackPointer: '__sp',
  heapPointer: '__hp',
  /** The handle of the text of a panic, set right before `unreachable`; 0 when there was none. */
  panicText: '__nova_panic',
} as const;
