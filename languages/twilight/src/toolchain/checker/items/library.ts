// The names of the standard library that are reached by paths.

export const libraryModules: ReadonlySet<string> = new Set(['nova', 'nova::env', 'nova::tx', 'nova::crypto']);

/** What the running transaction knows. */
export type ContextFact =
  | 'sender'
  | 'value'
  | 'origin'
  | 'blockNumber'
  | 'timestamp'
  | 'selfAddress'
  | 'gasLeft';

export const libraryFunctions: ReadonlyMap<string, ContextFact | 'keccak256' | 'blake3'> = new Map([
  ['nova::env::block_number', 'blockNumber'],
  ['nova::env::timestamp', 'timestamp'],
  ['nova::env::self_address', 'selfAddress'],
  ['nova::env::gas_left', 'gasLeft'],
  ['nova::tx::sender', 'sender'],
  ['nova::tx::origin', 'origin'],
  ['nova::tx::value', 'value'],
  ['nova::crypto::keccak256', 'keccak256'],
  ['nova::crypto::blake3', 'blake3'],
]);

/** `ctx.sender()`, `env.timestamp()`, `self.address()`: predeclared objects, which locals hide. */
export const contextObjects: Readonly<Record<string, Readonly<Record<string, ContextFact>>>> = {
  ctx: { sender: 'sender', value: 'value' },
  env: {
    block_number: 'blockNumber',
    timestamp: 'timestamp',
    gas_left: 'gasLeft',
    self_address: 'selfAddress',
  },
  tx: { origin: 'origin', sender: 'sender', value: 'value' },
  self: { address: 'selfAddress' },
};

/** Traits that types have without an impl. */
export const builtInTraits: ReadonlySet<string> = new Set([
  'Copy',
  'Clone',
  'Eq',
  'Ord',
  'Hash',
  'Display',
  'Default',
]);
