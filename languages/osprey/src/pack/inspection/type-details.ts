// Types with their names, fields and variants, read when they are first asked for.

import type { Reading } from '@sonde/lens';
import type { InspectionFacts, TypeEntry } from './facts.js';
import { sizes, type Kind } from './layout.js';
import { bytesAt, textsAt } from './memory-reads.js';

export interface FieldDetail {
  readonly name: string;
  readonly offset: number;
  /** Of a type, for `InspectionFacts.type`; undefined where the table is damaged. */
  readonly type: number | undefined;
}

export interface VariantDetail {
  readonly name: string;
  readonly fields: readonly FieldDetail[];
}

export interface TypeDetail {
  readonly kind: Kind;
  /** As Osprey writes it; empty in optimised programs. */
  readonly name: string;
  readonly fields: readonly FieldDetail[];
  readonly variants: readonly VariantDetail[];
}

/** More than any program has: a larger number is damage. */
const mostFields = 4_096;

export class TypeDetails {
  readonly #known = new Map<number, TypeDetail>();

  constructor(
    private readonly facts: InspectionFacts,
    private readonly littleEndian: boolean,
  ) {}

  *get(index: number): Reading<TypeDetail | undefined> {
    const known = this.#known.get(index);
    const entry = this.facts.type(index);
    if (known !== undefined || entry === undefined) return known;
    const made = yield* this.#read(entry);
    this.#known.set(index, made);
    return made;
  }

  *#read({ at, kind }: TypeEntry): Reading<TypeDetail> {
    const view = viewOf(yield* bytesAt(at, sizes.type), sizes.type);
    const word = (offset: number): bigint => view.getBigUint64(offset, this.littleEndian);
    const count = (offset: number): number => Math.min(view.getUint32(offset, this.littleEndian), mostFields);
    const [name] = yield* textsAt([word(16)]);
    const fields = yield* this.#fields(word(24), count(40));
    const variants = yield* this.#variants(word(32), count(44));
    return { kind, name: name ?? '', fields, variants };
  }

  *#fields(at: bigint, count: number): Reading<readonly FieldDetail[]> {
    const { entries, view } = yield* this.#table(at, count, sizes.field);
    const names = yield* textsAt(entries.map(start => view.getBigUint64(start, this.littleEndian)));
    return entries.map((start, nth) => ({
      name: names[nth] ?? '',
      type: this.facts.indexAt(view.getBigUint64(start + 8, this.littleEndian)),
      offset: view.getUint32(start + 16, this.littleEndian),
    }));
  }

  *#variants(at: bigint, count: number): Reading<readonly VariantDetail[]> {
    const { entries, view } = yield* this.#table(at, count, sizes.variant);
    const names = yield* textsAt(entries.map(start => view.getBigUint64(start, this.littleEndian)));
    const variants: VariantDetail[] = [];
    for (const [nth, start] of entries.entries()) {
      const fields = Math.min(view.getUint32(start + 16, this.littleEndian), mostFields);
      variants.push({
        name: names[nth] ?? '',
        fields: yield* this.#fields(view.getBigUint64(start + 8, this.littleEndian), fields),
      });
    }
    return variants;
  }

  *#table(
    at: bigint,
    count: number,
    size: number,
  ): Reading<{ readonly entries: readonly number[]; readonly view: DataView }> {
    const bytes = at === 0n || count === 0 ? new Uint8Array(0) : yield* bytesAt(at, count * size);
    const entries = Array.from({ length: Math.floor(bytes.length / size) }, (_, nth) => nth * size);
    return { entries, view: viewOf(bytes, bytes.length) };
  }
}

/** What could not be read is zero. */
export function viewOf(bytes: Uint8Array, size: number): DataView {
  const whole = bytes.length < size ? new Uint8Array(size) : bytes;
  if (whole !== bytes) whole.set(bytes);
  return new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
}
