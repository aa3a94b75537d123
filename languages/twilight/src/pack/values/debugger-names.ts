// What expressions may name besides variables: storage by its full name, and what tells of the call.

import type { TypeId, VisibleName } from '@sonde/engine';
import { noteName, type TypeDescriptions } from './type-descriptions.js';

export const storageName = (variable: string): string => `storage.${variable}`;
export const contextName = (object: string, method: string): string => `${object}.${method}()`;

/** The memory that the context of a call is laid out in. */
export const contextSpace = 'context';

interface ContextValue {
  readonly key: 'sender' | 'origin' | 'contract' | 'value' | 'block' | 'timestamp' | 'gasLeft';
  readonly type: string;
  readonly size: number;
  /** As programs write it. */
  readonly names: readonly string[];
}

export const contextValues: readonly ContextValue[] = [
  { key: 'sender', type: 'address', size: 20, names: [contextName('ctx', 'sender')] },
  { key: 'origin', type: 'address', size: 20, names: [contextName('tx', 'origin')] },
  { key: 'contract', type: 'address', size: 20, names: [contextName('self', 'address')] },
  { key: 'value', type: 'u128', size: 16, names: [contextName('ctx', 'value')] },
  { key: 'block', type: 'u64', size: 8, names: [contextName('env', 'block_number')] },
  { key: 'timestamp', type: 'u64', size: 8, names: [contextName('env', 'timestamp')] },
  { key: 'gasLeft', type: 'u64', size: 8, names: [contextName('env', 'gas_left')] },
];

/** Each at a place of its own. */
export const contextStride = 32;

/** Bytes of a number, as many as every width of the language has. */
const widths = [8, 16, 32, 64, 128, 256];

/** Types that expressions need whether the contract has them or not. */
export function addCommonTypes(types: TypeDescriptions): void {
  for (const bits of widths) {
    types.add({ kind: 'integer', name: `u${bits}`, size: bits / 8, signed: false });
    types.add({ kind: 'integer', name: `i${bits}`, size: bits / 8, signed: true });
  }
  types.add({ kind: 'boolean', name: 'bool', size: 1 });
  types.add({ kind: 'integer', name: 'address', size: 20, signed: false });
  types.add({ kind: 'string', name: 'text' });
  types.add({ kind: 'string', name: noteName });
  for (const name of ['frames', 'lines']) types.add({ kind: 'object', name: `gas of ${name}` });
}

export function debuggerNames(
  storage: readonly { readonly name: string; readonly index: number; readonly type: TypeId }[],
  types: TypeDescriptions,
): readonly VisibleName[] {
  return [
    ...storage.map(({ name, index, type }): VisibleName => ({
      name: storageName(name),
      type,
      place: { kind: 'global', index },
      kind: 'global',
    })),
    ...contextValues.flatMap(({ names, type, size }, nth) =>
      names.map((name): VisibleName => ({
        name,
        type: types.integer(type, size),
        place: { kind: 'memory', space: contextSpace, offset: BigInt(nth * contextStride) },
        kind: 'constant',
      })),
    ),
  ];
}
