// Locals and globals of WebAssembly itself as scopes, beside those of the source.

import type { NamedValue, Place, RawValue, Scope, TypeId, TypeTable } from '@sonde/engine';
import { frameIdOf } from '@sonde/engine/machine';
import type { RemoteFrameRef } from '@sonde/engine-remote';
import type { ValueType } from '@sonde/wasm';
import type { BaseLocation } from '../program/locations.js';
import type { ModuleView } from '../program/module-view.js';

/** Slots of the symbols end below this; those of raw locals follow. */
const firstRawSlot = 1 << 24;

/** What the place of a raw local or global means; undefined for one of the symbols. */
export function rawLocation(place: Place): BaseLocation | undefined {
  if (place.kind === 'slot' && place.slot >= firstRawSlot)
    return { kind: 'local', index: place.slot - firstRawSlot };
  if (place.kind === 'global' && place.index >= firstRawSlot)
    return { kind: 'global', index: place.index - firstRawSlot };
  return undefined;
}

export class RawScopes {
  readonly #types = new Map<ValueType, TypeId>();

  constructor(
    private readonly view: ModuleView,
    private readonly types: TypeTable,
  ) {}

  /** Of a frame that runs this function. */
  async scopes(
    { task, serial }: RemoteFrameRef,
    functionIndex: number,
    value: (place: Place, type: TypeId) => Promise<RawValue>,
  ): Promise<readonly Scope[]> {
    const id = frameIdOf(task, serial);
    const locals = await Promise.all(
      this.view.localsOf(functionIndex).map(async (type, local): Promise<NamedValue> => ({
        name: this.view.localName(functionIndex, local),
        value: await value({ kind: 'slot', frame: id, slot: firstRawSlot + local }, this.typeOf(type)),
      })),
    );
    const globals = await Promise.all(
      this.view.globals.map(async ({ type }, global): Promise<NamedValue> => ({
        name: this.view.globalName(global),
        value: await value({ kind: 'global', index: firstRawSlot + global }, this.typeOf(type)),
      })),
    );
    return [
      { name: 'WebAssembly locals', kind: 'other' as const, variables: locals, expensive: true },
      { name: 'WebAssembly globals', kind: 'other' as const, variables: globals, expensive: true },
    ].filter(({ variables }) => variables.length > 0);
  }

  typeOf(type: ValueType): TypeId {
    let known = this.#types.get(type);
    if (known === undefined) {
      const size = type === 'i64' || type === 'f64' ? 8 : type === 'v128' ? 16 : 4;
      const isInteger = type === 'i32' || type === 'i64';
      known = this.types.add(
        isInteger
          ? { kind: 'integer', name: type, size, signed: true }
          : type === 'f32' || type === 'f64'
            ? { kind: 'float', name: type, size }
            : { kind: 'opaque', name: type, ...(type === 'v128' ? { size } : {}) },
      );
      this.#types.set(type, known);
    }
    return known;
  }
}
