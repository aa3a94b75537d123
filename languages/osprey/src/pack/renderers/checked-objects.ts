// Objects that prove to be what they should be: their header, and in debug builds their record, are read before anything is shown.

import type { Reading, RenderContext } from '@sonde/lens';
import { factsIn } from '../inspection/facts.js';
import { hasRecord, headerIn, headerTrouble, recordIn, recordTrouble } from '../inspection/headers.js';
import { sizes } from '../inspection/layout.js';
import { manyBytes } from '../inspection/memory-reads.js';

export interface WantedObject {
  readonly at: bigint;
  /** Of its bytes. */
  readonly size: number;
  /** Those of the types it may be of; none where any will do. */
  readonly marks: readonly number[];
}

export interface CheckedObject {
  readonly bytes: Uint8Array;
  /** Of the whole object, as its record has it; undefined for objects without a record. */
  readonly size: number | undefined;
}

/** The bytes of each, or why it is not there; all are read together. */
export function* checkedObjects(
  wanted: readonly WantedObject[],
  context: RenderContext,
): Reading<readonly (CheckedObject | string)[]> {
  const facts = factsIn(context);
  if (facts === undefined) return wanted.map(() => 'unavailable: the tables of the runtime cannot be read');
  const { littleEndian } = context;
  // A manager of somebody else that keeps no headers leaves nothing to check.
  const before = facts.manager.hasHeaders ? sizes.header : 0;
  const read = yield* manyBytes(wanted.map(({ at, size }) => [at - BigInt(before), before + size] as const));
  const headers = read.map(bytes => (before === 0 ? undefined : headerIn(bytes, littleEndian)));
  const troubles = wanted.map(({ marks, size }, nth) => {
    const trouble = before === 0 ? undefined : headerTrouble(headers[nth], facts, marks);
    return trouble ?? (read[nth]!.length < before + size ? 'unreadable: nothing is mapped there' : undefined);
  });
  const recorded = wanted.flatMap(({ at }, nth) => {
    const header = headers[nth];
    if (troubles[nth] !== undefined || header === undefined || !hasRecord(header)) return [];
    return [{ nth, at, header, place: facts.recordAt(header.record) }];
  });
  const wholes: (number | undefined)[] = [];
  const records = yield* manyBytes(recorded.map(({ place = 0n }) => [place, sizes.record] as const));
  recorded.forEach(({ nth, at, header, place }, which) => {
    const record = place === undefined ? undefined : recordIn(records[which]!, littleEndian);
    wholes[nth] = record?.size;
    troubles[nth] = recordTrouble(record, header, at) ?? sizeTrouble(record!.size, wanted[nth]!.size);
  });
  return wanted.map((_, nth) => troubles[nth] ?? { bytes: read[nth]!.subarray(before), size: wholes[nth] });
}

const sizeTrouble = (size: number, least: number): string | undefined =>
  size >= least ? undefined : `corrupt: its record says it has ${size} bytes, and it needs ${least}`;

/** The object without its bytes, or why there is none. */
export function* checkedObject(
  at: bigint,
  marks: readonly number[],
  context: RenderContext,
): Reading<CheckedObject | string> {
  const [found] = yield* checkedObjects([{ at, size: 0, marks }], context);
  return found!;
}
