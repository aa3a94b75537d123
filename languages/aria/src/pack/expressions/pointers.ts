// Pointers of every kind as addresses, and wild ones with the bounds that debug builds give them.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import { reachedThrough } from '../../toolchain/checker/places.js';
import type * as typed from '../../toolchain/checker/typed-program.js';
import { builtinTypes, pointerType, type AriaType, type PointerType } from '../../toolchain/checker/types.js';
import { liveTables } from '../runtime-model/live-tables.js';
import type { DebugTypes } from './debug-types.js';
import type { Numbers } from './numbers.js';
import type { Sharing } from './sharing.js';

export const uint64 = builtinTypes.get('uint64')!;

/** A wild pointer taken apart. Without `bounds` nobody knows where its memory ends. */
interface WildPointer {
  readonly address: Expression;
  readonly bounds?: { readonly base: Expression; readonly size: Expression; readonly scope: Expression };
}

export class Pointers {
  readonly #arithmetic: ReturnType<typeof build.integers>;
  /** Where only an address is wanted, nothing is read through the pointers on the way. */
  #onlyAddress = false;

  constructor(
    private readonly types: DebugTypes,
    private readonly sharing: Sharing,
    private readonly numbers: Numbers,
    private readonly value: (expression: typed.Expression) => Expression,
  ) {
    this.#arithmetic = build.integers({ bits: 64, signed: false, overflow: 'wrap' }, types.id(uint64));
  }

  /** As the number it is. */
  address(pointer: typed.Expression): Expression {
    if (pointer.kind === 'null') return this.#number(0n);
    if (pointer.type.kind === 'wild') return this.#withWild(pointer, asItIs, ({ address }) => address);
    return this.#asNumber(this.value(pointer));
  }

  /** A number as a pointer of a type. */
  pointer(address: Expression, type: AriaType): Expression {
    const to = { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' } as const;
    return build.convert(address, to, this.types.id(type));
  }

  /** A wild pointer that was computed lives nowhere, but has the bounds of the one that it was made from. */
  wild(pointer: typed.Expression): Expression {
    const { type } = pointer;
    if (!this.types.isFat(type)) return this.pointer(this.address(pointer), type);
    const none = this.#number(0n);
    return this.#withWild(pointer, asItIs, ({ address, bounds = { base: none, size: none, scope: none } }) =>
      build.record(
        { ptr: address, base: bounds.base, size: bounds.size, scope_id: bounds.scope },
        this.types.id(type),
      ),
    );
  }

  offset({ pointer, count, type }: typed.PointerOffset): Expression {
    return this.pointer(this.#moved(this.address(pointer), count, type as PointerType), type);
  }

  /** What a pointer points to, as a place. */
  dereference({ pointer, type }: typed.Dereference): Expression {
    const target = this.types.id(type);
    if (pointer.type.kind !== 'wild') return build.deref(this.value(pointer), target);
    const used = this.#onlyAddress ? asItIs : live;
    return this.#withWild(pointer, used, ({ address, bounds }) => {
      const leads = build.deref(this.pointer(address, pointerType(type)), target);
      return bounds === undefined ? leads : this.#guarded(leads, address, bounds, type);
    });
  }

  #guarded(
    leads: Expression,
    address: Expression,
    { base, size }: NonNullable<WildPointer['bounds']>,
    type: AriaType,
  ): Expression {
    const { and, eq, le } = this.numbers.conditions;
    const length = this.#number(BigInt(this.types.size(type) ?? 1));
    const offset = this.#arithmetic.sub(address, base);
    const inside = and(le(offset, size), le(this.#arithmetic.add(offset, length), size));
    const outside = build.fail('the wild pointer is out of bounds of its allocation', leads.type);
    const nowhere = build.fail('the wild pointer is NULL', leads.type);
    return build.select(inside, leads, build.select(eq(address, this.#number(0n)), nowhere, outside));
  }

  /** `used` is what becomes of a fat pointer before its parts are looked at. */
  #withWild(
    pointer: typed.Expression,
    used: (fat: Expression) => Expression,
    body: (wild: WildPointer) => Expression,
  ): Expression {
    switch (pointer.kind) {
      case 'null':
        return body({ address: this.#number(0n) });
      case 'offset':
        return this.#withWild(pointer.pointer, used, wild => {
          const moved = this.#moved(wild.address, pointer.count, pointer.type as PointerType);
          return this.sharing.share(moved, address => body({ ...wild, address }));
        });
      case 'address': {
        const through = reachedThrough(pointer.place);
        const address = this.#addressOf(pointer.place);
        if (through?.type.kind !== 'wild') return body({ address });
        return this.#withWild(through, used, wild =>
          this.sharing.share(address, at => body({ ...wild, address: at })),
        );
      }
      case 'convert':
        if (pointer.operand.type.kind !== 'wild') return body({ address: this.address(pointer.operand) });
        return this.#withWild(pointer.operand, used, body);
      case 'coalesce':
        return build.select(
          this.numbers.conditions.ne(this.address(pointer.pointer), this.#number(0n)),
          this.#withWild(pointer.pointer, used, body),
          this.#withWild(pointer.fallback, used, body),
        );
      case 'conditional':
        return build.select(
          this.value(pointer.condition),
          this.#withWild(pointer.then, used, body),
          this.#withWild(pointer.otherwise, used, body),
        );
      default:
        return this.#inMemory(pointer, used, body);
    }
  }

  #addressOf(place: typed.Expression): Expression {
    const before = this.#onlyAddress;
    this.#onlyAddress = true;
    const address = build.addressOf(this.value(place), this.types.id(uint64));
    this.#onlyAddress = before;
    return address;
  }

  #inMemory(
    pointer: typed.Expression,
    used: (fat: Expression) => Expression,
    body: (wild: WildPointer) => Expression,
  ): Expression {
    if (!this.types.isFat(pointer.type)) return body({ address: this.#asNumber(this.value(pointer)) });
    return this.sharing.share(used(this.value(pointer)), fat => {
      const part = (name: string): Expression =>
        this.#asNumber(build.field(fat, name, this.types.fieldId(fat.type, name, uint64)));
      const bounds = { base: part('base'), size: part('size'), scope: part('scope_id') };
      return body({ address: part('ptr'), bounds });
    });
  }

  #moved(address: Expression, count: typed.Expression, { target }: PointerType): Expression {
    const size = this.#number(BigInt(this.types.size(target) ?? 1));
    return this.#arithmetic.add(address, this.#arithmetic.mul(this.#asNumber(this.value(count)), size));
  }

  #asNumber(value: Expression): Expression {
    const to = { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' } as const;
    return build.convert(value, to, this.types.id(uint64));
  }

  #number(value: bigint): Expression {
    return build.constant(value, this.types.id(uint64));
  }
}

const asItIs = (fat: Expression): Expression => fat;

const live = (fat: Expression): Expression => build.vouched(fat, liveTables);
