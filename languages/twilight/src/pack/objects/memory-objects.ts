// Values in the memory of a call as objects: texts, vectors and maps, each owned by one variable.

import type { EdgeRecord } from '@sonde/heap';
import { typeNamed, valueToJson, type MetaTypes, type TwilightValue } from '../../toolchain/toolchain.js';
import type { FoundObjects } from './found-objects.js';

/** The words of a block before its items: length, capacity, where they are; of a text only the length. */
const blockWords = 12;
const textWords = 4;
const mostText = 60;

interface Step {
  readonly kind: EdgeRecord['kind'];
  readonly name: string | number;
}

export class MemoryValues {
  constructor(
    private readonly types: MetaTypes,
    private readonly found: FoundObjects,
  ) {}

  /** The object that a variable is; undefined for one that is all in its own bytes. */
  variable(key: string, type: string, value: TwilightValue): string | undefined {
    if (value.kind === 'product' || value.kind === 'variant') {
      const { size } = typeNamed(this.types, type);
      const node = { type, kind: 'stack value', size, provenance: 'unknown' } as const;
      this.found.add(key, node);
      this.#parts(key, key, type, value, '');
      return key;
    }
    return this.#block(key, type, value);
  }

  #block(key: string, type: string, value: TwilightValue): string | undefined {
    const described = typeNamed(this.types, type);
    const sizeOf = (name: string): number => typeNamed(this.types, name).size;
    if (value.kind === 'string') {
      const { text } = value;
      const summary = text.length > mostText ? `${text.slice(0, mostText)}…` : text;
      return this.#add(key, type, 'string', textWords + Buffer.byteLength(text), summary);
    }
    if (value.kind === 'list' && described.k === 'vector') {
      const count = value.items.length + (value.left ?? 0);
      this.#add(
        key,
        type,
        'vector',
        blockWords + count * sizeOf(described.elem),
        countText(count, 'element'),
      );
      value.items.forEach((item, nth) =>
        this.#held(key, `${key}[${nth}]`, described.elem, item, { kind: 'index', name: nth }),
      );
      return key;
    }
    if (value.kind === 'map' && described.k === 'map') {
      const count = value.entries.length + (value.left ?? 0);
      const each = sizeOf(described.key) + sizeOf(described.value);
      this.#add(key, type, 'map', blockWords + count * each, countText(count, 'entry'));
      for (const entry of value.entries) {
        const name = JSON.stringify(valueToJson(entry.key)).replaceAll('"', '');
        this.#held(key, `${key}[${name}] key`, described.key, entry.key, { kind: 'map-key', name });
        this.#held(key, `${key}[${name}]`, described.value, entry.value, { kind: 'map-value', name });
      }
      return key;
    }
    return undefined;
  }

  /** What an element, entry or field holds on the heap. */
  #held(holder: string, key: string, type: string, value: TwilightValue, step: Step): void {
    const block = this.#block(key, type, value);
    if (block !== undefined) this.found.edge(holder, block, step.kind, step.name);
    else this.#parts(holder, key, type, value, `${step.name}`);
  }

  /** Structures, tuples, variants and arrays lie in the bytes of their holder. */
  #parts(holder: string, key: string, type: string, value: TwilightValue, path: string): void {
    const described = typeNamed(this.types, type);
    if (value.kind === 'list' && described.k === 'array')
      value.items.forEach((item, nth) =>
        this.#held(holder, `${key}[${nth}]`, described.elem, item, {
          kind: 'index',
          name: `${path}[${nth}]`,
        }),
      );
    if (value.kind !== 'product' && value.kind !== 'variant') return;
    const declared =
      described.k === 'struct' || described.k === 'tuple'
        ? described.fields
        : described.k === 'enum' && value.kind === 'variant'
          ? (described.variants.find(({ name }) => name === value.name)?.fields ?? [])
          : [];
    const kind = value.kind === 'variant' ? 'union-payload' : 'field';
    for (const [nth, { name, value: part }] of value.fields.entries()) {
      const field = declared[nth];
      if (field === undefined) continue;
      const step = { kind, name: path === '' ? name : `${path}.${name}` } as const;
      this.#held(holder, `${key}.${name}`, field.type, part, step);
    }
  }

  #add(key: string, type: string, kind: string, size: number, summary: string): string {
    return this.found.add(key, { type, kind, size, summary, provenance: 'unknown' });
  }
}

const countText = (count: number, what: string): string =>
  count === 1 ? `1 ${what}` : `${count} ${what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`}`;
