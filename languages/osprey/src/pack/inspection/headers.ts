// The header before an object, and what is wrong with one: nothing is shown of an object that does not prove to be it.

import { sizes, staticRecord, states } from './layout.js';
import type { InspectionFacts } from './facts.js';

export interface Header {
  readonly type: number;
  readonly record: number;
  readonly count: number;
  readonly mark: number;
}

export function headerIn(bytes: Uint8Array, littleEndian: boolean): Header | undefined {
  if (bytes.length < sizes.header) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    type: view.getUint32(0, littleEndian),
    record: view.getUint32(4, littleEndian),
    count: view.getInt32(8, littleEndian),
    mark: view.getUint32(12, littleEndian),
  };
}

export interface ObjectRecord {
  readonly object: bigint;
  readonly size: number;
  readonly number: bigint;
  readonly fiber: number;
  readonly site: number;
  readonly state: number;
  readonly type: number;
}

export function recordIn(bytes: Uint8Array, littleEndian: boolean, at = 0): ObjectRecord | undefined {
  if (bytes.length < at + sizes.record) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, sizes.record);
  return {
    object: view.getBigUint64(0, littleEndian),
    size: Number(view.getBigUint64(8, littleEndian)),
    number: view.getBigUint64(16, littleEndian),
    fiber: view.getUint32(24, littleEndian),
    site: view.getUint32(28, littleEndian),
    state: view.getUint32(32, littleEndian),
    type: view.getUint32(36, littleEndian),
  };
}

export const released = 'released: its memory was given back';

/** `marks`: those of the types it may be of; none where any will do. */
export function headerTrouble(
  header: Header | undefined,
  facts: InspectionFacts,
  marks: readonly number[],
): string | undefined {
  if (header === undefined) return 'unreadable: nothing is mapped there';
  const type = facts.type(header.type);
  if (type === undefined || type.mark !== header.mark) return 'corrupt: no object begins there';
  if (header.count === 0) return released;
  if (marks.length > 0 && !marks.includes(header.mark)) return 'corrupt: an object of another type is there';
  return undefined;
}

/** Objects of the program itself, and those of optimised programs, have no record. */
export const hasRecord = ({ record }: Header): boolean => record !== 0 && record !== staticRecord;

export function recordTrouble(
  record: ObjectRecord | undefined,
  header: Header,
  at: bigint,
): string | undefined {
  if (record === undefined || record.object !== at || record.type !== header.type)
    return 'corrupt: its header and its record contradict each other';
  if (record.state === states.released) return released;
  return record.state === states.live ? undefined : 'corrupt: its record is free';
}
