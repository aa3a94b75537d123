// Pages of plain numbers: what was read of an array, whose elements become values only where somebody wants them.

import type { Address, RawValue, TypeDescription, TypeId } from '@sonde/engine';
import { floatText } from '../scalar-text.js';
import type { NumberReader } from './plain-number.js';

/** Numbers that lie one behind the other, and were read. */
export class NumberPage {
  constructor(
    readonly type: TypeId,
    /** The type without its aliases. */
    private readonly description: TypeDescription,
    private readonly read: NumberReader,
    private readonly bytes: DataView,
    readonly start: Address,
    readonly stride: number,
    readonly count: number,
  ) {}

  value(nth: number): RawValue {
    return {
      type: this.type,
      content: { kind: 'scalar', value: this.read(this.bytes, nth * this.stride) },
      place: { kind: 'memory', address: this.address(nth) },
    };
  }

  values(): readonly RawValue[] {
    return Array.from({ length: this.count }, (_, nth) => this.value(nth));
  }

  address(nth: number): Address {
    return { space: this.start.space, offset: this.start.offset + BigInt(nth * this.stride) };
  }

  /** Undefined for what is none, and beyond what a double holds exactly. */
  integer(nth: number): number | undefined {
    const value = this.read(this.bytes, nth * this.stride);
    return typeof value === 'number' && this.description.kind === 'integer' ? value : undefined;
  }

  /** In decimal, as `plainNumberText` writes it. */
  text(nth: number): string {
    const value = this.read(this.bytes, nth * this.stride);
    const { kind, size } = this.description;
    return kind === 'float' ? floatText(Number(value), size) : String(value);
  }
}
